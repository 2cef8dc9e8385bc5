/** What a visitor chose for this browser, kept in its local storage. */
export type Lang = 'en' | 'de';
export type ThemeName = 'dark' | 'light';
export type Motion = 'system' | 'reduced' | 'full';

export interface Settings {
  lang: Lang;
  theme: ThemeName;
  motion: Motion;
  /** Off until asked for. */
  sound: boolean;
  /** 0 to 1, of everything */
  volume: number;
  /** Background music in games that have some; heard only where there is sound. */
  music: boolean;
  /** 0 to 1 */
  musicVolume: number;
  /** 0 to 1 */
  effectsVolume: number;
  /** Matches fill the screen; browsers allow it only after a touch or a key. */
  fullscreen: boolean;
  /** The width of a match's board in pixels; 0: as the window has room. */
  boardWidth: number;
  /** How fast rounds that last are shown in a running match. */
  pace: number;
  /** Lists of finished matches hide who won until asked. */
  spoilerFree: boolean;
  aids: {
    /** what an order would come to, before it is sent */
    forecast: boolean;
    /** where the chosen piece could go */
    reach: boolean;
    /** the numbers of planets, fields and the like */
    numbers: boolean;
    /** where a program would lead, drawn on the board while it is made */
    ghost: boolean;
  };
}

const KEY = 'roundhouse';
const prefersLight = matchMedia('(prefers-color-scheme: light)');
const systemTheme = (): ThemeName => (prefersLight.matches ? 'light' : 'dark');
/** A theme was chosen; else it is the system's. */
let themed = false;
const query = new URLSearchParams(location.search);

function defaults(): Settings {
  return {
    lang: navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en',
    theme: systemTheme(),
    motion: 'system',
    sound: false,
    volume: 0.8,
    music: true,
    musicVolume: 0.6,
    effectsVolume: 0.8,
    fullscreen: false,
    boardWidth: 0,
    pace: 1,
    spoilerFree: true,
    aids: { forecast: true, reach: true, numbers: false, ghost: true },
  };
}

/** Stored values win over defaults, the address wins over both (`?theme=light&lang=de`). */
function read(): Settings {
  const made = defaults();
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
    Object.assign(made, kept, { aids: { ...made.aids, ...kept.aids } });
    themed = kept.theme !== undefined;
  } catch {
    // no storage, or not ours: the defaults are fine
  }
  const lang = query.get('lang'),
    theme = query.get('theme');
  if (lang === 'en' || lang === 'de') made.lang = lang;
  if (theme === 'dark' || theme === 'light') made.theme = theme;
  return made;
}

export const settings: Settings = $state(read());

const asksForLess = matchMedia('(prefers-reduced-motion: reduce)');
let systemReduced = $state(asksForLess.matches);
asksForLess.addEventListener('change', (e) => (systemReduced = e.matches));

prefersLight.addEventListener('change', () => {
  if (!themed) settings.theme = systemTheme();
});

/** Whether pieces should cut instead of glide. */
export function reducedMotion(): boolean {
  return settings.motion === 'reduced' || (settings.motion === 'system' && systemReduced);
}

/** Keeps the page and the storage in step with the settings; called once by the shell. */
export function keepSettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.lang;
    root.dataset.theme = settings.theme;
    root.dataset.motion = reducedMotion() ? 'reduced' : 'full';
    const named = (name: string) => document.querySelector(`meta[name="${name}"]`);
    named('theme-color')?.setAttribute('content', settings.theme === 'dark' ? '#0a0d12' : '#f1eee6');
    named('color-scheme')?.setAttribute('content', settings.theme);
  });
  $effect(() => {
    themed ||= settings.theme !== systemTheme();
    const text = JSON.stringify({ ...settings, theme: themed ? settings.theme : undefined });
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // private windows may have no storage; the choice then lasts as long as the page
    }
  });
}
