/** The rules in the page, as the tests ask for them: modules come as base64, and stay until the end. */
import { bytesOf, inflated, put } from '../../web/src/game/rules/beliefs';
import { Believed } from '../../web/src/game/rules/believed';
import type { Description } from '../../web/src/game/rules/description';
import { RulesModule } from '../../web/src/game/rules/module';
import { packed } from '../../web/src/game/rules/msgpack';
import { proof } from '../../web/src/game/rules/proof';
import { rowOf } from '../../web/src/game/rules/rows';
import { Records } from '../../web/src/game/rules/records';
import type { Belief, PlainRecord } from '../../web/src/net/types';

let rules: RulesModule;

export const believed = async (belief: Belief, seat: number): Promise<Believed> =>
  Believed.placed(rules, seat, await inflated(belief.state));

export async function open(code: string, description: string): Promise<void> {
  rules = await RulesModule.of(await WebAssembly.compile(bytesOf(code)), JSON.parse(description) as Description);
}

/** Whether a record is proven; and how much memory grew from the first time to the last of so many. */
export async function prove(record: PlainRecord, times = 1) {
  const first = await proof(rules, record, async () => {}),
    before = rules.memoryBytes;
  for (let n = 1; n < times; n++) await proof(rules, record, async () => {});
  return { ...first, grew: rules.memoryBytes - before };
}

/** What a call says, as a number or as a fault, and then the same call with other numbers. */
export async function calls(belief: Belief, entry: string, ...given: number[][]) {
  const states = rules.block('test', 'State', 1);
  put(rules, states, 0, await inflated(belief.state));
  return given.map(([seat, ...row]) => {
    try {
      return rules.call(entry, states, 0, seat, rules.fill(rules.block('test row', 'i8', row.length), row));
    } catch (error) {
      return String(error);
    }
  });
}

export async function numbers(belief: Belief, paths: (string | number)[][]) {
  const states = rules.block('test', 'State', 1);
  put(rules, states, 0, await inflated(belief.state));
  const one = new Records(rules, states);
  return paths.map((path) => one.list(0, ...path));
}

/** The rows of actions by the tables of the description. */
export const rows = (actions: { type: string }[]) =>
  actions.map((action) => rowOf(rules.description.actions, rules.description.width, action));

export const msgpack = (value: unknown) => [...packed(value)];
