/** The Rally board's data as the tests ask for it: plain values in, plain values out. */
import { beamEnd, feeds, fieldAt, floorOf, ghostMark, parseGrid, wallAt } from '../../web/src/games/rally/board/model';
import { programs } from '../../web/src/games/rally/board/program';
import { schedule } from '../../web/src/games/rally/board/schedule';
import { robotOf } from '../../web/src/games/rally/board/state';
import { timeline } from '../../web/src/games/rally/board/timeline';
import type { RallyEvent, RallyView } from '../../web/src/net/types';

interface Step {
  before: RallyView;
  events: RallyEvent[];
}

export { ghostMark, parseGrid, programs };

export const floor = (view: RallyView) => floorOf(view);

export const walls = (grid: string, x: number, y: number) =>
  ([0, 1, 2, 3] as const).map((dir) => wallAt(parseGrid(grid), x, y, dir)?.laser ?? (wallAt(parseGrid(grid), x, y, dir) ? 'wall' : ''));

export const beams = (grid: string) => {
  const parsed = parseGrid(grid);
  return parsed.lasers.map((laser) => [[laser.x, laser.y], beamEnd(parsed, laser)]);
};

export const curves = (grid: string) => {
  const parsed = parseGrid(grid);
  return parsed.fields.map((_, n) => {
    const [x, y] = [n % parsed.width, Math.floor(n / parsed.width)],
      field = fieldAt(parsed, x, y);
    return field?.kind === 'belt' ? feeds(parsed, x, y, field) : null;
  });
};

/** The robots that the events lead to. */
export const robotsAfter = (steps: Step[]) =>
  steps.map(({ before, events }) => timeline(before, events).last.map(robotOf));

export const span = (events: RallyEvent[]) => schedule(events).span;

export const beats = (events: RallyEvent[]) =>
  schedule(events).beats.map(({ kind, step, phase, begins, lasts, seen, events: own }) => ({
    kind,
    step,
    phase,
    begins,
    lasts,
    seen,
    types: own.map((event) => event.type),
  }));

export const moment = (before: RallyView, events: RallyEvent[], part: number, calm = false) =>
  timeline(before, events).at(part, calm);

/** The picture in the middle of every beat. */
export const moments = (before: RallyView, events: RallyEvent[], calm = false) => {
  const film = timeline(before, events);
  return film.beats
    .filter((beat) => beat.lasts)
    .map((beat) => film.at((beat.begins + beat.lasts / 2) / film.span, calm));
};
