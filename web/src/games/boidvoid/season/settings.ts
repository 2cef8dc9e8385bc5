/** Which settings of a season's game are asked for, and where. Teams and ships follow from the players. BOI-297 */
import { askable } from '../../../features/tables/options';
import type { GameInfo, SettingInfo } from '../../../net/types';

export const GAME = 'boidvoid';
export const PRESET = 'season';
export const STAT_KINDS = ['spaceship', 'mothership', 'superstructure', 'npc'] as const;
export const STATS = [
  'attack',
  'defense',
  'health',
  'crit_chance',
  'crit_value',
  'range',
  'ap_recharge',
  'respawn_turns',
  'swarm_join_turns',
] as const;

export type Settings = Readonly<Record<string, unknown>>;
export type Group = 'turn' | 'map' | 'ground' | 'battery' | 'combat' | 'items';

/** The first setting of every group; the others follow in the order of the rules. */
const FIRST: Record<string, Group> = {
  turn_limit: 'turn',
  map_radius: 'map',
  move_cost: 'ground',
  power_source: 'battery',
  counterattack: 'combat',
  npc_aggro: 'items',
};
/** What the form asks for elsewhere, or the season decides. */
const ELSEWHERE = new Set([
  'mode',
  'teams',
  'ships_per_team',
  'seat_model',
  'turn_seconds',
  'map',
  'starting_inventory',
  ...STAT_KINDS,
]);
/** Those without a field of their own kind. */
export const ODD = new Set(['early_end', 'powered_stakes']);

export function grouped(game: GameInfo): [Group, SettingInfo[]][] {
  const usual = new Map(askable(game, PRESET).map((setting) => [setting.key, setting])),
    groups = new Map<Group, SettingInfo[]>();
  let group: Group = 'turn';
  for (const setting of game.settings) {
    group = FIRST[setting.key] ?? group;
    const field = usual.get(setting.key) ?? (ODD.has(setting.key) ? setting : undefined);
    if (!field || ELSEWHERE.has(setting.key)) continue;
    groups.set(group, [...(groups.get(group) ?? []), field]);
  }
  return [...groups];
}

export const usualStats = (game: GameInfo, kind: string): Record<string, number> =>
  (game.settings.find(({ key }) => key === kind)?.default ?? {}) as Record<string, number>;

/** Without what is as usual. */
export function withSetting(settings: Settings, key: string, value: unknown): Settings {
  const { [key]: _, ...others } = settings;
  return value === undefined ? others : { ...others, [key]: value };
}

export function withStat(
  game: GameInfo,
  settings: Settings,
  kind: string,
  stat: string,
  value: number,
): Settings {
  const usual = usualStats(game, kind),
    all = { ...usual, ...(settings[kind] as Record<string, number> | undefined), [stat]: value },
    same = Object.keys(all).every((key) => all[key] === usual[key]);
  return withSetting(settings, kind, same ? undefined : all);
}
