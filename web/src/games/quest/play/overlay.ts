/** What the controls draw over the map: chosen units, how far they get, the way of a walk and who can be attacked. */
import { NO_QUEST_MARKS, unitPiece, type QuestMarks, type Spot } from '../board/overlayTypes';
import { NO_MARKS, type Marks } from '../../../game/board/canvas';
import { settings } from '../../../lib/settings.svelte';
import type { Orders } from './orders.svelte';
import { wayTo, waysFrom, type Ways } from './paths';
import { targetsOf } from './rules';
import { spotOf, type Unit, type World } from './world';

/** Ways of one unit are worked out once, and not with every move of the pointer. */
export interface Known {
  ways: Ways;
  reach: QuestMarks['reach'];
}

export function knownOf(world: World, unit: Unit | undefined): Known {
  if (!unit || unit.respawned || unit.frozen) return { ways: new Map(), reach: [] };
  const ways = waysFrom(world, unit),
    reach = [...ways].flatMap(([cell, { cost, steps }]) =>
      steps && cost <= unit.energy ? [{ ...spotOf(world, cell), cost }] : [],
    );
  return { ways, reach };
}

/** `over` is the cell that the pointer or the cursor is on. */
export function marksOf(
  world: World,
  orders: Orders,
  chosen: Unit[],
  { ways, reach }: Known,
  over: Spot | null,
): Marks {
  const unit = chosen.at(-1),
    overlay: QuestMarks = {
      ...NO_QUEST_MARKS,
      chosen: chosen.map(({ id }) => id),
      reach: settings.aids.reach ? reach : [],
      path: unit ? pathOf(world, orders, unit, ways, over) : [],
      targets: unit ? targetsOf(world, unit).map(({ x, y }) => ({ x, y })) : [],
      ...(over ? { hover: over } : {}),
    };
  return { ...NO_MARKS, chosen: chosen.map(({ id }) => unitPiece(id)), overlay };
}

/** The way to what is pointed at, or else of the walk that the unit is on. */
function pathOf(world: World, orders: Orders, unit: Unit, ways: Ways, over: Spot | null): Spot[] {
  const walk = orders.of(unit.id).find(({ task }) => task.kind === 'walk')?.task,
    to = (over && wayTo(world, ways, over)?.length ? over : null) ?? (walk?.kind === 'walk' ? walk.to : null),
    way = to && wayTo(world, ways, to);
  return way?.length ? [{ x: unit.x, y: unit.y }, ...way] : [];
}
