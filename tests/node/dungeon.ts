/** The Dungeon board's data as the tests ask for it: plain values in, plain values out. */
import { groupsOf, botsOf, mapOf } from '../../web/src/games/dungeon/board/model';
import { orderOf, ordersOf, pieceOf } from '../../web/src/games/dungeon/board/overlayTypes';
import { isFilm, schedule } from '../../web/src/games/dungeon/board/schedule';
import { pictureOf, timeline, type Picture } from '../../web/src/games/dungeon/board/timeline';
import type { DungeonEvent, DungeonView } from '../../web/src/net/types';

export { orderOf, ordersOf, pieceOf };

export const map = (view: DungeonView) => {
  const { width, height, at, fog, links } = mapOf(view);
  return { width, height, at: Object.fromEntries(at), fog: [...fog], links };
};

/** Planets of the robots that the events lead to, by robot. */
export const robotsAfter = (steps: { before: DungeonView; events: DungeonEvent[] }[]) =>
  steps.map(({ before, events }) =>
    Object.fromEntries([...timeline(before, events).states.at(-1)!].map(([id, { planet }]) => [id, planet])),
  );

export const beats = (events: DungeonEvent[]) =>
  schedule(events).beats.map(({ phase, ends, begins, lasts, seen, events: own }) => ({
    phase,
    ends,
    begins,
    lasts,
    seen,
    types: own.map(({ type }) => type),
  }));

export const film = (events: DungeonEvent[]) => ({ span: schedule(events).span, shown: isFilm(events) });

const plain = (picture: Picture | null) =>
  picture && { ...picture, blocked: Object.fromEntries(picture.blocked), bots: picture.bots.map(({ id }) => id) };

/** The picture in the middle of every beat that lasts. */
export const pictures = (before: DungeonView, events: DungeonEvent[], calm = false) => {
  const { beats: all, span } = schedule(events);
  return all
    .filter(({ lasts }) => lasts)
    .map(({ begins, lasts }) => plain(pictureOf({ before, events, part: (begins + lasts / 2) / span, calm })));
};

export const groups = (view: DungeonView) =>
  Object.fromEntries(
    [...groupsOf(view, botsOf(view))].map(([planet, here]) => [
      planet,
      here.map(({ seat, bots, age }) => ({ seat, age, count: bots.length })),
    ]),
  );
