/** What a click on the map means: choosing a unit, sending the chosen ones, or aiming at an enemy. */
import { questPiece, type Spot } from '../board/overlayTypes';
import type { Desk } from './context';
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
export function settled(desk: Desk, piece: string): boolean {
  const at = spotOfPiece(desk.world, piece),
    { unit } = desk;
  if (!at) return true;
  if (!unit) return !desk.world.units.some(({ x, y }) => x === at.x && y === at.y);
  return unit.x === at.x && unit.y === at.y;
}

export function pick(desk: Desk, piece: string, add: boolean): void {
  const { world } = desk,
    found = questPiece(piece),
    at = spotOfPiece(world, piece);
  if (!found || !at) {
    if (!add) desk.choose([]);
    return;
  }
  const here = world.units.filter(({ x, y }) => x === at.x && y === at.y),
    enemy =
      found.kind === 'unit'
        ? world.enemies.find(({ id }) => id === found.unit)
        : world.enemies.find(({ x, y }) => x === at.x && y === at.y);
  if (enemy) aim(desk, enemy);
  else if (found.kind === 'unit') choose(desk, here, found.unit, add);
  else if (here.length && (!desk.unit || here.includes(desk.unit))) choose(desk, here, here[0].id, add);
  else desk.all(() => ({ kind: 'walk', to: at }), !add);
}

/** A second click on a cell with several units takes the next of them. */
function choose(desk: Desk, here: Unit[], wanted: number, add: boolean): void {
  const now = here.findIndex(({ id }) => id === desk.unit?.id);
  if (add || now < 0) desk.choose([wanted], add);
  else desk.choose([here[(now + 1) % here.length].id]);
}

/** An enemy beside the chosen unit becomes the target; to one farther off the unit goes. */
function aim(desk: Desk, enemy: Enemy): void {
  const { unit, world } = desk;
  desk.target = enemy;
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
  if (to) desk.orders.give(unit.id, { kind: 'walk', to }, true);
}
