/** Robots from above: five models, each its own silhouette with its nose where it looks, in the colour of a seat. */
import { disc, polygon, seatShape, type Ctx } from '../../../game/board/canvas';
import { alpha, mix, onFill, type Theme } from '../../../game/board/theme';

export interface Look {
  seat: number;
  model: string;
  /** quarter turns clockwise from north */
  angle: number;
  /** powered down */
  asleep?: boolean;
  /** destroyed: without its colour */
  wreck?: boolean;
}

type Trace = (g: Ctx, r: number) => void;

type Curve = [ax: number, ay: number, bx: number, by: number, x: number, y: number];

/** From the tip down the right side in two curves, and back up the left side in the same. */
function curved(g: Ctx, r: number, [x0, y0]: [number, number], upper: Curve, lower: Curve): void {
  const by = (...numbers: Curve) => g.bezierCurveTo(...(numbers.map((n) => r * n) as Curve)),
    [ax, ay, bx, by2, x1, y1] = upper,
    [cx, cy, dx, dy] = lower;
  g.beginPath();
  g.moveTo(r * x0, r * y0);
  by(...upper);
  by(...lower);
  by(-dx, dy, -cx, cy, -x1, y1);
  by(-bx, by2, -ax, ay, x0, y0);
  g.closePath();
}

/** The outline of a body that looks north. All have a nose, so that nobody has to know the models to see where they go. */
const BODIES: Record<string, Trace> = {
  /** a tank: a box with a short glacis */
  tanky(g, r) {
    g.beginPath();
    g.moveTo(-r * 0.74, r * 0.86);
    g.lineTo(-r * 0.74, -r * 0.62);
    g.lineTo(-r * 0.36, -r * 0.86);
    g.lineTo(0, -r * 1.12);
    g.lineTo(r * 0.36, -r * 0.86);
    g.lineTo(r * 0.74, -r * 0.62);
    g.lineTo(r * 0.74, r * 0.86);
    g.closePath();
  },
  /** a sports car: long, waisted, with wings at the back */
  james(g, r) {
    g.beginPath();
    g.moveTo(0, -r * 1.24);
    g.quadraticCurveTo(r * 0.5, -r * 0.9, r * 0.52, -r * 0.25);
    g.quadraticCurveTo(r * 0.52, r * 0.15, r * 0.92, r * 0.42);
    g.lineTo(r * 0.92, r * 0.92);
    g.lineTo(-r * 0.92, r * 0.92);
    g.lineTo(-r * 0.92, r * 0.42);
    g.quadraticCurveTo(-r * 0.52, r * 0.15, -r * 0.52, -r * 0.25);
    g.quadraticCurveTo(-r * 0.5, -r * 0.9, 0, -r * 1.24);
    g.closePath();
  },
  /** a bean bag: broad and round */
  lazy(g, r) {
    curved(g, r, [0, -1.06], [0.3, -0.78, 1.06, -0.72, 1.04, 0.1], [1.02, 0.98, 0.4, 0.98, 0, 0.94]);
  },
  /** a head with a professor's hair */
  albot(g, r) {
    g.beginPath();
    g.moveTo(0, -r * 1.16);
    g.lineTo(r * 0.4, -r * 0.72);
    const tips = 12;
    for (let k = 0; k <= tips; k++) {
      const a = -0.6 + (k / tips) * (Math.PI + 1.2),
        q = k % 2 ? 1.1 : 0.82;
      g.lineTo(Math.cos(a) * r * q, Math.sin(a) * r * q);
    }
    g.lineTo(-r * 0.4, -r * 0.72);
    g.closePath();
  },
  /** a fruit: a heart with its tip ahead, the cleft behind */
  peach(g, r) {
    curved(g, r, [0, -1.2], [0.5, -0.92, 1.12, -0.4, 0.96, 0.3], [0.82, 0.92, 0.28, 1, 0, 0.62]);
  },
};
export const MODELS = Object.keys(BODIES);

const bodyOf = (model: string): Trace => BODIES[model] ?? BODIES.tanky;

/** Around the origin; `r` is half its breadth. */
export function drawRobot(g: Ctx, theme: Theme, look: Look, r: number): void {
  const color = look.wreck ? theme.players[0] : theme.players[look.seat],
    metal = mix(theme.metal2, theme.dark ? '#ffffff' : '#000000', 0.28),
    body = bodyOf(look.model);
  g.save();
  g.rotate((look.angle * Math.PI) / 2);
  g.save();
  g.translate(r * 0.06, r * 0.14);
  body(g, r);
  g.fillStyle = alpha('#000000', theme.dark ? 0.5 : 0.25);
  g.fill();
  g.restore();
  under(g, look.model, metal, theme, r);
  body(g, r);
  g.lineWidth = r * 0.2;
  g.lineJoin = 'round';
  g.strokeStyle = theme.bg;
  g.stroke();
  const shade = g.createLinearGradient(0, -r, 0, r);
  shade.addColorStop(0, mix(color, '#ffffff', 0.16));
  shade.addColorStop(1, mix(color, '#000000', 0.18));
  g.fillStyle = look.asleep || look.wreck ? mix(color, theme.metal, 0.55) : shade;
  g.fill();
  over(g, look.model, mix(color, '#000000', theme.dark ? 0.42 : 0.36), metal, r);
  g.restore();
  const dark = look.asleep || look.wreck ? mix(color, theme.metal, 0.55) : color;
  seatShape(g, look.seat, 0, r * 0.04, r * 0.38);
  g.fillStyle = onFill(dark);
  g.fill();
}

/** Chains, wheels, barrels and the mirror: what sticks out from below the body. */
function under(g: Ctx, model: string, metal: string, theme: Theme, r: number): void {
  g.fillStyle = metal;
  g.strokeStyle = theme.bg;
  g.lineWidth = r * 0.08;
  const part = (x: number, y: number, w: number, h: number, round: number) => {
    g.beginPath();
    g.roundRect(x * r, y * r, w * r, h * r, round * r);
    g.stroke();
    g.fill();
  };
  if (model === 'tanky') {
    for (const x of [-1.12, 0.68]) part(x, -0.78, 0.44, 1.72, 0.14);
    g.fillStyle = alpha(theme.bg, 0.55);
    for (const x of [-1.12, 0.68])
      for (let k = 0; k < 6; k++) g.fillRect(x * r, (-0.66 + k * 0.28) * r, 0.44 * r, 0.07 * r);
  } else if (model === 'james') {
    for (const x of [-0.62, 0.46]) part(x, -1.14, 0.16, 0.8, 0.05);
    for (const x of [-1.02, 0.74]) part(x, 0.34, 0.28, 0.6, 0.1);
  } else if (model === 'lazy') {
    for (const x of [-0.86, 0.42]) part(x, 0.66, 0.44, 0.44, 0.2);
  } else if (model === 'albot') {
    g.beginPath();
    g.ellipse(0, r * 0.1, r * 1.18, r * 0.4, -0.5, 0, Math.PI * 2);
    g.lineWidth = r * 0.1;
    g.strokeStyle = alpha(metal, 0.9);
    g.stroke();
  } else if (model === 'peach') {
    g.beginPath();
    g.arc(0, -r * 0.06, r * 1.16, Math.PI * 0.2, Math.PI * 0.8);
    g.lineWidth = r * 0.28;
    g.lineCap = 'round';
    g.strokeStyle = theme.bg;
    g.stroke();
    g.lineWidth = r * 0.16;
    g.strokeStyle = mix(metal, theme.dark ? '#ffffff' : '#9fb2c4', 0.75);
    g.stroke();
  }
}

/** What lies on the body, in a darker shade of it. */
function over(g: Ctx, model: string, shade: string, metal: string, r: number): void {
  g.strokeStyle = g.fillStyle = shade;
  g.lineWidth = r * 0.09;
  g.lineCap = 'round';
  if (model === 'tanky') {
    disc(g, 0, r * 0.04, r * 0.52);
    g.stroke();
    g.fillStyle = metal;
    g.fillRect(-r * 0.08, -r * 1.3, r * 0.16, r * 0.8);
  } else if (model === 'james') {
    polygon(g, -r * 0.17, r * 0.62, r * 0.17, 3, 0);
    g.fill();
    polygon(g, r * 0.17, r * 0.62, r * 0.17, 3, Math.PI);
    g.fill();
  } else if (model === 'lazy') {
    for (const x of [-0.34, 0.34]) {
      g.beginPath();
      g.arc(x * r, -r * 0.5, r * 0.13, 0.15, Math.PI - 0.15);
      g.stroke();
    }
  } else if (model === 'albot') {
    for (const x of [-0.22, 0.22]) {
      disc(g, x * r, -r * 0.6, r * 0.13);
      g.stroke();
    }
  } else if (model === 'peach') {
    g.beginPath();
    g.moveTo(0, r * 0.6);
    g.quadraticCurveTo(r * 0.1, r * 0.42, 0, r * 0.3);
    g.moveTo(0, -r * 1.0);
    g.lineTo(0, -r * 0.66);
    g.stroke();
  }
}

/** Dashed, in the colour of its seat: where a robot would be. */
export function drawGhost(g: Ctx, theme: Theme, { seat, model, angle }: Look, r: number): void {
  const color = theme.players[seat];
  g.save();
  g.rotate((angle * Math.PI) / 2);
  bodyOf(model)(g, r);
  g.fillStyle = alpha(theme.bg, 0.55);
  g.fill();
  g.fillStyle = alpha(color, 0.2);
  g.fill();
  g.setLineDash([r * 0.24, r * 0.18]);
  g.lineWidth = Math.max(1.4, r * 0.12);
  g.strokeStyle = color;
  g.stroke();
  g.setLineDash([]);
  g.restore();
}
