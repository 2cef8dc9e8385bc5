/** What a seat knows of a game of Quest, by cell and by id. */
import type { QuestCell, QuestOwnUnit, QuestSeenUnit, QuestSettings, QuestView } from '../../../net/types';

export type Amounts = Record<string, number>;
export type Unit = QuestOwnUnit;

export interface Spot {
  x: number;
  y: number;
}

/** A tower that is seen, or was when its cell was seen last. */
export interface Tower extends Spot {
  player: number;
  level: number;
  radius: number;
}

export interface Enemy extends QuestSeenUnit, Spot {}

export const RESOURCES = ['wood', 'stone', 'leather', 'bronze', 'iron', 'titanium', 'gold'] as const;
export const ITEMS = ['sword1', 'sword2', 'sword3', 'armour1', 'armour2', 'armour3'] as const;
export const THINGS: readonly string[] = [...RESOURCES, ...ITEMS];
export const KINDS = ['sword', 'armour', 'tower', 'trap'] as const;
export type Item = (typeof ITEMS)[number];
export type Kind = (typeof KINDS)[number];

export interface World {
  view: QuestView;
  settings: QuestSettings;
  seat: number;
  gold: number;
  levels: Amounts;
  units: Unit[];
  byId: Map<number, Unit>;
  /** cells that are seen now */
  cells: Map<number, QuestCell>;
  towers: Tower[];
  /** cells with a tower, whoever owns it */
  blocked: Set<number>;
  /** cells with a trap that is known: one's own, and others' where they can be seen */
  traps: Set<number>;
  enemies: Enemy[];
}

export const cellOf = (world: World, x: number, y: number): number => y * world.view.width + x;
export const spotOf = (world: World, cell: number): Spot => ({
  x: cell % world.view.width,
  y: Math.floor(cell / world.view.width),
});
export const inside = (world: World, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < world.view.width && y < world.view.height;
/** The larger of the two coordinate differences. */
export const distance = (a: Spot, b: Spot): number => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
export const terrainAt = (world: World, x: number, y: number): string => world.view.terrain[y]?.[x] ?? '';
/** What a tower's base value is at a level; rounded down. */
export const raised = (settings: QuestSettings, base: number, level: number): number =>
  Math.floor((base * (100 + (settings.level_pct[level - 1] ?? 0))) / 100);

export function worldOf(view: QuestView, settings: QuestSettings): World {
  const world: World = {
    view,
    settings,
    seat: view.player,
    gold: view.gold ?? 0,
    levels: view.levels ?? {},
    units: view.units ?? [],
    byId: new Map((view.units ?? []).map((unit) => [unit.id, unit])),
    cells: new Map(),
    towers: [],
    blocked: new Set(),
    traps: new Set(),
    enemies: [],
  };
  const towers = new Map<number, Tower>();
  const stands = (x: number, y: number, player: number, level: number) =>
    towers.set(cellOf(world, x, y), {
      x,
      y,
      player,
      level,
      radius: raised(settings, settings.tower_radius, level),
    });
  for (const { x, y, tower_level: level, tower_player: player, trap } of view.remembered) {
    if (level && player) stands(x, y, player, level);
    if (trap) world.traps.add(cellOf(world, x, y));
  }
  for (const cell of view.cells) {
    const { x, y, tower, trap, units } = cell;
    world.cells.set(cellOf(world, x, y), cell);
    if (tower) stands(x, y, tower.player, tower.level);
    if (trap) world.traps.add(cellOf(world, x, y));
    for (const unit of units ?? []) if (unit.player !== view.player) world.enemies.push({ ...unit, x, y });
  }
  for (const { x, y, player, level } of view.towers ?? []) stands(x, y, player, level);
  for (const { x, y } of view.traps ?? []) world.traps.add(cellOf(world, x, y));
  world.towers = [...towers.values()];
  world.blocked = new Set(towers.keys());
  return world;
}

/** Amounts without what there is nothing of, in the order of the rulebook. */
export function tidy(amounts: Amounts): Amounts {
  return Object.fromEntries(THINGS.flatMap((name) => (amounts[name] > 0 ? [[name, amounts[name]]] : [])));
}

export const sumOf = (amounts: Amounts): number => Object.values(amounts).reduce((sum, n) => sum + n, 0);
