/** What is wrong with a map as far as it can be told without the server, each with the cells it is about. QST-025 */
import type { DraftProblem } from '../../../game/editor/mapEditorSpec';
import { cellOf, seatsOf, SIDE_MIN, spotOf, unitsOf, type Draft, type Spot } from './draft';

export function problems(draft: Draft): DraftProblem[] {
  const found: DraftProblem[] = [];
  const say = (code: string, whose = 0, spots: Spot[] = []) => found.push({ code, whose, spots });
  const onRock = (spots: readonly Spot[]) => spots.filter((spot) => draft.rock[cellOf(draft, spot)]);

  if (!/^[a-z0-9-]+$/.test(draft.key)) say('bad_key');
  if (!draft.name.trim()) say('no_name');
  if (draft.width < SIDE_MIN || draft.height < SIDE_MIN) say('too_small');
  const counts = seatsOf(draft).map((seat) => unitsOf(draft, seat).length);
  for (const seat of seatsOf(draft)) {
    const start = draft.starts[seat];
    if (start < 0) say('no_start', seat);
    else if (draft.rock[start]) say('start_on_rock', seat, [spotOf(draft, start)]);
    if (!counts[seat - 1]) say('no_units', seat);
  }
  if (counts.every(Boolean) && new Set(counts).size > 1) say('uneven_units');
  const units = onRock(draft.units);
  if (units.length) say('unit_on_rock', 0, units);
  const heaps = onRock(
    [...draft.buried, ...draft.surface].flatMap((heap, n) =>
      heap ? [spotOf(draft, n % (draft.width * draft.height))] : [],
    ),
  );
  if (heaps.length) say('thing_on_rock', 0, heaps);
  const built = onRock([...draft.towers, ...draft.traps]);
  if (built.length) say('built_on_rock', 0, built);
  return found;
}
