/** Who plays, in a few words: lists of names that stay short, and seats by team. */
import type { GameBoard, Names } from '../game/contract';
import type { Words } from '../i18n';
import type { MatchInfo } from '../net/types';

/** The first of the names; of many `more` says how many are left out. It never leaves out a single one. */
export function fewNames(
  names: readonly string[],
  more: (n: number) => string,
  { most = 3, between = ', ' } = {},
): string {
  const shown = names.length > most + 1 ? names.slice(0, most) : names,
    rest = names.length - shown.length;
  return shown.join(between) + (rest ? ` ${more(rest)}` : '');
}

/** Those who win together: a team, or one seat alone. */
export interface Side {
  /** whose colour and shape it has on the board */
  team: number;
  seats: number[];
}

type Teams = Pick<GameBoard, 'team'>;

/** The team of a seat in a view, whose colour and shape it has; without teams, or without a view, the seat itself. */
export const teamIn = (board: Teams | undefined, view: unknown, seat: number): number =>
  (board?.team && view ? board.team(view, seat) : 0) || seat;

/** The seats by team, in the order of the teams. */
export function sidesOf(board: Teams | undefined, view: unknown, seats: readonly number[]): Side[] {
  const sides = new Map<number, number[]>();
  for (const seat of seats) {
    const team = teamIn(board, view, seat);
    sides.set(team, [...(sides.get(team) ?? []), seat]);
  }
  return [...sides].sort(([a], [b]) => a - b).map(([team, seats]) => ({ team, seats }));
}

/** What a side is called: after those who are in it. */
export const sideName = ({ seats }: Side, names: Names, more: (n: number) => string): string =>
  fewNames(
    seats.map((seat) => names[seat] ?? ''),
    more,
    { between: ' + ' },
  );

/** What a side is called beside the board, where there is little room: a team as its board calls it. */
export const sideLabel = (
  board: Pick<GameBoard, 'teamName'> | undefined,
  view: unknown,
  { team, seats }: Side,
  names: Names,
): string =>
  seats.length > 1 && board?.teamName ? board.teamName(view, team, names) : (names[seats[0]] ?? '');

const TITLED = 8;

/** The parts of a title, with `versus` between them: teams, or players; of many only the first. */
export function titleParts(
  board: Teams | undefined,
  view: unknown,
  names: Names,
  more: (n: number) => string,
): string[] {
  const seats = names.slice(1).map((_, n) => n + 1),
    all = sidesOf(board, view, seats).map((side) => sideName(side, names, more));
  return all.length > TITLED ? [...all.slice(0, TITLED), `+${all.length - TITLED}`] : all;
}

/** Whether one side alone came first. */
export const wonAlone = (board: Teams | undefined, match: Pick<MatchInfo, 'seats' | 'view'>): boolean => {
  const first = match.seats.flatMap(({ seat, place }) => (place === 1 ? seat : []));
  return sidesOf(board, match.view, first).length === 1;
};

const MANY = 32; // more are no number that one has to know

/** How many can play a game, as one says it. */
export function playersText(counts: readonly number[], w: Words['games']['players']): string {
  const [least, most] = [counts[0], counts[counts.length - 1]];
  if (counts.length === 1) return w.only(least);
  if (most > MANY) return w.from(least);
  return counts.length === most - least + 1 && counts.length > 2
    ? w.between(least, most)
    : w.either([...counts]);
}
