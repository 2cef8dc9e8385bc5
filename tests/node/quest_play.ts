/** The controls of Quest without a page, as the tests ask them: plain values in, plain values out. */
import {
  droppable,
  pointsOf,
  priceOf,
  USUAL,
  wayStates,
  weightOf,
  type Blueprint,
} from '../../web/src/games/quest/play/blueprints';
import { liesAt, noteTaken, type Ledger } from '../../web/src/games/quest/play/ground';
import { turnsOf, wayTo, waysFrom } from '../../web/src/games/quest/play/paths';
import {
  check,
  costOf,
  damageOf,
  energyFor,
  loadCost,
  replenished,
  strikeOf,
  targetsOf,
  type UnitAction,
} from '../../web/src/games/quest/play/rules';
import { endOf, fitting, news as newsOf, next, type Task } from '../../web/src/games/quest/play/tasks';
import { spotOf, worldOf, type Amounts, type Kind, type Spot, type World } from '../../web/src/games/quest/play/world';
import type { QuestSettings, QuestView } from '../../web/src/net/types';

type Given = [view: QuestView, settings: QuestSettings];

const world = ([view, settings]: Given): World => worldOf(view, settings);
const unitOf = (made: World, id: number) => made.byId.get(id)!;

/** Cost and refusal of every action for its unit. */
export function judged(given: Given, actions: UnitAction[]) {
  const made = world(given);
  return actions.map((action) => {
    const unit = unitOf(made, action.unit);
    return { cost: costOf(made, unit, action), code: check(made, unit, action) };
  });
}

export const load = (settings: QuestSettings, weight: number) => loadCost(settings, weight);
export const damage = (settings: QuestSettings, energy: number, sword: number, armour: number) =>
  damageOf(settings, energy, sword, armour);
export const enough = (settings: QuestSettings, hurt: number, sword: number, armour: number) =>
  energyFor(settings, hurt, sword, armour);
export const usual = () => USUAL;
export const weight = (settings: QuestSettings, thing: string) => weightOf(settings, thing);

/** What a unit will have at the start of its next turn, by unit. */
export const nextTurn = (given: Given) => {
  const made = world(given);
  return Object.fromEntries(made.units.map((unit) => [unit.id, replenished(made.settings, unit)]));
};

export const reach = (given: Given, id: number) => {
  const made = world(given),
    unit = unitOf(made, id);
  return [...waysFrom(made, unit)]
    .filter(([, { cost }]) => cost <= unit.energy)
    .map(([cell, { cost, steps }]) => {
      const { x, y } = spotOf(made, cell);
      return [x, y, cost, steps];
    });
};

export function way(given: Given, id: number, to: Spot) {
  const made = world(given),
    unit = unitOf(made, id),
    found = wayTo(made, waysFrom(made, unit), to);
  return found && { way: found.map(({ x, y }) => [x, y]), turns: turnsOf(made, unit, found) };
}

export const strikes = (given: Given, id: number, target: number, energy: number) => {
  const made = world(given),
    unit = unitOf(made, id);
  return strikeOf(made, unit, made.enemies.find((one) => one.id === target)!, energy);
};

export const targets = (given: Given, id: number) => {
  const made = world(given);
  return targetsOf(made, unitOf(made, id)).map((enemy) => enemy.id);
};

export const ways = (given: Given, id: number, blueprint: Blueprint, ledger: Ledger = {}) => {
  const made = world(given),
    unit = unitOf(made, id);
  return wayStates(made, unit, blueprint, liesAt(made, ledger, unit).total).map((one) => ({
    ...one,
    points: pointsOf(made.settings, one.use),
  }));
};

export const prices = (given: Given) =>
  (['sword', 'armour', 'tower', 'trap'] as Kind[]).map((kind) => priceOf(world(given), kind));

export const lies = (given: Given, at: Spot, ledger: Ledger = {}) => liesAt(world(given), ledger, at);

export function took(given: Given, id: number, ledger: Ledger, asked: Amounts, taken: Amounts) {
  const made = world(given),
    unit = unitOf(made, id);
  return noteTaken(made, ledger, unit, liesAt(made, ledger, unit), asked, taken);
}

export const fits = (given: Given, id: number, total: Amounts) => {
  const made = world(given);
  return fitting(made, unitOf(made, id), total);
};
export const drops = (given: Given, id: number) => droppable(unitOf(world(given), id));

export const told = (given: Given, id: number, task: Task, ledger: Ledger = {}) => {
  const made = world(given);
  return next(made, ledger, unitOf(made, id), task);
};
export const ends = (given: Given, id: number, tasks: Task[]) => endOf(unitOf(world(given), id), tasks);
export const news = (before: Given, after: Given) => newsOf(world(before), world(after));
