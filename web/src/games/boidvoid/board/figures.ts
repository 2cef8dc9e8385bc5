/** Numbers drawn from views: tiles by seat and team, and the turns in which something happened. */
import { words } from '../words';
import type { BoidvoidEvent, BoidvoidTeamView, BoidvoidView, Frame } from '../../../net/types';
import type { ChartSpec, MatchWords, Names, ReplayMark } from '../../../game/contract';
import { teamName } from './roster';

/** What is counted for every player. BOI-266 */
export const STATS = [
  'captured', 'pois', 'fights_won', 'fights_lost', 'damage_dealt', 'damage_taken', 'defeated', 'ships_lost',
  'respawns', 'built', 'structures_destroyed', 'crits', 'moved',
] as const; // prettier-ignore

const viewOf = (frame: Frame): BoidvoidView => frame.view as BoidvoidView;

/** Tiles by seat, those of its team; index 0 is nobody. */
export function tilesBySeat(view: BoidvoidView, seats: number): number[] {
  const made = Array<number>(seats + 1).fill(0);
  for (const { seat, team } of view.players) made[seat] = view.teams[team - 1]?.tiles ?? 0;
  return made;
}

export const ranked = (view: BoidvoidView): BoidvoidTeamView[] =>
  view.teams.toSorted((a, b) => a.rank - b.rank || a.team - b.team);

/** The health of all ships and the mothership of a team. */
const strength = (view: BoidvoidView, team: number): number =>
  Math.round(
    view.units.reduce(
      (sum, unit) => sum + (unit.team === team && unit.kind !== 'swarm' ? unit.health : 0),
      0,
    ),
  );

export function charts(frames: Frame[], names: Names, _: MatchWords): ChartSpec[] {
  const w = words.board,
    last = viewOf(frames[frames.length - 1]);
  const lines = (of: (view: BoidvoidView, team: number) => number) =>
    last.teams.map(({ team }) => ({
      seat: team,
      label: teamName(last, team, names),
      data: frames.map((frame) => of(viewOf(frame), team)),
    }));
  const shown: ChartSpec[] = [
    { key: 'tiles', title: w.tiles, series: lines((view, team) => view.teams[team - 1].tiles) },
    { key: 'health', title: w.health, series: lines(strength) },
    { key: 'defeated', title: w.defeated, series: lines((view, team) => view.teams[team - 1].defeated) },
    { key: 'levels', title: w.structures, series: lines((view, team) => view.teams[team - 1].levels) },
  ];
  // what nobody has had is no picture
  return shown.filter(
    ({ key, series }) => key === 'tiles' || series.some(({ data }) => data.some((n) => n > 0)),
  );
}

/** Losses are ticks; points of importance, enemy tiles and buildings are diamonds. */
export function marks(frames: Frame[]): ReplayMark[] {
  return frames.flatMap((frame, n) =>
    (frame.events as BoidvoidEvent[]).flatMap((event): ReplayMark[] => {
      switch (event.type) {
        case 'destroyed':
          return [{ frame: n, kind: 'fight', seat: event.team }];
        case 'poi_captured':
        case 'built':
          return [{ frame: n, kind: 'capture', seat: event.team }];
        case 'tile_captured':
          return event.former ? [{ frame: n, kind: 'capture', seat: event.team }] : [];
        default:
          return [];
      }
    }),
  );
}
