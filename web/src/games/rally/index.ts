/** Robo Rally. */
import { defineGame, sectionsOf } from '../../game/contract';
import type { RallyEvent, RallyView } from '../../net/types';
import { board } from './board';
import { drawRobot } from './board/robots';
import maps from './maps';
import Mark from './Mark.svelte';
import sample from './sampleView.json';
import { words } from './words';

export default defineGame<RallyView, RallyEvent>({
  key: 'rally',
  position: 2,
  words,
  mark: Mark,
  sample,
  board,
  helpSections: () => sectionsOf(words.help, ['short', 'round', 'commands', 'fields', 'robots', 'damage']),
  maps,
  choices: (g, theme, { seat, choice }, size) =>
    drawRobot(g, theme, { seat, model: choice, angle: 0 }, size * 0.36),
  options: { main: ['checkpoints', 'timer_seconds'], atTable: true, zeroIsAll: ['checkpoints'] },
});
