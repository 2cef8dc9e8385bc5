/** The way from what sounds to the loudspeaker: one context, with a volume of its own for effects and for music. */
import { settings } from './settings.svelte';

export interface Audio {
  ctx: AudioContext;
  effects: GainNode;
  music: GainNode;
  /** a second of white noise */
  noise: AudioBuffer;
}

const LOUDEST = 0.35; // many things may sound at once

let made: Audio | null = null;

/** Null where nothing may be heard: sound is off, or the visitor has not touched the page yet. */
export function audio(): Audio | null {
  if (!settings.sound || settings.volume <= 0 || !touched()) return null;
  try {
    made ??= make(new AudioContext());
  } catch {
    return null; // no sound card, no sound
  }
  if (made.ctx.state === 'suspended') void made.ctx.resume();
  tune();
  return made;
}

/** Volumes follow the settings; called whenever they change. */
export function tune(): void {
  if (!made) return;
  const all = settings.sound ? settings.volume * LOUDEST : 0,
    now = made.ctx.currentTime;
  made.effects.gain.setTargetAtTime(all * settings.effectsVolume, now, 0.02);
  made.music.gain.setTargetAtTime(settings.music ? all * settings.musicVolume : 0, now, 0.05);
}

/** Browsers let a page sound only after the visitor has touched it. */
export function touched(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}

function make(ctx: AudioContext): Audio {
  const bus = () => {
    const gain = ctx.createGain();
    gain.gain.value = 0;
    gain.connect(ctx.destination);
    return gain;
  };
  const noise = ctx.createBuffer(1, ctx.sampleRate, ctx.sampleRate),
    data = noise.getChannelData(0);
  for (let n = 0; n < data.length; n++) data[n] = Math.random() * 2 - 1;
  return { ctx, effects: bus(), music: bus(), noise };
}

/** A gain that swells and fades, connected to where it shall be heard. */
export function swell(ctx: AudioContext, to: AudioNode, at: number, long: number, loud: number): GainNode {
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + Math.min(0.012, long / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(to);
  return gain;
}

export interface Tone {
  /** Hz at the beginning and at the end */
  from: number;
  to?: number;
  /** seconds after the sound began, and how long */
  at?: number;
  long: number;
  wave?: OscillatorType;
  loud?: number;
}

export function tone(
  ctx: AudioContext,
  out: AudioNode,
  begin: number,
  { from, to = from, at = 0, long, wave = 'sine', loud = 0.5 }: Tone,
): void {
  const source = ctx.createOscillator(),
    when = begin + at;
  source.type = wave;
  source.frequency.setValueAtTime(from, when);
  source.frequency.exponentialRampToValueAtTime(to, when + long);
  source.connect(swell(ctx, out, when, long, loud));
  source.start(when);
  source.stop(when + long);
}

export interface Burst {
  /** cut-off of the filter in Hz at the beginning and at the end */
  from: number;
  to: number;
  at?: number;
  long: number;
  loud?: number;
  kind?: BiquadFilterType;
}

/** Filtered noise: a fight, an explosion, a belt. */
export function burst(
  { ctx, noise }: Audio,
  out: AudioNode,
  begin: number,
  { from, to, at = 0, long, loud = 0.6, kind = 'lowpass' }: Burst,
): void {
  const source = ctx.createBufferSource(),
    filter = ctx.createBiquadFilter(),
    when = begin + at;
  source.buffer = noise;
  source.loop = true;
  filter.type = kind;
  filter.frequency.setValueAtTime(from, when);
  filter.frequency.exponentialRampToValueAtTime(to, when + long);
  source.connect(filter).connect(swell(ctx, out, when, long, loud));
  source.start(when, Math.random() * 0.5);
  source.stop(when + long);
}
