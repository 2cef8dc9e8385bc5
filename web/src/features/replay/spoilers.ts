/** What of a replay may be seen before its end is: nothing that lies ahead of the round on the board. */
import type { ChartSpec, ReplayMark, Series } from '../../game/contract';
import type { MatchInfo } from '../../net/types';

/** Whether there is nothing to hide: who played it knows how it ended. */
export function isTold(
  match: Pick<MatchInfo, 'state' | 'seats'>,
  { spoilerFree, me, revealed }: { spoilerFree: boolean; me: string; revealed: boolean },
): boolean {
  const mine = me !== '' && match.seats.some(({ player }) => player.name === me);
  return revealed || !spoilerFree || mine || match.state === 'running';
}

/** A chart whose lines may end before the match does. */
export interface ShownChart extends Omit<ChartSpec, 'series'> {
  series: (Omit<Series, 'data'> & { data: (number | null)[] })[];
}

export function chartsUpTo(charts: ChartSpec[], frame: number): ShownChart[] {
  return charts.map((chart) => ({
    ...chart,
    series: chart.series.map((line) => ({
      ...line,
      data: line.data.map((value, n) => (n <= frame ? value : null)),
    })),
  }));
}

export function marksUpTo(marks: ReplayMark[], frame: number): ReplayMark[] {
  return marks.filter((mark) => mark.frame <= frame);
}

/** By point of an analysis, which has one for some frames, the values as far as a frame. */
export function upTo(values: number[], frames: number[], frame: number): (number | null)[] {
  return values.map((value, n) => (frames[n] <= frame ? value : null));
}
