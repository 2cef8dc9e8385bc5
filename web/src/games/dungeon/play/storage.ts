/** What this browser keeps of a running match: standing orders, saved groups, and how the list is shown. */
import { FILTERS, SORTS, type Filter, type Sort } from './selection';
import type { Standing } from './standing';

const KEY = 'roundhouse.dungeon';
const MATCHES = 6; // so many matches are remembered, the newest last

export interface Kept {
  standing: Record<string, Standing>;
  groups: Record<string, string[]>;
  filter: Filter;
  sort: Sort;
  grouped: boolean;
  /** done is said by itself when every robot has something to do */
  auto: boolean;
}

export const NOTHING: Kept = {
  standing: {},
  groups: {},
  filter: 'all',
  sort: 'planet',
  grouped: true,
  auto: false,
};

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
  const found = shelf().find(([key]) => key === match)?.[1];
  const kept = { ...NOTHING, ...found };
  return {
    ...kept,
    filter: FILTERS.includes(kept.filter) ? kept.filter : NOTHING.filter,
    sort: SORTS.includes(kept.sort) ? kept.sort : NOTHING.sort,
  };
}

export function keep(match: string, kept: Kept): void {
  const rest = shelf().filter(([key]) => key !== match);
  try {
    localStorage.setItem(KEY, JSON.stringify([...rest, [match, kept]].slice(-MATCHES)));
  } catch {
    // it then lasts as long as the page
  }
}
