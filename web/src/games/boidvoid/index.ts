/** BoidVoid. */
import { defineGame, sectionsOf, type AdminTab, type LazyComponent } from '../../game/contract';
import type { BoidvoidEvent, BoidvoidView } from '../../net/types';
import { board } from './board';
import maps from './maps';
import Mark from './Mark.svelte';
import sample from './sampleView.json';
import { words } from './words';

const adminTab = (key: keyof typeof words.adminTabs, panel: LazyComponent<any>): AdminTab => ({
  key,
  title: () => words.adminTabs[key],
  adminOnly: true,
  panel,
});

export default defineGame<BoidvoidView, BoidvoidEvent>({
  key: 'boidvoid',
  position: 5,
  words,
  mark: Mark,
  sample,
  board,
  helpSections: () =>
    sectionsOf(words.help, ['short', 'turn', 'tiles', 'combat', 'swarms', 'builds', 'points', 'legend']),
  maps,
  matchPages: [
    { key: 'team', title: () => words.team.title, page: () => import('./pages/Team.svelte') },
    { key: 'course', title: () => words.team.course, page: () => import('./pages/MatchHistory.svelte') },
  ],
  options: {
    main: [
      'turn_limit',
      'turn_seconds',
      'ships_per_team',
      'seat_model',
      'map_radius',
      'npc_per_team',
      'poi_per_team',
      'capture_turns',
      'counterattack',
    ],
    ofMap: ['map_radius', 'obstacle_percent', 'poi_per_team', 'npc_per_team', 'tile_weights'],
  },
  routes: [
    {
      paths: ['/album'],
      page: () => import('./collectibles/AlbumPage.svelte'),
      link: { title: () => words.links.album, accounts: true },
    },
    {
      paths: ['/season', '/season/:id'],
      page: () => import('./season/SeasonPage.svelte'),
      link: { title: () => words.links.season },
    },
  ],
  // BOI-302
  adminTabs: [
    adminTab('seasons', () => import('./season/Seasons.svelte')),
    adminTab('maps', () => import('./season/MapOffers.svelte')),
    adminTab('collectibles', () => import('./collectibles/Collectibles.svelte')),
    adminTab('jobs', () => import('./season/Jobs.svelte')),
  ],
});
