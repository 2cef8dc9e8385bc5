/** Options of a table: the usual ones, and how a game's settings are asked for. */
import type { ClockInfo, ClockKey, GameInfo, SettingInfo, TableOptions } from '../../net/types';
import { gameOf } from '../../game/registry';
import { say } from '../../i18n';
import { duration, number } from '../../lib/format';
import { games } from '../games/games.svelte';

const SEATS = 4; // of a new table where seats may stay open

/** How a new table of a game begins; a game that sets its own pace is played at it. */
export function usualOptions(game: string): TableOptions {
  const info = games.get(game),
    presets = info?.presets ?? [];
  return {
    game,
    preset: presets.find((one) => one === gameOf(game)?.options?.preset) ?? presets[0] ?? '',
    seats: info?.spare_seats ? SEATS : 0,
    clock: info?.clocks.some(({ key }) => key === 'own') ? 'own' : 'brisk',
    rated: false,
    listed: true,
    chat: true,
    delay_rounds: 0,
    settings: {},
    seed: null,
    least_seats: 0,
  };
}

/** What a setting may be, read from the sentence the server describes it with. */
export type Shape =
  | { kind: 'switch' }
  | { kind: 'number'; whole: boolean; low: number; high: number; word: string }
  | { kind: 'choice'; choices: string[] }
  | { kind: 'list'; count: number; low: number; high: number }
  | { kind: 'other' };

export function shapeOf(setting: SettingInfo): Shape {
  const { allowed } = setting;
  if (allowed === 'true or false') return { kind: 'switch' };
  const range = /^a (whole )?number from (-?[\d.e+]+) to (-?[\d.e+]+)(?: or (?:0, )?(\w+))?$/.exec(allowed);
  if (range)
    return {
      kind: 'number',
      whole: range[1] !== undefined,
      low: Number(range[2]),
      high: Number(range[3]),
      word: range[4] ?? '', // what it may be instead of such a number
    };
  const list = /^(\d+) values, each a whole number from (-?\d+) to (-?\d+)$/.exec(allowed);
  if (list) return { kind: 'list', count: Number(list[1]), low: Number(list[2]), high: Number(list[3]) };
  if (allowed.startsWith('one of ')) return { kind: 'choice', choices: allowed.slice(7).split(', ') };
  return { kind: 'other' };
}

const isOpen = (shape: Shape): boolean =>
  shape.kind === 'choice' ? shape.choices.length > 1 : shape.kind !== 'other';

/** Settings a host can choose by a form, each as usual in the edition. What the table itself asks for (edition, seats,
 *  time) is not among them. */
export function askable(game: GameInfo, preset: string): SettingInfo[] {
  const asked = new Set(['edition', 'players', 'deadline_s', game.map_setting]);
  const decided = game.editions[preset] ?? {};
  return game.settings
    .filter((setting) => !asked.has(setting.key) && isOpen(shapeOf(setting)))
    .map((setting) => ({ ...setting, default: decided[setting.key] ?? setting.default }));
}

// Words

export function settingName(game: string, key: string): string {
  return gameOf(game)?.words.settings?.names[key] ?? key;
}

export function settingHint(game: string, setting: SettingInfo): string {
  const { key, sentence } = setting;
  return gameOf(game)?.words.settings?.hints[key] ?? sentence;
}

/** A setting's value in words; a number of checkpoints, say, where 0 is all of them. */
export function settingText(game: string, key: string, value: unknown): string {
  const words = gameOf(game)?.words.settings;
  if (typeof value === 'boolean') return value ? say.common.yes : say.common.no;
  if (typeof value === 'number') {
    if (value === 0 && words && gameOf(game)?.options?.zeroIsAll?.includes(key)) return words.all ?? '0';
    if (key.endsWith('_ms')) return value ? duration(value) : say.common.noLimit;
    const text = number(value, Number.isInteger(value) ? 0 : 1);
    return key.endsWith('_seconds') ? say.lobby.seconds(text) : text;
  }
  if (Array.isArray(value)) return value.map((one) => String(one)).join(' ');
  const text = String(value);
  return words?.choices[text] ?? text;
}

/** What is left to be asked: a map that was chosen decides the rest. */
export function withoutMap(
  game: GameInfo,
  settings: Record<string, unknown>,
  fields: SettingInfo[],
): SettingInfo[] {
  if (!game.map_setting || !settings[game.map_setting]) return fields;
  return fields.filter(({ key }) => !gameOf(game.key)?.options?.ofMap?.includes(key));
}

/** Whether a game says what a host usually decides first. */
export const hasMain = (game: string): boolean => gameOf(game)?.options?.main !== undefined;
export const isMain = (game: string, key: string): boolean =>
  gameOf(game)?.options?.main?.includes(key) ?? false;
/** Whether the main settings are picked at the table itself. */
export const asksAtTable = (game: string): boolean => gameOf(game)?.options?.atTable ?? false;

/** A choice written as text, back in the type its default has. */
export function typed(setting: SettingInfo, text: string): unknown {
  return typeof setting.default === 'number' ? Number(text) : text;
}

export function clockText(clock: ClockInfo): string {
  if (clock.window_ms === null) return say.common.noLimit;
  const turn = say.common.perTurn(duration(clock.window_ms));
  return clock.bank_ms ? `${turn} ${say.common.bank(duration(clock.bank_ms))}` : turn;
}

interface ForkClock {
  value: string;
  /** what is asked for; null leaves it to the server, which gives time to think */
  key: ClockKey | null;
  label: string;
  hint: string;
}

/** The clocks for playing on from an old match, the calmest first. `own` is the time that was played with then. */
export function forkClocks(game: Pick<GameInfo, 'clocks' | 'unhurried'>): ForkClock[] {
  const { clocks, clockHints, unhurried, asThen, asThenHint } = say.common,
    own = game.unhurried.key === 'own',
    rest = game.clocks.filter(({ key }) => own || key !== game.unhurried.key).toReversed();
  return [
    {
      value: '',
      key: null,
      label: unhurried,
      hint: `${clockText(game.unhurried)}: ${clockHints[own ? 'calm' : game.unhurried.key]}.`,
    },
    ...rest.map((clock) => ({
      value: clock.key,
      key: clock.key,
      label: clock.key === 'own' ? asThen : clocks[clock.key],
      hint: clock.key === 'own' ? asThenHint : `${clockText(clock)}: ${clockHints[clock.key]}.`,
    })),
  ];
}

/** The key of a table from whatever somebody pasted: its link, or the key itself. */
export function tableKey(text: string): string | null {
  const found = /(?:\/table\/)?([A-Za-z0-9_-]{6,40})\/?$/.exec(text.trim());
  return found ? found[1] : null;
}
