/** The Quest board's data as the tests ask for it: plain values in, plain values out. */
import { begin, far, gridOf, nearestOf, overview, pieces as allPieces, slotsOf } from '../../web/src/games/quest/board/layout';
import { questPiece } from '../../web/src/games/quest/board/overlayTypes';
import { worldOf, type Unit } from '../../web/src/games/quest/board/model';
import { isFilm, schedule, seenAt } from '../../web/src/games/quest/board/schedule';
import { pictureOf, trailsOf } from '../../web/src/games/quest/board/timeline';
import type { Size } from '../../web/src/game/board/canvas';
import type { QuestEvent, QuestView } from '../../web/src/net/types';

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

export const film = (events: QuestEvent[]) => {
  const made = schedule(events);
  return {
    span: made.span,
    shown: isFilm(events),
    beats: made.beats.map(({ event, begins, lasts }) => ({ event, begins, lasts })),
    seen: [0, 0.25, 0.5, 0.75, 1].map((part) => seenAt(made, part)),
  };
};

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

/** The overview, and the places on the board of its four corners and its middle. */
export const small = (view: QuestView, size: Size) => {
  const map = overview(view, size);
  if (!map) return null;
  const { x, y, w, h } = map;
  return { x, y, w, h, looks: [map.look(x, y), map.look(x + w, y + h), map.look(x + w / 2, y + h / 2)] };
};

export const slots = (units: Unit[], c: number) =>
  slotsOf(units, c).map(({ unit, dx, dy, r, more }) => ({ id: unit.id, dx, dy, r, more }));
