/** The sprites of units, by their template: ships, motherships, swarms, pirates and superstructures. BOI-294 */
import { cutLabel, disc, polygon, seatMark, star, type Ctx } from '../../../game/board/canvas';
import { alpha, mix, onFill, type Theme } from '../../../game/board/theme';

/** Hulls of ships as outlines: angle from the nose and distance. The first is the standard one. */
const HULLS = [
  [[0, 1.15], [2.5, 1], [Math.PI, 0.42], [-2.5, 1]],
  [[0, 1.2], [0.9, 0.5], [2.2, 1.05], [2.75, 0.62], [Math.PI, 0.86], [-2.75, 0.62], [-2.2, 1.05], [-0.9, 0.5]],
  [[0, 1.05], [0.62, 0.92], [1.5, 0.5], [2.4, 1.08], [Math.PI, 0.3], [-2.4, 1.08], [-1.5, 0.5], [-0.62, 0.92]],
  [[0, 1.1], [1.3, 0.7], [2.0, 0.98], [2.6, 0.8], [Math.PI, 0.55], [-2.6, 0.8], [-2.0, 0.98], [-1.3, 0.7]],
] as const; // prettier-ignore

/** A template that is not known by name has a look of its own all the same: always the same one. */
function hullOf(template: string): number {
  if (!template || template.endsWith('-standard')) return 0;
  let sum = 0;
  for (const sign of template) sum = (sum * 31 + sign.charCodeAt(0)) % 9973;
  return 1 + (sum % (HULLS.length - 1));
}

export function shipShape(g: Ctx, template: string, x: number, y: number, heading: number, r: number): void {
  g.beginPath();
  for (const [turn, far] of HULLS[hullOf(template)])
    g.lineTo(x + Math.cos(heading + turn) * r * far, y + Math.sin(heading + turn) * r * far);
  g.closePath();
}

/** Fills a shape with an edge in the colour of the board around it. */
function body(g: Ctx, theme: Theme, edge: number, color: string, shape: () => void): void {
  shape();
  g.lineJoin = 'round';
  g.lineWidth = edge;
  g.strokeStyle = theme.bg;
  g.stroke();
  g.fillStyle = color;
  g.fill();
}

const edgeOf = (u: number): number => Math.max(1.8, u * 0.12);

/** A part of a circle from the top, clockwise. */
export function arc(
  g: Ctx,
  x: number,
  y: number,
  r: number,
  part: number,
  width: number,
  color: string,
): void {
  if (part <= 0) return;
  g.beginPath();
  g.arc(x, y, r, -Math.PI / 2, -Math.PI / 2 + Math.min(1, part) * Math.PI * 2);
  g.lineCap = 'butt';
  g.lineWidth = width;
  g.strokeStyle = color;
  g.stroke();
}

export interface Look {
  kind: string;
  team: number;
  template: string;
  heading: number;
  count: number;
  /** 0 to 1 */
  health: number;
  battery: number | null;
  automode: boolean;
}

/** A unit in a tile of radius `u`; `plain`: without rings and labels. */
export function drawUnit(
  g: Ctx,
  theme: Theme,
  unit: Look,
  x: number,
  y: number,
  u: number,
  plain = false,
): void {
  const color = theme.players[unit.team] ?? theme.ink2;
  if (!plain) rings(g, theme, unit, x, y, u, color);
  (shapes[unit.kind] ?? shapes.spaceship)(g, theme, unit, x, y, u, color);
  if (plain) return;
  if (unit.kind === 'swarm') cutLabel(g, theme, `${unit.count}`, x + u * 0.56, y + u * 0.52, Math.max(9.5, u * 0.4)); // prettier-ignore
  if (unit.automode) cutLabel(g, theme, 'A', x + u * 0.54, y - u * 0.5, Math.max(9.5, u * 0.32), theme.ink2);
}

/** Health around a unit, and the battery inside that ring where it is known. */
function rings(g: Ctx, theme: Theme, unit: Look, x: number, y: number, u: number, color: string): void {
  const r = u * (unit.kind === 'mothership' ? 0.76 : 0.7),
    width = Math.max(1.4, u * 0.085),
    tone = unit.kind === 'npc' ? theme.ink2 : color;
  disc(g, x, y, r);
  g.lineWidth = width + Math.max(1.6, u * 0.07);
  g.strokeStyle = alpha(theme.bg, 0.55);
  g.stroke();
  arc(g, x, y, r, 1, width, alpha(tone, 0.24));
  arc(g, x, y, r, unit.health, width, tone);
  if (unit.battery !== null && u >= 20)
    arc(g, x, y, r - width * 1.15, unit.battery, Math.max(1, u * 0.045), alpha(theme.ink, 0.75));
}

type Shape = (g: Ctx, theme: Theme, unit: Look, x: number, y: number, u: number, color: string) => void;

const shapes: Record<string, Shape> = {
  spaceship(g, theme, { template, heading }, x, y, u, color) {
    body(g, theme, edgeOf(u), color, () => shipShape(g, template, x, y, heading, u * 0.45));
    // the keel, so that a dart has two sides
    g.beginPath();
    g.moveTo(x + Math.cos(heading) * u * 0.4, y + Math.sin(heading) * u * 0.4);
    g.lineTo(x - Math.cos(heading) * u * 0.16, y - Math.sin(heading) * u * 0.16);
    g.lineWidth = Math.max(0.8, u * 0.035);
    g.strokeStyle = alpha(onFill(color), 0.5);
    g.stroke();
  },
  mothership(g, theme, { team, template }, x, y, u, color) {
    const turn = hullOf(template) % 2 ? 0 : -Math.PI / 2;
    body(g, theme, edgeOf(u), color, () => polygon(g, x, y, u * 0.58, 6, turn));
    polygon(g, x, y, u * 0.43, 6, turn);
    g.lineWidth = Math.max(1, u * 0.06);
    g.strokeStyle = alpha(onFill(color), 0.8);
    g.stroke();
    seatMark(g, team, x, y, u * 0.21, onFill(color));
  },
  swarm(g, theme, { template, heading, count }, x, y, u, color) {
    const shown = Math.min(Math.max(count, 1), 8);
    for (let n = shown - 1; n >= 0; n--) {
      const a = n * 2.4 + heading,
        far = u * (0.14 + 0.2 * Math.sqrt(n)) * (shown > 1 ? 1 : 0),
        [bx, by] = [x + Math.cos(a) * far, y + Math.sin(a) * far];
      body(g, theme, Math.max(1, u * 0.05), n ? mix(color, theme.bg, 0.1) : color, () =>
        shipShape(g, template, bx, by, heading + Math.sin(n * 3) * 0.22, u * 0.23),
      );
    }
  },
  npc(g, theme, _, x, y, u) {
    body(g, theme, edgeOf(u), theme.ink2, () => star(g, x, y, u * 0.46, 8, 0.6));
    // a face with two eyes
    for (const side of [-1, 1]) {
      disc(g, x + side * u * 0.11, y - u * 0.03, u * 0.065);
      g.fillStyle = theme.bg;
      g.fill();
    }
    g.beginPath();
    g.moveTo(x - u * 0.12, y + u * 0.14);
    g.lineTo(x + u * 0.12, y + u * 0.14);
    g.lineWidth = Math.max(1, u * 0.05);
    g.strokeStyle = theme.bg;
    g.stroke();
  },
};

/** A superstructure, `r` around a place, with its level in dots. */
export function drawStructure(
  g: Ctx,
  theme: Theme,
  { template, team, level, part }: { template: string; team: number; level: number; part: number },
  x: number,
  y: number,
  r: number,
): void {
  const color = theme.players[team] ?? theme.ink2;
  g.save();
  g.translate(x, y);
  g.scale(r, r);
  g.lineJoin = g.lineCap = 'round';
  const build = buildings[template] ?? buildings['ss-relay'];
  build(g);
  g.lineWidth = 0.34;
  g.strokeStyle = theme.bg;
  g.stroke();
  g.fillStyle = color;
  g.fill();
  details[template]?.(g, onFill(color), color);
  g.restore();
  const dot = Math.max(1.1, r * 0.13);
  for (let n = 0; n < Math.min(level, 5); n++) {
    disc(g, x + (n - (Math.min(level, 5) - 1) / 2) * dot * 2.8, y + r * 0.72, dot);
    g.fillStyle = onFill(color);
    g.fill();
  }
  if (part < 1) {
    g.fillStyle = alpha(theme.bg, 0.8);
    g.fillRect(x - r * 0.8, y + r * 1.02, r * 1.6, Math.max(2, r * 0.2));
    g.fillStyle = color;
    g.fillRect(x - r * 0.8, y + r * 1.02, r * 1.6 * Math.max(0, part), Math.max(2, r * 0.2));
  }
}

const outline = (g: Ctx, points: readonly (readonly number[])[]): void => {
  g.beginPath();
  for (const [x, y] of points) g.lineTo(x, y);
  g.closePath();
};

/** All stand on the same foot, where the level is written. */
const FOOT = [[0.62, 0.45], [0.8, 0.96], [-0.8, 0.96], [-0.62, 0.45]] as const; // prettier-ignore
const buildings: Record<string, (g: Ctx) => void> = {
  'ss-relay': (g) => outline(g, [[-0.28, 0.45], [-0.2, -0.35], [-0.72, -0.5], [-0.5, -0.96], [0.5, -0.96], [0.72, -0.5], [0.2, -0.35], [0.28, 0.45], ...FOOT]), // prettier-ignore
  'ss-bastion': (g) => outline(g, [[-0.62, 0.45], [-0.62, -0.9], [-0.34, -0.9], [-0.34, -0.6], [-0.14, -0.6], [-0.14, -0.9], [0.14, -0.9], [0.14, -0.6], [0.34, -0.6], [0.34, -0.9], [0.62, -0.9], [0.62, 0.45], ...FOOT]), // prettier-ignore
  'ss-array': (g) => outline(g, [[-0.6, 0.45], [-0.6, -0.05], [-0.78, -0.9], [-0.46, -0.96], [-0.3, -0.1], [-0.16, -0.1], [-0.16, -1.05], [0.16, -1.05], [0.16, -0.1], [0.3, -0.1], [0.46, -0.96], [0.78, -0.9], [0.6, -0.05], [0.6, 0.45], ...FOOT]), // prettier-ignore
  'ss-beacon': (g) => outline(g, [[-0.34, 0.45], [-0.16, -0.5], [-0.36, -0.5], [0, -1.12], [0.36, -0.5], [0.16, -0.5], [0.34, 0.45], ...FOOT]), // prettier-ignore
};
const details: Record<string, (g: Ctx, ink: string, color: string) => void> = {
  'ss-relay'(g, ink) {
    g.beginPath();
    g.moveTo(-0.42, -0.68);
    g.lineTo(0.42, -0.68);
    g.lineWidth = 0.14;
    g.strokeStyle = ink;
    g.stroke();
  },
  'ss-bastion'(g, ink) {
    g.fillStyle = ink;
    g.fillRect(-0.14, -0.2, 0.28, 0.56);
  },
  'ss-beacon'(g, ink, color) {
    disc(g, 0, -0.62, 0.14);
    g.fillStyle = ink;
    g.fill();
    g.lineWidth = 0.12;
    g.strokeStyle = color;
    for (const middle of [0, Math.PI]) {
      g.beginPath();
      g.arc(0, -0.66, 0.72, middle - 0.5, middle + 0.5);
      g.stroke();
    }
  },
};
