/** Things, orders and what came of them in the visitor's language. */
import { words } from '../words';
import { ruledWords } from '../../../lib/refusals';
import type { Outcome } from './orders.svelte';
import type { UnitAction } from './rules';
import type { Task } from './tasks';
import { tidy, type Amounts, type Spot } from './world';

export const thingName = (name: string): string => words.play.things[name] ?? name;
export const cellName = ({ x, y }: Spot): string => words.play.cell(x, y);

/** "Iron 12, Wood 30", or that it is nothing. */
export function amountWords(amounts: Amounts): string {
  const { amount, nothing } = words.play,
    list = Object.entries(tidy(amounts)).map(([name, n]) => amount(thingName(name), n));
  return list.join(', ') || nothing;
}

export function actionWords(action: UnitAction): string {
  const { tasks, kinds } = words.play;
  switch (action.type) {
    case 'move':
      return tasks.move(cellName({ x: action.to[0], y: action.to[1] }));
    case 'attack':
      return tasks.attack(action.target, action.energy);
    case 'pickup':
    case 'drop':
      return tasks[action.type](amountWords(action.what));
    case 'craft':
    case 'equip':
      return tasks[action.type](thingName(action.item));
    case 'place_trap':
    case 'place_tower':
      return tasks.place(thingName(action.item));
    case 'research':
      return tasks.research(kinds[action.kind] ?? action.kind);
    case 'retaliate':
      return tasks.retaliate(action.energy);
    default:
      return tasks[action.type];
  }
}

export function taskWords(task: Task): string {
  const { tasks } = words.play;
  if (task.kind === 'walk') return tasks.walk(cellName(task.to));
  return task.kind === 'gather' ? tasks.gather(cellName(task.home)) : actionWords(task.action);
}

/** Why not, with the rule that says so where it is known. */
export function reasonWords(code: string, rule = '', sentence = ''): string {
  return ruledWords({ code, rule, sentence }, 'quest');
}

export function outcomeWords(out: Outcome): string {
  const { said } = words.play;
  switch (out.kind) {
    case 'refused':
      return said.refused(out.unit, reasonWords(out.code, out.rule, out.sentence));
    case 'stopped':
      return said.stopped(out.unit, reasonWords(out.why));
    case 'seen':
      return out.enemies.length ? said.seen(out.unit, out.enemies.join(', ')) : said.seenTower(out.unit);
    case 'gathered':
      return said[out.why](out.unit);
    case 'done':
      return doneWords(out);
  }
}

function doneWords({ unit, action, answer }: Extract<Outcome, { kind: 'done' }>): string {
  const { said } = words.play;
  if (action.type === 'move' && answer?.unit)
    return said.move(unit, cellName(answer.unit), answer.unit.energy);
  if (action.type === 'dig' && answer?.found) return said.dug(unit, amountWords(answer.found));
  if (action.type === 'pickup' && answer?.taken) {
    const none = Object.keys(action.what).filter((name) => !answer.taken?.[name]);
    return [
      said.took(unit, amountWords(answer.taken)),
      none.length ? said.tookNot(none.map(thingName).join(', ')) : '',
    ]
      .join(' ')
      .trim();
  }
  if (action.type === 'attack' && answer?.damage !== undefined)
    return [said.hit(unit, answer.damage), answer.struck_back ? said.struckBack(answer.struck_back) : '']
      .join(' ')
      .trim();
  return said.done(unit, actionWords(action));
}
