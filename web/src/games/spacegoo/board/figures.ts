/** Numbers drawn from views: ships and planets by owner, and the rounds in which something happened. */
import type { Frame, SpacegooEvent, SpacegooView } from '../../../net/types';
import type { ChartSpec, MatchWords, Names, ReplayMark } from '../../../game/contract';
import { sum } from './layout';

export interface Holding {
  planets: number;
  ships: number[];
  /** of the planets that still produce */
  production: number[];
  fleets: number;
}

const kept = new WeakMap<SpacegooView, Holding[]>();

/** What every seat has, planets and fleets together; index 0 is nobody. */
export function holdings(view: SpacegooView): Holding[] {
  const hit = kept.get(view);
  if (hit) return hit;
  const made: Holding[] = Array.from({ length: view.players.length + 1 }, () => ({
    planets: 0,
    ships: [0, 0, 0],
    production: [0, 0, 0],
    fleets: 0,
  }));
  for (const planet of view.planets) {
    const own = made[planet.owner_id],
      works = planet.owner_id !== 0 && planet.production_rounds_left !== 0;
    own.planets += 1;
    for (let kind = 0; kind < 3; kind++) {
      own.ships[kind] += planet.ships[kind];
      if (works) own.production[kind] += planet.production[kind];
    }
  }
  for (const fleet of view.fleets) {
    const own = made[fleet.owner_id];
    own.fleets += 1;
    for (let kind = 0; kind < 3; kind++) own.ships[kind] += fleet.ships[kind];
  }
  kept.set(view, made);
  return made;
}

export const ships = (view: SpacegooView): number[] => holdings(view).map((own) => sum(own.ships));

const viewOf = (frame: Frame) => frame.view as SpacegooView;

/** GOO-113: ships in all, neutral ones too; and planets. */
export function charts(frames: Frame[], names: Names, t: MatchWords): ChartSpec[] {
  const line = (seat: number, data: number[]) => ({ seat, label: seat ? names[seat] : t.neutral, data }),
    seats = names.map((_, seat) => seat).slice(1);
  return [
    {
      key: 'ships',
      title: t.ships,
      series: [...seats, 0].map((seat) =>
        line(
          seat,
          frames.map((f) => ships(viewOf(f))[seat]),
        ),
      ),
    },
    {
      key: 'planets',
      title: t.planets,
      series: seats.map((seat) =>
        line(
          seat,
          frames.map((f) => holdings(viewOf(f))[seat].planets),
        ),
      ),
    },
  ];
}

export function marks(frames: Frame[]): ReplayMark[] {
  return frames.flatMap((frame, n) =>
    (frame.events as SpacegooEvent[]).flatMap((event): ReplayMark[] => {
      if (event.type === 'battle') return [{ frame: n, kind: 'fight', seat: event.winner }];
      if (event.type === 'planet_taken') return [{ frame: n, kind: 'capture', seat: event.seat }];
      return [];
    }),
  );
}
