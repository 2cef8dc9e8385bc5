/** The picture between two views: by the film of the events where there is one, else a plain glide. */
import type { Moving } from '../../../game/board/canvas';
import type { RallyEvent, RallyView } from '../../../net/types';
import { botOf } from './state';
import { standing, timeline, type Moment, type Pose } from './timeline';

export type Way = Moving<RallyView, RallyEvent> & { calm?: boolean };

/** Whether these events are a round that can be shown. */
export const isFilm = (events: RallyEvent[]): boolean =>
  events.some(({ type }) => type === 'move_phase_started' || type === 'revealed' || type === 'respawned');

/** The moment of the film, or null where pieces only glide or stand. */
export function momentOf({ before, events, part, calm }: Way): Moment | null {
  if (!before || part >= 1 || !isFilm(events)) return null;
  return timeline(before, events).at(part, calm);
}

/** Every robot as it is to be drawn. */
export function posesOf(view: RallyView, way?: Way): Pose[] {
  const film = way && momentOf(way);
  if (film) return film.poses;
  const now = view.robots.map((robot) => standing(botOf(robot)));
  if (!way?.before || way.part >= 1 || way.before.robots.length !== now.length) return now;
  return way.before.robots.map((robot, n) => {
    const from = standing(botOf(robot)),
      to = now[n],
      part = way.calm || !from.there || !to.there ? 1 : way.part;
    return { ...to, x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  });
}
