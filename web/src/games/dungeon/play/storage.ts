/** What this browser keeps of a running match: standing orders, saved groups, and how the list is shown. */
import { matchStorage } from '../../../game/play/storage';
import { FILTERS, SORTS, type Filter, type Sort } from './selection';
import type { Standing } from './standing';

export interface Kept {
  standing: Record<string, Standing>;
  groups: Record<string, string[]>;
  filter: Filter;
  sort: Sort;
  grouped: boolean;
  /** done is said by itself when every robot has something to do */
  auto: boolean;
}

const NOTHING: Kept = {
  standing: {},
  groups: {},
  filter: 'all',
  sort: 'planet',
  grouped: true,
  auto: false,
};

const storage = matchStorage('dungeon', NOTHING);

export function recall(match: string): Kept {
  const kept = storage.recall(match);
  return {
    ...kept,
    filter: FILTERS.includes(kept.filter) ? kept.filter : NOTHING.filter,
    sort: SORTS.includes(kept.sort) ? kept.sort : NOTHING.sort,
  };
}

export const { keep } = storage;
