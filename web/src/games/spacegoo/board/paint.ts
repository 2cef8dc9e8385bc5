/** The starfield: planets as discs with their columns, fleets as darts with what they tow, orders in ink. */
import {
  cutLabel,
  disc,
  starfield,
  type Ctx,
  type Painter,
  type Scene,
  type Size,
} from '../../../game/board/canvas';
import { caption } from '../../../game/board/caption';
import { rng } from '../../../game/board/rng';
import { alpha, type Theme } from '../../../game/board/theme';
import type { SpacegooEvent, SpacegooView } from '../../../net/types';
import { drawFleet, fleetsOf, LANDED } from './fleets';
import { goo } from './goo';
import { kindSign } from './kinds';
import { HIGH, labels, lineWidth, spots, type Label } from './labels';
import { layout, nearest, noteSpot, pieces, SMALL, spread, type Layout } from './layout';
import { orders, reachable } from './overlay';
import { orb, speck } from './planets';

type GooScene = Scene<SpacegooView, SpacegooEvent>;

export const painter: Painter<SpacegooView, SpacegooEvent> = {
  ratio(view) {
    const map = spread(view.planets);
    return Math.min(1.75, Math.max(1.05, (map.width + 7) / (map.height + 7)));
  },
  ground: (view) => view.planets.map((p) => `${p.x},${p.y}`).join() + (view.hyperlanes?.length ?? ''),
  still,
  live,
  pieces,
  nearest,
  spot: noteSpot,
};

function still(g: Ctx, { view }: GooScene, theme: Theme, size: Size): void {
  const small = size.w < SMALL,
    at = layout(view, size),
    back = g.createRadialGradient(size.w / 2, size.h * 0.42, 0, size.w / 2, size.h / 2, size.w * 0.75);
  back.addColorStop(0, theme.dark ? '#131a26' : '#faf8f2');
  back.addColorStop(1, theme.dark ? '#090c12' : theme.bg2);
  g.fillStyle = back;
  g.fillRect(0, 0, size.w, size.h);
  starfield(g, size, theme, rng(5), small ? 0.6 : 1);
  if (!theme.dark) {
    g.strokeStyle = alpha(theme.line2, 0.35);
    g.lineWidth = 1;
    for (let ring = 1; ring < 12; ring++) {
      disc(g, size.w / 2, size.h / 2, (ring / 12) * size.w * 0.62);
      g.stroke();
    }
  }
  g.lineWidth = small ? 0.7 : 1;
  g.strokeStyle = alpha(theme.line2, theme.dark ? 0.8 : 0.95);
  g.setLineDash(small ? [] : [1, 5]);
  g.lineCap = 'round';
  g.beginPath();
  for (const [a, b] of view.hyperlanes ?? [])
    if (a < b) {
      g.moveTo(at.x[a], at.y[a]);
      g.lineTo(at.x[b], at.y[b]);
    }
  g.stroke();
  g.setLineDash([]);
}

function live(g: Ctx, scene: GooScene, theme: Theme, size: Size): void {
  const { view, before } = scene,
    at = layout(view, size),
    small = size.w < SMALL,
    part = before ? scene.part : 1,
    planets = view.planets.map((planet, n) =>
      before && part < LANDED ? (before.planets[n] ?? planet) : planet,
    );
  if (before && part < 1) goo(g, before, theme, size, 1 - part);
  goo(g, view, theme, size, part);
  rings(g, scene, theme, at, part);
  if (scene.marks.reach.length) reachable(g, scene, theme, at);
  const fleets = fleetsOf({ view, before, part }, at, small);
  planets.forEach((planet, n) => {
    if (small) speck(g, theme, planet, at.x[n], at.y[n], at.r[n]);
    else orb(g, theme, planet, at.x[n], at.y[n], at.r[n], at.columns[n]);
  });
  for (const fleet of fleets) drawFleet(g, theme, fleet, at, small);
  if (small) return;
  const told = fleets.filter(({ opacity }) => opacity >= 0.5);
  for (const label of labels(planets, at, size, told, scene.numbers)) write(g, theme, label);
  orders(g, scene, theme, at);
  if (scene.caption && part === 1) caption(g, scene.caption, view.winner ?? 0, theme, size, at);
}

/** A fight sends two rings outward in the colours of those who fought, a capture in that of the new owner. */
function rings(g: Ctx, { events }: GooScene, theme: Theme, at: Layout, part: number): void {
  const out = 0.75 + 0.25 * part;
  for (const event of events) {
    if (event.type !== 'battle' && event.type !== 'planet_taken') continue;
    const n = event.planet,
      seats = event.type === 'battle' ? event.sides.map((side) => side.seat) : [event.seat, event.seat];
    [2.3, 1.7].forEach((far, k) => {
      disc(g, at.x[n], at.y[n], at.r[n] * far * out);
      g.lineWidth = event.type === 'battle' ? 1.2 : 2;
      g.strokeStyle = alpha(theme.players[seats[k] ?? 0], 0.8 / far);
      g.stroke();
    });
  }
}

/** A label, its signs and numbers side by side. */
function write(g: Ctx, theme: Theme, { text, lines, soft, x, y, w, h, px }: Label): void {
  if (text !== undefined) return cutLabel(g, theme, text, x, y, px, soft ? theme.ink2 : theme.ink);
  lines?.forEach((line, n) => {
    const middle = y - h / 2 + 1 + (n + 0.5) * px * HIGH,
      left = x - Math.min(w - 4, lineWidth(line, px)) / 2;
    g.globalAlpha = line.faint ? 0.55 : 1;
    for (const { kind, text, sign, from } of spots(line, px)) {
      kindSign(g, theme, kind, left + sign, middle, px * 0.4);
      cutLabel(g, theme, text, left + from, middle, px, theme.ink, 'left');
    }
    g.globalAlpha = 1;
  });
}
