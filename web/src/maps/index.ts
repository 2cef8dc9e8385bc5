/** Games whose maps people make: how one is shown before a match, and what it is called. */
import { say } from '../i18n';
import { settings } from '../lib/settings.svelte';
import type { MapCheck, MapInfo } from '../net/types';
import { preview as rally } from './rally/view';

/** A view of a map nobody plays on yet, for the game's painter. */
export const previews: Record<string, (text: string, settings?: Record<string, unknown>) => unknown> = {
  rally,
};

/** Names may be given in both languages, as in `Fliessband / Assembly Line`. */
export function mapName(game: string, map: Pick<MapInfo, 'key' | 'name'> & { shipped?: boolean }): string {
  const ours = map.shipped ? say.lobby.settingsOf[game]?.maps[map.key] : undefined;
  const [german, english] = map.name.split(' / ');
  return ours ?? (settings.lang === 'de' ? german : (english ?? german));
}

export function levelName(game: string, level: string): string {
  return say.lobby.settingsOf[game]?.levels[level] ?? level;
}

/** What a text says of itself. */
export function nameIn(text: string): string {
  return /^name:\s*(.+?)\s*$/m.exec(text)?.[1] ?? '';
}

/** A map that is no more than its text. */
export function ownMap(text: string, check?: MapCheck): MapInfo {
  return {
    key: text,
    name: nameIn(text),
    shipped: false,
    text,
    seats: check?.seats ?? 0,
    facts: check?.facts ?? {},
    author: '',
    at_ms: 0,
  };
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value.includes('\n');
