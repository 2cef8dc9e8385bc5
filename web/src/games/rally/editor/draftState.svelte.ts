/** A board being built: its text, what was before and after, the tool in hand, and what the server thinks of it. */
import type { Dir } from '../board/model';
import { Refused, api } from '../../../net/api';
import type { MapCheck, MapProblem } from '../../../net/types';
import { at, erase, has, isOpen, read, spotOf, write, type Draft, type Spot } from './draft';
import { apply, edgeOf, hasWay, onEdges, turn, type Tool } from './tools';

const GAME = 'rally';
const CHECK_AFTER_MS = 300;
const TYPING_MS = 1200; // letters that follow each other so soon are undone together
const NOTHING: MapCheck = { problems: [], key: '', name: '', seats: 0, facts: {} };
const PAST_MAX = 300;

export class Desk {
  text = $state('');
  tool = $state<Tool>('slow');
  way = $state<Dir>(1);
  cursor = $state.raw({ x: 0, y: 0 });
  past = $state.raw<string[]>([]);
  future = $state.raw<string[]>([]);
  /** the board under a hand that has not let go yet */
  stroke = $state.raw<Draft | null>(null);
  check = $state.raw<MapCheck | null>(null);
  checking = $state(false);
  private typed = 0;

  readonly read = $derived(read(this.text));
  readonly draft = $derived(this.stroke ?? this.read);
  readonly problems = $derived<MapProblem[]>(this.check?.problems ?? []);
  readonly playable = $derived(this.check !== null && !this.checking && this.problems.length === 0);
  /** places of the board that something is wrong with */
  readonly wrong = $derived<Spot[]>(
    this.problems.flatMap(({ line, column }) => (line ? (spotOf(this.text, line, column) ?? []) : [])),
  );

  constructor(text: string) {
    this.text = text;
  }

  /** Another text; what is typed letter by letter is one change. */
  set(text: string, typing = false): void {
    if (text === this.text) return;
    const goesOn = typing && Date.now() - this.typed < TYPING_MS && this.past.length > 0;
    if (!goesOn) this.past = [...this.past.slice(-PAST_MAX), this.text];
    this.typed = typing ? Date.now() : 0;
    this.future = [];
    this.text = text;
  }

  change(how: (draft: Draft) => Draft, typing = false): void {
    const before = this.read;
    if (!before) return;
    const after = how(before);
    if (after !== before) this.set(write(after), typing);
  }

  undo(): void {
    const text = this.past.at(-1);
    if (text === undefined) return;
    this.future = [this.text, ...this.future];
    this.past = this.past.slice(0, -1);
    this.text = text;
    this.typed = 0;
  }

  redo(): void {
    const [text, ...rest] = this.future;
    if (text === undefined) return;
    this.past = [...this.past, this.text];
    this.future = rest;
    this.text = text;
  }

  /** Ends what a hand has drawn. */
  letGo(): void {
    const drawn = this.stroke;
    this.stroke = null;
    if (drawn) this.set(write(drawn));
  }

  // With the keyboard, at the cursor

  move(dx: number, dy: number): void {
    const next = { x: this.cursor.x + dx, y: this.cursor.y + dy };
    if (this.draft && has(this.draft, { kind: 'cell', ...next })) this.cursor = next;
  }

  place(): void {
    const { tool, cursor, way } = this;
    this.change((draft) => {
      const edge = edgeOf(cursor, way),
        after = apply(draft, tool, cursor, way);
      return onEdges(tool) && after === draft ? erase(draft, edge) : after;
    });
  }

  clear(): void {
    this.change((draft) => erase(draft, this.spot));
  }

  /** Turns what is there; where nothing is, the tool in hand. */
  turnHere(spot: Spot = this.spot): void {
    const draft = this.read;
    if (draft && has(draft, spot) && !isOpen(draft, spot) && turn(draft, spot) !== draft)
      this.change((one) => turn(one, spot));
    else if (hasWay(this.tool)) this.way = ((this.way + 1) % 4) as Dir;
  }

  /** What the cursor is at: a field, or with an edge tool the side the tool points at. */
  get spot(): Spot {
    return onEdges(this.tool) ? edgeOf(this.cursor, this.way) : { kind: 'cell', ...this.cursor };
  }

  markAt(spot: Spot): string {
    return this.draft && has(this.draft, spot) ? at(this.draft, spot) : '';
  }

  /** Asks the server a moment after the last change; call it while a component is set up. */
  follow(): void {
    $effect(() => {
      const text = this.text,
        ended = new AbortController();
      this.checking = true;
      const timer = setTimeout(async () => {
        try {
          this.check = await api.checkMap(GAME, text, ended.signal);
        } catch (error) {
          if (ended.signal.aborted) return;
          if (error instanceof Refused) {
            const { code, sentence } = error.problem;
            this.check = { ...NOTHING, problems: [{ code, sentence, line: 0, column: 0, rule: '' }] };
          }
        }
        if (!ended.signal.aborted) this.checking = false;
      }, CHECK_AFTER_MS);
      return () => {
        clearTimeout(timer);
        ended.abort();
      };
    });
  }
}
