/** Background music, made while it sounds: a slow machine hall in D minor, four bars that vary from pass to pass. */
import { audio, burst, tone, touched, type Audio } from './audio';
import { rng } from '../game/board/rng';

const BEAT_S = 60 / 88;
const STEP_S = BEAT_S / 4; // sixteenths
const BAR = 16;
const AHEAD_S = 0.35; // so much is laid out in advance, because timers of a page are not exact
const EVERY_MS = 120;

/** Root and the notes above it, in half tones from A at 110 Hz. */
const BARS: { root: number; notes: number[] }[] = [
  { root: 5, notes: [0, 3, 7, 10, 14] }, // D minor
  { root: 1, notes: [0, 4, 7, 11, 14] }, // B flat
  { root: 8, notes: [0, 4, 7, 9, 14] }, // F
  { root: 3, notes: [0, 5, 7, 10, 12] }, // C, open
];

const pitch = (halfTones: number): number => 110 * 2 ** (halfTones / 12);

/** Plays until the returned function is called; waits for the visitor's first touch where browsers want one. */
export function playMusic(): () => void {
  let timer = 0,
    step = 0,
    next = 0;
  const lay = () => {
    const made = document.hidden ? null : audio();
    if (!made) return;
    if (next < made.ctx.currentTime) next = made.ctx.currentTime + 0.06;
    for (; next < made.ctx.currentTime + AHEAD_S; next += STEP_S) sound(made, step++, next);
  };
  const begin = () => {
    if (!touched() || timer) return;
    timer = window.setInterval(lay, EVERY_MS);
    lay();
  };
  const wait = ['pointerup', 'keyup'] as const;
  for (const kind of wait) addEventListener(kind, begin);
  begin();
  return () => {
    clearInterval(timer);
    for (const kind of wait) removeEventListener(kind, begin);
  };
}

/** What begins at one sixteenth. */
function sound(made: Audio, step: number, at: number): void {
  const { ctx, music } = made,
    at16 = step % BAR,
    { root, notes } = BARS[Math.floor(step / BAR) % BARS.length],
    roll = rng(Math.imul(step, 2654435761));
  if (at16 === 0)
    for (const note of notes.slice(0, 3))
      tone(ctx, music, at, { from: pitch(root + note), long: BEAT_S * 4, wave: 'triangle', loud: 0.12 });
  if (at16 % 8 === 0 || at16 === 6 || at16 === 11)
    tone(ctx, music, at, { from: pitch(root - 12), long: BEAT_S * 0.7, wave: 'triangle', loud: 0.42 });
  if (at16 % 4 === 2)
    burst(made, music, at, { from: 7000, to: 6000, long: 0.05, loud: 0.12, kind: 'highpass' });
  if (at16 % 8 === 4) burst(made, music, at, { from: 900, to: 500, long: 0.14, loud: 0.2, kind: 'bandpass' });
  // a few notes above, never the same pass twice
  if (roll() < (at16 % 2 ? 0.16 : 0.42)) {
    const note = notes[Math.floor(roll() * notes.length)] + (roll() < 0.3 ? 24 : 12);
    tone(ctx, music, at, { from: pitch(root + note), long: 0.32, wave: 'sine', loud: 0.2 });
  }
}
