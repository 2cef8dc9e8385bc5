/** A map being built: what was before and after, the tool in hand, which sides follow, and what the server thinks. */
import { Refused, api } from '../../../net/api';
import type { MapCheck, MapProblem } from '../../../net/types';
import { empty, inside, placeIn, read, write, type Draft, type Spot } from './draft';
import { wrongWith, type Wrong } from './problems';
import {
  drawn,
  isMirrored,
  isStamp,
  mirrored,
  paint,
  shapesOf,
  stamp,
  type Hand,
  type Mirror,
  type Tool,
} from './tools';

const GAME = 'quest';
const CHECK_AFTER_MS = 600;
const AGAIN_MS = 4000; // where the server asked to wait
const TYPING_MS = 1200; // letters that follow each other so soon are undone together
const NOTHING: MapCheck = { problems: [], key: '', name: '', seats: 0, facts: {} };
const PAST_MAX = 200;

export class Desk {
  /** the map as it is when no hand is on it */
  kept = $state.raw<Draft>(empty());
  past = $state.raw<Draft[]>([]);
  future = $state.raw<Draft[]>([]);
  /** the map under a hand that has not let go yet */
  stroke = $state.raw<Draft | null>(null);
  hand = $state<Hand>({
    tool: 'rock',
    shape: 'brush',
    size: 1,
    amount: 40,
    ground: true,
    dir: 0,
    item: 'sword1',
    seat: 1,
    level: 1,
  });
  mirror = $state<Mirror>({ lr: false, tb: false });
  cursor = $state.raw<Spot>({ x: 0, y: 0 });
  check = $state.raw<MapCheck | null>(null);
  checking = $state(false);
  private typed = 0;

  readonly draft = $derived(this.stroke ?? this.kept);
  readonly text = $derived(write(this.kept));
  readonly own = $derived<Wrong[]>(wrongWith(this.kept));
  readonly problems = $derived<MapProblem[]>(this.own.length ? [] : (this.check?.problems ?? []));
  readonly playable = $derived(
    this.own.length === 0 && this.check !== null && !this.checking && this.problems.length === 0,
  );
  /** cells that something is wrong with */
  readonly wrong = $derived<Spot[]>([
    ...this.own.flatMap(({ spots }) => spots),
    ...this.problems.flatMap((problem) => this.placeOf(problem) ?? []),
  ]);

  constructor(text: string) {
    this.kept = read(text) ?? empty();
    this.mirror = { lr: isMirrored(this.kept, true), tb: isMirrored(this.kept, false) };
  }

  /** Where a problem of the server lies on the map, if anywhere. */
  placeOf({ sentence }: MapProblem): Spot | null {
    const spot = placeIn(this.text, sentence);
    return spot && inside(this.kept, spot) ? spot : null;
  }

  /** Another map; what is typed letter by letter is one change. */
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
  open(text: string): boolean {
    const draft = read(text);
    if (!draft) return false;
    this.mirror = { lr: isMirrored(draft, true), tb: isMirrored(draft, false) };
    this.set(draft);
    return true;
  }

  /** From now on one side follows the other, and does so at once. */
  setMirror(side: 'lr' | 'tb', on: boolean): void {
    this.mirror[side] = on;
    if (on) this.change((draft) => mirrored(draft, this.mirror));
  }

  undo(): void {
    this.go(this.past.at(-1), this.past.slice(0, -1), [this.kept, ...this.future]);
  }

  redo(): void {
    this.go(this.future[0], [...this.past, this.kept], this.future.slice(1));
  }

  private go(draft: Draft | undefined, past: Draft[], future: Draft[]): void {
    if (!draft) return;
    this.past = past;
    this.future = future;
    this.kept = draft;
    this.typed = 0;
    if (!inside(draft, this.cursor)) this.cursor = { x: 0, y: 0 };
    // what is no longer equal on both sides must not be forced to be
    this.mirror = {
      lr: this.mirror.lr && isMirrored(draft, true),
      tb: this.mirror.tb && isMirrored(draft, false),
    };
  }

  take(tool: Tool): void {
    const shapes = shapesOf(tool);
    this.hand.tool = tool;
    if (shapes.length && !shapes.includes(this.hand.shape)) this.hand.shape = shapes[0];
  }

  /** The map after the hand went from one cell to another. */
  drawnOn(draft: Draft, from: Spot, to: Spot): Draft {
    const { hand, mirror } = this;
    if (shapesOf(hand.tool).includes(hand.shape) && isStamp(hand.shape))
      return stamp(draft, hand, to, mirror);
    return paint(draft, hand, drawn(draft, hand, from, to), mirror);
  }

  /** Ends what a hand has drawn. */
  letGo(): void {
    const made = this.stroke;
    this.stroke = null;
    if (made) this.set(made);
  }

  // With the keyboard, at the cursor

  move(dx: number, dy: number): void {
    const next = { x: this.cursor.x + dx, y: this.cursor.y + dy };
    if (inside(this.kept, next)) this.cursor = next;
  }

  place(): void {
    this.change((draft) => this.drawnOn(draft, this.cursor, this.cursor));
  }

  clear(spot: Spot = this.cursor): void {
    this.change((draft) => paint(draft, { ...this.hand, tool: 'erase' }, [spot], this.mirror));
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
