/** Small maps that each show one thing, for the legend of Quest. */
import { empty, type Draft } from '../editor/draft';
import { handWith, paint, type Hand, type Tool } from '../editor/tools';
import { viewOf } from '../editor/preview';
import type { QuestOwnUnit, QuestView } from '../../../net/types';

const MIDDLE = { x: 1, y: 1 };
const NOBODY = { lr: false, tb: false };
const bare: Draft = { ...empty(3, 3), starts: [-1, -1, -1, -1, -1], units: [] };

const all = Array.from({ length: 9 }, (_, n) => ({ x: n % 3, y: Math.floor(n / 3) }));
const drawn = (tool: Tool, more?: Partial<Hand>) =>
  viewOf(paint(bare, handWith(tool, more), [MIDDLE], NOBODY));

/** A unit of the first player with something special about it. */
function unit(change: Partial<QuestOwnUnit> = {}): QuestView {
  const view = drawn('unit');
  return {
    ...view,
    all: view.all?.map((team) => ({ ...team, units: team.units.map((one) => ({ ...one, ...change })) })),
  };
}

/** The map as somebody knows it who sees nothing of it now. */
function known(mark: string): QuestView {
  const { all: _, ground: __, ...view } = viewOf(bare);
  return { ...view, player: 1, units: [], terrain: view.terrain.map((line) => line.replace(/./g, mark)) };
}

export const signs: Record<string, QuestView> = {
  grass: viewOf(bare),
  rock: viewOf(paint(bare, handWith('rock'), all, NOBODY)),
  fog: known('?'),
  before: known('.'),
  unit: unit({ energy: 120, max_energy: 160 }),
  armed: unit({ sword: 2, armour: 1 }),
  frozen: unit({ frozen: 2, energy: 0 }),
  shield: unit({ shield: true }),
  tower: drawn('tower'),
  trap: drawn('trap'),
  heap: drawn('wood', { ground: false, amount: 12 }),
  buried: drawn('iron'),
  start: drawn('start'),
};
