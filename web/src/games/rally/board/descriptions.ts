/** Rally in sentences: what the picture shows, what happened, and what every field and robot is. */
import { words } from '../words';
import type { RallyEvent, RallyRobotView, RallyView } from '../../../net/types';
import type { EventLine, GameBoard, KeyHelp, MatchWords, Names, RoundTable } from '../../../game/contract';
import { cellId, cellOf, robotId, seatOf, type Cell } from './model';
import { fieldCard } from './fields';
import { posesOf } from './poses';

/** Words of a model; those of Tanky for one that is not known here. */
export function modelOf(model: string): { name: string; motto: string; ability: string; does: string } {
  const { models } = words.board;
  return model in models ? models[model as keyof typeof models] : models.tanky;
}

export const placeOf = ([x, y]: Cell): string => words.board.place(x + 1, y + 1);

export function stateOf(robot: RallyRobotView): string {
  const { states } = words.board;
  if (robot.eliminated) return robot.resigned ? states.resigned : states.out;
  if (robot.dead) return states.dead;
  return robot.powered_down ? states.down : states.here;
}

function describe(view: RallyView, names: Names, t: MatchWords): string {
  const w = words.board,
    of = view.board.checkpoints,
    parts = view.robots.map((robot) => {
      const model = modelOf(robot.model).name,
        name = names[robot.seat] ?? robot.name;
      if (robot.eliminated) return w.isOut(name, model);
      if (robot.dead) return w.isDead(name, model, robot.ticked, of);
      const told = w.has(name, model, robot.ticked, of, robot.damage);
      return robot.cell ? `${told}, ${w.stands(placeOf(robot.cell), w.facings[robot.facing])}` : told;
    }),
    end = view.phase === 'over' ? ` ${view.winner ? t.won(names[view.winner]) : t.drawn}` : '';
  return `${t.roundOf(view.round, view.max_rounds)}: ${parts.join('; ')}.${end}`;
}

function caption(view: RallyView, names: Names): string {
  if (view.phase !== 'over') return '';
  return view.winner ? names[view.winner] : words.board.nobodyWins;
}

function table(view: RallyView, names: Names, t: MatchWords): RoundTable {
  const w = words.board;
  return {
    title: view.phase === 'over' ? t.finalStandings : t.roundOf(view.round, view.max_rounds),
    note: w.boardNote(boardName(view), view.board.checkpoints),
    columns: [
      { key: 'checkpoints', label: w.checkpoints, hint: '' },
      { key: 'damage', label: w.damage, hint: '' },
      { key: 'lives', label: w.lives, hint: '' },
      { key: 'state', label: w.state, hint: '' },
    ],
    rows: view.robots.map((robot) => ({
      seat: robot.seat,
      label: `${names[robot.seat]} · ${modelOf(robot.model).name}`,
      cells: [
        `${robot.ticked}/${view.board.checkpoints}`,
        `${robot.damage}`,
        `${robot.lives}`,
        stateOf(robot),
      ],
    })),
  };
}

/** Boards have a German and an English name: "Lehrwerkstatt / Training Shop". */
export function boardName({ board }: RallyView): string {
  const [german, english] = board.name.split(' / ');
  return (document.documentElement.lang === 'de' ? german : english) ?? board.name;
}

/** RAL-249 */
export const card: GameBoard<RallyView, RallyEvent>['card'] = (view, piece, names, _, moving) => {
  const cell = cellOf(piece),
    robot = posesOf(view, moving).find((one) =>
      cell ? one.cell?.[0] === cell[0] && one.cell[1] === cell[1] : one.seat === seatOf(piece),
    );
  if (!robot) return cell && fieldCard(view, cell, names);
  const w = words.board,
    model = modelOf(robot.model),
    under = robot.cell && fieldCard(view, robot.cell, names),
    burned = Object.entries(robot.locked).map(([slot, command]) => `${slot}: ${commandName(command)}`);
  return {
    seat: robot.seat,
    title: `${names[robot.seat] ?? robot.name} · ${model.name}`,
    at: robot.cell ? placeOf(robot.cell) : undefined,
    note: `${model.ability}: ${model.does}`,
    rows: [
      [w.card.facing, w.facings[robot.facing]],
      [w.card.damage, `${robot.damage}/9`],
      [w.card.lives, `${robot.lives}`],
      [w.card.checkpoints, `${robot.ticked}/${view.board.checkpoints}`],
      [w.card.backup, placeOf(robot.backup.cell)],
      ...(burned.length ? ([[w.card.burnedIn, burned.join(', ')]] as [string, string][]) : []),
      [w.card.state, stateOf(robot)],
      ...(under ? ([[w.fields.robotHere, under.title]] as [string, string][]) : []),
    ],
  };
};

/** "turn left, priority 70" */
export function commandName(command: string): string {
  const [kind, priority] = command.split('@'),
    w = words.board;
  return w.withPriority(w.kinds[kind] ?? kind, Number(priority ?? 0));
}

function eventText(event: RallyEvent, names: Names): EventLine | null {
  const w = words.board.events;
  const of = (seat: number, kind: EventLine['kind'], text: string, piece = robotId(seat)): EventLine => ({
    seat,
    text,
    piece,
    kind,
    round: event.round,
  });
  const all = (seats: number[]) => seats.map((seat) => names[seat]).join(', ');
  switch (event.type) {
    case 'move_phase_started':
      return event.power_down.length ? of(0, 'note', w.announced(all(event.power_down)), '') : null;
    case 'filled':
      return of(event.seat, 'note', w.filled);
    case 'redealt':
      return of(event.seat, 'note', w.redealt);
    case 'moved':
      return event.cause === 'push'
        ? of(event.by, 'launch', w.pushed(names[event.seat]), robotId(event.seat))
        : null;
    case 'damaged':
      return of(
        event.seat,
        'launch',
        event.by === event.seat ? w.own(event.amount) : w.hit(event.amount, event.by ? names[event.by] : ''),
      );
    case 'died': {
      const by = event.by.length ? `, ${w.by(all(event.by))}` : '';
      return of(event.seat, 'fight', w.died[event.cause] + by, cellId(...event.cell));
    }
    case 'eliminated':
      return of(event.seat, 'note', w.eliminated);
    case 'resigned':
      return of(event.seat, 'note', w.resigned);
    case 'respawned':
      return of(event.seat, 'note', `${w.respawned[event.where]}, ${w.livesLeft(event.lives)}`);
    case 'ticked':
      return of(event.seat, 'capture', w.ticked(event.checkpoint));
    case 'backup':
      return of(event.seat, 'launch', w.backup, cellId(...event.cell));
    case 'repaired':
      // a power-down tells of itself
      return of(
        event.seat,
        event.cause === 'power_down' ? 'launch' : 'note',
        w.repaired[event.cause](event.amount),
      );
    case 'burned_in': {
      const slots = Object.keys(event.slots).sort().join(', ');
      return of(event.seat, 'note', slots ? w.burnedIn(slots) : w.freed);
    }
    case 'powered_down':
      return of(event.seat, 'note', w.poweredDown);
    case 'powered_up':
      return of(event.seat, 'launch', w.poweredUp);
    case 'game_over':
      return event.winner
        ? of(event.winner, 'end', w.wins[event.reason] ?? w.wins.ranking)
        : of(0, 'end', w.nobody, '');
    default:
      return null;
  }
}

function keys(): KeyHelp[] {
  const k = words.play.keys;
  return [
    { keys: ['1', '…', '7'], does: k.kinds },
    { keys: ['8'], does: k.ability },
    { keys: ['9'], does: k.powerDown },
    { keys: ['⇧', '←', '→'], does: k.slot },
    { keys: ['Enter'], does: k.confirm },
    { keys: ['Delete'], does: k.clear },
    { keys: ['Esc'], does: k.menu },
    { keys: ['←', '↑', '→', '↓'], does: k.board },
    { keys: ['?'], does: k.help },
  ];
}

export const descriptions = { describe, caption, table, card, keys, eventText };
