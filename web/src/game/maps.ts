/** Maps as tables and pages show them, in the words of their game. */
import { say } from '../i18n';
import { settings } from '../lib/settings.svelte';
import type { MapCheck, MapInfo } from '../net/types';
import type { TableMapWords } from './contract';
import { gameOf } from './registry';

/** What a table of this game says of its map. */
export const mapWords = (game: string): TableMapWords =>
  gameOf(game)?.maps?.tableWords?.() ?? { ...say.lobby, drawnMap: '', drawnMapText: '' };

/** Names may be given in both languages, as in `Fliessband / Assembly Line`. */
export function mapName(game: string, map: Pick<MapInfo, 'key' | 'name'> & { shipped?: boolean }): string {
  const ours = map.shipped ? gameOf(game)?.words.settings?.maps?.[map.key] : undefined;
  const [german, english] = map.name.split(' / ');
  return ours ?? (settings.lang === 'de' ? german : (english ?? german));
}

export function levelName(game: string, level: string): string {
  return gameOf(game)?.words.settings?.levels?.[level] ?? level;
}

/** What a text says of itself. */
export const nameIn = (game: string, text: string): string => gameOf(game)?.maps?.nameIn(text) ?? '';

/** A map that is no more than its text. */
export function ownMap(game: string, text: string, check?: MapCheck): MapInfo {
  return {
    key: text,
    name: nameIn(game, text),
    shipped: false,
    text,
    seats: check?.seats ?? 0,
    facts: check?.facts ?? {},
    author: '',
    at_ms: 0,
  };
}

export const isText = (game: string, value: unknown): value is string =>
  typeof value === 'string' && (gameOf(game)?.maps?.isText(value) ?? false);
