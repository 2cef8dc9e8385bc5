/** The controls of the Dungeon without a page, as the tests ask them: plain values in, plain values out. */
import './page';
import {
  between,
  byPlanet,
  clicked,
  fits,
  matches,
  sorted,
  step,
  together,
  type Filter,
  type Sort,
} from '../../web/src/games/dungeon/play/selection';
import { grouped, outcome, type Wish } from '../../web/src/games/dungeon/play/groupOrders';
import { nearestStation, reachOf, roundsOf, wayTo } from '../../web/src/games/dungeon/play/paths';
import { reportOf } from '../../web/src/games/dungeon/play/report';
import { account, check, costOf, robotsFail } from '../../web/src/games/dungeon/play/rules';
import { miner, next, tell, type Standing } from '../../web/src/games/dungeon/play/standing';
import { marked as markedOf } from '../../web/src/games/dungeon/play/marked';
import { standingWords } from '../../web/src/games/dungeon/play/words';
import { settings } from '../../web/src/lib/settings.svelte';
import { worldOf, type Command, type World } from '../../web/src/games/dungeon/play/world';
import type { DungeonEvent, DungeonSettings, DungeonView } from '../../web/src/net/types';

type Given = [view: DungeonView, settings: DungeonSettings];
type Orders = Record<string, Command>;

const world = ([view, settings]: Given): World => worldOf(view, settings);
const tasks = (commands: Orders, standing: string[]) => ({
  commands: new Map(Object.entries(commands)),
  standing: new Set(standing),
});

export { between, step };

export const way = (given: Given, from: string, to: string) => wayTo(reachOf(world(given), from), to);

export const energy = (given: Given, from: string, to: string) => reachOf(world(given), from).get(to)?.energy;

export const station = (given: Given, from: string) => nearestStation(world(given), reachOf(world(given), from));

export function rounds(given: Given, robot: string, to: string) {
  const made = world(given),
    found = made.robots.get(robot)!;
  return roundsOf(made, found, wayTo(reachOf(made, found.planet), to)!);
}

/** Cost and reason of every command for its robot. */
export const judged = (given: Given, commands: Command[], money: number) =>
  commands.map((command) => {
    const made = world(given),
      robot = made.robots.get(command.robot)!;
    return { ...costOf(made, robot, command), reason: check(made, robot, command, money) };
  });

export const wished = (given: Given, robots: string[], wish: Wish, pending: Orders = {}, buying = 0) => {
  const made = world(given),
    out = outcome(
      made,
      robots.map((id) => made.robots.get(id)!),
      wish,
      new Map(Object.entries(pending)),
      buying,
    );
  return { ...out, why: grouped(out.cannot) };
};

export const again = (given: Given, robots: string[], last: Orders) =>
  wished(given, robots, { do: 'again', commands: new Map(Object.entries(last)) });

export const money = (given: Given, pending: Command[], buying: number) =>
  account(world(given), pending, buying);

export const robotsFailure = (given: Given, quantity: number, left: number) =>
  robotsFail(world(given), quantity, left);

export const stands = (given: Given, robot: string, standing: Standing) => {
  const made = world(given);
  return next(made, made.robots.get(robot)!, standing);
};

/** The order that the button "Mine and sell" gives. */
export const ordered = (given: Given, robot: string) => {
  const made = world(given);
  return miner(made, made.robots.get(robot)!, 0);
};

export const words = (given: Given, standing: Standing, language: 'en' | 'de') => {
  settings.lang = language;
  return standingWords(world(given), standing);
};

export const marked = (given: Given, commands: Orders, standing: Record<string, Standing>, robots: number) =>
  markedOf(world(given), {
    commands: new Map(Object.entries(commands)),
    standing: new Map(Object.entries(standing)),
    robots,
  });

export const told = (given: Given, standing: Record<string, Standing>, commanded: string[]) =>
  tell(world(given), new Map(Object.entries(standing)), new Set(commanded));

export const listed = (
  given: Given,
  filter: Filter,
  search: string,
  sort: Sort,
  commands: Orders,
  standing: string[],
) => {
  const made = world(given),
    what = tasks(commands, standing);
  return sorted(
    made,
    made.own.robots.filter((robot) => fits(made, robot, filter, what) && matches(made, robot, search, what)),
    sort,
  ).map(({ id }) => id);
};

export const groups = (given: Given) =>
  byPlanet(world(given).own.robots).map(({ planet, robots }) => [planet, robots.map(({ id }) => id)]);

/** The chosen robots after clicks: id, and what is held. */
export function clicks(order: string[], done: [id: string, held: { range?: boolean; toggle?: boolean }][]) {
  let choice = { chosen: new Set<string>() as ReadonlySet<string>, anchor: '' };
  return done.map(([id, held]) => {
    choice = clicked(choice, order, id, held);
    return [...choice.chosen].sort();
  });
}

export const joined = (chosen: string[], ids: string[], add: boolean) =>
  [...together({ chosen: new Set(chosen), anchor: '' }, ids, add).chosen].sort();

export const report = (given: Given, events: DungeonEvent[]) => reportOf(world(given), events);
