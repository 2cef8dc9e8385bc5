/** BoidVoid in the browser. */
import { words } from '../words';
import type { BoidvoidEvent, BoidvoidView } from '../../../net/types';
import type { GameBoard } from '../../../game/contract';
import { charts, marks, tilesBySeat } from './figures';
import { painter } from './paint';
import { teamName } from './roster';
import { schedule, seenAt } from './schedule';
import Teams from './Teams.svelte';
import { eventText } from './eventText';
import TurnEvents from './TurnEvents.svelte';
import { descriptions } from './descriptions';

export const board: GameBoard<BoidvoidView, BoidvoidEvent> = {
  painter,
  ownPanel: true,
  pins: true,
  rounds: (view) => ({ round: view.turn, of: view.turn_limit }),
  ...descriptions,
  headline: tilesBySeat,
  headlineWord: () => words.board.tiles,
  team: (view, seat) => view.players.find((one) => one.seat === seat)?.team ?? seat,
  teamName,
  shares: (view) => view.teams.map(({ tiles }) => tiles),
  charts,
  marks,
  eventText,
  span: (events) => schedule(events).span,
  moment: (events, part) => ({ step: 0, phase: 0, seen: seenAt(schedule(events), part) }),
  round: TurnEvents,
  story: Teams,
};
