/** The BoidVoid board's data as the tests ask for it: plain values in, plain values out. */
import { distance, flat, neighbours, tileAt } from '../../web/src/games/boidvoid/board/hexes';
import {
  begin,
  far,
  gridOf,
  middle,
  nearestOf,
  overview,
  pieces as allPieces,
} from '../../web/src/games/boidvoid/board/layout';
import { boidvoidPiece, spotOf, type Spot } from '../../web/src/games/boidvoid/board/overlayTypes';
import { worldOf } from '../../web/src/games/boidvoid/board/model';
import { isFilm, schedule, seenAt } from '../../web/src/games/boidvoid/board/schedule';
import { pictureOf, trailsOf } from '../../web/src/games/boidvoid/board/timeline';
import type { Size } from '../../web/src/game/board/canvas';
import type { BoidvoidEvent, BoidvoidView } from '../../web/src/net/types';
import { filmOf, overviewOf } from './films';

interface Step {
  before: BoidvoidView;
  events: BoidvoidEvent[];
  after: BoidvoidView;
}

export const around = (spots: Spot[]) => spots.map((spot) => neighbours(spot).map(({ x, y }) => [x, y]));
export const apart = (pairs: [Spot, Spot][]) => pairs.map(([a, b]) => distance(a, b));
/** The plane of the picture: where tiles lie, and which tile a place near the middle of one is on. */
export const plane = (spots: Spot[]) => spots.map(({ x, y }) => flat(x, y));
export const found = (spots: Spot[], dx: number, dy: number) =>
  spots.map(({ x, y }) => {
    const [px, py] = flat(x, y);
    return tileAt(px + dx, py + dy);
  });

export const world = (view: BoidvoidView) => {
  const { tiles, owners, units, structures, homes } = worldOf(view);
  return {
    tiles: tiles.size,
    owners: [...owners],
    units: units.map(({ id, kind, team, x, y, count, health, max, battery }) => ({ id, kind, team, x, y, count, health, max, battery })), // prettier-ignore
    structures: structures.map(({ id }) => id),
    homes,
  };
};

export const film = (events: BoidvoidEvent[]) => filmOf(events, schedule(events), isFilm, seenAt);

/** Where everything is to be seen at parts of a turn. */
export const pictures = ({ before, events, after }: Step, parts: number[], calm = false) =>
  parts.map((part) => {
    const picture = pictureOf(after, { before, events, part, calm });
    return (
      picture && {
        seen: picture.seen,
        sparks: picture.sparks.map(({ kind, text, team }) => ({ kind, text, team })),
        owners: [...picture.owners],
        structures: picture.structures.map(({ id, level }) => [id, level]),
        units: Object.fromEntries(
          picture.units.map(({ id, at, seen, health, count }) => [id, { at, seen, health, count }]),
        ),
      }
    );
  });

export const trails = (events: BoidvoidEvent[]) => trailsOf(events);

/** The grid, the middles of some tiles, and how near the map can be seen. */
export const grid = (view: BoidvoidView, size: Size, spots: Spot[]) => {
  const made = gridOf(view, size);
  return { ...made, middles: spots.map(({ x, y }) => middle(made, x, y)), nearest: nearestOf(view, size) };
};

export const first = (view: BoidvoidView, size: Size) => begin(view, size);
export const pieces = (view: BoidvoidView, size: Size) => allPieces(view, size);
export const place = (view: BoidvoidView, size: Size, id: string) => far(view, size, id);
export const piece = (id: string) => boidvoidPiece(id);
export const tileOfPiece = (view: BoidvoidView, id: string) => spotOf(view, id);

export const small = (view: BoidvoidView, size: Size) => overviewOf(overview(view, size));
