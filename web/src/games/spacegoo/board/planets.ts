/** Planets: a disc with all ships as a number, and three columns for the kinds of ships. */
import { disc, emblem, label, type Ctx } from '../../../game/board/canvas';
import { alpha, mix, onFill, type Theme } from '../../../game/board/theme';
import type { SpacegooPlanetView } from '../../../net/types';
import { KINDS, kindSign } from './kinds';
import { inside, WIDE } from './labels';
import type { Columns } from './layout';

/** A planet of a thumbnail. */
export function speck(
  g: Ctx,
  theme: Theme,
  planet: SpacegooPlanetView,
  x: number,
  y: number,
  r: number,
): void {
  const size = r * 1.15;
  disc(g, x, y, size + 1.2);
  g.fillStyle = theme.bg;
  g.fill();
  disc(g, x, y, size);
  if (planet.owner_id) {
    g.fillStyle = theme.players[planet.owner_id];
    g.fill();
  } else {
    g.lineWidth = 1;
    g.strokeStyle = theme.players[0];
    g.stroke();
  }
}

export function orb(
  g: Ctx,
  theme: Theme,
  planet: SpacegooPlanetView,
  x: number,
  y: number,
  r: number,
  columns: Columns | null,
): void {
  const { owner_id: owner } = planet,
    color = theme.players[owner];
  disc(g, x, y, r + 3);
  g.fillStyle = theme.bg;
  g.fill();
  disc(g, x, y, r);
  if (owner) {
    const shade = g.createRadialGradient(x - r * 0.35, y - r * 0.4, r * 0.1, x, y, r * 1.1);
    shade.addColorStop(0, mix(color, '#ffffff', theme.dark ? 0.28 : 0.18));
    shade.addColorStop(0.55, color);
    shade.addColorStop(1, mix(color, '#000000', 0.28));
    g.fillStyle = shade;
    g.fill();
  } else {
    g.fillStyle = theme.bg2;
    g.fill();
    g.lineWidth = 1.5;
    g.strokeStyle = theme.players[0];
    g.stroke();
  }
  const { text, px } = inside(planet, r);
  if (text.length * px * WIDE > 1.8 * r) {
    // wider than its planet: read on what is beside it as well
    g.font = `650 ${px}px ${theme.mono}`;
    g.textAlign = 'center';
    g.textBaseline = 'middle';
    g.lineJoin = 'round';
    g.lineWidth = 3;
    g.strokeStyle = owner ? color : theme.bg2;
    g.strokeText(text, x, y + px * 0.04);
  }
  label(g, text, x, y, px, owner ? onFill(color) : theme.ink2, theme.mono, 650);
  if (columns) threeColumns(g, theme, planet, columns);
  const corner = r < 14 ? r * 0.86 + 2.2 : r * 0.86;
  if (owner) emblem(g, theme, owner, x - corner, y - corner, Math.max(3.4, r * 0.24), 1.6);
}

/** Ships of a kind stand on its sign, what the planet makes of it hangs from it: faint where it makes nothing now. */
function threeColumns(g: Ctx, theme: Theme, planet: SpacegooPlanetView, box: Columns): void {
  const works = planet.owner_id !== 0 && planet.production_rounds_left !== 0,
    { row, sign, pitch, high, deep } = box,
    width = Math.max(3, sign * 1.15);
  for (const kind of KINDS) {
    const x = box.x + (kind - 1) * pitch,
      ships = planet.ships[kind],
      makes = planet.production[kind],
      up = ships ? 1.5 + (high - 1.5) * Math.min(1, Math.log1p(ships) / 6.2) : 0,
      down = makes ? 1.5 + (deep - 1.5) * Math.min(1, makes / 9) : 0;
    if (!up && !down) continue;
    const color = theme.kinds[kind],
      bar = (from: number, tall: number, shown: string) => {
        if (!tall) return;
        g.fillStyle = theme.bg;
        g.fillRect(x - width / 2 - 1, from - 1, width + 2, tall + 2);
        g.fillStyle = shown;
        g.fillRect(x - width / 2, from, width, tall);
      };
    bar(row - sign - 1.5 - up, up, color);
    bar(row + sign + 1.5, down, works ? color : alpha(theme.ink2, 0.4));
    kindSign(g, theme, kind, x, row, sign);
  }
}
