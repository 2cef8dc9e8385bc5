/** The map that a table's settings name, with what the server knows of it. Call it while a component is set up. */
import { isText, ownMap } from '../../game/maps';
import { api } from '../../net/api';
import type { GameInfo, MapInfo } from '../../net/types';
import { load } from '../../net/load.svelte';

/** A key, a text, or nothing where the match draws its map. */
export function mapSetting(game: GameInfo | undefined, settings: Record<string, unknown> = {}): string {
  if (!game?.map_setting) return '';
  const chosen =
    settings[game.map_setting] ?? game.settings.find(({ key }) => key === game.map_setting)?.default ?? '';
  return typeof chosen === 'object' ? JSON.stringify({ scenario: chosen }) : String(chosen);
}

export function chosenMap(ask: () => { game: GameInfo | undefined; settings?: Record<string, unknown> }) {
  const key = $derived(mapSetting(ask().game, ask().settings));
  const game = $derived(ask().game?.map_setting ? ask().game!.key : '');
  const maps = load((signal) => (game ? api.maps(game, signal) : null));
  const check = load((signal) => (game && isText(game, key) ? api.checkMap(game, key, signal) : null));
  const map = $derived<MapInfo | undefined>(
    isText(game, key) ? ownMap(game, key, check.data) : maps.data?.find((one) => one.key === key),
  );
  return {
    get map() {
      return map;
    },
  };
}
