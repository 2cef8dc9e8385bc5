/** Numbers, dates and times in the visitor's language. */
import { settings } from './settings.svelte';

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: (lang: string) => T,
): T {
  const full = `${settings.lang} ${key}`;
  if (!made.has(full)) made.set(full, make(settings.lang === 'en' ? 'en-GB' : settings.lang));
  return made.get(full) as T;
}

function decimal(key: string, value: number, digits: number, more?: Intl.NumberFormatOptions): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, ...more };
  return cached(key + digits, (lang) => new Intl.NumberFormat(lang, options)).format(value);
}

/** With exactly so many digits after the point. */
export const number = (value: number, digits = 0): string => decimal('n', value, digits);

/** Ratings are names of strength rather than amounts, so they carry no thousands mark. */
export const rating = (value: number, digits = 0): string =>
  decimal('r', value, digits, { useGrouping: false });

/** With its sign, and a real minus. */
export const change = (value: number, digits = 0): string =>
  decimal('c', value, digits, { signDisplay: 'exceptZero', useGrouping: false }).replace('-', '−');

export function percent(share: number): string {
  return cached('%', (lang) => new Intl.NumberFormat(lang, { style: 'percent' })).format(share);
}

export function date(ms: number): string {
  return cached('d', (lang) => new Intl.DateTimeFormat(lang, { dateStyle: 'medium' })).format(ms);
}

/** A day of this year or so, in short. */
export function day(ms: number): string {
  return cached('day', (lang) => new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short' })).format(
    ms,
  );
}

export function time(ms: number, seconds = false): string {
  return cached(
    `time${seconds}`,
    (lang) =>
      new Intl.DateTimeFormat(lang, {
        hour: '2-digit',
        minute: '2-digit',
        second: seconds ? '2-digit' : undefined,
      }),
  ).format(ms);
}

export function dateTime(ms: number): string {
  return cached(
    't',
    (lang) => new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }),
  ).format(ms);
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

export function ago(ms: number, now = Date.now()): string {
  const gone = Math.max(0, now - ms);
  const [unit, size] = STEPS.find(([, size]) => gone >= size) ?? STEPS[STEPS.length - 1];
  return cached('ago', (lang) => new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })).format(
    -Math.floor(gone / size),
    unit,
  );
}

/** A length of time in its largest fitting unit: 700 ms, 3 s, 2 min, 1 h, 3 d. */
export function duration(ms: number): string {
  const units: [number, string][] = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
  ];
  const [size, unit] = units.find(([size]) => ms >= size && ms % size === 0) ??
    units.find(([size]) => ms >= size) ?? [1, 'ms'];
  const value = ms / size;
  return `${number(value, Number.isInteger(value) ? 0 : 1)} ${unit}`;
}

export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at += 1;
  }
  return `${number(value, at === 0 || value >= 100 ? 0 : 1)} ${units[at]}`;
}

/** A number for an axis, where room is short: 12K, 3M. */
export function compact(value: number): string {
  return cached(
    'compact',
    (lang) => new Intl.NumberFormat(lang, { notation: 'compact', maximumFractionDigits: 1 }),
  ).format(value);
}
