/** A map without a match, as the painter wants it: everything is known, units are fresh and carry what they are given. */
import { cached } from '../../../game/editor/previewCache';
import type { QuestOwnUnit, QuestOwnView, QuestView } from '../../../net/types';
import { RESOURCES } from './blueprints';
import { read, seatsOf, spotOf, unitsOf, type Draft, type DraftUnit } from './draft';

const UNIT_ENERGY = 200;
const TOWER_RADIUS = 4;
const TOWER_ENERGY = 250;
const LEVEL_PCT = [25, 50, 75];

const numberOf = (draft: Draft, key: string, usual: number): number =>
  typeof draft.settings[key] === 'number' ? (draft.settings[key] as number) : usual;

/** A tower's number with the increase of its level, rounded down. */
export function withLevel(draft: Draft, base: number, level: number): number {
  const pct = Array.isArray(draft.settings.level_pct) ? (draft.settings.level_pct as number[]) : LEVEL_PCT;
  return Math.floor((base * (100 + (pct[level - 1] ?? 0))) / 100);
}

function unit(draft: Draft, one: DraftUnit, id: number): QuestOwnUnit {
  const energy = numberOf(draft, 'unit_energy', UNIT_ENERGY);
  return {
    id,
    x: one.x,
    y: one.y,
    energy: one.energy ?? one.max_energy ?? energy,
    max_energy: one.max_energy ?? energy,
    resources: one.resources ?? {},
    items: one.items ?? {},
    sword: one.sword ?? 0,
    armour: one.armour ?? 0,
    weight: 0,
    retaliate: { energy: 0, cutoff: 0, spent: 0, ...one.retaliate },
    frozen: one.frozen ?? 0,
    shield: false,
    respawned: false,
  };
}

function team(draft: Draft, seat: number, first: number): QuestOwnView {
  return {
    seat,
    gold: draft.teams[seat]?.gold ?? numberOf(draft, 'gold', 200),
    levels: { sword: 1, armour: 1, tower: 1, trap: 1, ...draft.teams[seat]?.levels },
    units: unitsOf(draft, seat).map((one, k) => unit(draft, one, seat * 100 + k)),
    towers: draft.towers.flatMap(({ player, x, y, level, energy }, n) =>
      player === seat
        ? [
            {
              id: first + n,
              player,
              x,
              y,
              level,
              energy: energy ?? withLevel(draft, numberOf(draft, 'tower_energy', TOWER_ENERGY), level),
              radius: withLevel(draft, numberOf(draft, 'tower_radius', TOWER_RADIUS), level),
            },
          ]
        : [],
    ),
    traps: draft.traps
      .filter((trap) => trap.player === seat)
      .map(({ player, x, y, level }) => ({ player, x, y, level })),
    dug: [],
    figures: {},
  };
}

/** Terrain whose lines have not changed is the same list again: the painter keeps what it has drawn of it. */
const lines = new WeakMap<Draft['rock'], string[]>();

function terrainOf(draft: Draft): string[] {
  let made = lines.get(draft.rock);
  if (!made)
    lines.set(
      draft.rock,
      (made = Array.from({ length: draft.height }, (_, y) =>
        Array.from({ length: draft.width }, (_, x) => (draft.rock[y * draft.width + x] ? '#' : '.')).join(''),
      )),
    );
  return made;
}

export function viewOf(draft: Draft): QuestView {
  const isItem = (name: string) => !(RESOURCES as readonly string[]).includes(name);
  const cells = draft.surface.flatMap((amounts, cell) => {
    if (!amounts) return [];
    const named = Object.entries(amounts);
    return [
      {
        ...spotOf(draft, cell),
        terrain: 'grass',
        resources: Object.fromEntries(named.filter(([name]) => !isItem(name))),
        items: Object.fromEntries(named.filter(([name]) => isItem(name))),
      },
    ];
  });
  const ground = draft.buried.flatMap((amounts, cell) => {
    const { x, y } = spotOf(draft, cell);
    return Object.entries(amounts ?? {}).map(([name, amount]) => [
      x,
      y,
      RESOURCES.findIndex((one) => one === name),
      amount,
    ]);
  });
  return {
    round: 0,
    rounds: numberOf(draft, 'rounds', 80),
    rounds_left: numberOf(draft, 'rounds', 80),
    player: 0,
    turn_of: 0,
    phase: 'playing',
    width: draft.width,
    height: draft.height,
    starts: seatsOf(draft).map((seat) => {
      const { x, y } = spotOf(draft, draft.starts[seat]);
      return draft.starts[seat] >= 0 ? [x, y] : [];
    }),
    points: {},
    players: seatsOf(draft).map((seat) => ({
      seat,
      name: '',
      points: 0,
      place: 1,
      by_source: {},
      stats: {},
      units: unitsOf(draft, seat).length,
      defeated: false,
      away: false,
    })),
    terrain: terrainOf(draft),
    cells,
    remembered: [],
    all: seatsOf(draft).map((seat) => team(draft, seat, seat * 1000)),
    ground,
  };
}

/** The picture of a scenario file, or null where there is none to be made of it. */
export const preview = cached((text) => {
  const draft = read(text);
  return draft && viewOf(draft);
});
