/** Which units are chosen, the newest last. */

/** After others are chosen: they alone, or with `add` these as well; one that was chosen is then left out. */
export function chosenAfter<T>(now: readonly T[], picked: readonly T[], add: boolean): readonly T[] {
  if (!add) return picked;
  if (picked.length === 1 && now.includes(picked[0])) return now.filter((one) => one !== picked[0]);
  return [...now.filter((one) => !picked.includes(one)), ...picked];
}
