/** What a click on the map means: choosing a unit, sending the chosen ones, or aiming at an enemy. */
import { questPiece, type Spot } from '../board/overlayTypes';
import type { PlayContext } from './context';
import { wayTo, waysFrom } from './paths';
import { distance, type Enemy, type Unit, type World } from './world';

/** The cell of a piece, or null. */
export function spotOfPiece(world: World, piece: string): Spot | null {
  const found = questPiece(piece);
  if (found?.kind === 'cell') return { x: found.x, y: found.y };
  if (found?.kind !== 'unit') return null;
  const unit = world.byId.get(found.unit) ?? world.enemies.find(({ id }) => id === found.unit);
  return unit ? { x: unit.x, y: unit.y } : null;
}

/** Whether there is nothing to do at a piece: Enter on it means that the turn is over. */
export function settled(context: PlayContext, piece: string): boolean {
  const at = spotOfPiece(context.world, piece),
    { unit } = context;
  if (!at) return true;
  if (!unit) return !context.world.units.some(({ x, y }) => x === at.x && y === at.y);
  return unit.x === at.x && unit.y === at.y;
}

export function pick(context: PlayContext, piece: string, add: boolean): void {
  const { world } = context,
    found = questPiece(piece),
    at = spotOfPiece(world, piece);
  if (!found || !at) {
    if (!add) context.choose([]);
    return;
  }
  const here = world.units.filter(({ x, y }) => x === at.x && y === at.y),
    enemy =
      found.kind === 'unit'
        ? world.enemies.find(({ id }) => id === found.unit)
        : world.enemies.find(({ x, y }) => x === at.x && y === at.y);
  if (enemy) aim(context, enemy);
  else if (found.kind === 'unit') choose(context, here, found.unit, add);
  else if (here.length && (!context.unit || here.includes(context.unit)))
    choose(context, here, here[0].id, add);
  else context.all(() => ({ kind: 'walk', to: at }), !add);
}

/** A second click on a cell with several units takes the next of them. */
function choose(context: PlayContext, here: Unit[], wanted: number, add: boolean): void {
  const now = here.findIndex(({ id }) => id === context.unit?.id);
  if (add || now < 0) context.choose([wanted], add);
  else context.choose([here[(now + 1) % here.length].id]);
}

/** An enemy beside the chosen unit becomes the target; to one farther off the unit goes. */
function aim(context: PlayContext, enemy: Enemy): void {
  const { unit, world } = context;
  context.target = enemy;
  if (!unit || distance(unit, enemy) <= 1) return;
  const ways = waysFrom(world, unit);
  let best: Spot | null = null,
    least = Infinity;
  for (let x = enemy.x - 1; x <= enemy.x + 1; x++)
    for (let y = enemy.y - 1; y <= enemy.y + 1; y++) {
      const stop = ways.get(y * world.view.width + x);
      if (stop && wayTo(world, ways, { x, y }) && stop.cost < least) [best, least] = [{ x, y }, stop.cost];
    }
  const to = best;
  if (to) context.orders.give(unit.id, { kind: 'walk', to }, true);
}
