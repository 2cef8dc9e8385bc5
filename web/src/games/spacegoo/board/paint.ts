/** The starfield: planets as discs with their numbers, fleets as darts, orders in ink. */
import {
  arrowHead,
  cutLabel,
  disc,
  emblem,
  label,
  starfield,
  type Ctx,
  type Painter,
  type Scene,
  type Size,
} from '../../../game/board/canvas';
import { caption } from '../../../game/board/caption';
import { rng } from '../../../game/board/rng';
import { alpha, mix, onFill, type Theme } from '../../../game/board/theme';
import type { SpacegooEvent, SpacegooFleetView, SpacegooPlanetView, SpacegooView } from '../../../net/types';
import { goo } from './goo';
import { orders, reachable } from './overlay';
import { dart, layout, pieces, SMALL, spread, sum, type Layout, noteSpot } from './layout';

type GooScene = Scene<SpacegooView, SpacegooEvent>;

/** Fleets are seen to arrive before their planet shows what came of it. */
const LANDED = 0.8;

export const painter: Painter<SpacegooView, SpacegooEvent> = {
  ratio(view) {
    const map = spread(view.planets);
    return Math.min(1.75, Math.max(1.05, (map.width + 7) / (map.height + 7)));
  },
  ground: (view) => view.planets.map((p) => `${p.x},${p.y}`).join() + (view.hyperlanes?.length ?? ''),
  still,
  live,
  pieces,
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
    part = before ? scene.part : 1;
  if (before && part < 1) goo(g, before, theme, size, 1 - part);
  goo(g, view, theme, size, part);
  rings(g, scene, theme, at, part);
  if (scene.marks.reach.length) reachable(g, scene, theme, at);
  const labels = fleets(g, scene, theme, at, part, small);
  view.planets.forEach((planet, n) => {
    const shown = before && part < LANDED ? (before.planets[n] ?? planet) : planet;
    if (small) speck(g, theme, shown, at.x[n], at.y[n], at.r[n]);
    else orb(g, theme, shown, at.x[n], at.y[n], at.r[n], scene.numbers);
  });
  for (const text of labels) cutLabel(g, theme, text.text, text.x, text.y, text.px);
  if (!small) orders(g, scene, theme, at);
  if (scene.caption && !small && part === 1) caption(g, scene.caption, view.winner ?? 0, theme, size, at);
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

interface Text {
  text: string;
  x: number;
  y: number;
  px: number;
}

/** Draws the fleets and returns their counts, to be written over everything else. */
function fleets(g: Ctx, scene: GooScene, theme: Theme, at: Layout, part: number, small: boolean): Text[] {
  const { view, before } = scene,
    texts: Text[] = [],
    old = new Set(before?.fleets.map((fleet) => fleet.id)),
    landed =
      before && part < 1 ? before.fleets.filter((fleet) => !view.fleets.some((f) => f.id === fleet.id)) : [],
    round = before ? before.round + (view.round - before.round) * part : view.round;
  const one = (fleet: SpacegooFleetView, opacity: number) => {
    const d = dart(fleet, view, at, round, small),
      color = theme.players[fleet.owner_id],
      tail = Math.min(d.tail, at.unit * 2.6),
      [cos, sin] = [Math.cos(d.angle), Math.sin(d.angle)];
    g.globalAlpha = opacity;
    const trail = g.createLinearGradient(d.x, d.y, d.x - cos * tail, d.y - sin * tail);
    trail.addColorStop(0, alpha(color, 0.75));
    trail.addColorStop(1, alpha(color, 0));
    g.strokeStyle = trail;
    g.lineWidth = d.r * 0.7;
    g.lineCap = 'round';
    g.beginPath();
    g.moveTo(d.x, d.y);
    g.lineTo(d.x - cos * tail, d.y - sin * tail);
    g.stroke();
    arrowHead(g, d.x, d.y, d.angle, d.r + (small ? 0.8 : 1.5));
    g.fillStyle = theme.bg;
    g.fill();
    arrowHead(g, d.x, d.y, d.angle, d.r);
    g.fillStyle = color;
    g.fill();
    g.globalAlpha = 1;
    if (small || opacity < 0.5) return;
    const px = Math.max(9.5, at.unit * 0.42),
      text = short(sum(fleet.ships)),
      aside = d.r * 0.8 + px * 0.3 * (1 + text.length * Math.abs(sin)),
      ahead = d.r + px * 0.3 * (1 + text.length * Math.abs(cos));
    // beside the dart, right of it if it can be, where no other number stands
    const spots = [[0, aside], [0, -aside], [ahead, 0], [-ahead, 0], [ahead, aside], [ahead, -aside]] // prettier-ignore
      .map(([far, side]) => ({ text, x: d.x + cos * far - sin * side, y: d.y + sin * far + cos * side, px }));
    texts.push(spots.find((spot) => free(spot, texts, at)) ?? spots[0]);
  };
  for (const fleet of view.fleets) one(fleet, old.has(fleet.id) || part === 1 ? 1 : part);
  for (const fleet of landed) one(fleet, part < LANDED ? 1 : (1 - part) / (1 - LANDED));
  return texts;
}

function free(spot: Text, texts: Text[], at: Layout): boolean {
  const wide = spot.text.length * spot.px * 0.3;
  return (
    texts.every(
      (other) =>
        Math.abs(other.y - spot.y) > spot.px * 0.95 ||
        Math.abs(other.x - spot.x) > wide + other.text.length * other.px * 0.3 + 2,
    ) && at.x.every((x, n) => Math.hypot(x - spot.x, at.y[n] - spot.y) > at.r[n] + spot.px * 0.5)
  );
}

/** Numbers of more than four figures are cut, so that they fit: 12.3k. */
function short(n: number): string {
  if (n < 10_000) return `${n}`;
  return n < 100_000 ? `${(n / 1000).toFixed(1)}k` : `${Math.round(n / 1000)}k`;
}

function speck(g: Ctx, theme: Theme, planet: SpacegooPlanetView, x: number, y: number, r: number): void {
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

function orb(
  g: Ctx,
  theme: Theme,
  planet: SpacegooPlanetView,
  x: number,
  y: number,
  r: number,
  numbers: boolean,
): void {
  const { owner_id: owner, production_rounds_left: left } = planet,
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
  const text = short(sum(planet.ships)),
    px = Math.max(9.5, Math.min(r * 0.66, (r * 3) / text.length));
  label(g, text, x, y, px, owner ? onFill(color) : theme.ink2, theme.mono, 650);
  bars(g, theme, planet, x, y, r);
  const corner = r * (r < 14 ? 1 : 0.86),
    meta = Math.max(9.5, r * 0.4);
  if (owner) emblem(g, theme, owner, x - corner, y - corner, Math.max(3.4, r * 0.24), 1.6);
  // a planet that nobody has held yet has all its rounds left; where room is short that need not be said
  if (left !== undefined && (owner || r > 13))
    cutLabel(g, theme, `${left}`, x + corner, y - corner, meta, theme.ink2, 'left');
  if (numbers) cutLabel(g, theme, `#${planet.id}`, x, y - r - meta * 0.85, meta, theme.ink2);
}

/** Ships of the three kinds stand up from a line below the planet, what it produces of them hangs down from it. */
function bars(g: Ctx, theme: Theme, planet: SpacegooPlanetView, x: number, y: number, r: number): void {
  const works = planet.owner_id !== 0 && planet.production_rounds_left !== 0,
    color = theme.players[planet.owner_id],
    width = Math.max(3, r * 0.2),
    pitch = width * 1.6,
    high = Math.max(9, r * 0.62),
    deep = Math.max(6, r * 0.42),
    base = y + r + 5 + high;
  for (let kind = 0; kind < 3; kind++) {
    const from = x + (kind - 1) * pitch - width / 2,
      up = planet.ships[kind] ? 1.5 + (high - 1.5) * Math.min(1, Math.log1p(planet.ships[kind]) / 6.2) : 0,
      down = planet.production[kind] ? 1.5 + (deep - 1.5) * Math.min(1, planet.production[kind] / 9) : 0;
    if (!up && !down) continue;
    g.fillStyle = theme.bg;
    g.fillRect(from - 1, base - up - 1, width + 2, up + down + 3.5);
    g.fillStyle = color;
    g.fillRect(from, base - up, width, up);
    g.fillStyle = alpha(theme.ink2, works ? 0.95 : 0.4);
    g.fillRect(from, base + 1.5, width, down);
  }
}
