/** What this browser keeps of a running match: orders that wait, and what was taken out of cells that were dug. */
import type { Ledger } from './ground';
import type { Task } from './tasks';

const KEY = 'roundhouse.quest';
const MATCHES = 6; // so many matches are remembered, the newest last

export interface Kept {
  queues: [unit: number, tasks: Task[]][];
  ledger: Ledger;
  /** orders wait until they are told to go */
  hold: boolean;
}

export const NOTHING: Kept = { queues: [], ledger: {}, hold: false };

type Shelf = [match: string, kept: Kept][];

function shelf(): Shelf {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Shelf) : [];
  } catch {
    return [];
  }
}

export function recall(match: string): Kept {
  return { ...NOTHING, ...shelf().find(([key]) => key === match)?.[1] };
}

export function keep(match: string, kept: Kept): void {
  const rest = shelf().filter(([key]) => key !== match);
  try {
    localStorage.setItem(KEY, JSON.stringify([...rest, [match, kept]].slice(-MATCHES)));
  } catch {
    // it then lasts as long as the page
  }
}
