/** The whole map in a corner: territories, units, and the part that is seen. */
import { disc, type Ctx, type Overview, type Size } from '../../../game/board/canvas';
import { alpha, type Theme } from '../../../game/board/theme';
import type { BoidvoidView } from '../../../net/types';
import { gridOf, middle, type Grid } from './layout';
import { worldOf, type Owners } from './model';
import type { Posed } from './timeline';

export function drawOverview(
  g: Ctx,
  view: BoidvoidView,
  theme: Theme,
  size: Size,
  map: Overview,
  owners: Owners,
  units: Posed[],
): void {
  const world = worldOf(view),
    whole = gridOf(view, { w: map.w, h: map.h }),
    grid: Grid = { ...whole, x0: whole.x0 + map.x, y0: whole.y0 + map.y };
  g.save();
  g.beginPath();
  g.roundRect(map.x - 5, map.y - 5, map.w + 10, map.h + 10, 8);
  g.fillStyle = alpha(theme.bg, 0.9);
  g.fill();
  g.lineWidth = 1;
  g.strokeStyle = theme.line2;
  g.stroke();
  g.clip();
  for (const [place, tile] of world.tiles) {
    const [x, y] = middle(grid, tile.x, tile.y),
      owner = owners.get(place);
    disc(g, x, y, grid.u * 0.84);
    g.fillStyle = owner ? theme.players[owner] : tile.obstacle ? theme.rock2 : alpha(theme.ink2, 0.22);
    g.globalAlpha = owner ? 0.75 : 1;
    g.fill();
    g.globalAlpha = 1;
  }
  for (const { at, kind, team } of units) {
    disc(g, ...middle(grid, ...at), Math.max(1.5, grid.u * (kind === 'mothership' ? 0.6 : 0.4)));
    g.fillStyle = team ? theme.ink : theme.ink2;
    g.fill();
  }
  const { zoom, x, y } = size.look!,
    from = map.look(map.x, map.y),
    to = map.look(map.x + map.w, map.y + map.h),
    px = (part: number) => map.x + ((part - from.x) / (to.x - from.x)) * map.w,
    py = (part: number) => map.y + ((part - from.y) / (to.y - from.y)) * map.h,
    [left, top] = [px(x - 0.5 / zoom), py(y - 0.5 / zoom)];
  g.lineWidth = 1.5;
  g.strokeStyle = theme.mark;
  g.strokeRect(left, top, px(x + 0.5 / zoom) - left, py(y + 0.5 / zoom) - top);
  g.restore();
}
