/** The articles of the Dungeon in groups, and its market as a table. DUN-109 to DUN-114, DUN-183 */
import { words } from '../words';
import { ITEMS, RESOURCES, STATS } from '../board/articles';
import type { Cell } from '../../../lib/download';
import type { DungeonHistoryRound } from '../../../net/types';

export const BASICS = ['ROBOT', 'HEALTH', 'ENERGY'];
const LEVELS = [1, 2, 3, 4, 5];
export const CATEGORIES = ['fighting', 'mining', 'movement', 'robot', 'trading'];

export interface Group {
  key: string;
  title: string;
  /** resources or articles */
  keys: string[];
}

export function groups(): Group[] {
  const { pages: t, names: things } = words;
  return [
    { key: 'resources', title: t.resources, keys: [...RESOURCES] },
    { key: 'basics', title: t.basics, keys: BASICS },
    { key: 'items', title: t.items, keys: [...ITEMS] },
    ...STATS.map((stat) => ({
      key: stat,
      title: t.upgrades(things.stats[stat]),
      keys: LEVELS.map((level) => `${stat}_${level}`),
    })),
  ];
}

/** A resource or an article in words: `MINING_2` is Mining 2. */
export function thingName(key: string): string {
  const { names: things } = words;
  const known = things.resources[key] ?? things.articles[key];
  if (known) return known;
  const [, stat, level] = /^(\w+)_(\d)$/.exec(key) ?? [];
  return stat ? things.upgrade(things.stats[stat] ?? stat, Number(level)) : key;
}

const sells = (key: string) => (RESOURCES as readonly string[]).includes(key);

/** What a thing cost in a round, and how much of it was traded. */
export const priceIn = (row: DungeonHistoryRound, key: string): number | null =>
  (sells(key) ? row.resources[key] : row.articles[key]) ?? null;
export const unitsIn = (row: DungeonHistoryRound, key: string): number =>
  (sells(key) ? row.sold[key] : row.bought[key]) ?? 0;

/** Everything a round's history has, one row a round. */
export function marketRows(rounds: DungeonHistoryRound[], names: string[]): Cell[][] {
  const things = [...RESOURCES, ...groups().flatMap(({ keys }) => keys.filter((key) => !sells(key)))];
  const seats = names.slice(1);
  return [
    [
      'round',
      ...things.map((key) => `price ${key}`),
      ...things.map((key) => `${sells(key) ? 'sold' : 'bought'} ${key}`),
      ...seats.map((name) => `balance ${name}`),
      ...seats.map((name) => `robots ${name}`),
    ],
    ...rounds.map((row) => [
      row.round,
      ...things.map((key) => priceIn(row, key)),
      ...things.map((key) => unitsIn(row, key)),
      ...seats.map((_, n) => row.balances?.[n]),
      ...seats.map((_, n) => row.robots?.[n]),
    ]),
  ];
}

export function scoreRows(rounds: DungeonHistoryRound[], names: string[]): Cell[][] {
  const seats = names.slice(1);
  return [
    ['round', ...seats.flatMap((name) => [...CATEGORIES, 'sum'].map((what) => `${what} ${name}`))],
    ...rounds.map((row) => [
      row.round,
      ...seats.flatMap((_, n) => [...CATEGORIES.map((key) => row.scores[key]?.[n]), row.sums[n]]),
    ]),
  ];
}

/** How the sum of all categories is shown. DUN-170 */
export const totalOf = (sum: number): number => (sum >= 5 ? 100 * Math.log(sum / 5) : 0);

/** 1 + the number of those who are strictly better. DUN-171, DUN-172 */
export const placesOf = (values: number[]): number[] =>
  values.map((value) => 1 + values.filter((other) => other > value).length);
