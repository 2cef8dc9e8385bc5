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
        // what every page needs is one file, what many need another; else a page would ask for thirty.
        // Refusals and attempts ask the games for words, so they are beside them
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /\/src\/(lib\/(?!refusals)|net\/(?!attempt)|i18n|games\/\w+\/words)|\/svelte\/|esm-env|clsx/,
              priority: 2,
            },
            {
              name: 'board',
              test: /\/src\/(game\/(board|contract|definition|registry)|games\/\w+\/(board|index)|ui\/Seat\.svelte)/,
              priority: 1,
            },
            // without what only forms, contests and a few controls have, which would be loaded for nothing
            {
              name: 'parts',
              test: /\/src\/(ui(?!\/(DataTable|TableHead|PageHead|EntryBox))|features(?!\/contest)|shell|game(?!\/(editor|play\/(KeyButton|Notice|keys|context))))\//,
              minShareCount: 3,
              priority: 0,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
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
