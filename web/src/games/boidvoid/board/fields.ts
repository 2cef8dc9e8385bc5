/** What ground, points of importance and superstructures change, in a line. */
import { words } from '../words';
import { FIELDS, GROWING, POIS, templateOf, TILES, type Field, type Fields } from '../play/catalogue';

/** Attack and defence are percentages, chances and critical damage points of percentage. */
const PERCENT: ReadonlySet<Field> = new Set(['attack', 'defense', 'crit_chance', 'crit_value']);

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

/** "Movement cost +1, Defence +20 %"; empty where nothing changes. */
export const fieldsLine = (fields: Partial<Fields>): string =>
  FIELDS.flatMap((key) =>
    fields[key]
      ? `${words.names.fields[key]} ${signed(fields[key])}${PERCENT.has(key) ? '\u00a0%' : ''}`
      : [],
  ).join(', ');

export const tileFields = (type: string): string => fieldsLine(TILES[type] ?? {});
export const poiFields = (poi: string): string => fieldsLine(POIS[poi] ?? {});

/** Those that grow with the level are multiplied. BOI-066 */
export function structureFields(template: string, level: number): string {
  const fields = templateOf(template)?.fields ?? {};
  return fieldsLine(
    Object.fromEntries(
      Object.entries(fields).map(([key, n]) => [key, GROWING.includes(key as Field) ? n * level : n]),
    ),
  );
}
