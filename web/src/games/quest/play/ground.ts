/** What lies in a cell as far as the team knows: seen on the surface, found in the ground by digging, less what was taken
 * since. The rules keep no such account (QST-046), so the page does. */
import { cellOf, tidy, type Amounts, type Spot, type World } from './world';

/** What is known to be gone since a dig, by cell. */
export interface Since {
  /** which dig it is about */
  dig: string;
  taken: Amounts;
  /** types whose amount turned out to be wrong: somebody else was here */
  unsure: string[];
}

export type Ledger = Readonly<Record<number, Since>>;

export interface Lies {
  /** of resources and items, as seen */
  surface: Amounts;
  /** buried, as found by the newest dig */
  ground: Amounts;
  /** buried types whose amount is not known */
  unknown: string[];
  /** has been dug by the team */
  dug: boolean;
  /** all that can be asked for with a known amount */
  total: Amounts;
}

const idOf = (round: number, found: Amounts): string => `${round} ${JSON.stringify(tidy(found))}`;

function digOf(world: World, at: Spot): { id: string; found: Amounts } | null {
  const dig = world.view.dug?.find(({ x, y }) => x === at.x && y === at.y);
  return dig ? { id: idOf(dig.round, dig.resources), found: dig.resources } : null;
}

export function liesAt(world: World, ledger: Ledger, at: Spot): Lies {
  const number = cellOf(world, at.x, at.y),
    cell = world.cells.get(number),
    dig = digOf(world, at),
    since = dig && ledger[number]?.dig === dig.id ? ledger[number] : null,
    // types that are seen in the ground; null where nobody can tell
    types = world.settings.view_buried_types && cell ? new Set(cell.buried ?? []) : null,
    ground: Amounts = {};
  for (const [name, n] of Object.entries(dig?.found ?? {})) {
    const left = n - (since?.taken[name] ?? 0);
    if (left > 0 && !since?.unsure.includes(name) && (!types || types.has(name))) ground[name] = left;
  }
  const surface = tidy({ ...cell?.resources, ...cell?.items }),
    total: Amounts = { ...surface };
  for (const [name, n] of Object.entries(ground)) total[name] = (total[name] ?? 0) + n;
  const unknown = types ? [...types].filter((name) => !ground[name]) : [];
  return {
    surface,
    ground: tidy(ground),
    unknown: [...new Set([...unknown, ...(since?.unsure ?? []).filter((name) => !types || types.has(name))])],
    dug: dig !== null,
    total: tidy(total),
  };
}

/** The ledger after a pickup. `lay` is what was known before it; surface amounts are used first (QST-083). */
export function noteTaken(
  world: World,
  ledger: Ledger,
  at: Spot,
  lay: Lies,
  asked: Amounts,
  taken: Amounts,
): Ledger {
  const number = cellOf(world, at.x, at.y),
    dig = digOf(world, at);
  if (!dig) return ledger;
  const old = ledger[number]?.dig === dig.id ? ledger[number] : { dig: dig.id, taken: {}, unsure: [] },
    gone: Amounts = { ...old.taken },
    unsure = new Set(old.unsure);
  for (const [name, n] of Object.entries(asked)) {
    if (taken[name]) gone[name] = (gone[name] ?? 0) + Math.max(0, taken[name] - (lay.surface[name] ?? 0));
    else if (n <= (lay.total[name] ?? 0)) unsure.add(name);
  }
  return { ...ledger, [number]: { dig: dig.id, taken: gone, unsure: [...unsure] } };
}
