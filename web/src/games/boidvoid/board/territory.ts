/** Who owns what: a light fill, and one strong line around every territory, just inside its border. BOI-288 */
import { polygon, seatMark, type Ctx, type Size } from '../../../game/board/canvas';
import { alpha, type Theme } from '../../../game/board/theme';
import { DIRECTIONS, neighbour } from './hexes';
import { middle, type Grid } from './layout';
import { placeOf, type Owners, type World } from './model';

/** Corners in radii, the first one of the side to the east, then clockwise. */
const CORNERS = Array.from({ length: 7 }, (_, n) => {
  const a = (n * Math.PI) / 3 - Math.PI / 6;
  return [Math.cos(a), Math.sin(a)] as const;
});
const INSIDE = 0.9;

interface Areas {
  fill: Map<number, Path2D>;
  rim: Map<number, Path2D>;
}
const kept = new WeakMap<Owners, { key: string; areas: Areas }>();

/** The shapes of all territories; they are kept as long as owners and look stay. */
function areasOf(world: World, owners: Owners, grid: Grid): Areas {
  const key = `${grid.u},${grid.x0},${grid.y0}`,
    found = kept.get(owners);
  if (found?.key === key) return found.areas;
  const areas: Areas = { fill: new Map(), rim: new Map() },
    of = (which: Map<number, Path2D>, team: number) => {
      let path = which.get(team);
      if (!path) which.set(team, (path = new Path2D()));
      return path;
    };
  for (const [place, team] of owners) {
    const at = { x: place % world.side, y: Math.floor(place / world.side) },
      [x, y] = middle(grid, at.x, at.y),
      fill = of(areas.fill, team),
      rim = of(areas.rim, team);
    CORNERS.slice(0, 6).forEach(([dx, dy], n) =>
      n ? fill.lineTo(x + dx * grid.u, y + dy * grid.u) : fill.moveTo(x + dx * grid.u, y + dy * grid.u),
    );
    fill.closePath();
    const own = (direction: number) => {
      const next = neighbour(at, direction % DIRECTIONS),
        inside = next.x >= 0 && next.x < world.side && next.y >= 0;
      return inside && owners.get(placeOf(world.side, next)) === team;
    };
    for (let side = 0; side < DIRECTIONS; side++) {
      if (own(side)) continue;
      // where the line goes on in the next tile it reaches the corner, else it turns a little before
      const [a, b] = [CORNERS[side], CORNERS[side + 1]],
        k = grid.u * INSIDE,
        out = (own(side + 5) ? 1 : 0) * (1 - INSIDE),
        end = (own(side + 1) ? 1 : 0) * (1 - INSIDE),
        [ux, uy] = [b[0] - a[0], b[1] - a[1]];
      rim.moveTo(x + a[0] * k - ux * out * grid.u, y + a[1] * k - uy * out * grid.u);
      rim.lineTo(x + b[0] * k + ux * end * grid.u, y + b[1] * k + uy * end * grid.u);
    }
  }
  kept.set(owners, { key, areas });
  return areas;
}

export function drawTerritory(g: Ctx, world: World, owners: Owners, theme: Theme, grid: Grid): void {
  const { fill, rim } = areasOf(world, owners, grid);
  for (const [team, path] of fill) {
    g.fillStyle = alpha(theme.players[team], theme.dark ? 0.2 : 0.17);
    g.fill(path);
  }
  g.lineCap = g.lineJoin = 'round';
  for (const [team, path] of rim) {
    g.lineWidth = Math.max(1.4, grid.u * 0.1);
    g.strokeStyle = theme.players[team];
    g.stroke(path);
  }
}

/** The home of a team: a thin hexagon with its shape, to be seen also where nobody is. */
export function drawHomes(g: Ctx, world: World, theme: Theme, grid: Grid, { w, h }: Size): void {
  for (const { team, x, y } of world.homes) {
    const [px, py] = middle(grid, x, y);
    if (px < -grid.u || py < -grid.u || px > w + grid.u || py > h + grid.u) continue;
    polygon(g, px, py, grid.u * 0.74, 6);
    g.setLineDash([grid.u * 0.12, grid.u * 0.12]);
    g.lineWidth = Math.max(1, grid.u * 0.04);
    g.strokeStyle = alpha(theme.players[team], 0.7);
    g.stroke();
    g.setLineDash([]);
    g.globalAlpha = 0.55;
    seatMark(g, team, px, py, grid.u * 0.2, theme.players[team]);
    g.globalAlpha = 1;
  }
}
