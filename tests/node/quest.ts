/** The Quest board's data as the tests ask for it: plain values in, plain values out. */
import { begin, far, gridOf, nearestOf, overview, pieces as allPieces, slotsOf } from '../../web/src/games/quest/board/layout';
import { questPiece } from '../../web/src/games/quest/board/overlayTypes';
import { worldOf, type Unit } from '../../web/src/games/quest/board/model';
import { isFilm, schedule, seenAt } from '../../web/src/games/quest/board/schedule';
import { pictureOf, trailsOf } from '../../web/src/games/quest/board/timeline';
import type { Size } from '../../web/src/game/board/canvas';
import type { QuestEvent, QuestView } from '../../web/src/net/types';
import { filmOf, overviewOf } from './films';

export { questPiece };

interface Step {
  before: QuestView;
  events: QuestEvent[];
  after: QuestView;
}

export const world = (view: QuestView) => {
  const { rock, known, units, towers, traps, lying, whole, hidden } = worldOf(view);
  return {
    rock: [...rock],
    known: [...known],
    units: units.map(({ id, seat, x, y, energy, max, sword, armour, frozen, shield }) => ({ id, seat, x, y, energy, max, sword, armour, frozen, shield })), // prettier-ignore
    towers,
    traps,
    lying: [...lying.values()],
    whole,
    hidden,
  };
};

export const film = (events: QuestEvent[]) => filmOf(events, schedule(events), isFilm, seenAt);

/** Where every unit is to be seen at parts of a turn. */
export const pictures = ({ before, events, after }: Step, parts: number[], calm = false) =>
  parts.map((part) => {
    const picture = pictureOf(after, { before, events, part, calm });
    return (
      picture && {
        seen: picture.seen,
        sparks: picture.sparks.map(({ kind, text, what }) => ({ kind, text, what })),
        towers: picture.towers.map(({ x, y }) => [x, y]),
        traps: picture.traps.map(({ x, y }) => [x, y]),
        units: Object.fromEntries(picture.units.map(({ id, at, seen }) => [id, { at, seen }])),
      }
    );
  });

export const trails = (events: QuestEvent[]) => trailsOf(events);

export const grid = (view: QuestView, size: Size) => gridOf(view, size);
export const nearest = (view: QuestView, size: Size) => nearestOf(view, size);
export const first = (view: QuestView, size: Size) => begin(view, size);

export const pieces = (view: QuestView, size: Size) => {
  const made = allPieces(view, size);
  return { cells: made.filter(({ stop }) => stop).length, tops: made.filter(({ top }) => top), all: made.map(({ id }) => id) }; // prettier-ignore
};

export const place = (view: QuestView, size: Size, id: string) => far(view, size, id);

export const small = (view: QuestView, size: Size) => overviewOf(overview(view, size));

export const slots = (units: Unit[], c: number) =>
  slotsOf(units, c).map(({ unit, dx, dy, r, more }) => ({ id: unit.id, dx, dy, r, more }));
