/** The replay as one script and one style sheet, to be written into a page that needs no server. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  publicDir: false,
  // a person's controls are of no use without a server
  resolve: { alias: [{ find: /^\.\.\/\.\.\/play\/.*\.svelte$/, replacement: '/src/viewer/nothing.ts' }] },
  build: {
    outDir: '../src/roundhouse/web',
    emptyOutDir: false, // the pages of the server lie there already
    target: 'es2022',
    cssCodeSplit: false,
    lib: {
      entry: 'src/viewer/main.ts',
      name: 'roundhouse',
      formats: ['iife'],
      fileName: () => 'viewer.js',
      cssFileName: 'viewer',
    },
  },
});
