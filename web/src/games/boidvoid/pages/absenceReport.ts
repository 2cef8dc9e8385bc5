/** What changed for some ships between two turns: the report for somebody who was away. */
import type { BoidvoidHistoryRound } from '../../../net/types';

export interface Change {
  /** the figure's key and by how much it grew, in the unit that it is counted in */
  figure: string;
  by: number;
}

export interface ShipReport {
  player: number;
  from: number;
  to: number;
  /** in hundredths */
  before: number;
  health: number;
  automode: boolean;
  changes: Change[];
}

export interface AwayReport {
  since: number;
  until: number;
  team: number;
  tilesBefore: number;
  tiles: number;
  ships: ShipReport[];
}

/** The row that was the newest when a turn was seen last; before the first one there is none. */
const rowAt = (rounds: readonly BoidvoidHistoryRound[], turn: number): BoidvoidHistoryRound | undefined =>
  rounds.findLast((row) => row.round <= turn);

/** Null where nothing has ended since, or the seat has no ships. A ship's first row is where it began to be known. */
export function awayReport(
  rounds: readonly BoidvoidHistoryRound[],
  seat: number,
  seen: number,
): AwayReport | null {
  const last = rounds.at(-1),
    first = rowAt(rounds, seen) ?? rounds[0];
  if (!last || last.round <= seen || !first) return null;
  const mine = last.seats.flatMap((whose, n) => (whose === seat ? [n] : []));
  if (!mine.length) return null;
  const team = last.teams[mine[0]];
  return {
    since: Math.min(seen + 1, last.round),
    until: last.round,
    team,
    tilesBefore: first.tiles[team - 1],
    tiles: last.tiles[team - 1],
    ships: mine.map((n) => ({
      player: n + 1,
      from: first.place[n],
      to: last.place[n],
      before: first.health[n],
      health: last.health[n],
      automode: last.automode[n],
      changes: Object.keys(last.stats).flatMap((figure) => {
        const by = last.stats[figure][n] - first.stats[figure][n];
        return by ? [{ figure, by }] : [];
      }),
    })),
  };
}

const KEY = 'rh-seen-turns';
const KEPT = 50; // matches

type Seen = Record<string, number>;

function stored(): Seen {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Seen;
  } catch {
    return {};
  }
}

/** The newest turn of a match that this browser has shown, 0 for none. */
export const seenTurn = (match: string): number => stored()[match] ?? 0;

export function rememberTurn(match: string, turn: number): void {
  const { [match]: _, ...others } = stored();
  const kept = Object.entries(others).slice(-(KEPT - 1));
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...kept, [match, turn]])));
  } catch {
    // a browser that keeps nothing shows the whole course
  }
}
