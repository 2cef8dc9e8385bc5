/** The Microservice Dungeon. */
import { defineGame, sectionsOf } from '../../game/contract';
import type { DungeonEvent, DungeonView } from '../../net/types';
import { board } from './board';
import maps from './maps';
import Mark from './Mark.svelte';
import { awardOf } from './pages/awards';
import sample from './sampleView.json';
import { words } from './words';

export default defineGame<DungeonView, DungeonEvent>({
  key: 'dungeon',
  position: 3,
  words,
  mark: Mark,
  sample,
  board,
  maps,
  helpSections: () => sectionsOf(words.help, ['short', 'round', 'legend', 'levels', 'items', 'scoring']),
  matchPages: [
    { key: 'market', title: () => words.pages.market, page: () => import('./pages/Market.svelte') },
    { key: 'scores', title: () => words.pages.scores, page: () => import('./pages/Scores.svelte') },
    { key: 'commands', title: () => words.pages.commands, page: () => import('./pages/Commands.svelte') },
  ],
  organiser: () => import('./pages/Organiser.svelte'),
  adminTabs: [{ key: 'wire', title: () => words.pages.wire, panel: () => import('./wire/WireGames.svelte') }],
  prepare: { panel: () => import('./pages/Prepare.svelte'), words: () => words.pages },
  awards: awardOf,
  options: {
    ofMap: ['map_side', 'stations_per_player', 'desert_factor', 'patch_cells'],
    main: [
      'max_rounds',
      'round_ms',
      'early_close',
      'start_money',
      'start_robots',
      'map_side',
      'visibility',
      'economy_scale',
      'dynamic_prices',
    ],
  },
  // the usual settings are for many: a person among bots does not wait for the end of a round
  quick: { early_close: true, max_rounds: 100 },
});
