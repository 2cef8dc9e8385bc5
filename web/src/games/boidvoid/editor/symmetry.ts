/** How the sides of a map follow each other: turns and mirrors about its middle. BOI-035 */
import { cellOf, inside, spotOf, type Draft, type Spot } from './draft';

export const SYMMETRIES = ['none', 'half', 'lr', 'tb', 'four', 'third', 'sixth'] as const;
export type Symmetry = (typeof SYMMETRIES)[number];

/** A spot in half columns: odd rows lie half a tile to the right. */
const across = ({ x, y }: Spot): number => 2 * x + (y % 2);
const spotAt = (wide: number, y: number): Spot => ({ x: (wide - (((y % 2) + 2) % 2)) / 2, y });

/** The middle of what there is, doubled: in half columns and in rows. */
export interface Middle {
  wide: number;
  high: number;
}

export function middleOf(draft: Draft): Middle {
  const spots = draft.tiles.flatMap((tile, cell) => (tile ? [spotOf(draft, cell)] : []));
  if (!spots.length) return { wide: 2 * draft.width - 2, high: draft.height - 1 };
  const wides = spots.map(across),
    highs = spots.map(({ y }) => y);
  return {
    wide: Math.min(...wides) + Math.max(...wides),
    high: Math.min(...highs) + Math.max(...highs),
  };
}

const even = (n: number): number => n - (((n % 2) + 2) % 2);

type Move = (spot: Spot) => Spot;
const same: Move = (spot) => spot;

/** Where two sides cannot lie exactly opposite each other, the last column or row follows nothing. */
function half({ wide, high }: Middle): Move {
  const fitting = wide - ((wide + high) & 1);
  return (spot) => spotAt(fitting - across(spot), high - spot.y);
}
function leftRight({ wide }: Middle): Move {
  return (spot) => spotAt(even(wide) - across(spot), spot.y);
}
function topBottom({ high }: Middle): Move {
  return (spot) => spotAt(across(spot), even(high) - spot.y);
}

/** Turns by a sixth of a circle, so many times, about the tile in the middle. */
function turn({ wide, high }: Middle, times: number): Move {
  const row = Math.floor(high / 2),
    mid = { x: Math.floor((Math.floor(wide / 2) - (row % 2)) / 2), y: row };
  const q = ({ x, y }: Spot) => x - (y - (y % 2)) / 2;
  return (spot) => {
    let [dq, dr] = [q(spot) - q(mid), spot.y - mid.y];
    for (let n = 0; n < times; n++) [dq, dr] = [-dr, dq + dr];
    const y = mid.y + dr;
    return { x: q(mid) + dq + (y - (((y % 2) + 2) % 2)) / 2, y };
  };
}

/** All moves that leave the map as it is; the first one is no move. */
export function movesOf(symmetry: Symmetry, middle: Middle): Move[] {
  switch (symmetry) {
    case 'none':
      return [same];
    case 'half':
      return [same, half(middle)];
    case 'lr':
      return [same, leftRight(middle)];
    case 'tb':
      return [same, topBottom(middle)];
    case 'four': {
      const [lr, tb] = [leftRight(middle), topBottom(middle)];
      return [same, lr, tb, (spot) => tb(lr(spot))];
    }
    case 'third':
      return [same, turn(middle, 2), turn(middle, 4)];
    case 'sixth':
      return [0, 1, 2, 3, 4, 5].map((times) => (times ? turn(middle, times) : same));
  }
}

/** The team that has on another side what this one has here; 0 where the teams do not come out even. */
export function partner(team: number, move: number, symmetry: Symmetry, teams: number): number {
  const sides = { none: 1, half: 2, lr: 2, tb: 2, four: 4, third: 3, sixth: 6 }[symmetry];
  if (!team || !move) return team;
  if (symmetry === 'four' && teams === 4) return ((team - 1) ^ move) + 1;
  if (symmetry === 'four') return partner(team, move & 1, 'lr', teams);
  return teams % sides ? 0 : ((team - 1 + (move * teams) / sides) % teams) + 1;
}

export interface Image {
  cell: number;
  /** which of the moves leads there */
  move: number;
}

/** A spot with those that follow it, each once. */
export function images(draft: Draft, spot: Spot, symmetry: Symmetry, middle: Middle): Image[] {
  const found = new Map<number, Image>();
  movesOf(symmetry, middle).forEach((go, move) => {
    const at = go(spot);
    if (!Number.isInteger(at.x) || !inside(draft, at)) return;
    const cell = cellOf(draft, at);
    if (!found.has(cell)) found.set(cell, { cell, move });
  });
  return [...found.values()];
}
