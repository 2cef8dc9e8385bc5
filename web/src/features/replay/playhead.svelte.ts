/** Where a replay stands: the frame shown, and how far its pieces have come from the frame before. */
import { SPAN_MS } from '../../game/contract';
import { reducedMotion } from '../../lib/settings.svelte';

/** Of a round that lasts `SPAN_MS`: 2, 4, 16 and 64 rounds a second. */
export const SPEEDS = [0.5, 1, 4, 16];

export class Playhead {
  at = $state(0);
  /** from 0 (still at the frame before) to 1 */
  part = $state(1);
  playing = $state(false);
  speed = $state(1);
  last = $state(0);
  loop = false;
  /** rises with every jump, so that whoever moves it along knows that somebody else has */
  jumps = 0;
  /** ms that a frame lasts at normal speed */
  span: (frame: number) => number = () => SPAN_MS;
  #request = 0;

  /** Play at the end starts again. GOO-114 */
  play(): void {
    if (this.playing || !this.last) return;
    if (this.at >= this.last && this.part >= 1) this.at = 0;
    this.playing = true;
    let before = performance.now(),
      way = this.part;
    const run = (now: number) => {
      way += ((now - before) * this.speed) / this.span(this.at);
      before = now;
      while (way >= 1 && this.at < this.last) {
        const left = (way - 1) * this.span(this.at); // the next frame may last longer or shorter
        this.at += 1;
        way = left / this.span(this.at);
      }
      if (way >= 1 && this.loop) {
        this.at = 0;
        way = -SPAN_MS / this.span(0); // rest for a moment at the beginning
      } else if (way >= 1) {
        this.part = 1;
        return this.pause();
      }
      // without gliding a short frame is shown as it ends; a long one is still told step by step
      this.part = reducedMotion() && this.span(this.at) <= SPAN_MS ? 1 : Math.max(0, way);
      this.#request = requestAnimationFrame(run);
    };
    this.#request = requestAnimationFrame(run);
  }

  /** Stops; in the middle of a frame that lasts it stays there. */
  pause(): void {
    cancelAnimationFrame(this.#request);
    this.playing = false;
    if (this.span(this.at) <= SPAN_MS) this.part = 1;
  }

  /** Stands in the middle of the frame. */
  hold(part: number): void {
    this.pause();
    this.part = part;
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  seek(frame: number): void {
    this.jumps += 1;
    this.pause();
    this.part = 1;
    this.at = Math.max(0, Math.min(this.last, Math.round(frame)));
  }

  step(by: number): void {
    this.seek(this.at + by);
  }

  /** To the next (1) or previous (-1) of these frames. */
  jump(frames: number[], way: number): void {
    const next =
      way > 0 ? frames.find((frame) => frame > this.at) : frames.findLast((frame) => frame < this.at);
    if (next !== undefined) this.seek(next);
  }

  /** The keys of a replay; true when one was used. */
  key(e: KeyboardEvent, moments: number[]): boolean {
    if (e.ctrlKey || e.metaKey || e.altKey) return false;
    const far = e.shiftKey ? 10 : 1;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => this.step(-far),
      ArrowRight: () => this.step(far),
      Home: () => this.seek(0),
      End: () => this.seek(this.last),
      ' ': () => this.toggle(),
      '[': () => this.jump(moments, -1),
      ']': () => this.jump(moments, 1),
    };
    if (!keys[e.key]) return false;
    keys[e.key]();
    return true;
  }
}
