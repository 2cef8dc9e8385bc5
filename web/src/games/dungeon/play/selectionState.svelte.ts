/** Which robots are chosen and shown, and what a person is about to do with them. */
import {
  byPlanet,
  fits,
  isIdle,
  living,
  matches,
  sorted,
  together,
  type Choice,
  type Filter,
  type Group,
  type Sort,
  type Tasks,
} from './selection';
import type { Kept } from './storage';
import { trades, type Item, type Robot, type World } from './world';

/** Something that still needs a place or a robot to be aimed at. */
export type Aim = { do: 'item'; item: Item } | { do: 'follow' } | null;

export class Swarm {
  choice = $state.raw<Choice>({ chosen: new Set(), anchor: '' });
  filter = $state<Filter>('all');
  sort = $state<Sort>('planet');
  grouped = $state(true);
  search = $state('');
  /** saved groups by their number */
  groups = $state.raw<Record<string, string[]>>({});
  aim = $state.raw<Aim>(null);
  /** the row that the keyboard is on */
  at = $state('');
  /** so many robots there were in the view before; a page that opens on a running match has chosen nothing */
  #had = 1;
  #world: () => World;
  #tasks: () => Tasks;

  constructor(world: () => World, tasks: () => Tasks, kept: Kept) {
    this.#world = world;
    this.#tasks = tasks;
    this.filter = kept.filter;
    this.sort = kept.sort;
    this.grouped = kept.grouped;
    this.groups = kept.groups;
  }

  readonly shown = $derived.by((): Robot[] => {
    const world = this.#world(),
      tasks = this.#tasks();
    return sorted(
      world,
      world.own.robots.filter(
        (robot) => fits(world, robot, this.filter, tasks) && matches(world, robot, this.search, tasks),
      ),
      this.sort,
    );
  });
  /** the list: by planet, or as one */
  readonly parts = $derived.by((): Group[] =>
    this.grouped ? byPlanet(this.shown) : this.shown.length ? [{ planet: '', robots: this.shown }] : [],
  );
  /** ids from top to bottom */
  readonly order = $derived(this.parts.flatMap(({ robots }) => robots.map(({ id }) => id)));
  readonly chosen = $derived.by((): Robot[] => {
    const { robots } = this.#world();
    return [...this.choice.chosen].flatMap((id) => robots.get(id) ?? []);
  });
  readonly idle = $derived.by(() =>
    this.#world()
      .own.robots.filter((robot) => isIdle(robot, this.#tasks()))
      .map(({ id }) => id),
  );
  readonly docked = $derived.by(() =>
    this.#world()
      .own.robots.filter((robot) => trades(this.#world(), robot.planet))
      .map(({ id }) => id),
  );

  choose(ids: readonly string[], add = false): void {
    this.choice = together(this.choice, ids, add);
    this.at = ids[0] ?? this.at;
  }

  clear(): void {
    if (this.choice.chosen.size) this.choice = { ...this.choice, chosen: new Set() };
  }

  /** The next robot without anything to do. */
  nextIdle(): void {
    const row = this.order.filter((id) => this.idle.includes(id)),
      list = row.length ? row : this.idle,
      next = list[(list.indexOf(this.choice.anchor) + 1) % list.length];
    if (next) this.choose([next]);
  }

  save(number: string): void {
    this.groups = { ...this.groups, [number]: [...this.choice.chosen] };
  }

  recall(number: string, add = false): void {
    const alive = (this.groups[number] ?? []).filter((id) => this.#world().robots.has(id));
    if (alive.length) this.choose(alive, add);
  }

  saved(number: string): number {
    return (this.groups[number] ?? []).filter((id) => this.#world().robots.has(id)).length;
  }

  /** A new view: the destroyed are not chosen any more, and who had no robot has the first ones chosen. */
  refresh(): void {
    const { robots } = this.#world();
    this.choice = living(this.choice, robots);
    if (!this.#had && robots.size) this.choose([...robots.keys()]);
    this.#had = robots.size;
  }
}
