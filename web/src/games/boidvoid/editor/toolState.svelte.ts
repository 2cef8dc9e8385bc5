/** Which tiles of a map of BoidVoid are selected, which sides follow, and how the map is drawn. BOI-295 */
import { stillScene, type Ctx, type Size } from '../../../game/board/canvas';
import { alpha, type Theme } from '../../../game/board/theme';
import type { DraftState } from '../../../game/editor/draftState.svelte';
import type { Cell, Grid, MapPicture, MapPointer, MapTools } from '../../../game/editor/mapEditorSpec';
import { outline } from '../../../game/editor/picture';
import { words } from '../words';
import { gridOf } from '../board/layout';
import { painter } from '../board/paint';
import { cellOf, inside, resized, spotOf, type Draft } from './draft';
import {
  changeTiles,
  isSymmetrical,
  placeHome,
  removeTiles,
  symmetrical,
  type Change,
  type Sides,
} from './edit';
import { frameOf, middle, ratioOf, tilePath, under } from './frame';
import { viewOf } from './preview';
import { middleOf, type Middle, type Symmetry } from './symmetry';

const TALL = 1.1; // more height than this by its width would not fit on a screen
const NEAR = 12; // tiles across, seen from nearest
const IMAGE = 1600; // px across an image that is saved
const TREMBLE = 6; // px: less is a click

type Pixel = [x: number, y: number];

export class ToolState implements MapTools {
  readonly draft: DraftState<Draft>;
  selected = $state.raw<ReadonlySet<number>>(new Set());
  symmetry = $state<Symmetry>('none');
  readonly cssCursor = 'cell';
  /** stays where it was while tiles at the rim come and go */
  private middleTile = $state.raw<Middle>({ wide: 0, high: 0 });
  private readonly sides = $derived<Sides>({ symmetry: this.symmetry, middle: this.middleTile });
  /** from where the hand pulls a frame over tiles, in pixels */
  private pulled = $state.raw<{ from: Pixel; to: Pixel; before: ReadonlySet<number> } | null>(null);
  private pressed: { at: Pixel; spot: Cell | null; add: boolean } | null = null;

  private readonly map = $derived.by(() => this.draft.kept);
  private readonly view = $derived(viewOf(this.map));

  readonly keys = {
    Enter: () => this.select(this.draft.cursor),
    ' ': () => this.select(this.draft.cursor, true),
    Escape: () => this.selectNone(),
    Delete: () => this.remove(),
    Backspace: () => this.remove(),
    'Ctrl a': () => this.selectAll(),
  };

  constructor(draft: DraftState<Draft>) {
    this.draft = draft;
    draft.onOpen = () => this.begin();
    draft.onUndo = ({ width, height }) => {
      if (width === draft.kept.width && height === draft.kept.height) return;
      this.selectNone();
      this.middleTile = middleOf(draft.kept);
    };
    this.begin();
  }

  /** Another map is there: its own symmetry is kept from now on. */
  private begin(): void {
    const map = this.draft.kept;
    this.middleTile = middleOf(map);
    const found = (['half', 'lr', 'third'] as const).find((symmetry) =>
      isSymmetrical(map, { symmetry, middle: this.middleTile }),
    );
    this.symmetry = found ?? 'none';
    this.draft.cursor = { x: Math.floor(map.width / 2), y: Math.floor(map.height / 2) };
    this.selectNone();
  }

  resize(width: number, height: number): void {
    const { draft } = this;
    if (width === draft.kept.width && height === draft.kept.height) return;
    draft.change((map) => resized(map, width, height), true);
    this.selectNone();
    this.middleTile = middleOf(draft.kept);
    if (!inside(draft.kept, draft.cursor)) draft.cursor = { x: 0, y: 0 };
  }

  /** From now on the sides of the map follow each other. */
  setSymmetry(symmetry: Symmetry): void {
    this.symmetry = symmetry;
    this.middleTile = middleOf(this.map);
  }

  makeEqual(): void {
    this.draft.change((map) => symmetrical(map, this.sides));
  }

  get isEqual(): boolean {
    return isSymmetrical(this.map, this.sides);
  }

  // Which tiles

  /** One tile alone, or one more or less. */
  private select(spot: Cell, add = false): void {
    const cell = cellOf(this.map, spot);
    if (!add) {
      this.selected = new Set([cell]);
      return;
    }
    const next = new Set(this.selected);
    if (!next.delete(cell)) next.add(cell);
    this.selected = next;
  }

  selectAll(): void {
    this.selected = new Set(this.map.tiles.flatMap((tile, cell) => (tile ? [cell] : [])));
  }

  selectNone(): void {
    this.selected = new Set();
  }

  /** All tiles that are of the type of one that is selected, with the same obstacle or none. */
  selectAlike(): void {
    const { tiles } = this.map,
      like = new Set([...this.selected].map((cell) => look(tiles[cell])));
    this.selected = new Set(tiles.flatMap((tile, cell) => (like.has(look(tile)) ? [cell] : [])));
  }

  get chosen(): { cell: number; tile: Draft['tiles'][number] }[] {
    return [...this.selected].map((cell) => ({ cell, tile: this.map.tiles[cell] }));
  }

  // What is done with them

  edit(change: Change): void {
    if (this.selected.size) this.draft.change((map) => changeTiles(map, this.selected, change, this.sides));
  }

  remove(): void {
    if (this.selected.size) this.draft.change((map) => removeTiles(map, this.selected, this.sides));
  }

  home(team: number): void {
    const [cell] = this.selected;
    if (cell !== undefined) this.draft.change((map) => placeHome(map, team, cell, this.sides));
  }

  // With a pointer

  spotAt(grid: Grid, x: number, y: number): Cell | null {
    return under(this.map, grid, x, y);
  }

  press({ x, y, spot, add }: MapPointer): boolean {
    this.pressed = { at: [x, y], spot, add };
    return true;
  }

  drag({ x, y, grid }: MapPointer): void {
    const { pressed, pulled } = this;
    if (!pressed) return;
    const [fromX, fromY] = pressed.at;
    if (!pulled && Math.hypot(x - fromX, y - fromY) < TREMBLE) return;
    const before = pulled?.before ?? (pressed.add ? this.selected : new Set<number>());
    this.pulled = { from: pressed.at, to: [x, y], before };
    this.selected = new Set([...before, ...this.framed(grid, pressed.at, [x, y])]);
  }

  /** Cells whose middle lies within the frame that is pulled; void places only where there is nothing else. */
  private framed(grid: Grid, from: Pixel, to: Pixel): number[] {
    const [left, right] = [from[0], to[0]].sort((a, b) => a - b),
      [top, bottom] = [from[1], to[1]].sort((a, b) => a - b);
    const cells = this.map.tiles.flatMap((_, cell) => {
      const [x, y] = middle(grid, spotOf(this.map, cell));
      return x >= left && x <= right && y >= top && y <= bottom ? [cell] : [];
    });
    const there = cells.filter((cell) => this.map.tiles[cell]);
    return there.length ? there : cells;
  }

  release(done: boolean): void {
    const { pressed } = this;
    if (pressed && !this.pulled && done) {
      if (pressed.spot) {
        this.select(pressed.spot, pressed.add);
        this.draft.cursor = pressed.spot;
      } else if (!pressed.add) this.selectNone();
    }
    this.cancel();
  }

  cancel(): void {
    this.pressed = this.pulled = null;
  }

  onShow(spot: Cell): void {
    this.select(spot);
  }

  // The picture

  ratio(): number {
    return Math.min(TALL, ratioOf(this.map));
  }

  nearest(): number {
    return Math.max(this.map.width, this.map.height) / NEAR;
  }

  grid({ w, h, look: part }: Size): Grid {
    return frameOf(this.map, w, h, part);
  }

  middle(grid: Grid, cell: Cell): Pixel {
    return middle(grid, cell);
  }

  image(theme: Theme): Promise<Blob | null> {
    const made = document.createElement('canvas'),
      size = { w: IMAGE, h: Math.round(IMAGE * ratioOf(this.map)) };
    made.width = size.w;
    made.height = size.h;
    this.drawMap(made.getContext('2d')!, theme, this.grid(size), size);
    return new Promise((done) => made.toBlob(done, 'image/png'));
  }

  drawn(): unknown {
    return [this.selected, this.pulled];
  }

  draw(g: Ctx, { theme, size, grid, hover, focused }: MapPicture): void {
    const { pulled } = this;
    this.drawMap(g, theme, grid, size);
    this.drawVoid(g, theme, grid);
    this.drawSelected(g, theme, grid);
    for (const spot of this.draft.wrong) mark(g, grid, spot, theme.hazard, 2, alpha(theme.hazard, 0.25));
    if (hover && !pulled) mark(g, grid, hover, alpha(theme.mark, 0.55), 1);
    if (focused) mark(g, grid, this.draft.cursor, theme.mark, 3);
    if (pulled) {
      const [[x, y], [x2, y2]] = [pulled.from, pulled.to];
      g.fillStyle = alpha(theme.mark, 0.08);
      g.strokeStyle = alpha(theme.mark, 0.7);
      g.lineWidth = 1;
      g.fillRect(x, y, x2 - x, y2 - y);
      g.strokeRect(x, y, x2 - x, y2 - y);
    }
  }

  private drawMap(g: Ctx, theme: Theme, at: Grid, { w, h }: Size): void {
    const { view } = this;
    g.fillStyle = theme.bg;
    g.fillRect(0, 0, w, h);
    if (!view.tiles.length) return;
    // the board lays out the tiles that there are; here they stay where the whole map has them
    const whole = gridOf(view, { w, h }),
      zoom = at.c / whole.u,
      part = {
        zoom,
        x: (whole.x0 - (at.x0 - w / 2) / zoom) / w,
        y: (whole.y0 - (at.y0 - h / 2) / zoom) / h,
      },
      scene = stillScene(view);
    painter.still(g, scene, theme, { w, h, look: part });
    // a part would bring the small map with it
    g.save();
    g.translate(at.x0 - whole.x0 * zoom, at.y0 - whole.y0 * zoom);
    g.scale(zoom, zoom);
    painter.live(g, scene, theme, { w, h });
    g.restore();
  }

  /** Places without a tile, which can be brought back: a dot in each. */
  private drawVoid(g: Ctx, { line2 }: Theme, grid: Grid): void {
    g.beginPath();
    this.map.tiles.forEach((tile, cell) => {
      if (tile) return;
      const [x, y] = middle(grid, spotOf(this.map, cell)),
        r = Math.max(1, grid.c * 0.07);
      g.moveTo(x + r, y);
      g.arc(x, y, r, 0, 2 * Math.PI);
    });
    g.fillStyle = line2;
    g.fill();
  }

  private drawSelected(g: Ctx, { mark: ink }: Theme, grid: Grid): void {
    if (!this.selected.size) return;
    g.beginPath();
    for (const cell of this.selected) tilePath(g, grid, spotOf(this.map, cell), grid.c * 0.06);
    outline(g, ink, Math.max(1.5, grid.c * 0.07), alpha(ink, 0.14));
  }

  describe(spot: Cell): string {
    const { map } = this,
      t = words.editor,
      things = words.names,
      cell = cellOf(map, spot),
      tile = map.tiles[cell],
      home = map.homes.indexOf(cell) + 1;
    if (!tile) return `${t.at(spot.x, spot.y)}. ${t.void}`;
    return [
      t.at(spot.x, spot.y),
      things.tiles[tile.type] ?? tile.type,
      things.obstacles[tile.obstacle] ?? tile.obstacle,
      things.pois[tile.poi] ?? tile.poi,
      things.templates[tile.npc] ?? tile.npc,
      home ? t.homeOf(home) : '',
      tile.owner ? t.ownedBy(tile.owner) : '',
    ]
      .filter(Boolean)
      .join('. ');
  }
}

const look = (tile: Draft['tiles'][number]): string => (tile ? `${tile.type} ${tile.obstacle}` : '');

function mark(g: Ctx, grid: Grid, spot: Cell, color: string, thick: number, fill = ''): void {
  g.beginPath();
  tilePath(g, grid, spot, grid.c * 0.1);
  outline(g, color, thick, fill);
}
