/** Spacegoo in sentences: what the picture shows, what happened, and the figures of a round. */
import { words } from '../words';
import type { SpacegooBattleFought, SpacegooEvent, SpacegooView } from '../../../net/types';
import type { EventLine, KeyHelp, MatchWords, Names, PieceCard, RoundTable } from '../../../game/contract';
import Kinds from '../Kinds.svelte';
import { holdings } from './figures';
import { done, fleetOf, planetId, planetOf, sum } from './layout';

const ABC = { sign: Kinds, said: 'a b c' };
const three = (ships: readonly number[]): string => ships.join(' ');
const count = (n: number): string => n.toLocaleString(document.documentElement.lang || 'en');

function describe(view: SpacegooView, names: Names, t: MatchWords): string {
  const all = holdings(view),
    parts = all.slice(1).map((own, n) => words.board.holds(names[n + 1], own.planets, count(sum(own.ships))));
  const rest = all[0].planets ? ` ${words.board.restNeutral(all[0].planets)}` : '',
    end = view.game_over ? ` ${view.winner ? t.won(names[view.winner]) : t.drawn}` : '';
  return `${t.roundOf(view.round, view.max_rounds)}: ${parts.join(', ')}.${rest}${end}`;
}

/** GOO-112 */
function caption(view: SpacegooView, names: Names): string {
  if (!view.game_over) return '';
  return view.winner ? names[view.winner] : words.board.draw;
}

function eventText(event: SpacegooEvent, names: Names, t: MatchWords): EventLine | null {
  const w = words.board;
  switch (event.type) {
    case 'fleet_launched':
      return {
        seat: event.seat,
        text: w.launched(sum(event.ships), event.source, event.target, event.arrives),
        piece: planetId(event.target),
        kind: 'launch',
      };
    case 'battle':
      return { ...battle(event, names, t), piece: planetId(event.planet), kind: 'fight' };
    case 'planet_taken':
      return {
        seat: event.seat,
        text: w.took(event.planet, event.previous ? names[event.previous] : ''),
        piece: planetId(event.planet),
        kind: 'capture',
      };
    case 'player_eliminated':
      return { seat: event.seat, text: w.eliminated, piece: '', kind: 'note' };
    case 'disqualified':
      return { seat: event.seat, text: leftText(event.reason, t), piece: '', kind: 'note' };
    case 'game_over':
      return {
        seat: event.winner,
        text: event.winner ? w.wins : w.draw,
        piece: '',
        kind: 'end',
      };
    default:
      return null;
  }
}

/** Why a seat left, by the code of the reason. */
export function leftText(reason: string, t: MatchWords): string {
  const common: Record<string, string> = t.left;
  return words.leavings[reason] ?? common[reason] ?? reason;
}

function battle(event: SpacegooBattleFought, names: Names, t: MatchWords): { seat: number; text: string } {
  const won = event.sides.find((side) => side.seat === event.winner && sum(side.after) > 0),
    who = (seat: number) => (seat ? names[seat] : t.neutral),
    others = event.sides.filter((side) => side !== won).map((side) => who(side.seat));
  if (!won) return { seat: 0, text: words.board.foughtAll(event.planet, others.join(', ')) };
  if (!won.seat)
    return { seat: event.sides[0].seat, text: words.board.failed(event.planet, three(won.after)) };
  return { seat: won.seat, text: words.board.fought(event.planet, others.join(', '), three(won.after)) };
}

/** GOO-115 */
function table(view: SpacegooView, names: Names, t: MatchWords): RoundTable {
  const all = holdings(view),
    order = [...all.keys()].slice(1).concat(0);
  return {
    title: view.game_over ? t.finalStandings : t.roundOf(view.round, view.max_rounds),
    note: words.board.allShips(count(all.reduce((n, own) => n + sum(own.ships), 0))),
    columns: [
      { key: 'planets', label: t.planets, hint: '' },
      { key: 'ships', label: t.ships, hint: 'a b c', sign: Kinds },
      { key: 'production', label: words.board.production, hint: 'a b c', sign: Kinds },
      { key: 'fleets', label: words.board.fleets, hint: '' },
    ],
    rows: order.map((seat) => {
      const own = all[seat];
      return {
        seat,
        label: seat ? names[seat] : t.neutral,
        cells: [
          `${own.planets}`,
          three(own.ships),
          seat ? three(own.production) : '–',
          seat ? `${own.fleets}` : '–',
        ],
      };
    }),
  };
}

export function card(view: SpacegooView, piece: string, names: Names, t: MatchWords): PieceCard | null {
  const planet = view.planets[planetOf(piece)],
    w = words.board;
  if (planet) {
    const left = planet.production_rounds_left;
    return {
      seat: planet.owner_id,
      title: `${w.planet(planet.id)} · ${planet.owner_id ? names[planet.owner_id] : t.neutral}`,
      at: w.at(planet.x, planet.y),
      rows: [
        [t.ships, three(planet.ships), ABC],
        [w.production, three(planet.production), ABC],
        ...(left === undefined ? [] : ([[w.roundsLeft, `${left}`]] as [string, string][])),
      ],
    };
  }
  const fleet = view.fleets.find((f) => f.id === fleetOf(piece));
  if (!fleet) return null;
  return {
    seat: fleet.owner_id,
    title: `${w.fleet} · ${names[fleet.owner_id]}`,
    rows: [
      [t.ships, three(fleet.ships), ABC],
      [w.way, `${fleet.origin} → ${fleet.target}`],
      [w.arrives, `${fleet.eta} (${Math.round(done(fleet, view.planets, view.round) * 100)} %)`],
    ],
  };
}

function keys(): KeyHelp[] {
  const k = words.board.keys;
  return [
    { keys: ['←', '↑', '→', '↓'], does: k.move },
    { keys: [',', '.'], does: k.cycle },
    { keys: ['Enter'], does: k.pick },
    { keys: ['1', '2', '3'], does: k.ships },
    { keys: ['H', 'F', '0'], does: k.share },
    { keys: ['P', 'N'], does: k.pass },
    { keys: ['A'], does: k.auto },
    { keys: ['R'], does: k.repeat },
    { keys: ['U'], does: k.undo },
    { keys: ['Esc'], does: k.clear },
    { keys: ['?'], does: k.help },
  ];
}

export const descriptions = { describe, caption, table, card, keys, eventText };
