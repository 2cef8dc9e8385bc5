/** Names and teams as the tests ask for them: a board is told by the team of every seat. */
import games from '../../web/src/i18n/games';
import { fewNames, playersText, sidesOf, titleParts, wonAlone } from '../../web/src/lib/names';

const more = (n: number) => `and ${n} more`;
const board = (teams: number[] | null) => (teams ? { team: (_: unknown, seat: number) => teams[seat - 1] } : undefined);

export const few = (names: string[]) => fewNames(names, more);
export const title = (teams: number[] | null, names: string[]) => titleParts(board(teams), {}, ['', ...names], more);
export const sides = (teams: number[] | null, view: unknown, seats: number) =>
  sidesOf(board(teams), view, Array.from({ length: seats }, (_, n) => n + 1));
export const won = (teams: number[] | null, places: number[]) =>
  wonAlone(board(teams), { seats: places.map((place, n) => ({ seat: n + 1, place })), view: {} } as never);
export const players = (lang: 'en' | 'de', counts: number[]) => playersText(counts, games[lang].players);
