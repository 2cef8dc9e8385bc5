/** The tool in hand on a board of Rally, what it does there, and how the board is drawn. */
import type { DraftState } from '../../../game/editor/draftState.svelte';
import type { Cell, Grid, MapPicture, MapPointer, MapTools } from '../../../game/editor/mapEditorSpec';
import { outline } from '../../../game/editor/picture';
import { alpha } from '../../../game/board/theme';
import { stillScene, type Ctx, type Size } from '../../../game/board/canvas';
import { words } from '../words';
import { said } from '../board/fields';
import { gridOf, middle } from '../board/layout';
import { DIRS, fieldOf, type Dir } from '../board/model';
import { painter } from '../board/paint';
import { at, erase, has, isOpen, write, type Draft, type Spot } from './draft';
import { viewOf } from './preview';
import type { BoardDraft } from './spec';
import {
  apply,
  dirBetween,
  drawBelts,
  edgeOf,
  hasWay,
  onEdges,
  sideAt,
  spotAt,
  turn,
  type Tool,
} from './tools';

const LONG_PRESS_MS = 480;

/** A field under a pointer, and where in it the pointer is. */
interface Under extends Cell {
  fx: number;
  fy: number;
}

export class ToolState implements MapTools<Spot> {
  readonly draft: DraftState<BoardDraft, Spot>;
  tool = $state<Tool>('slow');
  way = $state<Dir>(1);
  readonly cssCursor = 'crosshair';
  private hand: { from: Draft; way: Cell[]; last: string; turned: boolean } | null = null;
  private longPress = 0;

  readonly board = $derived.by(() => this.draft.shown.board);
  private readonly view = $derived(this.board && viewOf(this.board));

  readonly keys = {
    Enter: () => this.place(),
    ' ': () => this.place(),
    r: () => this.turnHere(),
    Delete: () => this.clear(),
    Backspace: () => this.clear(),
  };

  constructor(draft: DraftState<BoardDraft, Spot>) {
    this.draft = draft;
  }

  change(how: (board: Draft) => Draft, typing = false): void {
    const { board } = this.draft.kept,
      after = board && how(board);
    if (after && after !== board) this.draft.set({ text: write(after), board: after }, typing);
  }

  private set stroke(board: Draft) {
    this.draft.stroke = { text: write(board), board };
  }

  // With the keyboard, at the cursor

  private place(): void {
    const {
      tool,
      way,
      draft: { cursor },
    } = this;
    this.change((board) => {
      const after = apply(board, tool, cursor, way);
      return onEdges(tool) && after === board ? erase(board, edgeOf(cursor, way)) : after;
    });
  }

  private clear(): void {
    this.change((board) => erase(board, this.spot));
  }

  /** Turns what is there; where nothing is, the tool in hand. */
  turnHere(spot: Spot = this.spot): void {
    const { board } = this.draft.kept;
    if (board && has(board, spot) && !isOpen(board, spot) && turn(board, spot) !== board)
      this.change((one) => turn(one, spot));
    else if (hasWay(this.tool)) this.way = ((this.way + 1) % 4) as Dir;
  }

  /** What the cursor is at: a field, or with an edge tool the side the tool points at. */
  private get spot(): Spot {
    const { cursor } = this.draft;
    return onEdges(this.tool) ? edgeOf(cursor, this.way) : { kind: 'cell', ...cursor };
  }

  // With a pointer

  private under({ c, x0, y0 }: Grid, px: number, py: number): Under | null {
    if (!this.board) return null;
    const { width, height } = this.board,
      gx = (px - x0) / c,
      gy = (py - y0) / c,
      // a little outside still means the rim
      x = Math.min(width - 1, Math.max(0, Math.floor(gx))),
      y = Math.min(height - 1, Math.max(0, Math.floor(gy)));
    if (gx < -0.5 || gy < -0.5 || gx > width + 0.5 || gy > height + 0.5) return null;
    return { x, y, fx: Math.min(1, Math.max(0, gx - x)), fy: Math.min(1, Math.max(0, gy - y)) };
  }

  spotAt(grid: Grid, x: number, y: number): Spot | null {
    const here = this.under(grid, x, y);
    return here && this.board && spotAt(this.board, here, here.fx, here.fy, onEdges(this.tool));
  }

  press({ grid, x, y, spot, touch }: MapPointer<Spot>): boolean {
    const here = this.under(grid, x, y),
      { board } = this.draft.kept;
    if (!here || !spot || !board) return false;
    this.draft.cursor = { x: here.x, y: here.y };
    this.hand = { from: board, way: [this.draft.cursor], last: '', turned: false };
    if (touch)
      this.longPress = window.setTimeout(() => {
        if (!this.hand || this.hand.way.length > 1) return;
        this.hand.turned = true;
        this.draft.stroke = null;
        this.turnHere(spot);
      }, LONG_PRESS_MS);
    this.paint(here);
    return true;
  }

  drag({ grid, x, y }: MapPointer<Spot>): void {
    const here = this.under(grid, x, y);
    if (here) this.paint(here);
  }

  private paint({ fx, fy, ...cell }: Under): void {
    const { hand, tool } = this;
    if (!hand || hand.turned) return;
    const now = this.draft.stroke?.board ?? hand.from;
    if (onEdges(tool)) {
      const side = sideAt(fx, fy),
        edge = edgeOf(cell, side),
        name = `${edge.kind}${edge.x},${edge.y}`;
      if (name === hand.last) return;
      const set = apply(now, tool, cell, side);
      // the first touch decides whether this hand builds or takes away
      this.stroke = set === now && hand.last === '' ? erase(now, edge) : set;
      hand.last = name;
      return;
    }
    if (tool === 'slow' || tool === 'fast') {
      const end = hand.way[hand.way.length - 1];
      if (end.x !== cell.x || end.y !== cell.y) {
        if (dirBetween(end, cell) === null) return; // belts do not jump
        hand.way.push(cell);
      }
      this.stroke =
        hand.way.length > 1
          ? drawBelts(hand.from, hand.way, tool === 'fast')
          : apply(hand.from, tool, cell, this.way);
      return;
    }
    const name = `${cell.x},${cell.y}`;
    if (name === hand.last || (hand.last && (tool === 'checkpoint' || tool === 'start'))) return;
    if (hand.last) hand.way.push(cell);
    hand.last = name;
    this.stroke =
      tool === 'erase' ? erase(now, spotAt(now, cell, fx, fy, false)) : apply(now, tool, cell, this.way);
  }

  release(): void {
    clearTimeout(this.longPress);
    if (!this.hand) return;
    this.hand = null;
    this.draft.letGo();
  }

  cancel(): void {
    clearTimeout(this.longPress);
    this.hand = this.draft.stroke = null;
  }

  menu(spot: Spot): void {
    if (!this.hand) this.turnHere(spot);
  }

  // The picture

  ratio(): number {
    return this.board ? (this.board.height + 0.6) / (this.board.width + 0.6) : 0;
  }

  grid(size: Size): Grid {
    return this.view ? gridOf(this.view, size) : { c: 1, x0: 0, y0: 0 };
  }

  middle(grid: Grid, { x, y }: Cell): [number, number] {
    return middle(grid, x, y);
  }

  drawn(): unknown {
    return [this.way, this.tool];
  }

  draw(g: Ctx, { theme, size, grid, hover, focused }: MapPicture<Spot>): void {
    if (!this.view) return;
    const scene = stillScene(this.view);
    painter.still(g, scene, theme, size);
    painter.live(g, scene, theme, size);
    for (const spot of this.draft.wrong) mark(g, grid, spot, theme.hazard, 3, alpha(theme.hazard, 0.22));
    if (hover) mark(g, grid, hover, alpha(theme.mark, 0.8), 2);
    if (focused) mark(g, grid, this.spot, theme.mark, 3);
  }

  describe({ x, y }: Cell): string {
    const { board } = this,
      t = words.editor;
    if (!board) return '';
    const markAt = (spot: Spot) => (has(board, spot) ? at(board, spot) : ''),
      here = markAt({ kind: 'cell', x, y }),
      field = fieldOf(here);
    const sides = DIRS.flatMap((side: Dir) => {
      const edge = edgeOf({ x, y }, side);
      if (!has(board, edge) || isOpen(board, edge)) return [];
      return [(/^(--|\|)$/.test(markAt(edge)) ? t.wallOn : t.laserOn)(t.directions[side])];
    });
    return [t.at(x + 1, y + 1), field ? said(field, 0).title : here, ...sides].join(', ');
  }
}

function mark(g: Ctx, { c, x0, y0 }: Grid, spot: Spot, color: string, thick: number, fill = ''): void {
  const x = x0 + spot.x * c,
    y = y0 + spot.y * c;
  g.beginPath();
  if (spot.kind === 'cell') g.roundRect(x + 2, y + 2, c - 4, c - 4, c * 0.1);
  else if (spot.kind === 'above') g.roundRect(x + 2, y - c * 0.09, c - 4, c * 0.18, c * 0.06);
  else g.roundRect(x - c * 0.09, y + 2, c * 0.18, c - 4, c * 0.06);
  outline(g, color, thick, fill);
}
