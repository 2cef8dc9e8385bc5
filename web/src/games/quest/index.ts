/** Crafting Quest 3. */
import { defineGame, sectionsOf } from '../../game/contract';
import type { QuestEvent, QuestView } from '../../net/types';
import { board } from './board';
import maps from './maps';
import Mark from './Mark.svelte';
import sample from './sampleView.json';
import { words } from './words';

export default defineGame<QuestView, QuestEvent>({
  key: 'quest',
  position: 4,
  words,
  mark: Mark,
  sample,
  board,
  helpSections: () =>
    sectionsOf(words.help, ['short', 'turn', 'energy', 'things', 'builds', 'points', 'legend']),
  maps,
  options: {
    preset: 'skirmish',
    main: ['rounds', 'units', 'turn_ms', 'width', 'height', 'gold', 'respawn', 'scoring', 'start'],
    ofMap: ['width', 'height', 'units', 'start', 'rock_pct', 'region_peak'],
  },
});
