/** Numbers drawn from views: points and kills by seat, and the turns in which something happened. */
import { words } from '../words';
import type { Frame, QuestEvent, QuestPlayerView, QuestView } from '../../../net/types';
import type { ChartSpec, Names, ReplayMark } from '../../../game/contract';
import { teamsOf } from './model';

/** Points come from these. QST-126 to QST-128 */
export const SOURCES = ['kill', 'pickup', 'craft'] as const;
/** QST-135 */
export const STATS = ['kills', 'retaliation_kills', 'losses', 'towers_placed', 'traps_placed', 'traps_sprung', 'sprees', 'first_blood'] as const; // prettier-ignore

const viewOf = (frame: Frame): QuestView => frame.view as QuestView;

/** Points by seat; index 0 is nobody. */
export function pointsOf(view: QuestView): number[] {
  const made = [0];
  for (const { seat, points } of view.players) made[seat] = points;
  return made;
}

export const ranked = (view: QuestView): QuestPlayerView[] =>
  view.players.toSorted((a, b) => a.place - b.place || a.seat - b.seat);

export function charts(frames: Frame[], names: Names): ChartSpec[] {
  const w = words.board,
    last = viewOf(frames[frames.length - 1]),
    seats = last.players.map(({ seat }) => seat),
    known = teamsOf(last).map(({ seat }) => seat);
  const lines = (of: (view: QuestView, seat: number) => number, who = seats) =>
    who.map((seat) => ({ seat, label: names[seat], data: frames.map((frame) => of(viewOf(frame), seat)) }));
  const player = (view: QuestView, seat: number) => view.players.find((one) => one.seat === seat),
    source = (key: string) => (view: QuestView, seat: number) => player(view, seat)?.by_source[key] ?? 0;
  return [
    { key: 'points', title: w.points, series: lines((view, seat) => pointsOf(view)[seat]) },
    // a source of which nobody has had anything is no picture
    ...SOURCES.map((key) => ({ key, title: w.sources[key], series: lines(source(key)) })).filter(
      ({ series }) => series.some(({ data }) => data.some((n) => n > 0)),
    ),
    ...(known.length ? [{ key: 'energy', title: w.teamEnergy, series: lines(energyOf, known) }] : []),
  ];
}

const energyOf = (view: QuestView, seat: number): number =>
  teamsOf(view)
    .find((team) => team.seat === seat)
    ?.units.reduce((sum, { energy }) => sum + energy, 0) ?? 0;

/** Deaths are ticks; what was made, learned or built is a diamond. */
export function marks(frames: Frame[]): ReplayMark[] {
  return frames.flatMap((frame, n) =>
    (frame.events as QuestEvent[]).flatMap((event): ReplayMark[] => {
      if (event.type === 'died') return [{ frame: n, kind: 'fight', seat: event.by_seat }];
      const made = event.type === 'crafted' || event.type === 'researched' || event.type === 'tower_placed';
      return made ? [{ frame: n, kind: 'capture', seat: event.seat }] : [];
    }),
  );
}
