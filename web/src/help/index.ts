/** Help pages beyond the rulebook, by game. A game without one shows its rulebook only. */
import type { Component } from 'svelte';
import Boidvoid from '../games/boidvoid/help/Help.svelte';
import Dungeon from '../games/dungeon/help/Help.svelte';
import Quest from '../games/quest/help/Help.svelte';
import Rally from '../games/rally/help/Help.svelte';
import Spacegoo from '../games/spacegoo/help/Help.svelte';
import type { Words } from '../i18n';

export interface Help {
  page: Component;
  /** its sections, for the contents of the page */
  sections: (words: Words) => { id: string; title: string }[];
}

export const help: Record<string, Help> = {
  boidvoid: {
    page: Boidvoid,
    sections: ({ boidvoid }) => [
      { id: 'short', title: boidvoid.help.short },
      { id: 'turn', title: boidvoid.help.turn },
      { id: 'tiles', title: boidvoid.help.tiles },
      { id: 'combat', title: boidvoid.help.combat },
      { id: 'swarms', title: boidvoid.help.swarms },
      { id: 'builds', title: boidvoid.help.builds },
      { id: 'points', title: boidvoid.help.points },
      { id: 'legend', title: boidvoid.help.legend },
    ],
  },
  dungeon: {
    page: Dungeon,
    sections: ({ dungeon }) => [
      { id: 'short', title: dungeon.help.short },
      { id: 'round', title: dungeon.help.round },
      { id: 'legend', title: dungeon.help.legend },
      { id: 'levels', title: dungeon.help.levels },
      { id: 'items', title: dungeon.help.items },
      { id: 'scoring', title: dungeon.help.scoring },
    ],
  },
  quest: {
    page: Quest,
    sections: ({ quest }) => [
      { id: 'short', title: quest.help.short },
      { id: 'turn', title: quest.help.turn },
      { id: 'energy', title: quest.help.energy },
      { id: 'things', title: quest.help.things },
      { id: 'builds', title: quest.help.builds },
      { id: 'points', title: quest.help.points },
      { id: 'legend', title: quest.help.legend },
    ],
  },
  rally: {
    page: Rally,
    sections: ({ rally }) => [
      { id: 'short', title: rally.help.short },
      { id: 'round', title: rally.help.round },
      { id: 'commands', title: rally.help.commands },
      { id: 'fields', title: rally.help.fields },
      { id: 'robots', title: rally.help.robots },
      { id: 'damage', title: rally.help.damage },
    ],
  },
  spacegoo: {
    page: Spacegoo,
    sections: ({ help }) => [
      { id: 'short', title: help.short },
      { id: 'principle', title: help.principle },
      { id: 'battle', title: help.battle },
      { id: 'protocol', title: help.protocol },
      { id: 'libraries', title: help.libraries },
    ],
  },
};
