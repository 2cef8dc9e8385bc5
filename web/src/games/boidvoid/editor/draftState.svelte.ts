/** A map being built: what was before and after, which tiles are selected, which sides follow, what the server thinks. */
import { Refused, api } from '../../../net/api';
import type { MapCheck, MapProblem } from '../../../net/types';
import { cellOf, empty, inside, read, resized, spotOf, write, type Draft, type Spot } from './draft';
import {
  changeTiles,
  isSymmetrical,
  placeHome,
  removeTiles,
  symmetrical,
  type Change,
  type Sides,
} from './edit';
import { wrongWith, type Wrong } from './problems';
import { middleOf, type Symmetry } from './symmetry';

const GAME = 'boidvoid';
const CHECK_AFTER_MS = 600;
const AGAIN_MS = 4000; // where the server asked to wait
const TYPING_MS = 1200; // changes of one field that follow each other so soon are undone together
const NOTHING: MapCheck = { problems: [], key: '', name: '', seats: 0, facts: {} };
const PAST_MAX = 200;

export class Desk {
  kept = $state.raw<Draft>(empty());
  past = $state.raw<Draft[]>([]);
  future = $state.raw<Draft[]>([]);
  selected = $state.raw<ReadonlySet<number>>(new Set());
  symmetry = $state<Symmetry>('none');
  cursor = $state.raw<Spot>({ x: 0, y: 0 });
  /** stays where it was while tiles at the rim come and go */
  private middle = $state.raw(middleOf(empty()));
  private readonly sides = $derived<Sides>({ symmetry: this.symmetry, middle: this.middle });
  check = $state.raw<MapCheck | null>(null);
  checking = $state(false);
  private typed = 0;

  readonly text = $derived(write(this.kept));
  readonly own = $derived<Wrong[]>(wrongWith(this.kept));
  readonly problems = $derived<MapProblem[]>(this.own.length ? [] : (this.check?.problems ?? []));
  readonly playable = $derived(
    this.own.length === 0 && this.check !== null && !this.checking && this.problems.length === 0,
  );
  /** tiles that something is wrong with */
  readonly wrong = $derived<Spot[]>([
    ...this.own.flatMap(({ spots }) => spots),
    ...this.problems.flatMap((problem) => this.placeOf(problem) ?? []),
  ]);
  constructor(content: string) {
    this.kept = read(content) ?? empty();
    this.settle();
  }

  /** Another map is on the desk: its own symmetry is kept from now on. */
  private settle(): void {
    this.middle = middleOf(this.kept);
    const found = (['half', 'lr', 'third'] as const).find((symmetry) =>
      isSymmetrical(this.kept, { symmetry, middle: this.middle }),
    );
    this.symmetry = found ?? 'none';
    this.cursor = { x: Math.floor(this.kept.width / 2), y: Math.floor(this.kept.height / 2) };
    this.selected = new Set();
  }

  /** Where a problem of the server lies on the map, if anywhere: its sentence names the tile. */
  placeOf({ sentence }: MapProblem): Spot | null {
    const found = /\[(\d+), (\d+)\]/.exec(sentence),
      spot = found && { x: Number(found[1]), y: Number(found[2]) };
    return spot && inside(this.kept, spot) ? spot : null;
  }

  /** Another map; what is typed letter by letter, or dragged on a slider, is one change. */
  set(draft: Draft, typing = false): void {
    if (draft === this.kept) return;
    const goesOn = typing && Date.now() - this.typed < TYPING_MS && this.past.length > 0;
    if (!goesOn) this.past = [...this.past.slice(-PAST_MAX), this.kept];
    this.typed = typing ? Date.now() : 0;
    this.future = [];
    this.kept = draft;
  }

  change(how: (draft: Draft) => Draft, typing = false): void {
    this.set(how(this.kept), typing);
  }

  /** A file, or what somebody wrote; false where it is no map. */
  open(content: string): boolean {
    const draft = read(content);
    if (!draft) return false;
    this.set(draft);
    this.settle();
    return true;
  }

  resize(width: number, height: number): void {
    if (width === this.kept.width && height === this.kept.height) return;
    this.change((draft) => resized(draft, width, height), true);
    this.selected = new Set();
    this.middle = middleOf(this.kept);
    if (!inside(this.kept, this.cursor)) this.cursor = { x: 0, y: 0 };
  }

  /** From now on the sides of the map follow each other. */
  follows(symmetry: Symmetry): void {
    this.symmetry = symmetry;
    this.middle = middleOf(this.kept);
  }

  makeEqual(): void {
    this.change((draft) => symmetrical(draft, this.sides));
  }

  get equal(): boolean {
    return isSymmetrical(this.kept, this.sides);
  }

  undo(): void {
    this.go(this.past.at(-1), this.past.slice(0, -1), [this.kept, ...this.future]);
  }

  redo(): void {
    this.go(this.future[0], [...this.past, this.kept], this.future.slice(1));
  }

  private go(draft: Draft | undefined, past: Draft[], future: Draft[]): void {
    if (!draft) return;
    const resized = draft.width !== this.kept.width || draft.height !== this.kept.height;
    this.past = past;
    this.future = future;
    this.kept = draft;
    this.typed = 0;
    if (!resized) return;
    this.selected = new Set();
    this.middle = middleOf(draft);
    if (!inside(draft, this.cursor)) this.cursor = { x: 0, y: 0 };
  }

  // Which tiles

  /** One tile alone, or one more or less. */
  select(spot: Spot, add = false): void {
    const cell = cellOf(this.kept, spot);
    if (!add) {
      this.selected = new Set([cell]);
      return;
    }
    const next = new Set(this.selected);
    if (!next.delete(cell)) next.add(cell);
    this.selected = next;
  }

  selectMore(spots: Iterable<Spot>): void {
    this.selected = new Set([...this.selected, ...Array.from(spots, (spot) => cellOf(this.kept, spot))]);
  }

  selectAll(): void {
    this.selected = new Set(this.kept.tiles.flatMap((tile, cell) => (tile ? [cell] : [])));
  }

  selectNone(): void {
    this.selected = new Set();
  }

  /** All tiles that are of the type of one that is selected, with the same obstacle or none. */
  selectAlike(): void {
    const { tiles } = this.kept,
      like = new Set([...this.selected].map((cell) => look(tiles[cell])));
    this.selected = new Set(tiles.flatMap((tile, cell) => (like.has(look(tile)) ? [cell] : [])));
  }

  move(dx: number, dy: number): void {
    const next = { x: this.cursor.x + dx, y: this.cursor.y + dy };
    if (inside(this.kept, next)) this.cursor = next;
  }

  // What is done with them

  edit(change: Change): void {
    if (this.selected.size) this.change((draft) => changeTiles(draft, this.selected, change, this.sides));
  }

  remove(): void {
    if (this.selected.size) this.change((draft) => removeTiles(draft, this.selected, this.sides));
  }

  home(team: number): void {
    const [cell] = this.selected;
    if (cell !== undefined) this.change((draft) => placeHome(draft, team, cell, this.sides));
  }

  get chosen(): { cell: number; spot: Spot; tile: Draft['tiles'][number] }[] {
    return [...this.selected].map((cell) => ({
      cell,
      spot: spotOf(this.kept, cell),
      tile: this.kept.tiles[cell],
    }));
  }

  /** Asks the server a moment after the last change; call it while a component is set up. */
  follow(): void {
    $effect(() => {
      const text = this.text,
        ended = new AbortController();
      let timer = 0;
      this.checking = true;
      const ask = async () => {
        try {
          this.check = await api.checkMap(GAME, text, ended.signal);
        } catch (error) {
          if (ended.signal.aborted) return;
          if (error instanceof Refused && error.status === 429) {
            timer = window.setTimeout(ask, AGAIN_MS);
            return;
          }
          if (error instanceof Refused) {
            const { code, sentence } = error.problem;
            this.check = { ...NOTHING, problems: [{ code, sentence, line: 0, column: 0, rule: '' }] };
          }
        }
        if (!ended.signal.aborted) this.checking = false;
      };
      timer = window.setTimeout(ask, CHECK_AFTER_MS);
      return () => {
        clearTimeout(timer);
        ended.abort();
      };
    });
  }
}

const look = (tile: Draft['tiles'][number]): string => (tile ? `${tile.type} ${tile.obstacle}` : '');
