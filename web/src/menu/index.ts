/** Games that begin with a main menu of their own, in place of a plain heading. */
import type { Component } from 'svelte';
import Boidvoid from '../games/boidvoid/menu/Menu.svelte';
import Dungeon from '../games/dungeon/menu/Menu.svelte';
import Quest from '../games/quest/menu/Menu.svelte';
import Rally from '../games/rally/menu/Menu.svelte';

export const menus: Record<string, Component> = {
  boidvoid: Boidvoid,
  dungeon: Dungeon,
  quest: Quest,
  rally: Rally,
};
