/** BoidVoid in the browser. */
import { say } from '../../../i18n';
import type { BoidvoidEvent, BoidvoidView } from '../../../net/types';
import { SPAN_MS, type GameBoard } from '../../../game/contract';
import { charts, marks, tilesBySeat } from './figures';
import { painter } from './paint';
import { teamName } from './roster';
import { isFilm, schedule, seenAt } from './schedule';
import Teams from './Teams.svelte';
import { eventText } from './eventText';
import TurnEvents from './TurnEvents.svelte';
import { caption, card, describe, keys, table } from './descriptions';

export const boidvoid: GameBoard<BoidvoidView, BoidvoidEvent> = {
  painter,
  play: () => import('../play/Controls.svelte'),
  watch: () => import('../play/Watch.svelte'),
  ownPanel: true,
  rounds: (view) => ({ round: view.turn, of: view.turn_limit }),
  describe,
  caption,
  headline: tilesBySeat,
  headlineWord: () => say.boidvoid.board.tiles,
  team: (view, seat) => view.players.find((one) => one.seat === seat)?.team ?? seat,
  teamName,
  shares: (view) => view.teams.map(({ tiles }) => tiles),
  charts,
  marks,
  eventText,
  table,
  card,
  keys,
  pins: true,
  span: (events) => (isFilm(events) ? schedule(events).span : SPAN_MS),
  moment: (events, part) => ({ step: 0, phase: 0, seen: seenAt(schedule(events), part) }),
  round: TurnEvents,
  story: Teams,
};
