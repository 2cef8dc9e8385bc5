/** What lies on the ground and in it: heaps by resource, items, and marks of what is buried. */
import { cutLabel, disc, type Ctx, type Size } from '../../../game/board/canvas';
import { alpha, type Theme } from '../../../game/board/theme';
import type { QuestView } from '../../../net/types';
import { inSight, middle, type Grid } from './layout';
import { NOW, RESOURCES, shows, worldOf, type Lying, type Resource } from './model';
import { stamp } from './signs';

const SPECKS = 6.5; // px: in smaller cells marks would only be noise
const AMOUNTS = 30; // px: from this size of a cell on heaps have their amounts
const RICH = 40; // buried in one cell: as strong as a mark can be

export function drawThings(
  g: Ctx,
  view: QuestView,
  theme: Theme,
  size: Size,
  grid: Grid,
  filter: string,
): void {
  const world = worldOf(view),
    { left, right, up, down } = inSight(grid, size, view);
  for (const here of world.lying.values()) {
    if (here.x < left || here.x > right || here.y < up || here.y > down) continue;
    g.globalAlpha = world.known[here.y * world.width + here.x] === NOW ? 1 : 0.72;
    buried(g, theme, here, grid, filter, world.whole);
    heap(g, theme, here, grid, filter);
  }
  g.globalAlpha = 1;
}

/** Types in the ground: small and grey, with the line of the ground over them where there is room. */
function buried(g: Ctx, theme: Theme, here: Lying, grid: Grid, filter: string, sure: boolean): void {
  const kinds = here.buried.filter((kind) => shows(filter, kind));
  if (!kinds.length || grid.c < SPECKS) return;
  const { c } = grid,
    [x, y] = middle(grid, here.x, here.y),
    alone = filter !== 'all' && filter !== '',
    most = c < 18 ? 1 : 3,
    shown = kinds.slice(0, most),
    r = c < 18 ? c * (alone ? 0.3 : 0.24) : c * (shown.length > 1 ? 0.12 : 0.16),
    before = g.globalAlpha,
    low = hasSurface(here) || shown.length > 1 || c < 18 ? y + (c < 18 ? 0 : c * 0.25) : y + c * 0.2;
  const color = alpha(theme.ink, theme.dark ? 0.85 : 0.75);
  shown.forEach((kind, n) => {
    const amount = here.amounts[kind];
    // where amounts are known rich cells stand out, and what a dig found empty is faint
    g.globalAlpha = before * (amount === undefined ? 0.55 : 0.26 + 0.6 * Math.min(1, amount / RICH));
    stamp(g, kind, x + (n - (shown.length - 1) / 2) * r * 2.5, low, r, color);
  });
  g.globalAlpha = before;
  if (c < 18) return;
  g.beginPath();
  g.moveTo(x - c * 0.3, low - r * 1.6);
  g.lineTo(x + c * 0.3, low - r * 1.6);
  g.lineWidth = Math.max(0.8, c * 0.024);
  g.setLineDash([c * 0.06, c * 0.05]);
  g.strokeStyle = alpha(theme.ink, theme.dark ? 0.4 : 0.45);
  g.stroke();
  g.setLineDash([]);
  const told = shown.length === 1 ? here.amounts[shown[0]] : undefined;
  if (told !== undefined && c >= AMOUNTS)
    cutLabel(g, theme, `${told}${sure ? '' : '?'}`, x + c * 0.44, low, Math.max(9.5, c * 0.19), theme.ink2, 'right'); // prettier-ignore
}

const hasSurface = ({ surface, items, some }: Lying): boolean =>
  Object.keys(surface).length > 0 || Object.keys(items).length > 0 || some.resources || some.items;

/** A heap on a small dark plate, so that it reads on anything. */
function heap(g: Ctx, theme: Theme, here: Lying, grid: Grid, filter: string): void {
  const kinds = RESOURCES.filter((kind) => here.surface[kind] && shows(filter, kind)),
    items = filter === 'none' ? [] : Object.keys(here.items),
    unknown = filter !== 'none' && (here.some.resources || here.some.items);
  if ((!kinds.length && !items.length && !unknown) || grid.c < SPECKS) return;
  const { c } = grid,
    [x, y] = middle(grid, here.x, here.y),
    parts: string[] = [...kinds.sort((a, b) => here.surface[b]! - here.surface[a]!), ...items],
    shown = parts.slice(0, c < 22 ? 1 : 3),
    r = c < 22 ? Math.max(2.6, c * 0.3) : c * (shown.length > 1 ? 0.15 : 0.23),
    up = y - (c < 22 ? 0 : c * 0.12);
  if (!parts.length) {
    disc(g, x, up, r * 1.1);
    g.fillStyle = alpha(theme.bg, 0.6);
    g.fill();
    cutLabel(g, theme, '?', x, up, Math.max(8, r * 1.6), theme.ink2);
    return;
  }
  const wide = (shown.length - 1) * r * 2.3;
  g.beginPath();
  g.roundRect(x - wide / 2 - r * 1.45, up - r * 1.45, wide + r * 2.9, r * 2.9, r * 1.2);
  g.fillStyle = alpha(theme.bg, theme.dark ? 0.66 : 0.82);
  g.fill();
  g.lineWidth = Math.max(0.7, c * 0.02);
  g.strokeStyle = alpha(theme.ink, 0.28);
  g.stroke();
  shown.forEach((kind, n) => stamp(g, kind, x - wide / 2 + n * r * 2.3, up, r, theme.ink));
  if (c < AMOUNTS) return;
  const text = shown.map((kind) => here.surface[kind as Resource] ?? here.items[kind]).join(' ');
  cutLabel(g, theme, `${text}${parts.length > shown.length ? ' …' : ''}`, x, up + r * 2.1, Math.max(9.5, c * 0.2)); // prettier-ignore
}
