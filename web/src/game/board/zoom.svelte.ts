/** How near a board is seen: by the wheel, two fingers, a drag, keys and buttons. */
import type { Look, Piece, Size } from './canvas';

const WHOLE: Look = { zoom: 1, x: 0.5, y: 0.5 };
const DRAG = 5; // px: less is a click that trembled
const STEP = 1.6; // times nearer by a button or a key
const EDGE = 0.12; // of the board: what lies nearer to its rim is brought into the middle

const limited = (n: number, low: number, high: number): number => Math.min(high, Math.max(low, n));

export class Nearness {
  #look = $state.raw<Look>(WHOLE);
  #most: () => number;
  /** the last press on the board was a drag, and no click */
  dragged = false;
  /** somebody has looked elsewhere than where it began */
  moved = false;
  #fingers = new Map<number, { x: number; y: number }>();
  #pressed: { x: number; y: number } | null = null;

  constructor(most: () => number) {
    this.#most = most;
  }

  get most(): number {
    return this.#most();
  }

  get zoom(): number {
    return Math.min(this.#look.zoom, this.most);
  }

  /** undefined where the whole is seen. */
  get look(): Look | undefined {
    return this.zoom > 1 ? { ...this.#look, zoom: this.zoom } : undefined;
  }

  whole(): void {
    this.moved = true;
    this.#look = WHOLE;
  }

  /** A part of the board to begin with, the whole without one. */
  begin(look: Look | null | undefined): void {
    this.#go(look ?? WHOLE);
    this.moved = false;
  }

  /** A step nearer by a button or a key: to `place`, from 0 to 1 on the board, where there is one; it comes to the middle. */
  nearer(place: { x: number; y: number } | null): void {
    const zoom = limited(this.zoom * STEP, 1, this.most);
    this.#go({ ...this.#look, ...place, zoom });
  }

  farther(): void {
    this.by(1 / STEP);
  }

  /** The place on the board, from 0 to 1, of a spot in a picture of this size. */
  place(spot: { x: number; y: number }, { w, h }: Size): { x: number; y: number } {
    const { zoom } = this,
      { x, y } = this.#look;
    return { x: x + (spot.x / w - 0.5) / zoom, y: y + (spot.y / h - 0.5) / zoom };
  }

  /** Nearer or farther; the place `at`, in shares of the picture, stays where it is. */
  by(factor: number, at = { x: 0.5, y: 0.5 }): void {
    const { zoom: old, x, y } = { ...this.#look, zoom: this.zoom },
      zoom = limited(old * factor, 1, this.most),
      move = 1 / old - 1 / zoom;
    this.#go({ zoom, x: x + (at.x - 0.5) * move, y: y + (at.y - 0.5) * move });
  }

  /** Brings a place of the board into the middle. */
  to(place: { x: number; y: number }): void {
    this.#go({ zoom: this.zoom, ...place });
  }

  /** By shares of the picture. */
  pan(dx: number, dy: number): void {
    const { x, y } = this.#look,
      { zoom } = this;
    this.#go({ zoom, x: x + dx / zoom, y: y + dy / zoom });
  }

  /** Brings a piece of a picture of this size into the middle, unless it is well to be seen. */
  show(piece: Piece, { w, h }: Size): void {
    const [x, y] = [piece.x / w, piece.y / h];
    if (this.zoom > 1 && Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) > 0.5 - EDGE)
      this.pan(x - 0.5, y - 0.5);
  }

  /** True when it was one of the keys for this; `aim` is what one wants to see nearer. */
  key(e: KeyboardEvent, aim: () => { x: number; y: number } | null = () => null): boolean {
    if (this.most <= 1) return false;
    const far = 0.25,
      keys: Record<string, () => void> = {
        '+': () => this.nearer(aim()),
        '=': () => this.nearer(aim()),
        '-': () => this.farther(),
        '*': () => this.whole(),
      };
    if (e.shiftKey && this.zoom > 1) {
      keys.ArrowLeft = () => this.pan(-far, 0);
      keys.ArrowRight = () => this.pan(far, 0);
      keys.ArrowUp = () => this.pan(0, -far);
      keys.ArrowDown = () => this.pan(0, far);
    }
    keys[e.key]?.();
    return e.key in keys;
  }

  #go({ zoom, x, y }: Look): void {
    this.moved = true;
    // the rim of the board may come to the middle of the picture, but no farther
    const room = zoom > 1 ? 0.5 : 0;
    this.#look = { zoom, x: limited(x, 0.5 - room, 0.5 + room), y: limited(y, 0.5 - room, 0.5 + room) };
  }

  /** Hears the pointer on the board until the answer is called. */
  listen(host: HTMLElement): () => void {
    const part = (x: number, y: number) => {
      const box = host.getBoundingClientRect();
      return { x: (x - box.left) / box.width, y: (y - box.top) / box.height };
    };
    const wheel = (e: WheelEvent) => {
      if (this.most <= 1 || (e.deltaY > 0 && this.zoom <= 1)) return; // then the page is scrolled
      e.preventDefault();
      this.by(Math.exp(-limited(e.deltaY, -120, 120) / 400), part(e.clientX, e.clientY));
    };
    const down = (e: PointerEvent) => {
      if (this.most <= 1 || (e.target as Element).closest('button')) return;
      if (!this.#fingers.size) this.dragged = false;
      this.#fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      this.#pressed = { x: e.clientX, y: e.clientY };
    };
    const move = (e: PointerEvent) => {
      const was = this.#fingers.get(e.pointerId);
      if (!was) return;
      const now = { x: e.clientX, y: e.clientY },
        other = [...this.#fingers].find(([id]) => id !== e.pointerId)?.[1],
        box = host.getBoundingClientRect();
      if (other) {
        const apart = (p: { x: number; y: number }) => Math.hypot(p.x - other.x, p.y - other.y) || 1;
        this.dragged = true;
        this.by(apart(now) / apart(was), part((now.x + other.x) / 2, (now.y + other.y) / 2));
      } else if (this.zoom > 1) {
        this.dragged ||= Math.hypot(now.x - this.#pressed!.x, now.y - this.#pressed!.y) > DRAG;
        if (!this.dragged) return;
        host.setPointerCapture(e.pointerId);
        this.pan((was.x - now.x) / box.width, (was.y - now.y) / box.height);
      }
      this.#fingers.set(e.pointerId, now);
    };
    const up = (e: PointerEvent) => this.#fingers.delete(e.pointerId);
    host.addEventListener('wheel', wheel, { passive: false });
    host.addEventListener('pointerdown', down);
    host.addEventListener('pointermove', move);
    for (const end of ['pointerup', 'pointercancel'] as const) host.addEventListener(end, up);
    return () => {
      host.removeEventListener('wheel', wheel);
      host.removeEventListener('pointerdown', down);
      host.removeEventListener('pointermove', move);
      for (const end of ['pointerup', 'pointercancel'] as const) host.removeEventListener(end, up);
    };
  }
}
