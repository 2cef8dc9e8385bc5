/** What can be done with tiles that are selected, and with those that follow them. BOI-037, BOI-044 */
import { CLEAR, spotOf, type Draft, type Tile } from './draft';
import { images, partner, type Middle, type Symmetry } from './symmetry';

export interface Sides {
  symmetry: Symmetry;
  middle: Middle;
}
export type Change = Partial<Tile>;

/** A tile after a change. An obstacle is alone on its tile, so whatever is set last stays. */
export function changed(tile: Tile | null, change: Change): Tile {
  const next = { ...(tile ?? CLEAR), ...change };
  if (change.obstacle) return { ...next, npc: '', poi: '', owner: 0 };
  if (change.npc || change.poi || change.owner) return { ...next, obstacle: '' };
  return next;
}

/** The selected cells with everything that follows them; where two meet, the selected one says what is there. */
function following(draft: Draft, cells: Iterable<number>, { symmetry, middle }: Sides): Map<number, number> {
  const chosen = [...cells],
    all = new Map(chosen.map((cell) => [cell, 0]));
  for (const cell of chosen)
    for (const image of images(draft, spotOf(draft, cell), symmetry, middle))
      if (!all.has(image.cell)) all.set(image.cell, image.move);
  return all;
}

export function changeTiles(draft: Draft, cells: Iterable<number>, change: Change, sides: Sides): Draft {
  const tiles = [...draft.tiles];
  for (const [cell, move] of following(draft, cells, sides)) {
    const { owner } = change;
    const here = owner
      ? { ...change, owner: partner(owner, move, sides.symmetry, draft.homes.length) }
      : change;
    tiles[cell] = changed(tiles[cell], here);
  }
  return { ...draft, tiles };
}

/** Void again; a home that stood there is no more. */
export function removeTiles(draft: Draft, cells: Iterable<number>, sides: Sides): Draft {
  const gone = following(draft, cells, sides);
  return {
    ...draft,
    tiles: draft.tiles.map((tile, cell) => (gone.has(cell) ? null : tile)),
    homes: draft.homes.map((cell) => (gone.has(cell) ? -1 : cell)),
  };
}

/** A team's home, and those of the teams whose sides follow; nothing else may be in the way there. */
export function placeHome(draft: Draft, team: number, cell: number, { symmetry, middle }: Sides): Draft {
  const homes = [...draft.homes],
    tiles = [...draft.tiles];
  for (const image of images(draft, spotOf(draft, cell), symmetry, middle)) {
    const whose = partner(team, image.move, symmetry, homes.length);
    if (!whose) continue;
    for (let n = 0; n < homes.length; n++) if (homes[n] === image.cell) homes[n] = -1;
    homes[whose - 1] = image.cell;
    tiles[image.cell] = { ...(tiles[image.cell] ?? CLEAR), obstacle: '', npc: '' };
  }
  return { ...draft, homes, tiles };
}

/** The first side of the map on all sides: what the other sides had is gone. */
export function symmetrical(draft: Draft, { symmetry, middle }: Sides): Draft {
  if (symmetry === 'none') return draft;
  const tiles = [...draft.tiles],
    done = new Set<number>();
  for (let cell = 0; cell < tiles.length; cell++) {
    if (done.has(cell)) continue;
    for (const image of images(draft, spotOf(draft, cell), symmetry, middle)) {
      done.add(image.cell);
      const tile = draft.tiles[cell];
      tiles[image.cell] = tile && {
        ...tile,
        owner: partner(tile.owner, image.move, symmetry, draft.homes.length),
      };
    }
  }
  const made = { ...draft, tiles },
    home = made.homes[0];
  return home >= 0 ? placeHome(made, 1, home, { symmetry, middle }) : made;
}

/** Whether every side of the map is as the others are. */
export function isSymmetrical(draft: Draft, { symmetry, middle }: Sides): boolean {
  return draft.tiles.every((tile, cell) =>
    images(draft, spotOf(draft, cell), symmetry, middle).every((image) => {
      const other = draft.tiles[image.cell];
      if (!tile || !other) return tile === other;
      return (
        (['type', 'obstacle', 'npc', 'poi'] as const).every((field) => tile[field] === other[field]) &&
        other.owner === partner(tile.owner, image.move, symmetry, draft.homes.length)
      );
    }),
  );
}
