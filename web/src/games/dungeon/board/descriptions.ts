/** The Dungeon in sentences: what the picture shows, and the figures of a round. */
import { mapKeys } from '../../../game/board/keyHelp';
import { words } from '../words';
import { number } from '../../../lib/format';
import type { DungeonEvent, DungeonPlanetView, DungeonRobotView, DungeonView } from '../../../net/types';
import type { GameBoard, KeyHelp, MatchWords, Names, PieceCard, RoundTable } from '../../../game/contract';
import { CATEGORIES, ownOf } from './figures';
import {
  ageOf,
  cargoOf,
  groupsOf,
  isWhole,
  nameOfPlanet,
  planetName,
  planetsOf,
  shortId,
  type Bot,
} from './model';
import { pieceOf } from './overlayTypes';
import { standing } from './timeline';

/** So many players are named in the sentence about the picture. */
const NAMED = 8;

const ranked = (view: DungeonView) => view.players.toSorted((a, b) => a.place - b.place || a.seat - b.seat);

function describe(view: DungeonView, names: Names, t: MatchWords): string {
  const w = words.board,
    named = ranked(view).slice(0, NAMED),
    rest = view.players.length - named.length,
    parts = named.map(({ seat, sum }) =>
      w.has(names[seat], number(sum), ownOf(view, seat)?.robots.length ?? null),
    );
  if (rest) parts.push(w.andOthers(rest));
  const map = !view.planets.length
      ? view.you
        ? ''
        : ` ${w.nothing}`
      : isWhole(view)
        ? ` ${w.whole(view.planets.length)}`
        : ` ${w.known(view.planets.length, view.planets.filter(({ visited }) => visited).length)}`,
    best = winners(view),
    end = view.phase === 'over' ? ` ${best.length === 1 ? t.won(names[best[0]]) : t.drawn}` : '';
  return `${t.roundOf(view.round, view.max_rounds)}: ${parts.join(', ')}.${map}${end}`;
}

const winners = (view: DungeonView): number[] =>
  view.players.filter(({ place }) => place === 1).map(({ seat }) => seat);

function caption(view: DungeonView, names: Names): string {
  if (view.phase !== 'over') return '';
  return winners(view)
    .map((seat) => names[seat])
    .join(', ');
}

/** The scoreboard. DUN-162 to DUN-172 */
function table(view: DungeonView, names: Names, t: MatchWords): RoundTable {
  const { board: w, names: things } = words,
    rows = ranked(view),
    known = rows.some(({ seat }) => ownOf(view, seat));
  return {
    title: view.phase === 'over' ? t.finalStandings : w.scoreboard,
    note: t.roundOf(view.round, view.max_rounds),
    columns: [
      { key: 'total', label: w.total, hint: '' },
      { key: 'sum', label: w.sum, hint: '' },
      ...CATEGORIES.map((key) => ({ key, label: things.categories[key], hint: '' })),
      ...(known
        ? [
            { key: 'alive', label: w.alive, hint: '' },
            { key: 'money', label: w.money, hint: '' },
          ]
        : []),
    ],
    rows: rows.map((row) => {
      const own = ownOf(view, row.seat);
      return {
        seat: row.seat,
        label: `${row.place}. ${names[row.seat]}${row.left ? ` (${t.gone})` : ''}`,
        cells: [
          number(row.total, 1),
          number(row.sum),
          ...CATEGORIES.map((key) => number(row.scores[key] ?? 0)),
          ...(known ? (own ? [number(own.robots.length), number(own.money)] : ['–', '–']) : []),
        ],
      };
    }),
  };
}

type Rows = PieceCard['rows'];

export const card: GameBoard<DungeonView, DungeonEvent>['card'] = (view, piece, names, _, moving) => {
  const found = pieceOf(piece),
    bots = standing(view, moving);
  if (!found) return null;
  if (found.kind === 'robot') {
    const bot = bots.find(({ id }) => id === found.robot);
    return bot ? robotCard(view, bot, names) : null;
  }
  if (found.kind === 'robots') {
    const here = bots.filter(({ planet, seat }) => planet === found.planet && seat === found.seat);
    return here.length === 1
      ? robotCard(view, here[0], names)
      : here.length
        ? groupCard(view, here, names)
        : null;
  }
  const planet = planetsOf(view).get(found.planet);
  return planet ? planetCard(view, planet, bots, names) : null;
};

function planetCard(view: DungeonView, planet: DungeonPlanetView, bots: Bot[], names: Names): PieceCard {
  const { board: w, names: things } = words,
    rows: Rows = [[w.gravity, w.gravityValue(things.gravity[planet.gravity], planet.gravity)]];
  if (planet.visited && !planet.station) {
    rows.push([w.resource, planet.resource ? things.resources[planet.resource] : w.none]);
    if (planet.resource) rows.push([w.amount, planet.amount === null ? w.notTold : number(planet.amount)]);
  }
  if (planet.as_of && !isWhole(view))
    rows.push([w.asOf, w.asOfValue(planet.as_of, ageOf(view, planet.as_of))]);
  for (const { seat, bots: own, age } of groupsOf(view, bots).get(planet.id) ?? [])
    rows.push([w.robotsOf(names[seat]), w.seen(own.length, age)]);
  const ways = Object.entries(planet.neighbours).map(
    ([way, id]) => `${w.directions[way] ?? way} ${nameOfPlanet(id)}`,
  );
  if (ways.length) rows.push([w.neighbours, ways.join(', ')]);
  const name = planetName(planet);
  return {
    seat: 0,
    title: planet.station ? w.station(name) : w.planet(name),
    note: !planet.visited ? w.unknownNote : planet.station ? w.stationNote : undefined,
    rows,
  };
}

const list = (counts: Record<string, number>, word: (key: string) => string): string =>
  Object.entries(counts)
    .filter(([, n]) => n)
    .map(([key, n]) => `${n} ${word(key)}`)
    .join(', ');

export const cargoText = (cargo: Record<string, number>): string =>
  list(cargo, (kind) => words.names.resources[kind] ?? kind);

function dataRows(data: DungeonRobotView): Rows {
  const { board: w, names: things } = words,
    items = list(data.items, (item) => things.articles[item] ?? item),
    levels = Object.entries(data.levels)
      .filter(([, level]) => level)
      .map(([stat, level]) => `${things.stats[stat] ?? stat} ${level}`);
  const rows: Rows = [
    [w.health, `${data.health}/${data.max_health}`],
    [w.energy, `${data.energy}/${data.max_energy}`],
    [w.cargo, [`${cargoOf(data)}/${data.storage}`, cargoText(data.cargo)].filter(Boolean).join(': ')],
  ];
  if (items) rows.push([w.items, items]);
  if (levels.length) rows.push([w.levels, levels.join(', ')]);
  const command = data.command?.type as string | undefined;
  if (command) rows.push([w.command, things.commands[command] ?? command]);
  return rows;
}

function robotCard(view: DungeonView, bot: Bot, names: Names): PieceCard {
  const w = words.board;
  return {
    seat: bot.seat,
    title: `${names[bot.seat]} · ${w.robot(shortId(bot.id))}`,
    note: bot.data ? undefined : w.unknownData,
    rows: [
      [w.on, nameOfPlanet(bot.planet)],
      ...(bot.data ? dataRows(bot.data) : ([[w.asOf, w.asOfValue(bot.seen, ageOf(view, bot.seen))]] as Rows)),
    ],
  };
}

function groupCard(view: DungeonView, bots: Bot[], names: Names): PieceCard {
  const w = words.board,
    [first] = bots,
    known = bots.flatMap(({ data }) => data ?? []),
    cargo: Record<string, number> = {};
  for (const data of known)
    for (const [kind, n] of Object.entries(data.cargo)) cargo[kind] = (cargo[kind] ?? 0) + n;
  const span = (of: (data: DungeonRobotView) => number) => {
    const all = known.map(of),
      [low, high] = [Math.min(...all), Math.max(...all)];
    return low === high ? `${low}` : `${low}–${high}`;
  };
  const newest = Math.max(...bots.map(({ seen }) => seen));
  return {
    seat: first.seat,
    title: `${names[first.seat]} · ${bots.length} ${w.robots}`,
    note: known.length ? undefined : w.unknownData,
    rows: [
      [w.on, nameOfPlanet(first.planet)],
      ...(known.length
        ? ([
            [w.health, span(({ health }) => health)],
            [w.energy, span(({ energy }) => energy)],
            [w.cargo, cargoText(cargo) || '0'],
          ] as Rows)
        : ([[w.asOf, w.asOfValue(newest, ageOf(view, newest))]] as Rows)),
    ],
  };
}

/** The keys of the controls and of the map. */
function keys(): KeyHelp[] {
  const p = words.play.keys;
  return [
    { keys: ['Enter'], does: p.done },
    { keys: ['M', 'R', 'B', 'S'], does: p.plain },
    { keys: ['F'], does: p.attack },
    { keys: ['O', 'X', 'L', 'H', 'P'], does: p.standing },
    { keys: ['A', 'I', 'T'], does: p.choose },
    { keys: ['N'], does: p.next },
    { keys: ['1', '9'], does: p.groups },
    { keys: ['E', 'U'], does: p.again },
    { keys: ['Delete'], does: p.withdraw },
    { keys: ['/'], does: p.find },
    ...mapKeys(words.board.keys),
  ];
}

export const descriptions = { describe, caption, table, card, keys };
