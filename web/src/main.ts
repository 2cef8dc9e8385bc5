import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import '@fontsource-variable/instrument-sans/wght.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './lib/settings.svelte';
import './styles/tokens.css';
import './styles/base.css';

// the page itself has set the theme already, for its first paint
document.documentElement.dataset.theme = settings.theme;
document.documentElement.lang = settings.lang;

// Canvases cannot wait for a font by themselves; a page without fonts is still better than none.
const fonts = [
  '600 12px "Geist Mono Variable"',
  '800 20px "Bricolage Grotesque Variable"',
  '500 15px "Instrument Sans Variable"',
].map((font) => document.fonts.load(font));
await Promise.race([Promise.allSettled(fonts), new Promise((done) => setTimeout(done, 1500))]);

mount(App, { target: document.getElementById('app')! });
