import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const server = process.env.ROUNDHOUSE ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/roundhouse/web',
    emptyOutDir: true,
    target: 'es2022',
    // everything is a file of its own: the server's content security policy allows no data: script or font
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // what every page needs is one file, what many need another; else a page would ask for thirty
        codeSplitting: {
          groups: [
            { name: 'base', test: /\/src\/(lib\/(?!rest)|net|i18n)|\/svelte\/|esm-env|clsx/, priority: 2 },
            { name: 'board', test: /\/src\/(boards|ui\/(Board|Seat|Still)\.svelte)/, priority: 1 },
            { name: 'parts', test: /\/src\/ui\//, minShareCount: 3, priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    fs: { allow: ['.', '../src/roundhouse/kits'] }, // the bot kit shows the files that `roundhouse bot new` copies
    // not as plain strings: those change the Host header, and the server only answers pages of its own address
    proxy: {
      '/api': { target: server },
      '/spacegoo/api': { target: server },
      '/health': { target: server },
      '/schema': { target: server },
      '/ws': { target: server, ws: true },
    },
  },
});
