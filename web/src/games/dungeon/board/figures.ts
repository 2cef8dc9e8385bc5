/** Numbers drawn from views: scores, money and robots by seat, and the rounds in which something happened. */
import { words } from '../words';
import type { DungeonEvent, DungeonOwnView, DungeonView, Frame } from '../../../net/types';
import type { ChartSpec, Names, ReplayMark } from '../../../game/contract';

export const CATEGORIES = ['fighting', 'mining', 'movement', 'robot', 'trading'] as const;
/** So many lines a chart can bear. */
const LINES = 8;

const viewOf = (frame: Frame): DungeonView => frame.view as DungeonView;

/** Sums of the scores by seat; index 0 is nobody. */
export function sums(view: DungeonView): number[] {
  const made = [0];
  for (const { seat, sum } of view.players) made[seat] = sum;
  return made;
}

/** What is known of a seat's account and swarm: everything after the match, of the own seat during it. */
export function ownOf(view: DungeonView, seat: number): DungeonOwnView | undefined {
  return view.all?.find((own) => own.seat === seat) ?? (view.you?.seat === seat ? view.you : undefined);
}

export function charts(frames: Frame[], names: Names): ChartSpec[] {
  const w = words.board,
    last = viewOf(frames[frames.length - 1]),
    best = last.players
      .toSorted((a, b) => b.sum - a.sum || a.seat - b.seat)
      .slice(0, LINES)
      .map(({ seat }) => seat)
      .sort((a, b) => a - b);
  const lines = (seats: number[], of: (view: DungeonView, seat: number) => number) =>
    seats.map((seat) => ({
      seat,
      label: names[seat],
      data: frames.map((frame) => of(viewOf(frame), seat)),
    }));
  const known = best.filter((seat) => ownOf(last, seat));
  return [
    { key: 'score', title: w.score, series: lines(best, (view, seat) => sums(view)[seat]) },
    ...(known.length
      ? [
          {
            key: 'robots',
            title: w.robots,
            series: lines(known, (view, seat) => ownOf(view, seat)?.robots.length ?? 0),
          },
          {
            key: 'money',
            title: w.money,
            series: lines(known, (view, seat) => ownOf(view, seat)?.money ?? 0),
          },
        ]
      : []),
  ];
}

/** Destroyed robots are ticks, achievements diamonds. */
export function marks(frames: Frame[]): ReplayMark[] {
  return frames.flatMap((frame, n) =>
    (frame.events as DungeonEvent[]).flatMap((event): ReplayMark[] => {
      if (event.type === 'robot_destroyed')
        return [{ frame: n, kind: 'fight', seat: event.credited[0] ?? 0 }];
      return event.type === 'achievement' ? [{ frame: n, kind: 'capture', seat: event.seat }] : [];
    }),
  );
}

/** What one of the articles cost in every frame, up to one. */
export const pricesUpTo = (
  frames: Frame[],
  at: number,
  of: 'articles' | 'resources',
  name: string,
): number[] => frames.slice(0, at + 1).map((frame) => viewOf(frame).market[of][name] ?? 0);
