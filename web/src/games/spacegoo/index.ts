/** Rocket Paper Spacegoo. */
import { defineGame, sectionsOf } from '../../game/contract';
import type { SpacegooEvent, SpacegooView } from '../../net/types';
import { board } from './board';
import Mark from './Mark.svelte';
import { api } from '../../net/api';
import { EDITIONS, leagueHref } from './lineServer/editions';
import sample from './sampleView.json';
import { words } from './words';

export default defineGame<SpacegooView, SpacegooEvent>({
  key: 'spacegoo',
  position: 1,
  words,
  mark: Mark,
  sample,
  board,
  helpSections: () => sectionsOf(words.help, ['short', 'principle', 'battle', 'protocol', 'libraries']),
  routes: [
    { paths: ['/ladder/spacegoo/line'], page: () => import('./lineServer/LineLadder.svelte') },
    { paths: ['/ladder/spacegoo/line/latest'], page: () => import('./lineServer/LatestGames.svelte') },
  ],
  ranking: {
    title: () => words.line.title,
    href: leagueHref,
    editions: async (name, signal) => {
      const found = await Promise.allSettled(EDITIONS.map((one) => api.linePlayer(name, one, signal)));
      return EDITIONS.filter((_, n) => {
        const one = found[n];
        return one.status === 'fulfilled' && one.value.rank !== null;
      });
    },
  },
  playerPanel: () => import('./lineServer/LineRank.svelte'),
  onlyWatched: ({ line }) => line,
  logHref: ({ line, number }) => (line ? `/spacegoo/api/log/${number}.json` : ''),
  served: ['spacegoo'],
});
