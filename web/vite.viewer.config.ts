/** The replay as one script and one style sheet, to be written into a page that needs no server. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const ABSENT = fileURLToPath(new URL('./src/features/replay/absentPart.ts', import.meta.url));

/** Of a game only the board and its words are shown; what it loads later, its maps and its sample are of no use. */
const boardsOnly: Plugin = {
  name: 'boards-only',
  enforce: 'pre',
  resolveId(source, importer) {
    const ofGame = /\/src\/(games\/\w+\/index|game\/definition)\.ts$/.test(importer ?? '');
    return ofGame && /\/(maps|sampleView\.json|\w+\.svelte)$/.test(source) ? ABSENT : null;
  },
};

export default defineConfig({
  plugins: [boardsOnly, svelte()],
  publicDir: false,
  build: {
    outDir: '../src/roundhouse/web',
    emptyOutDir: false, // the pages of the server lie there already
    target: 'es2022',
    cssCodeSplit: false,
    lib: {
      entry: 'src/features/replay/standalone.ts',
      name: 'roundhouse',
      formats: ['iife'],
      fileName: () => 'viewer.js',
      cssFileName: 'viewer',
    },
  },
});
