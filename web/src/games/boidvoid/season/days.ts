/** Days of seasons: they begin and end at midnight UTC, wherever one looks from. BOI-009 */
import { settings } from '../../../lib/settings.svelte';

const DAY_MS = 86_400_000;

/** A day such as `2026-03-01`, in the visitor's language. */
export function dayText(day: string): string {
  const lang = settings.lang === 'en' ? 'en-GB' : settings.lang;
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day));
}

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Whole days from one to another; negative where it is over. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

export const dayAfter = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

/** From Monday, 0 to 6. */
export const weekday = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;

/** How long until then, in the largest fitting unit: `in 3 hours`. */
export function until(ms: number, now = Date.now()): string {
  const left = ms - now,
    steps: [Intl.RelativeTimeFormatUnit, number][] = [
      ['day', DAY_MS],
      ['hour', 3_600_000],
      ['minute', 60_000],
      ['second', 1000],
    ],
    [unit, size] = steps.find(([, size]) => Math.abs(left) >= size) ?? steps[3];
  const lang = settings.lang === 'en' ? 'en-GB' : settings.lang;
  return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(Math.round(left / size), unit);
}
