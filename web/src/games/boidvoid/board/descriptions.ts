/** BoidVoid in sentences: what the picture shows, tiles and units on cards, and the figures of a turn. */
import { mapKeys } from '../../../game/board/keyHelp';
import { words } from '../words';
import { number } from '../../../lib/format';
import type { BoidvoidBoostView, BoidvoidEvent, BoidvoidUnitView, BoidvoidView } from '../../../net/types';
import type { GameBoard, KeyHelp, MatchWords, Names, PieceCard, RoundTable } from '../../../game/contract';
import { playKeys } from '../play/help';
import { poiFields, structureFields, tileFields } from './fields';
import { ranked, STATS } from './figures';
import { boidvoidPiece, type Spot } from './overlayTypes';
import { anyUnit, placeOf, tileOf, worldOf, type Structure } from './model';
import { obstacleName, playerName, poiName, teamName, templateName, tileName } from './roster';
import { amount } from './eventText';

function describe(view: BoidvoidView, names: Names, t: MatchWords): string {
  const w = words.board,
    world = worldOf(view),
    parts = ranked(view).map(({ team, tiles, ships }) => w.holds(teamName(view, team, names), tiles, ships)),
    told = [`${w.turnOf(view.turn, view.turn_limit)}: ${parts.join(', ')}.`],
    ground = view.tiles.filter(({ obstacle }) => !obstacle).length,
    pirates = world.units.filter(({ kind }) => kind === 'npc').length;
  told.push(w.free(ground - world.owners.size));
  for (const { team, eliminated } of view.teams) {
    const mother = view.units.find((unit) => unit.kind === 'mothership' && unit.team === team);
    if (eliminated) told.push(w.eliminatedOf(teamName(view, team, names)));
    else if (mother?.x === null) told.push(w.motherless(teamName(view, team, names)));
  }
  if (pirates) told.push(w.pirates(pirates));
  const best = winners(view);
  if (view.phase === 'over') told.push(best.length === 1 ? t.won(teamName(view, best[0], names)) : t.drawn);
  return told.join(' ');
}

const winners = (view: BoidvoidView): number[] =>
  view.teams.filter(({ rank }) => rank === 1).map(({ team }) => team);

function caption(view: BoidvoidView, names: Names): string {
  if (view.phase !== 'over') return '';
  return winners(view)
    .map((team) => teamName(view, team, names))
    .join(', ');
}

/** The scoreboard. BOI-271 */
function table(view: BoidvoidView, names: Names, t: MatchWords): RoundTable {
  const w = words.board;
  return {
    title: view.phase === 'over' ? t.finalStandings : w.scoreboard,
    note: w.turnOf(view.turn, view.turn_limit),
    columns: [
      { key: 'tiles', label: w.tiles, hint: '' },
      { key: 'pois', label: w.pois, hint: '' },
      { key: 'structures', label: w.structures, hint: '' },
      { key: 'levels', label: w.levels, hint: '' },
      { key: 'defeated', label: w.defeated, hint: '' },
      { key: 'lost', label: w.lost, hint: '' },
      { key: 'ships', label: w.shipsOnMap, hint: '' },
      { key: 'attack', label: w.attack, hint: '' },
      { key: 'defense', label: w.defense, hint: '' },
    ],
    rows: ranked(view).map((row) => ({
      seat: row.team,
      label: `${row.rank}. ${teamName(view, row.team, names)}${row.eliminated ? ` (${w.eliminated})` : row.left ? ` (${w.left})` : ''}`,
      cells: [row.tiles, row.pois, row.structures, row.levels, row.defeated, row.lost, row.ships, row.attack, row.defense].map((n) => number(n)), // prettier-ignore
    })),
  };
}

type Rows = PieceCard['rows'];

export const card: GameBoard<BoidvoidView, BoidvoidEvent>['card'] = (view, piece, names) => {
  const found = boidvoidPiece(piece);
  if (!found) return null;
  if (found.kind === 'tile') return tileCard(view, found, names);
  const unit = anyUnit(view, found.unit);
  if (!unit) return null;
  return 'kind' in unit ? unitCard(view, unit, names) : structureCard(view, unit, names);
};

/** What is true of a tile: free, being captured, captured. BOI-074 */
export function tileState(view: BoidvoidView, spot: Spot): 'free' | 'capturing' | 'captured' {
  const busy = worldOf(view).units.some(
    ({ x, y, job }) => x === spot.x && y === spot.y && job?.type === 'capturing',
  );
  return busy ? 'capturing' : tileOf(view, spot)?.owner ? 'captured' : 'free';
}

function tileCard(view: BoidvoidView, { x, y }: Spot, names: Names): PieceCard | null {
  const w = words.board,
    tile = tileOf(view, { x, y });
  if (!tile) return null;
  const rows: Rows = [[w.type, tileName(tile.type)]],
    owner = tile.owner ?? 0;
  if (tile.obstacle)
    return { seat: 0, title: w.tileAt(x, y), rows: [[w.obstacle, obstacleName(tile.obstacle)]] };
  const effects = tileFields(tile.type);
  if (effects) rows.push([w.bonus, effects]);
  if (tile.poi) {
    rows.push([w.poi, poiName(tile.poi)]);
    rows.push([w.bonus, poiFields(tile.poi)]);
  }
  rows.push([w.owner, teamName(view, owner, names)]);
  rows.push([w.state, w.tileStates[tileState(view, { x, y })]]);
  const home = view.teams.find(({ home }) => home[0] === x && home[1] === y);
  if (home) rows.push([w.homeOf(teamName(view, home.team, names)), '']);
  const world = worldOf(view),
    place = placeOf(view.side, { x, y });
  for (const one of world.structures)
    if (placeOf(view.side, one) === place)
      rows.push([w.structure, `${templateName(one.template)}, ${w.level(one.level)}`]);
  for (const unit of world.units)
    if (placeOf(view.side, unit) === place) {
      const data = view.units.find(({ id }) => id === unit.id)!;
      rows.push([w.here, titleOf(view, data, names)]);
      if (unit.job) rows.push([w.jobs[unit.job.type], w.progress(unit.job.progress, unit.job.needed)]);
    }
  return { seat: owner, title: w.tileAt(x, y), rows };
}

export function titleOf(view: BoidvoidView, unit: BoidvoidUnitView, names: Names): string {
  const w = words.board,
    team = teamName(view, unit.team, names);
  if (unit.kind === 'mothership') return w.motherOf(team);
  if (unit.kind === 'swarm') return w.swarmOf(team, unit.id);
  if (unit.kind === 'npc') return w.pirate(unit.id);
  return playerName(view, unit.player);
}

export const boostsText = (boosts: BoidvoidBoostView[]): string =>
  boosts
    .map(({ template, turns }) =>
      turns === null
        ? words.board.boostStaked(templateName(template))
        : words.board.boostTurns(templateName(template), turns),
    )
    .join(', ');

/** Everything that the viewer may know of a unit. BOI-088 to BOI-090 */
function unitCard(view: BoidvoidView, unit: BoidvoidUnitView, names: Names): PieceCard {
  const w = words.board,
    { roles } = words.names,
    rows: Rows = [
      [w.health, w.of(amount(unit.health), amount(unit.max_health))],
      [w.attack, number(unit.attack)],
      [w.defense, number(unit.defense)],
      [w.range, number(unit.range)],
    ];
  if (unit.battery !== undefined && unit.max_battery !== undefined)
    rows.push([w.battery, w.of(amount(unit.battery), amount(unit.max_battery))]);
  if (unit.ratio !== undefined) rows.push([w.ratio, `${unit.ratio} : ${100 - unit.ratio}`]);
  if (unit.ap !== undefined) rows.push([w.ap, number(unit.ap)]);
  if (unit.crit_chance) rows.push([w.crit, w.critValue(unit.crit_chance, unit.crit_value)]);
  if (unit.ships.length) rows.push([w.ships, unit.ships.map((ship) => playerName(view, ship)).join(', ')]);
  if (unit.player) {
    const player = view.players[unit.player - 1];
    if (player) rows.push([w.role, roles[player.role] ?? player.role]);
  }
  if (unit.template && !unit.template.endsWith('-standard') && unit.kind !== 'npc')
    rows.push([w.template, templateName(unit.template)]);
  if (unit.job) rows.push([w.jobs[unit.job.type], w.progress(unit.job.progress, unit.job.needed)]);
  if (unit.boosts.length) rows.push([w.boosts, boostsText(unit.boosts)]);
  if (unit.automode) rows.push([w.automode, w.on]);
  if (unit.x === null) rows.push([w.at, w.offMap]);
  return {
    seat: unit.team,
    title: titleOf(view, unit, names),
    at: placeName(unit.x, unit.y),
    note: unit.kind === 'spaceship' && unit.ap === undefined ? w.hidden : undefined,
    rows,
  };
}

/** Where something is, unless it is not on the map. */
const placeName = (x: number | null, y: number | null): string | undefined =>
  x === null || y === null ? undefined : words.board.tileAt(x, y);

function structureCard(view: BoidvoidView, one: Structure, names: Names): PieceCard {
  const w = words.board,
    rows: Rows = [
      [w.owner, teamName(view, one.team, names)],
      [w.builder, playerName(view, one.builder)],
      [w.health, w.of(amount(one.health), amount(one.max_health))],
      [w.attack, number(one.attack)],
      [w.defense, number(one.defense)],
      [w.range, number(one.range)],
      [w.bonus, structureFields(one.template, one.level)],
    ];
  if (one.boosts.length) rows.push([w.boosts, boostsText(one.boosts)]);
  return {
    seat: one.team,
    title: `${templateName(one.template)}, ${w.level(one.level)}`,
    at: placeName(one.x, one.y),
    rows,
  };
}

/** What a player has done so far, by BOI-266. */
export const statsOf = (stats: Record<string, number>): [label: string, value: string][] =>
  STATS.map((key) => [words.figures.figures[key] ?? key, amount(stats[key] ?? 0)]);

/** The keys of the map and of the controls. */
const keys = (): KeyHelp[] => [...mapKeys(words.board.keys), ...playKeys()];

export const descriptions = { describe, caption, table, card, keys };
