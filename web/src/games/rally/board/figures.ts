/** Numbers drawn from views: checkpoints and damage by seat, and the rounds in which something happened. */
import { words } from '../words';
import type { Frame, RallyEvent, RallyView } from '../../../net/types';
import type { ChartSpec, Names, ReplayMark } from '../../../game/contract';

/** Ticked checkpoints by seat; index 0 is nobody. */
export const ticked = (view: RallyView): number[] => [0, ...view.robots.map((robot) => robot.ticked)];

export function charts(frames: Frame[], names: Names): ChartSpec[] {
  const w = words.board,
    lines = (of: (robot: RallyView['robots'][number]) => number) =>
      names.slice(1).map((label, n) => ({
        seat: n + 1,
        label,
        data: frames.map((frame) => of((frame.view as RallyView).robots[n])),
      }));
  return [
    { key: 'checkpoints', title: w.checkpoints, series: lines((robot) => robot.ticked) },
    { key: 'damage', title: w.damage, series: lines((robot) => (robot.dead ? 9 : robot.damage)) },
  ];
}

/** Deaths are ticks, checkpoints diamonds. */
export function marks(frames: Frame[]): ReplayMark[] {
  return frames.flatMap((frame, n) =>
    (frame.events as RallyEvent[]).flatMap((event): ReplayMark[] => {
      if (event.type === 'died') return [{ frame: n, kind: 'fight', seat: event.by[0] ?? 0 }];
      if (event.type === 'ticked') return [{ frame: n, kind: 'capture', seat: event.seat }];
      return [];
    }),
  );
}
