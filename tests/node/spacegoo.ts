/** The Spacegoo board's data as the tests ask for it: plain values in, plain values out. */
import { fleetsOf } from '../../web/src/games/spacegoo/board/fleets';
import { CELL, EDGE, territory } from '../../web/src/games/spacegoo/board/goo';
import { labels, lineWidth, spots, WIDE } from '../../web/src/games/spacegoo/board/labels';
import { layout, nearest, SMALL } from '../../web/src/games/spacegoo/board/layout';
import type { Size } from '../../web/src/game/board/canvas';
import type { SpacegooView } from '../../web/src/net/types';

export { nearest };

/** Everything of a picture that takes room. */
export const picture = (view: SpacegooView, size: Size, numbers: boolean) => {
  const at = layout(view, size),
    fleets = fleetsOf({ view, before: null, part: 1 }, at, size.w < SMALL);
  return {
    planets: view.planets.map((_, n) => ({ x: at.x[n], y: at.y[n], r: at.r[n], columns: at.columns[n] })),
    fleets: fleets.map(({ fleet, dart, beads }) => ({ id: fleet.id, x: dart.x, y: dart.y, r: dart.r, beads })),
    labels: labels(view.planets, at, size, fleets, numbers).map((one) => ({
      ...one,
      // what is written is no wider than the room kept for it
      wide: Math.max(0, ...(one.lines ?? []).map((line) => lineWidth(line, one.px)), (one.text?.length ?? 0) * WIDE * one.px),
      written: (one.lines ?? []).map((line) => spots(line, one.px).map(({ kind, text }) => [kind, text])),
    })),
  };
};

/** Which cells are somebody's, as lines of text: a digit for the owner, a dot for nobody. */
export const goo = (view: SpacegooView, size: Size) => {
  const [w, h] = [Math.ceil(size.w / CELL), Math.ceil(size.h / CELL)],
    { owners, lead, ahead } = territory(view.planets, layout(view, size), w, h);
  return Array.from({ length: h }, (_, y) =>
    Array.from({ length: w }, (_, x) => (ahead[y * w + x] >= EDGE ? owners[lead[y * w + x]] : '.')).join(''),
  );
};
