/** Whether a record is what was played: all of it is played again with the rules, as `match/verification.py` does. */
import type { PlainRecord } from '../../net/types';
import { bytesOf, inflated, put } from './beliefs';
import { Chain, wordsOf } from './digests';
import { packed } from './msgpack';
import type { RulesModule } from './module';
import { Records } from './records';

/** Kinds of entries, and what the rules say of one: see `core/entries.py` and `core/replay_kernels.py`. */
const ORDER = 1,
  VOID = 2,
  TICK = 3,
  LEAVE = 4,
  CHANGE = 5;
const ENTERED = 0;
const NUMBER_MAX = 2 ** 31 - 1;

export interface Proof {
  ok: boolean;
  /** what is wrong: an entry that cannot have happened, a digest that differs, a result or an end that do, or a record
   * that is not whole */
  code: '' | 'bad_entry' | 'digest' | 'result' | 'incomplete' | 'damaged' | 'other_rules';
  /** the first round that differs */
  round: number | null;
  /** rounds that agree, and entries that were played */
  rounds: number;
  entries: number;
}

/** `pause` is waited for now and then, so that the page goes on meanwhile. */
export async function proof(
  rules: RulesModule,
  record: PlainRecord,
  pause: () => Promise<unknown>,
): Promise<Proof> {
  const { description: known } = rules;
  if (record.rules !== known.rules || record.start.layout !== known.layout)
    return { ok: false, code: 'other_rules', round: null, rounds: 0, entries: 0 };
  const states = rules.block('proven', 'State', 1),
    match = new Records(rules, states),
    owing = rules.block('owing', 'i8', known.seats_max + 1),
    places = rules.block('places', 'i8', known.seats_max + 1, 2);
  put(rules, states, 0, await inflated(record.start.state));
  const chain = new Chain(rules, bytesOf(record.header));
  let over = 0,
    left = false,
    ticks = 0,
    entries = 0;
  const rounds = (): number => (known.turns ? match.get(0, 'round_no') - (over ? 0 : 1) : ticks);
  const at = (): number => match.get(0, 'round_no');
  const wrong = (code: Proof['code'], round: number | null = at()): Proof => ({
    ok: false,
    code,
    round,
    rounds: rounds(),
    entries,
  });

  for (const [kind, seat, , ...row] of record.entries) {
    const round = at();
    if (over || !fits(rules, record.seats, kind, seat, row)) return wrong('bad_entry');
    const given = rules.fill(rules.block('row', 'i8', Math.max(1, row.length)), row);
    if (rules.call('replays_entered', states, 0, kind, seat, given, known.waits && !left, owing) !== ENTERED)
      return wrong('bad_entry');
    left = kind === LEAVE || (left && kind !== TICK);
    over = rules.call('kernels_finished', states, 0, places);
    if (kind === TICK) {
      const link = chain.tick(states, 0),
        kept = record.digests[ticks];
      if (!kept || !link.startsWith(kept)) return wrong('digest', round);
      ticks += 1;
      await pause();
    } else chain.add(kind, seat, row);
    entries += 1;
  }
  if (record.missing) return wrong('incomplete', null);
  const result = over ? resultOf(rules, record.seats, over, rules.numbers(places)) : null;
  if (!result || !record.result) return wrong('result');
  const times = wordsOf(record.entries.map(([, , ms]) => ms));
  const told = JSON.stringify(record.result) === JSON.stringify(result);
  if (!told || chain.end([packed(result), times]) !== record.end) return wrong('result');
  if (record.damage) return wrong('damaged', null);
  return { ok: true, code: '', round: null, rounds: rounds(), entries };
}

/** Whether an entry is one of this game at all. */
function fits(
  { description: known }: RulesModule,
  seats: number,
  kind: number,
  seat: number,
  row: number[],
): boolean {
  if (!row.every((one) => Math.abs(one) <= NUMBER_MAX)) return false;
  if (kind === TICK) return true;
  if (kind === CHANGE) return known.changes && row.length === known.change_width;
  if (!(1 <= seat && seat <= seats)) return false;
  if (kind === LEAVE) return row.length === 1 && known.leave_reasons.some(({ code }) => code === row[0]);
  return (kind === ORDER || kind === VOID) && row.length === known.width;
}

/** The result in the words of the record, with its fields in their order: they are part of the last digest. */
function resultOf(rules: RulesModule, seats: number, over: number, places: number[]): object | null {
  const reason = rules.description.end_reasons.find(({ code }) => code === over);
  if (!reason) return null;
  return {
    reason: reason.name,
    sentence: reason.sentence,
    places: Array.from({ length: seats }, (_, n) => ({
      seat: n + 1,
      place: places[2 * n + 2],
      points: places[2 * n + 3],
    })),
  };
}
