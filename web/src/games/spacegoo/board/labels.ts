/** What is written on the starfield, and where: no label lies on another one, on a planet or on its columns. */
import type { Size } from '../../../game/board/canvas';
import type { SpacegooFleetView, SpacegooPlanetView } from '../../../net/types';
import { boxesMeet, boxMeetsDisc, sum, type Bead, type Box, type Dart, type Layout } from './layout';

export const WIDE = 0.6; // of its size, how wide a figure of the board's font is
const LEAST_PX = 9.5;

/** A line of signs with their numbers; kinds with nothing are left out. */
export interface Line {
  parts: { kind: number; text: string }[];
  /** of a planet that makes nothing now */
  faint: boolean;
}

export interface Label extends Box {
  px: number;
  /** plain text, or lines of signs with numbers */
  text?: string;
  lines?: Line[];
  /** about a planet, and less important than what moves */
  soft?: boolean;
}

interface Fleet {
  fleet: SpacegooFleetView;
  dart: Dart;
  beads: Bead[];
}

/** Numbers of more than four figures are cut, so that they fit: 12.3k. With `tight` four characters are the most. */
export function short(n: number, tight = false): string {
  if (n < 10_000) return `${n}`;
  return n < 100_000 && !tight ? `${(n / 1000).toFixed(1)}k` : `${Math.round(n / 1000)}k`;
}

/** The number in a planet. */
export function inside(planet: SpacegooPlanetView, r: number): { text: string; px: number } {
  const text = short(sum(planet.ships), r < 12);
  return { text, px: Math.max(LEAST_PX, Math.min(r * 0.66, (r * 3) / text.length)) };
}

const SIGN = 0.42; // of the size of the text, the radius of a sign
const AFTER_SIGN = 0.22;
const BETWEEN = 0.55;

const partWidth = (text: string, px: number): number => (2 * SIGN + AFTER_SIGN + text.length * WIDE) * px;

export const lineWidth = ({ parts }: Line, px: number): number =>
  parts.reduce((w, { text }) => w + partWidth(text, px), Math.max(0, parts.length - 1) * BETWEEN * px);

/** Where the parts of a line stand, from its left end on. */
export function spots(line: Line, px: number): { kind: number; text: string; sign: number; from: number }[] {
  let x = 0;
  return line.parts.map(({ kind, text }) => {
    const spot = { kind, text, sign: x + SIGN * px, from: x + (2 * SIGN + AFTER_SIGN) * px };
    x += partWidth(text, px) + BETWEEN * px;
    return spot;
  });
}

const lineOf = (three: readonly number[], plus = '', faint = false): Line => ({
  parts: three.flatMap((n, kind) => (n ? [{ kind, text: plus + short(n) }] : [])),
  faint,
});

export const HIGH = 1.2; // of the size of the text, a line

function boxOf(lines: Line[], px: number): { w: number; h: number } {
  return { w: Math.max(...lines.map((one) => lineWidth(one, px))) + 4, h: lines.length * px * HIGH + 2 };
}

/** All labels of a picture. What comes first has its place first: what is left of production, numbers of planets, their
 * ships and production by kind where planets are large, then the fleets. */
export function labels(
  planets: SpacegooPlanetView[],
  at: Layout,
  size: Size,
  fleets: Fleet[],
  numbers: boolean,
): Label[] {
  const made: Label[] = [],
    boxes: Box[] = at.columns.filter((one) => one !== null),
    discs = at.x.map((x, n) => ({ x, y: at.y[n], r: at.r[n] + 3 }));
  planets.forEach((planet, n) => {
    const { text, px } = inside(planet, at.r[n]),
      w = text.length * px * WIDE;
    if (w > 2 * at.r[n]) boxes.push({ x: at.x[n], y: at.y[n], w, h: px });
  });
  const bodies = fleets.flatMap(({ dart, beads }) => [{ ...dart, r: dart.r * 0.9 }, ...beads]);
  const free = (label: Label, others: { x: number; y: number; r: number }[]) =>
    label.x - label.w / 2 >= 0 &&
    label.x + label.w / 2 <= size.w &&
    label.y - label.h / 2 >= 0 &&
    label.y + label.h / 2 <= size.h &&
    !boxes.some((box) => boxesMeet(label, box, 1)) &&
    !discs.some(({ x, y, r }) => boxMeetsDisc(label, x, y, r)) &&
    !others.some(({ x, y, r }) => boxMeetsDisc(label, x, y, r));
  const put = (candidates: Label[], others: { x: number; y: number; r: number }[] = []): boolean => {
    const found = candidates.find((one) => free(one, others));
    if (!found) return false;
    made.push(found);
    boxes.push(found);
    return true;
  };

  planets.forEach((planet, n) => {
    const { owner_id: owner, production_rounds_left: left } = planet,
      r = at.r[n],
      px = Math.max(LEAST_PX, r * 0.4);
    // a planet that nobody has held yet has all its rounds left; where room is short that need not be said
    if (left === undefined || (!owner && r <= 13)) return;
    const text = `${left}`,
      w = text.length * px * WIDE + 2,
      corner = (dx: number, dy: number): Label => {
        const far = (r + 4) * Math.SQRT1_2;
        return {
          text,
          px,
          w,
          h: px,
          soft: true,
          x: at.x[n] + dx * (far + w / 2),
          y: at.y[n] + dy * (far + px / 2),
        };
      };
    put([corner(1, -1), corner(1, 1), corner(-1, 1)]);
  });
  if (numbers)
    planets.forEach((planet, n) => {
      const px = Math.max(LEAST_PX, at.r[n] * 0.4),
        text = `#${planet.id}`,
        w = text.length * px * WIDE + 2,
        side = (dx: number, dy: number): Label => ({
          text,
          px,
          w,
          h: px,
          soft: true,
          x: at.x[n] + dx * (at.r[n] + 4 + w / 2),
          y: at.y[n] + dy * (at.r[n] + 4 + px / 2),
        });
      put([side(0, -1), side(-1, 0), side(1, 0), side(0, 1)]);
    });
  planets.forEach((planet, n) => {
    const r = at.r[n];
    if (at.unit < ROOMY) return;
    const px = Math.max(LEAST_PX, Math.min(13, at.unit * 0.36)),
      works = planet.owner_id !== 0 && planet.production_rounds_left !== 0,
      both = [lineOf(planet.ships), lineOf(planet.production, '+', !works)].filter(
        ({ parts }) => parts.length,
      ),
      block = at.columns[n];
    const beside = (lines: Line[]): Label[] => {
      if (!lines.length) return [];
      const { w, h } = boxOf(lines, px),
        low = block && block.y > at.y[n] ? block.y + block.h / 2 : at.y[n] + r,
        label = (x: number, y: number): Label => ({ lines, px, w, h, x, y });
      return [
        label(at.x[n], low + 2 + h / 2),
        label(at.x[n] + r + 5 + w / 2, at.y[n] + px * 0.4),
        label(at.x[n] - r - 5 - w / 2, at.y[n] + px * 0.4),
        label(at.x[n], at.y[n] - r - px - 2 - h / 2),
      ];
    };
    const less = both.slice(0, 1);
    if (!put(beside(both), bodies) && !put(beside(less), bodies) && !put(beside(both))) put(beside(less));
  });
  for (const { fleet, dart } of fleets) {
    const px = Math.max(LEAST_PX, at.unit * 0.36),
      line = lineOf(fleet.ships),
      around = (label: Omit<Label, 'x' | 'y'>): Label[] => {
        const [cos, sin] = [Math.cos(dart.angle), Math.sin(dart.angle)];
        const place = (turn: number): Label => {
          const [dx, dy] = [Math.cos(dart.angle + turn), Math.sin(dart.angle + turn)],
            far = dart.r + 2 + (Math.abs(dx) * label.w + Math.abs(dy) * label.h) / 2;
          return { ...label, x: dart.x + dx * far - cos * back, y: dart.y + dy * far - sin * back };
        };
        const back = dart.r * 0.4;
        return [0.5, -0.5, 0, 0.25, -0.25, 0.75, -0.75].map((turn) => place(turn * Math.PI));
      };
    const total = short(sum(fleet.ships));
    if (!put(around({ lines: [line], px, ...boxOf([line], px) }), bodies))
      put(around({ text: total, px, w: total.length * px * WIDE + 2, h: px }), bodies);
  }
  return made;
}

const ROOMY = 10; // px of a very productive planet: from here on planets have their numbers by kind
