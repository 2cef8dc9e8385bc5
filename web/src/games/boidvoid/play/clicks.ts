/** What a click on the map means: the first one tells about a tile, a second one on it does what is possible there. */
import { boidvoidPiece } from '../board/overlayTypes';
import { actsOf } from './possibleActions';
import type { PlayContext } from './context';
import { NONE, tileAt, type World } from './world';

/** The tile of a piece, or NONE. */
export function tileOf(world: World, piece: string): number {
  const found = boidvoidPiece(piece);
  if (found?.kind === 'tile') return tileAt(world.side, found);
  const unit = found && (world.units.get(found.unit) ?? world.structures.get(found.unit));
  return unit && unit.x !== null && unit.y !== null ? tileAt(world.side, { x: unit.x, y: unit.y }) : NONE;
}

/** The own unit that is chosen by a click: the one that is pointed at, or that stands on the tile. */
function ownAt(context: PlayContext, piece: string, tile: number): number {
  const found = boidvoidPiece(piece);
  if (found?.kind === 'unit') return context.units.includes(found.unit) ? found.unit : 0;
  return (
    context.units.find((id) => {
      const unit = context.world.units.get(id);
      return (
        unit &&
        !unit.swarm &&
        unit.x !== null &&
        tileAt(context.world.side, { x: unit.x, y: unit.y! }) === tile
      );
    }) ?? 0
  );
}

export interface Ways {
  add: boolean;
  /** does what is possible at the tile that is looked at */
  go(): void;
}

export function pick(context: PlayContext, piece: string, { add, go }: Ways): void {
  const tile = tileOf(context.world, piece);
  if (tile === NONE) {
    if (!add) context.choose([]);
    return;
  }
  const own = ownAt(context, piece, tile);
  if (own && (add || !context.chosen.some(({ id }) => id === own) || tile === context.tile)) {
    context.choose([own], add);
    context.look(tile);
    return;
  }
  const again = tile === context.tile;
  context.look(tile);
  if (context.chosen.length && (again || add)) go();
}

/** Whether Enter at a piece can only mean that the turn is over: it was looked at, and there is nothing to do. */
export function settled(context: PlayContext, piece: string): boolean {
  const tile = tileOf(context.world, piece),
    { unit } = context;
  if (tile === NONE) return true;
  if (tile !== context.tile) return false;
  return !unit || (tile !== unit.tile ? actsOf(context.sim, unit, tile).length === 0 : true);
}
