/** Quest in sentences: what the picture shows, cells and units on cards, and the figures of a turn. */
import { mapKeys } from '../../../game/board/keyHelp';
import { words } from '../words';
import { number } from '../../../lib/format';
import type { QuestEvent, QuestView } from '../../../net/types';
import type { GameBoard, KeyHelp, MatchWords, Names, PieceCard, RoundTable } from '../../../game/contract';
import { playKeys } from '../play/help';
import { ranked, SOURCES, STATS } from './figures';
import { questPiece } from './overlayTypes';
import { NEVER, NOW, teamsOf, worldOf, type Lying, type Unit } from './model';
import { standing } from './timeline';

function describe(view: QuestView, names: Names, t: MatchWords): string {
  const w = words.board,
    world = worldOf(view),
    parts = ranked(view).map(({ seat, points, units }) => w.has(names[seat], number(points), units)),
    told = [`${t.roundOf(view.round, view.rounds)}: ${parts.join(', ')}.`];
  if (view.turn_of) told.push(w.turnOf(names[view.turn_of]));
  if (world.hidden) told.push(w.nothing);
  else if (world.whole) told.push(w.whole(view.width, view.height));
  else {
    let [known, now] = [0, 0];
    for (const one of world.known) {
      known += one === NEVER ? 0 : 1;
      now += one === NOW ? 1 : 0;
    }
    told.push(w.known(Math.round((100 * known) / world.known.length), now));
    const enemies = world.units.filter(({ seat }) => seat !== view.player).length;
    if (enemies) told.push(w.enemies(enemies));
  }
  const best = winners(view);
  if (view.phase === 'over') told.push(best.length === 1 ? t.won(names[best[0]]) : t.drawn);
  return told.join(' ');
}

const winners = (view: QuestView): number[] =>
  view.players.filter(({ place }) => place === 1).map(({ seat }) => seat);

function caption(view: QuestView, names: Names): string {
  if (view.phase !== 'over') return '';
  return winners(view)
    .map((seat) => names[seat])
    .join(', ');
}

/** What its name alone does not tell. */
const EXPLAINED: ReadonlySet<string> = new Set(['retaliation_kills', 'traps_sprung', 'sprees']);

/** The scoreboard: points by source and the statistics. QST-146 */
function table(view: QuestView, names: Names, t: MatchWords): RoundTable {
  const w = words.board;
  return {
    title: view.phase === 'over' ? t.finalStandings : w.scoreboard,
    note: view.turn_of
      ? w.roundAndTurn(view.round, view.rounds, names[view.turn_of])
      : t.roundOf(view.round, view.rounds),
    columns: [
      { key: 'points', label: w.points, hint: '' },
      ...SOURCES.map((key) => ({ key, label: w.sources[key], hint: '' })),
      { key: 'units', label: w.unitsAlive, hint: '' },
      ...STATS.map((key) => ({ key, label: w.stats[key], hint: EXPLAINED.has(key) ? w.statHints[key] : '' })),
    ],
    rows: ranked(view).map((row) => ({
      seat: row.seat,
      label: `${row.place}. ${names[row.seat]}${row.defeated ? ` (${w.defeated})` : row.away ? ` (${w.away})` : ''}`,
      cells: [
        number(row.points, Number.isInteger(row.points) ? 0 : 1),
        ...SOURCES.map((key) => number(row.by_source[key] ?? 0)),
        number(row.units),
        ...STATS.map((key) =>
          key === 'first_blood' ? (row.stats[key] ? w.yes : '–') : number(row.stats[key] ?? 0),
        ),
      ],
    })),
  };
}

/** "Sword 2" of sword2, "Iron" of iron. */
export function thingName(what: string): string {
  const { resources, kinds, made } = words.board,
    [, kind, level] = /^([a-z]+)(\d)$/.exec(what) ?? [];
  return kind && kinds[kind] ? made(kinds[kind], Number(level)) : (resources[what] ?? what);
}

/** "12 Iron, 1 Sword 2" */
export const amountsText = (amounts: Record<string, number>): string =>
  Object.entries(amounts)
    .filter(([, n]) => n)
    .map(([what, n]) => `${number(n)} ${thingName(what)}`)
    .join(', ');

type Rows = PieceCard['rows'];

export const card: GameBoard<QuestView, QuestEvent>['card'] = (view, piece, names, _, moving) => {
  const found = questPiece(piece);
  if (!found) return null;
  const units = standing(view, moving);
  if (found.kind === 'cell') return cellCard(view, found.x, found.y, units, names);
  const unit = units.find(({ id }) => id === found.unit);
  return unit ? unitCard(view, unit, names) : null;
};

function cellCard(view: QuestView, x: number, y: number, units: Unit[], names: Names): PieceCard | null {
  const w = words.board,
    world = worldOf(view),
    place = y * view.width + x,
    knows = world.known[place];
  if (x >= view.width || y >= view.height) return null;
  const rows: Rows = [];
  if (knows !== NEVER) rows.push([w.terrain, world.rock[place] ? w.rock : w.grass]);
  if (!world.whole) rows.push([w.knowledge, knows === NOW ? w.seenNow : knows ? w.seenBefore : w.neverSeen]);
  view.starts.forEach((cell, n) => {
    if (cell[0] === x && cell[1] === y) rows.push([w.startOf(names[n + 1]), '']);
  });
  const here = world.lying.get(place);
  if (here) rows.push(...lyingRows(here));
  for (const tower of world.towers) {
    if (tower.x === x && tower.y === y) {
      rows.push([w.towerOf(names[tower.seat], tower.level), tower.energy === null ? w.lastSeen : `${w.energy} ${number(tower.energy)}`]); // prettier-ignore
      rows.push([w.reach, w.reachValue(tower.radius)]);
    } else if (Math.max(Math.abs(tower.x - x), Math.abs(tower.y - y)) <= tower.radius)
      rows.push([w.covered, w.towerOf(names[tower.seat], tower.level)]);
  }
  for (const trap of world.traps)
    if (trap.x === x && trap.y === y)
      rows.push([trap.seat ? w.trapOf(names[trap.seat], trap.level) : w.trap(trap.level), '']);
  const there = units.filter((unit) => unit.x === x && unit.y === y);
  for (const seat of new Set(there.map((unit) => unit.seat)))
    rows.push([w.unitsOf(names[seat]), there.filter((unit) => unit.seat === seat).map(({ id, energy, max }) => `${id} (${energy}/${max})`).join(', ')]); // prettier-ignore
  return { seat: 0, title: w.cell(x, y), rows };
}

export function lyingRows(here: Lying): Rows {
  const w = words.board,
    rows: Rows = [],
    surface = amountsText({ ...here.surface, ...here.items });
  if (surface) rows.push([w.onGround, surface]);
  else if (here.some.resources || here.some.items) rows.push([w.onGround, w.something]);
  if (!here.buried.length && !here.dug) return rows;
  const told = here.buried
    .map((kind) =>
      here.amounts[kind] === undefined ? thingName(kind) : `${number(here.amounts[kind])} ${thingName(kind)}`,
    )
    .join(', ');
  rows.push([w.inGround, here.dug ? w.dugIn(told || w.none, here.dug) : told]);
  return rows;
}

/** What a unit wears, "Sword 2, Armour 1", or nothing. */
export function wornText({ sword, armour }: Pick<Unit, 'sword' | 'armour'>): string {
  const { kinds, made, none } = words.board,
    parts = [sword && made(kinds.sword, sword), armour && made(kinds.armour, armour)].filter(Boolean);
  return parts.join(', ') || none;
}

function unitCard(view: QuestView, unit: Unit, names: Names): PieceCard {
  const w = words.board,
    { data } = unit,
    rows: Rows = [
      [w.at, `${unit.x}, ${unit.y}`],
      [w.energy, w.of(number(Math.round(unit.energy)), number(Math.round(unit.max)))],
      [w.worn, wornText(unit)],
    ];
  if (unit.frozen) rows.push([w.frozen, w.frozenFor(unit.frozen)]);
  if (unit.shield) rows.push([w.shield, w.shieldOn]);
  if (data) {
    if (data.respawned) rows.push([w.respawned, w.respawnedNow]);
    rows.push([w.carries, amountsText({ ...data.resources, ...data.items }) || w.none]);
    rows.push([w.weight, number(data.weight)]);
    if (data.retaliate.energy)
      rows.push([w.retaliates, w.retaliatesWith(data.retaliate.energy, data.retaliate.cutoff)]);
  }
  const here = worldOf(view).lying.get(unit.y * view.width + unit.x);
  if (here) rows.push(...lyingRows(here));
  return {
    seat: unit.seat,
    title: `${names[unit.seat]} · ${w.unit(unit.id)}`,
    note: data ? undefined : w.secret,
    rows,
  };
}

/** The blueprints that a team knows: "Sword 2, Armour 1, Tower 1, Trap 1". */
export const levelsText = (levels: Record<string, number>): string =>
  Object.entries(levels)
    .map(([kind, level]) => words.board.made(words.board.kinds[kind] ?? kind, level))
    .join(', ');

export const teamOf = (view: QuestView, seat: number) => teamsOf(view).find((team) => team.seat === seat);

/** The keys of the map and of the controls. */
const keys = (): KeyHelp[] => [...mapKeys(words.board.keys), ...playKeys()];

export const descriptions = { describe, caption, table, card, keys };
