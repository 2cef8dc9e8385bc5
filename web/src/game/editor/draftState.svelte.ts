/** A map being built: what it was before and after, what the server thinks of it, where it is kept and how it is shared. */
import { go } from '../../lib/router';
import { Refused, api } from '../../net/api';
import type { MapCheck, MapProblem } from '../../net/types';
import type { MapEditorProps } from '../contract';
import { inside } from './cells';
import { keepDraft, newDraftId, packed } from './draftStorage';
import type { Cell, DraftProblem, MapEditorSpec } from './mapEditorSpec';

const CHECK_AFTER_MS = 600;
const CHECK_TEXT_AFTER_MS = 300; // whoever writes looks for the verdict
const CHECK_AGAIN_MS = 4000; // where the server asked to wait
const KEEP_AFTER_MS = 400; // a large text is not written with every stroke
const TYPING_MS = 1200; // changes of one field that follow each other so soon are undone together
const PAST_MAX = 300;
const LINK_MAX = 6000; // longer addresses do not travel well
const NOTHING: MapCheck = { problems: [], key: '', name: '', seats: 0, facts: {} };

export class DraftState<Draft, Spot extends Cell = Cell> {
  readonly spec: MapEditorSpec<Draft, Spot>;
  /** what it is kept as in this browser, empty until something is changed */
  private id: string;
  /** the map as it is when no hand is on it */
  kept = $state.raw() as Draft;
  /** the map under a hand that has not let go yet */
  stroke = $state.raw<Draft | null>(null);
  past = $state.raw<Draft[]>([]);
  future = $state.raw<Draft[]>([]);
  /** where the keyboard is */
  cursor = $state.raw<Cell>({ x: 0, y: 0 });
  check = $state.raw<MapCheck | null>(null);
  checking = $state(false);
  private typed = 0;
  /** called when another map was opened */
  onOpen?: () => void;
  /** called after undo and redo, with the map that was there before them */
  onUndo?: (before: Draft) => void;

  readonly shown = $derived(this.stroke ?? this.kept);
  readonly text = $derived.by(() => this.spec.write(this.kept));
  /** what the browser finds wrong, and what the server does where the browser finds nothing */
  readonly own = $derived.by<DraftProblem<Spot>[]>(() => this.spec.problems?.(this.kept) ?? []);
  readonly problems = $derived<MapProblem[]>(this.own.length ? [] : (this.check?.problems ?? []));
  /** places that something is wrong with */
  readonly wrong = $derived<Spot[]>([
    ...this.own.flatMap(({ spots }) => spots),
    ...this.problems.flatMap((problem) => this.spec.spotOf(problem, this.kept, this.text) ?? []),
  ]);
  readonly playable = $derived(
    this.own.length === 0 && this.check !== null && !this.checking && this.problems.length === 0,
  );
  /** an address that opens this map, empty where it would be too long */
  readonly link = $derived(
    this.text.length > LINK_MAX ? '' : `${location.origin}${this.address}#text=${packed(this.text)}`,
  );

  constructor(spec: MapEditorSpec<Draft, Spot>, text: string, id: string) {
    this.spec = spec;
    this.id = id;
    this.kept = spec.read(text) ?? spec.empty();
  }

  private get address(): string {
    return `/games/${this.spec.game}/boards/edit`;
  }

  /** Another map; what is typed letter by letter, or dragged on a slider, is one change. */
  set(draft: Draft, typing = false): void {
    if (draft === this.kept || this.spec.isSame?.(draft, this.kept)) return;
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
    const draft = this.spec.read(text);
    if (!draft) return false;
    this.set(draft);
    this.onOpen?.();
    return true;
  }

  undo(): void {
    this.replace(this.past.at(-1), this.past.slice(0, -1), [this.kept, ...this.future]);
  }

  redo(): void {
    this.replace(this.future[0], [...this.past, this.kept], this.future.slice(1));
  }

  private replace(draft: Draft | undefined, past: Draft[], future: Draft[]): void {
    if (draft === undefined) return;
    const before = this.kept;
    this.past = past;
    this.future = future;
    this.kept = draft;
    this.typed = 0;
    const size = this.spec.sizeOf(draft);
    if (size && !inside(size, this.cursor)) this.cursor = { x: 0, y: 0 };
    this.onUndo?.(before);
  }

  /** Ends what a hand has drawn. */
  letGo(): void {
    const drawn = this.stroke;
    this.stroke = null;
    if (drawn) this.set(drawn);
  }

  moveCursor(dx: number, dy: number): void {
    const next = { x: this.cursor.x + dx, y: this.cursor.y + dy },
      size = this.spec.sizeOf(this.kept);
    if (size && inside(size, next)) this.cursor = next;
  }

  /** Has the map checked and kept from now on; call it while a component is set up. */
  follow(): void {
    $effect(() => this.checkLater(this.text));
    this.keepAll();
  }

  /** Asks the server a moment after the last change. */
  private checkLater(text: string): () => void {
    const { game, textFirst } = this.spec,
      ended = new AbortController();
    let timer = 0;
    this.checking = true;
    const ask = async () => {
      try {
        this.check = await api.checkMap(game, text, ended.signal);
      } catch (error) {
        if (ended.signal.aborted) return;
        if (error instanceof Refused && error.status === 429) {
          timer = window.setTimeout(ask, CHECK_AGAIN_MS);
          return;
        }
        if (error instanceof Refused) {
          const { code, sentence } = error.problem;
          this.check = { ...NOTHING, problems: [{ code, sentence, line: 0, column: 0, rule: '' }] };
        }
      }
      if (!ended.signal.aborted) this.checking = false;
    };
    timer = window.setTimeout(ask, textFirst ? CHECK_TEXT_AFTER_MS : CHECK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }

  /** Keeps whatever is changed, under an address that finds it again. */
  private keepAll(): void {
    const { game, textFirst } = this.spec;
    let waiting: string | null = null;
    const keep = () => {
      if (waiting !== null) keepDraft(game, this.id, waiting);
      waiting = null;
    };
    $effect(() => {
      const now = this.text;
      if (this.past.length === 0 && !this.id) return;
      if (!this.id) {
        this.id = newDraftId();
        go(`${this.address}?draft=${this.id}`, { replace: true, keep: true });
      }
      waiting = now;
      if (textFirst) {
        keep();
        return;
      }
      const timer = setTimeout(keep, KEEP_AFTER_MS);
      return () => clearTimeout(timer);
    });
    // whoever leaves does not wait
    $effect(() => {
      addEventListener('pagehide', keep);
      return () => {
        removeEventListener('pagehide', keep);
        keep();
      };
    });
  }
}

/** What an editor works on when it is opened: the draft of a text, and the game's tools for it. */
export function openDraft<Draft, Spot extends Cell, Tools>(
  spec: MapEditorSpec<Draft, Spot>,
  ToolState: new (draft: DraftState<Draft, Spot>) => Tools,
  { text, draft: id }: MapEditorProps,
): { draft: DraftState<Draft, Spot>; tools: Tools } {
  const draft = new DraftState(spec, text, id);
  return { draft, tools: new ToolState(draft) };
}
