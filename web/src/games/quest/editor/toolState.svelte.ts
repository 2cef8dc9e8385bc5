/** The tool in hand on a map of Quest, which sides follow it, and how the map is drawn. QST-147 */
import { stillScene, type Ctx, type Size } from '../../../game/board/canvas';
import { alpha, type Theme } from '../../../game/board/theme';
import type { DraftState } from '../../../game/editor/draftState.svelte';
import type { Cell, Grid, MapPicture, MapPointer, MapTools } from '../../../game/editor/mapEditorSpec';
import { outline } from '../../../game/editor/picture';
import { words } from '../words';
import { ACROSS, gridOf, middle } from '../board/layout';
import { painter } from '../board/paint';
import { cellOf, inside, seatsOf, unitsOf, type Draft } from './draft';
import { viewOf } from './preview';
import {
  drawn,
  handWith,
  images,
  isMirrored,
  isStamp,
  mirrored,
  paint,
  region,
  shapesOf,
  square,
  stamp,
  type Hand,
  type Mirror,
  type Tool,
} from './tools';

export class ToolState implements MapTools {
  readonly draft: DraftState<Draft>;
  hand = $state<Hand>(handWith('rock'));
  mirror = $state<Mirror>({ lr: false, tb: false });
  readonly cssCursor = 'crosshair';
  private drawing: { from: Draft; first: Cell; last: Cell } | null = null;

  private readonly map = $derived.by(() => this.draft.shown);
  private readonly view = $derived(viewOf(this.map));

  readonly keys = {
    Enter: () => this.place(),
    ' ': () => this.place(),
    Delete: () => this.clear(),
    Backspace: () => this.clear(),
  };

  constructor(draft: DraftState<Draft>) {
    this.draft = draft;
    const own = (): Mirror => ({ lr: isMirrored(draft.kept, true), tb: isMirrored(draft.kept, false) });
    this.mirror = own();
    draft.onOpen = () => (this.mirror = own());
    // what is no longer equal on both sides must not be forced to be
    draft.onUndo = () => {
      const { lr, tb } = own();
      this.mirror = { lr: this.mirror.lr && lr, tb: this.mirror.tb && tb };
    };
  }

  /** From now on one side follows the other, and does so at once. */
  setMirror(side: 'lr' | 'tb', on: boolean): void {
    this.mirror[side] = on;
    if (on) this.draft.change((map) => mirrored(map, this.mirror));
  }

  take(tool: Tool): void {
    const shapes = shapesOf(tool);
    this.hand.tool = tool;
    if (shapes.length && !shapes.includes(this.hand.shape)) this.hand.shape = shapes[0];
  }

  /** The map after the hand went from one cell to another. */
  private drawnOn(map: Draft, from: Cell, to: Cell): Draft {
    const { hand, mirror } = this;
    if (shapesOf(hand.tool).includes(hand.shape) && isStamp(hand.shape)) return stamp(map, hand, to, mirror);
    return paint(map, hand, drawn(map, hand, from, to), mirror);
  }

  private place(): void {
    const { cursor } = this.draft;
    this.draft.change((map) => this.drawnOn(map, cursor, cursor));
  }

  private clear(cell: Cell = this.draft.cursor): void {
    this.draft.change((map) => paint(map, { ...this.hand, tool: 'erase' }, [cell], this.mirror));
  }

  // With a pointer

  spotAt({ c, x0, y0 }: Grid, px: number, py: number): Cell | null {
    const cell = { x: Math.floor((px - x0) / c), y: Math.floor((py - y0) / c) };
    return inside(this.map, cell) ? cell : null;
  }

  press({ spot }: MapPointer): boolean {
    const { draft } = this;
    if (!spot) return false;
    draft.cursor = spot;
    this.drawing = { from: draft.kept, first: spot, last: spot };
    draft.stroke = this.drawnOn(draft.kept, spot, spot);
    return true;
  }

  drag({ spot: here }: MapPointer): void {
    const { drawing, draft } = this;
    if (!drawing || !here || (here.x === drawing.last.x && here.y === drawing.last.y)) return;
    const { shape, tool } = this.hand,
      shapes = shapesOf(tool);
    // what is set once stays where it was set; a line is drawn anew to wherever the hand is
    if (!shapes.length || (isStamp(shape) && shapes.includes(shape)) || shape === 'fill') return;
    draft.stroke =
      shape === 'line' && shapes.includes('line')
        ? this.drawnOn(drawing.from, drawing.first, here)
        : this.drawnOn(draft.stroke ?? drawing.from, drawing.last, here);
    drawing.last = here;
  }

  release(): void {
    if (!this.drawing) return;
    this.drawing = null;
    this.draft.letGo();
  }

  cancel(): void {
    this.drawing = this.draft.stroke = null;
  }

  menu(spot: Cell): void {
    if (!this.drawing) this.clear(spot);
  }

  // The picture

  ratio(): number {
    return this.map.height / this.map.width;
  }

  nearest(): number {
    return Math.max(this.map.width, this.map.height) / ACROSS;
  }

  grid(size: Size): Grid {
    return gridOf(this.view, size);
  }

  middle(grid: Grid, { x, y }: Cell): [number, number] {
    return middle(grid, x, y);
  }

  drawn(): unknown {
    return [this.mirror.lr, this.mirror.tb, ...Object.values(this.hand)];
  }

  draw(g: Ctx, { theme, size, grid, hover, focused }: MapPicture): void {
    const scene = stillScene(this.view);
    painter.still(g, scene, theme, size);
    painter.live(g, scene, theme, size);
    this.drawLines(g, grid, theme);
    for (const spot of this.draft.wrong) mark(g, grid, spot, theme.hazard, 2, alpha(theme.hazard, 0.3));
    if (hover && !this.drawing)
      for (const spot of this.aimed(hover)) mark(g, grid, spot, alpha(theme.mark, 0.55), 1);
    if (focused) mark(g, grid, this.draft.cursor, theme.mark, 3);
  }

  /** The lines that the sides of the map are mirrored at, and fine ones between cells that are large enough. */
  private drawLines(g: Ctx, { c, x0, y0 }: Grid, { ink, mark: color }: Theme): void {
    const { width, height } = this.map,
      [w, h] = [width * c, height * c];
    if (c >= 14) {
      g.beginPath();
      for (let x = 1; x < width; x++) g.rect(x0 + x * c - 0.25, y0, 0.5, h);
      for (let y = 1; y < height; y++) g.rect(x0, y0 + y * c - 0.25, w, 0.5);
      g.fillStyle = alpha(ink, 0.16);
      g.fill();
    }
    g.save();
    g.setLineDash([7, 6]);
    g.lineWidth = 1.5;
    g.strokeStyle = alpha(color, 0.6);
    g.beginPath();
    if (this.mirror.lr) {
      g.moveTo(x0 + w / 2, y0);
      g.lineTo(x0 + w / 2, y0 + h);
    }
    if (this.mirror.tb) {
      g.moveTo(x0, y0 + h / 2);
      g.lineTo(x0 + w, y0 + h / 2);
    }
    g.stroke();
    g.restore();
  }

  /** The cells that a click here would change, with their images. */
  private aimed(spot: Cell): Cell[] {
    const { tool, shape, size, amount, dir } = this.hand,
      shapes = shapesOf(tool);
    let cells = [spot];
    if (shapes.includes(shape)) {
      if (shape === 'disc' || shape === 'vein') cells = region(spot, shape, amount, dir);
      else if (shape !== 'fill') cells = square(spot, size);
    }
    return cells
      .filter((one) => inside(this.map, one))
      .flatMap((one) => images(this.map, one, this.mirror).map((image) => image.spot));
  }

  describe(spot: Cell): string {
    const { map } = this,
      t = words.editor,
      things = words.names,
      cell = cellOf(map, spot),
      here = <T extends Cell>(all: readonly T[]) => all.filter((one) => one.x === spot.x && one.y === spot.y);
    return [
      t.at(spot.x, spot.y),
      things.terrain[map.rock[cell] ? 'rock' : 'grass'],
      ...amountsIn(map.buried[cell], things.buried),
      ...amountsIn(map.surface[cell], things.surface),
      ...seatsOf(map).flatMap((seat) => [
        ...(map.starts[seat] === cell ? [`${things.start}, ${t.player(seat)}`] : []),
        ...(here(unitsOf(map, seat)).length ? [t.unitsHere(here(unitsOf(map, seat)).length, seat)] : []),
      ]),
      ...here(map.towers).map(
        ({ player, level }) => `${things.blueprints[`tower${level}`]}, ${t.player(player)}`,
      ),
      ...here(map.traps).map(
        ({ player, level }) => `${things.blueprints[`trap${level}`]}, ${t.player(player)}`,
      ),
    ].join('. ');
  }
}

function amountsIn(amounts: Record<string, number> | undefined, where: string): string[] {
  const { resources, blueprints } = words.names,
    parts = Object.entries(amounts ?? {}).map(
      ([name, amount]) => `${resources[name] ?? blueprints[name] ?? name} ${amount}`,
    );
  return parts.length ? [`${where}: ${parts.join(', ')}`] : [];
}

function mark(g: Ctx, { c, x0, y0 }: Grid, { x, y }: Cell, color: string, thick: number, fill = ''): void {
  const gap = Math.min(1, c * 0.06);
  g.beginPath();
  g.roundRect(x0 + x * c + gap, y0 + y * c + gap, c - 2 * gap, c - 2 * gap, c * 0.12);
  outline(g, color, thick, fill);
}
