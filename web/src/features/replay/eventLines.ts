/** What a replay tells around its board: lines of events, shares of power, frames worth a jump. */
import { boardOf } from '../../game/registry';
import type { GameBoard, MatchWords, Names } from '../../game/contract';
import type { Analysis, Frame, MatchInfo, MatchSeat, Remark } from '../../net/types';
import type { TimedLine } from '../match/EventList.svelte';

/** By seat, told apart where several players of a match have the same name. */
export function namesOf(match: Pick<MatchInfo, 'seats'>): Names {
  const names: Names = [''];
  for (const { seat, name } of match.seats) names[seat] = name;
  return names;
}

/** By frame the share of every seat, or of every team where they have the colours, from 1 on. */
export function balanceOf(board: GameBoard, frames: Frame[], seats: number): number[][] {
  return frames.map((frame) => {
    const has = board.shares?.(frame.view) ?? board.headline(frame.view, seats).slice(1),
      own = has.map((n) => Math.max(0, n)),
      all = own.reduce((a, b) => a + b, 0);
    return own.map((n) => (all ? n / all : 1 / own.length));
  });
}

/** The newest lines up to a frame, newest first, of that one only the events `seen`; launches are left to the board. */
export function linesUpTo(
  game: string,
  frames: Frame[],
  at: number,
  names: Names,
  t: MatchWords,
  most: number,
  seen = Infinity,
): TimedLine[] {
  const lines: TimedLine[] = [];
  for (let frame = at; frame >= 0 && lines.length < most; frame--) {
    const { events, round, view } = frames[frame];
    for (
      let n = Math.min(events.length, frame === at ? seen : Infinity) - 1;
      n >= 0 && lines.length < most;
      n--
    ) {
      const line = boardOf(game)!.eventText(events[n], names, t, view);
      if (line && line.kind !== 'launch')
        lines.push({ ...line, key: `${frame}-${n}`, round: line.round ?? round, frame });
    }
  }
  return lines;
}

/** What programs said and what their turns cost. People say nothing here, and where nobody but a built-in bot played that
 *  said nothing either, there is nothing to tell. */
export function ofPrograms(remarks: Remark[], seats: Pick<MatchSeat, 'seat' | 'player'>[]): Remark[] {
  const player = new Map(seats.map((one) => [one.seat, one.player]));
  const found = remarks.filter(({ seat }) => player.get(seat)?.kind !== 'person');
  return found.some(({ seat, log, notes }) => log || notes?.length || !player.get(seat)?.builtin)
    ? found
    : [];
}

/** Frames that the keys [ and ] jump between: where the chances turned, else where something was taken. */
export function momentsOf(board: GameBoard, frames: Frame[], analysis: Analysis | null): number[] {
  const found =
    analysis?.state === 'ready' && analysis.moments.length
      ? analysis.moments.map((moment) => moment.frame)
      : board
          .marks(frames)
          .filter((mark) => mark.kind === 'capture')
          .map((mark) => mark.frame);
  return [...new Set(found)].sort((a, b) => a - b);
}

/** The round that an address asks for; frames for other pages call it `turn`. */
export function roundOf(query: URLSearchParams): number | null {
  const asked = query.get('round') ?? query.get('turn');
  return asked === null ? null : Math.max(0, Number(asked) || 0);
}

/** The frame of a round; from the last round on it is the last frame, which may stand in the same round as another. */
export function frameOf(frames: Frame[], round: number): number {
  const last = frames.length - 1;
  return round >= frames[last].round ? last : frames.findIndex((frame) => frame.round >= round);
}
