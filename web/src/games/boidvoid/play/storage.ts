/** What this browser keeps of a running match: orders that go on by themselves, and those of the turn before. */
import type { Order } from './sim';
import type { Standing } from './standing';

const KEY = 'roundhouse.boidvoid';
const MATCHES = 6; // so many matches are remembered, the newest last

export interface Kept {
  standing: [unit: number, standing: Standing][];
  last: Order[];
  /** the turn in which standing orders have spoken */
  told: number;
}

const NOTHING: Kept = { standing: [], last: [], told: -1 };

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
