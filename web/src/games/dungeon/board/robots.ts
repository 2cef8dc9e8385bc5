/** Robots on the map: badges with a count by owner, or one by one where the map is near. */
import { cutLabel, disc, emblem, label, seatMark, type Ctx } from '../../../game/board/canvas';
import { alpha, mix, onFill, rowOf, type Theme } from '../../../game/board/theme';
import { badgeText, slotsOf, type Slot } from './layout';
import { cargoOf, type Bot, type Group } from './model';
import { clock } from './signs';

/** All robots on one planet. */
export function drawGroups(g: Ctx, theme: Theme, groups: Group[], x: number, y: number, c: number): void {
  const { mode, slots, more, px } = slotsOf(groups, c);
  for (const slot of slots) {
    const [sx, sy] = [x + slot.dx, y + slot.dy];
    if (mode === 'dots') emblem(g, theme, slot.group.seat, sx, sy, slot.w / 2, 1.1);
    else if (slot.bot) single(g, theme, slot.bot, sx, sy, slot, slot.group.age);
    else badge(g, theme, slot.group, sx, sy, slot, px);
  }
  if (!more || mode === 'dots') return;
  cutLabel(g, theme, `+${more}`, x + c * 0.42, y - c * 0.3, px, theme.ink, 'right');
}

/** Shape and count in the colour of the seat. Robots of which there is no news any more are an outline. */
export function badge(
  g: Ctx,
  theme: Theme,
  group: Group,
  x: number,
  y: number,
  { w, h }: Pick<Slot, 'w' | 'h'>,
  px: number,
): void {
  const color = theme.players[group.seat],
    old = group.age > 0,
    fill = old ? mix(theme.bg, color, 0.14) : color,
    ink = old ? color : onFill(color);
  g.beginPath();
  g.roundRect(x - w / 2, y - h / 2, w, h, h / 2);
  g.lineWidth = 3;
  g.strokeStyle = theme.bg;
  g.stroke();
  g.fillStyle = fill;
  g.fill();
  if (!old && rowOf(group.seat)) stripes(g, x, y, w, h, ink);
  if (old) {
    g.setLineDash([3, 2]);
    g.lineWidth = 1.2;
    g.strokeStyle = color;
    g.stroke();
    g.setLineDash([]);
  }
  const text = badgeText(group),
    textWide = text.length * px * 0.61,
    left = x - (textWide + px * 0.85) / 2;
  seatMark(g, group.seat, left + px * 0.32, y, px * 0.34, old ? readable(theme, color) : ink);
  label(g, text, left + px * 0.85, y, px, old ? readable(theme, color) : ink, theme.mono, 650, 'left');
}

/** A seat's colour as text on the board: dark hues are mixed with ink until they can be read. */
const readable = (theme: Theme, color: string): string => mix(color, theme.ink, 0.45);

/** Colours come again after the eighth seat: then the badge is striped. */
function stripes(g: Ctx, x: number, y: number, w: number, h: number, ink: string): void {
  g.save();
  g.clip();
  g.lineWidth = 1;
  g.strokeStyle = alpha(ink, 0.32);
  g.beginPath();
  for (let k = -h; k < w; k += 4) {
    g.moveTo(x - w / 2 + k, y + h / 2);
    g.lineTo(x - w / 2 + k + h, y - h / 2);
  }
  g.stroke();
  g.restore();
}

/** One robot with bars for health, energy and cargo, as far as they are known. */
function single(g: Ctx, theme: Theme, bot: Bot, x: number, y: number, { w, h }: Slot, age: number): void {
  const color = theme.players[bot.seat],
    r = w * 0.38,
    top = y - h / 2 + r + 1,
    old = !bot.data && age > 0;
  g.beginPath();
  g.roundRect(x - r, top - r, 2 * r, 2 * r, r * 0.5);
  g.lineWidth = 3;
  g.strokeStyle = theme.bg;
  g.stroke();
  g.fillStyle = old ? mix(theme.bg, color, 0.14) : color;
  g.fill();
  if (old) {
    g.setLineDash([3, 2]);
    g.lineWidth = 1.2;
    g.strokeStyle = color;
    g.stroke();
    g.setLineDash([]);
  }
  seatMark(g, bot.seat, x, top, r * 0.56, old ? readable(theme, color) : onFill(color));
  // two feet and an antenna make a robot of it
  g.strokeStyle = old ? color : mix(color, theme.ink, 0.25);
  g.lineWidth = Math.max(1, r * 0.16);
  g.beginPath();
  g.moveTo(x, top - r);
  g.lineTo(x, top - r * 1.35);
  g.stroke();
  disc(g, x, top - r * 1.4, r * 0.14);
  g.fillStyle = g.strokeStyle;
  g.fill();
  if (!bot.data) {
    if (age) {
      label(g, `${age}`, x + r * 0.35, top + r * 1.6, Math.max(9.5, r * 0.75), theme.ink2, theme.mono);
      clock(g, x - r * 0.5, top + r * 1.6, Math.max(3, r * 0.3), theme.ink2);
    }
    return;
  }
  const { health, max_health, energy, max_energy, storage } = bot.data,
    bar = Math.max(2, h * 0.075);
  [health / max_health, energy / max_energy, cargoOf(bot.data) / storage].forEach((part, k) => {
    const left = x - w * 0.42,
      line = top + r * 1.22 + k * bar * 1.4,
      wide = w * 0.84;
    g.fillStyle = alpha(theme.bg, 0.78);
    g.fillRect(left, line, wide, bar);
    g.fillStyle = k === 0 && part < 0.35 ? theme.hazard : k === 1 ? theme.ink2 : theme.ink;
    if (k < 2) g.fillRect(left, line, wide * Math.min(1, part), bar);
    else {
      // cargo comes in parcels, so that it is told from energy without its place
      const parcels = Math.ceil(Math.min(1, part) * 5);
      for (let n = 0; n < parcels; n++) g.fillRect(left + (wide / 5) * n, line, wide / 5 - 1, bar);
    }
  });
}
