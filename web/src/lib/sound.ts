/** Short sounds made on the spot; silent until the visitor asks for sound in the settings. */
import { audio, burst, tone, type Burst, type Tone } from './audio';

const TONES = {
  turn: [
    { from: 587, long: 0.16, loud: 0.5 },
    { from: 880, at: 0.11, long: 0.3, loud: 0.5 },
  ],
  launch: [{ from: 190, to: 620, long: 0.26, wave: 'triangle', loud: 0.4 }],
  fight: [],
  capture: [
    { from: 392, long: 0.18, wave: 'triangle', loud: 0.5 },
    { from: 523, at: 0.09, long: 0.2, wave: 'triangle', loud: 0.5 },
    { from: 659, at: 0.18, long: 0.34, wave: 'triangle', loud: 0.5 },
  ],
  win: [
    { from: 523, long: 0.3, loud: 0.45 },
    { from: 659, at: 0.14, long: 0.3, loud: 0.45 },
    { from: 784, at: 0.28, long: 0.3, loud: 0.45 },
    { from: 1047, at: 0.42, long: 0.8, loud: 0.5 },
  ],
  lose: [
    { from: 392, to: 370, long: 0.35, wave: 'triangle', loud: 0.5 },
    { from: 294, to: 262, at: 0.26, long: 0.7, wave: 'triangle', loud: 0.5 },
  ],
  tick: [{ from: 1250, to: 1100, long: 0.05, wave: 'square', loud: 0.12 }],

  // robots on a factory floor
  put: [{ from: 420, to: 560, long: 0.06, wave: 'triangle', loud: 0.3 }],
  take: [{ from: 520, to: 360, long: 0.07, wave: 'triangle', loud: 0.25 }],
  step: [
    { from: 150, to: 80, long: 0.09, wave: 'square', loud: 0.3 },
    { from: 95, to: 60, at: 0.08, long: 0.08, wave: 'square', loud: 0.22 },
  ],
  rotate: [
    { from: 220, to: 330, long: 0.12, wave: 'sawtooth', loud: 0.13 },
    { from: 330, to: 300, at: 0.11, long: 0.08, wave: 'sawtooth', loud: 0.1 },
  ],
  belt: [{ from: 70, to: 82, long: 0.3, wave: 'sawtooth', loud: 0.14 }],
  laser: [
    { from: 1500, to: 240, long: 0.22, wave: 'sawtooth', loud: 0.22 },
    { from: 1800, to: 300, at: 0.05, long: 0.2, wave: 'square', loud: 0.08 },
  ],
  explosion: [{ from: 110, to: 28, long: 0.7, wave: 'triangle', loud: 0.8 }],
  checkpoint: [
    { from: 659, long: 0.14, loud: 0.45 },
    { from: 988, at: 0.1, long: 0.4, loud: 0.45 },
  ],
} satisfies Record<string, Tone[]>;

export type Sound = keyof typeof TONES;

const BURSTS: Partial<Record<Sound, Burst[]>> = {
  fight: [{ from: 1400, to: 140, long: 0.38, loud: 0.7 }],
  belt: [{ from: 900, to: 700, long: 0.3, loud: 0.1, kind: 'bandpass' }],
  explosion: [
    { from: 2600, to: 60, long: 0.9, loud: 0.9 },
    { from: 5000, to: 900, at: 0.06, long: 0.3, loud: 0.25, kind: 'highpass' },
  ],
};

export function play(sound: Sound): void {
  const made = document.hidden ? null : audio();
  if (!made) return;
  const now = made.ctx.currentTime;
  for (const one of TONES[sound] as Tone[]) tone(made.ctx, made.effects, now, one);
  for (const one of BURSTS[sound] ?? []) burst(made, made.effects, now, one);
}
