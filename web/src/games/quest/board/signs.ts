/** Small signs in ink: the seven resources, swords and armours, ice and shield. */
import { disc, polygon, type Ctx } from '../../../game/board/canvas';
import type { Resource } from './model';

type Sign = (g: Ctx, x: number, y: number, r: number) => void;

const line = (g: Ctx, points: [number, number][], close = false) => {
  g.beginPath();
  points.forEach(([x, y], n) => (n ? g.lineTo(x, y) : g.moveTo(x, y)));
  if (close) g.closePath();
};

/** Two logs across each other. */
const wood: Sign = (g, x, y, r) => {
  g.lineWidth = r * 0.5;
  line(g, [[x - r * 0.8, y + r * 0.5], [x + r * 0.72, y - r * 0.42]]); // prettier-ignore
  g.stroke();
  g.lineWidth = r * 0.34;
  line(g, [[x - r * 0.7, y - r * 0.55], [x - r * 0.12, y - r * 0.2]]); // prettier-ignore
  g.stroke();
  line(g, [[x + r * 0.25, y + r * 0.2], [x + r * 0.78, y + r * 0.56]]); // prettier-ignore
  g.stroke();
};

/** Three blocks, one on two. */
const stone: Sign = (g, x, y, r) => {
  const block = (bx: number, by: number, w: number) => {
    g.beginPath();
    g.roundRect(bx - w / 2, by, w, r * 0.72, r * 0.2);
    g.fill();
  };
  block(x, y - r * 0.82, r * 0.98);
  block(x - r * 0.52, y + r * 0.06, r * 0.94);
  block(x + r * 0.52, y + r * 0.06, r * 0.94);
};

/** A hide, stretched by its four legs. */
const leather: Sign = (g, x, y, r) => {
  g.beginPath();
  g.moveTo(x - r * 0.85, y - r * 0.8);
  g.quadraticCurveTo(x, y - r * 0.35, x + r * 0.85, y - r * 0.8);
  g.quadraticCurveTo(x + r * 0.42, y, x + r * 0.8, y + r * 0.75);
  g.quadraticCurveTo(x + r * 0.3, y + r * 0.5, x, y + r * 0.95);
  g.quadraticCurveTo(x - r * 0.3, y + r * 0.5, x - r * 0.8, y + r * 0.75);
  g.quadraticCurveTo(x - r * 0.42, y, x - r * 0.85, y - r * 0.8);
  g.fill();
};

/** A bell. */
const bronze: Sign = (g, x, y, r) => {
  g.beginPath();
  g.moveTo(x - r * 0.85, y + r * 0.5);
  g.quadraticCurveTo(x - r * 0.42, y + r * 0.2, x - r * 0.42, y - r * 0.3);
  g.quadraticCurveTo(x - r * 0.4, y - r * 0.85, x, y - r * 0.85);
  g.quadraticCurveTo(x + r * 0.4, y - r * 0.85, x + r * 0.42, y - r * 0.3);
  g.quadraticCurveTo(x + r * 0.42, y + r * 0.2, x + r * 0.85, y + r * 0.5);
  g.closePath();
  g.fill();
  disc(g, x, y + r * 0.72, r * 0.22);
  g.fill();
};

/** An ingot. */
const iron: Sign = (g, x, y, r) => {
  line(g, [[x - r * 0.95, y + r * 0.6], [x - r * 0.55, y - r * 0.5], [x + r * 0.55, y - r * 0.5], [x + r * 0.95, y + r * 0.6]], true); // prettier-ignore
  g.fill();
};

/** A crystal. */
const titanium: Sign = (g, x, y, r) => {
  g.lineWidth = r * 0.26;
  line(g, [[x, y - r], [x + r * 0.7, y - r * 0.25], [x, y + r], [x - r * 0.7, y - r * 0.25]], true); // prettier-ignore
  g.stroke();
  line(g, [[x - r * 0.6, y - r * 0.22], [x + r * 0.6, y - r * 0.22]]); // prettier-ignore
  g.stroke();
};

/** A coin. */
const gold: Sign = (g, x, y, r) => {
  g.lineWidth = r * 0.32;
  disc(g, x, y, r * 0.76);
  g.stroke();
  disc(g, x, y, r * 0.27);
  g.fill();
};

const SIGNS: Record<Resource, Sign> = { wood, stone, leather, bronze, iron, titanium, gold };

function inked(g: Ctx, color: string): void {
  g.fillStyle = g.strokeStyle = color;
  g.lineCap = g.lineJoin = 'round';
}

export function resourceSign(g: Ctx, kind: Resource, x: number, y: number, r: number, color: string): void {
  inked(g, color);
  SIGNS[kind](g, x, y, r);
}

/** A dagger that points to the upper right. */
export function swordSign(g: Ctx, x: number, y: number, r: number, color: string): void {
  inked(g, color);
  g.lineWidth = r * 0.3;
  line(g, [[x - r * 0.35, y + r * 0.35], [x + r * 0.8, y - r * 0.8]]); // prettier-ignore
  g.stroke();
  g.lineWidth = r * 0.26;
  line(g, [[x - r * 0.72, y - r * 0.02], [x + r * 0.02, y + r * 0.72]]); // prettier-ignore
  g.stroke();
  line(g, [[x - r * 0.4, y + r * 0.4], [x - r * 0.8, y + r * 0.8]]); // prettier-ignore
  g.stroke();
}

/** A diamond with a bright middle. */
export function armourSign(g: Ctx, x: number, y: number, r: number, color: string): void {
  inked(g, color);
  g.lineWidth = r * 0.3;
  polygon(g, x, y, r * 0.86, 4);
  g.stroke();
  polygon(g, x, y, r * 0.34, 4);
  g.fill();
}

/** A crystal of ice. */
export function iceSign(g: Ctx, x: number, y: number, r: number, color: string): void {
  inked(g, color);
  g.lineWidth = Math.max(1, r * 0.2);
  g.beginPath();
  for (let k = 0; k < 6; k++) {
    const a = (k * Math.PI) / 3 - Math.PI / 2,
      [cx, cy] = [Math.cos(a), Math.sin(a)];
    g.moveTo(x, y);
    g.lineTo(x + cx * r, y + cy * r);
    for (const side of [-0.7, 0.7]) {
      g.moveTo(x + cx * r * 0.55, y + cy * r * 0.55);
      g.lineTo(
        x + cx * r * 0.55 + Math.cos(a + side) * r * 0.38,
        y + cy * r * 0.55 + Math.sin(a + side) * r * 0.38,
      );
    }
  }
  g.stroke();
}

/** A bag, for what is carried. */
export function bagSign(g: Ctx, x: number, y: number, r: number, color: string): void {
  inked(g, color);
  g.beginPath();
  g.moveTo(x - r * 0.3, y - r * 0.45);
  g.quadraticCurveTo(x - r, y + r * 0.9, x - r * 0.5, y + r * 0.9);
  g.lineTo(x + r * 0.5, y + r * 0.9);
  g.quadraticCurveTo(x + r, y + r * 0.9, x + r * 0.3, y - r * 0.45);
  g.closePath();
  g.fill();
  g.lineWidth = r * 0.26;
  line(g, [[x - r * 0.42, y - r * 0.78], [x + r * 0.42, y - r * 0.78]]); // prettier-ignore
  g.stroke();
}

/** A spade, for digging. */
export function spadeSign(g: Ctx, x: number, y: number, r: number, color: string): void {
  inked(g, color);
  g.lineWidth = r * 0.26;
  line(g, [[x + r * 0.7, y - r * 0.7], [x - r * 0.1, y + r * 0.1]]); // prettier-ignore
  g.stroke();
  line(g, [[x - r * 0.5, y - r * 0.1], [x + r * 0.1, y + r * 0.5], [x - r * 0.85, y + r * 0.85]], true); // prettier-ignore
  g.fill();
}

/** The sign of anything that can lie on the ground or be made. */
export function thingSign(g: Ctx, what: string, x: number, y: number, r: number, color: string): void {
  if (what in SIGNS) resourceSign(g, what as Resource, x, y, r, color);
  else if (what.startsWith('sword')) swordSign(g, x, y, r, color);
  else if (what.startsWith('armour')) armourSign(g, x, y, r, color);
  else {
    inked(g, color);
    if (what.startsWith('trap')) {
      g.lineWidth = r * 0.26;
      polygon(g, x, y, r * 0.9, 4);
      g.stroke();
    } else {
      line(g, [[x - r * 0.7, y + r * 0.8], [x - r * 0.5, y - r * 0.8], [x + r * 0.5, y - r * 0.8], [x + r * 0.7, y + r * 0.8]], true); // prettier-ignore
      g.fill();
    }
  }
}

const sprites = new Map<string, OffscreenCanvas>();
const SPRITES_MAX = 400;

/** The same from a kept picture: maps have thousands of them. */
export function stamp(g: Ctx, what: string, x: number, y: number, r: number, color: string): void {
  const scale = g.getTransform().a,
    px = Math.max(2, Math.round(r * scale * 2) / 2),
    side = Math.ceil(px * 2.6),
    key = `${what}/${px}/${color}`;
  let made = sprites.get(key);
  if (!made) {
    if (sprites.size > SPRITES_MAX) sprites.clear();
    made = new OffscreenCanvas(side, side);
    thingSign(made.getContext('2d') as unknown as Ctx, what, side / 2, side / 2, px, color);
    sprites.set(key, made);
  }
  g.drawImage(made, x - side / 2 / scale, y - side / 2 / scale, side / scale, side / scale);
}
