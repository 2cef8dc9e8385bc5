/** What a person's controls draw over the map: orders, ways, chosen robots. They put it into `marks.overlay` of their
 * `BoardLink`; `chosen`, `reach` and `cursor` of the marks hold ids of pieces as on every board.
 *
 *     board.marks = { ...NO_MARKS, chosen: [planetPiece(id)], reach: [planetPiece(next)], overlay: {
 *       ...NO_OVERLAY, orders: ordersOf(view.you), robots: [robot.id], ways: [{ seat, planets: [from, via, to] }],
 *     } satisfies Overlay };
 *
 * Pieces that a pointer or the cursor can pick (`link.pick` gets their ids):
 * - `planet:<id>`: a planet,
 * - `robots:<planet id>:<seat>`: all robots of a seat there, shown as a badge,
 * - `robot:<id>`: one robot, where the map is near enough for them to be drawn one by one.
 *
 * `link.show?.(piece)` brings a piece into sight where only a part of the map is shown. */
import type { DungeonAction, DungeonOwnView } from '../../../net/types';

/** The kinds of orders that have a sign: an action of a robot, and the purchase of robots, which has no place. */
export type OrderKind = Exclude<DungeonAction['type'], 'withdraw' | 'done'>;

/** An order of one robot. Several of one kind on a planet are drawn as one sign with a count. */
export interface OrderMark {
  kind: OrderKind;
  /** whose, for the colour */
  seat: number;
  /** where the robot is */
  planet: string;
  /** a planet it is aimed at: of a move, a bombardment, a nuke. Drawn as an arrow that bends a little */
  to?: string;
  /** the id of the robot that is attacked, marked with a crosshair on its group */
  target?: string;
  /** ROCKET, NUKE, ... of an item */
  item?: string;
  /** not sent yet: drawn dashed */
  draft?: boolean;
}

/** A way over several planets, as of a standing go-to: dotted, with a flag at its end. */
export interface WayMark {
  seat: number;
  /** ids, the planet where it begins first */
  planets: string[];
  /** how many rounds it takes, written at its end */
  text?: string;
}

export interface Overlay {
  orders: OrderMark[];
  ways: WayMark[];
  /** ids of chosen robots: their groups, or they themselves where they are drawn one by one, get a dashed outline */
  robots: string[];
}

export const NO_OVERLAY: Overlay = { orders: [], ways: [], robots: [] };

export const planetPiece = (planet: string): string => `planet:${planet}`;
export const groupPiece = (planet: string, seat: number): string => `robots:${planet}:${seat}`;
export const robotPiece = (robot: string): string => `robot:${robot}`;

export type PieceOf =
  | { kind: 'planet'; planet: string }
  | { kind: 'robots'; planet: string; seat: number }
  | { kind: 'robot'; robot: string };

/** What a piece is, or null for something else. */
export function pieceOf(piece: string): PieceOf | null {
  const [kind, id, seat] = piece.split(':');
  if (kind === 'planet' && id) return { kind, planet: id };
  if (kind === 'robots' && id) return { kind, planet: id, seat: Number(seat) };
  return kind === 'robot' && id ? { kind, robot: id } : null;
}

/** The orders that a seat has given so far, as its view has them. */
export function ordersOf(own: DungeonOwnView | undefined): OrderMark[] {
  return (own?.robots ?? []).flatMap(({ command, planet, seat }) => {
    const action = command as DungeonAction | null;
    return action ? (orderOf(action, seat, planet) ?? []) : [];
  });
}

/** One action of a robot that is on `planet`; null for what has no place on the map. */
export function orderOf(action: DungeonAction, seat: number, planet: string): OrderMark | null {
  if (action.type === 'done' || action.type === 'withdraw') return null;
  const mark: OrderMark = { kind: action.type, seat, planet };
  if (action.type === 'movement') return { ...mark, to: action.planet };
  if (action.type === 'battle') return { ...mark, target: action.target };
  if (action.type === 'battleItemUse') {
    const far = action.item === 'NUKE' || action.item === 'LONG_RANGE_BOMBARDMENT';
    return { ...mark, item: action.item, ...(far ? { to: action.target } : { target: action.target }) };
  }
  if (action.type === 'buying') return action.robot ? { ...mark, item: action.article } : null;
  return mark;
}
