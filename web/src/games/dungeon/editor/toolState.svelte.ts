/** The tool in hand on a map of the Dungeon, what it does there, and how the map is drawn. */
import type { DraftState } from '../../../game/editor/draftState.svelte';
import type { Cell, Grid, MapPicture, MapPointer, MapTools } from '../../../game/editor/mapEditorSpec';
import { outline } from '../../../game/editor/picture';
import { alpha } from '../../../game/board/theme';
import { stillScene, type Ctx, type Size } from '../../../game/board/canvas';
import { words } from '../words';
import { gridOf, middle } from '../board/layout';
import { painter } from '../board/paint';
import { at, contentOf, gravityOf, GONE, inside, isGone, put, type Draft } from './draft';
import { viewOf } from './preview';
import { applied, GRAVITIES, type Tool } from './tools';

export class ToolState implements MapTools {
  readonly draft: DraftState<Draft>;
  tool = $state<Tool>('easy');
  readonly cssCursor = 'crosshair';
  private hand: Draft | null = null;

  private readonly view = $derived.by(() => viewOf(this.draft.shown));

  readonly keys = {
    Enter: () => this.place(),
    ' ': () => this.place(),
    Delete: () => this.draft.change((one) => put(one, this.draft.cursor, GONE)),
    Backspace: () => this.draft.change((one) => put(one, this.draft.cursor, GONE)),
  };

  constructor(draft: DraftState<Draft>) {
    this.draft = draft;
  }

  private place(): void {
    const { cursor } = this.draft;
    this.draft.change((one) => put(one, cursor, applied(at(one, cursor), this.tool)));
  }

  // With a pointer

  spotAt({ c, x0, y0 }: Grid, x: number, y: number): Cell | null {
    const cell = { x: Math.floor((x - x0) / c), y: Math.floor((y - y0) / c) };
    return inside(this.draft.shown, cell) ? cell : null;
  }

  press({ spot }: MapPointer): boolean {
    if (!spot) return false;
    this.draft.cursor = spot;
    this.hand = this.draft.kept;
    this.paint(spot);
    return true;
  }

  drag({ spot }: MapPointer): void {
    if (spot) this.paint(spot);
  }

  private paint(spot: Cell): void {
    if (!this.hand) return;
    const now = this.draft.stroke ?? this.hand;
    this.draft.stroke = put(now, spot, applied(at(now, spot), this.tool));
  }

  release(): void {
    if (!this.hand) return;
    this.hand = null;
    this.draft.letGo();
  }

  cancel(): void {
    this.hand = this.draft.stroke = null;
  }

  // The picture

  ratio(): number {
    return 1;
  }

  grid(size: Size): Grid {
    return gridOf(this.view, size);
  }

  middle(grid: Grid, { x, y }: Cell): [number, number] {
    return middle(grid, x, y);
  }

  drawn(): unknown {
    return this.tool;
  }

  draw(g: Ctx, { theme, size, grid, hover, focused }: MapPicture): void {
    const scene = stillScene(this.view);
    painter.still(g, scene, theme, size);
    painter.live(g, scene, theme, size);
    for (const spot of this.draft.wrong) mark(g, grid, spot, theme.hazard, 3, alpha(theme.hazard, 0.22));
    if (hover) mark(g, grid, hover, alpha(theme.mark, 0.8), 2);
    if (focused) mark(g, grid, this.draft.cursor, theme.mark, 3);
  }

  describe(cell: Cell): string {
    const t = words.editor,
      token = at(this.draft.shown, cell),
      place = t.at(cell.x, this.draft.shown.height - 1 - cell.y);
    if (isGone(token)) return [place, t.tools.erase].join(', ');
    const content = contentOf(token);
    return [
      place,
      t.tools[GRAVITIES[gravityOf(token) - 1]],
      ...(content === 'nothing' ? [] : [t.tools[content]]),
    ].join(', ');
  }
}

function mark(g: Ctx, { c, x0, y0 }: Grid, { x, y }: Cell, color: string, thick: number, fill = ''): void {
  g.beginPath();
  g.roundRect(x0 + x * c + 2, y0 + y * c + 2, c - 4, c - 4, c * 0.1);
  outline(g, color, thick, fill);
}
