/** Units, tiles, orders and reasons in the visitor's language. */
import { playerName, templateName } from '../board/roster';
import { words } from '../words';
import { change, number } from '../../../lib/format';
import { refusalWords } from '../../../lib/refusals';
import { FIELDS, type Fields } from './catalogue';
import type { Step } from './plan';
import type { Order } from './sim';
import { NONE, spotOf, type World } from './world';

/** "4, 5" */
export const spotName = ([x, y]: readonly number[]): string => `${x}, ${y}`;
export const tileName = (side: number, tile: number): string =>
  tile === NONE ? words.play.offMap : spotName([tile % side, Math.floor(tile / side)]);

/** A unit or a superstructure by its id; a swarm that is not made yet has a negative one. Who commands several ships
 * knows them by their places, those of others by their players. */
export function unitName(world: World, id: number): string {
  const w = words.play,
    unit = world.units.get(id),
    structure = world.structures.get(id);
  if (id < 0) return w.newSwarm;
  if (structure) return w.structure(templateName(structure.template), structure.level);
  if (unit?.kind === 'mothership') return w.mothership;
  if (unit?.kind === 'swarm') return w.swarm(id);
  if (unit?.kind === 'npc') return w.pirate(id);
  const player = world.players.get(id),
    { players } = world.own;
  return players.length > 1 && players.includes(id)
    ? w.ship(player?.place ?? id)
    : playerName(world.view, id);
}

/** With one digit after the point where it has some. */
export const amount = (value: number): string => number(value, Number.isInteger(value) ? 0 : 1);
export const between = ([least, most]: readonly number[]): string =>
  least === most ? amount(least) : `${amount(least)} – ${amount(most)}`;

export function fieldWords(fields: Partial<Fields>): { name: string; value: string }[] {
  const { fields: names } = words.names;
  return FIELDS.flatMap((which) => {
    const value = fields[which];
    if (!value) return [];
    const percent = which === 'attack' || which === 'defense' || which.startsWith('crit');
    return [{ name: names[which], value: change(value) + (percent ? ' %' : '') }];
  });
}

const itemName = (world: World, player: number, item: number): string =>
  templateName(world.own.items[String(player)]?.find(({ number: n }) => n === item)?.template ?? '');

/** An order as a line of a list. `step` knows how it will run. */
export function orderWords(world: World, order: Order, step?: Step): string {
  const w = words.play.orderNames,
    unit = order.unit ?? 0,
    player = step?.player ?? unit;
  switch (order.type) {
    case 'move': {
      const to = order.to ?? order.path?.at(-1) ?? [0, 0],
        end = step?.way.at(-1),
        at = end === undefined ? null : spotOf(world.side, end);
      if (!at) return w.moveNear(spotName(to));
      return at.x === to[0] && at.y === to[1]
        ? w.move(spotName(to), step?.cost ?? 0)
        : `${w.moveNear(spotName(to))}: ${w.move(spotName([at.x, at.y]), step?.cost ?? 0)}`;
    }
    case 'build':
      return w.build(itemName(world, player, order.item));
    case 'spawn':
    case 'swarm_leave':
      return w[order.type](spotName(order.tile));
    case 'battery':
      return w.battery(order.attack);
    case 'attack':
      return w.attack(unitName(world, order.target));
    case 'swarm_join':
      return w.swarm_join(unitName(world, order.swarm));
    case 'automode':
      return w.automode(order.on);
    case 'boost':
      return w.boost(itemName(world, player, order.item), order.mode, unitName(world, order.target || unit));
    case 'unstake':
    case 'equip':
      return w[order.type](itemName(world, player, order.item));
    default:
      return w[order.type];
  }
}

/** Why not, in a sentence. */
export const reasonWords = (code: string, sentence = ''): string =>
  words.play.endings[code] ?? refusalWords({ code, sentence }, 'boidvoid');
