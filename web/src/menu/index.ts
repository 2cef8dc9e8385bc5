/** Games that begin with a main menu of their own, in place of a plain heading. */
import type { Component } from 'svelte';
import Boidvoid from './Boidvoid.svelte';
import Dungeon from './Dungeon.svelte';
import Quest from './Quest.svelte';
import Rally from './Rally.svelte';

export const menus: Record<string, Component> = {
  boidvoid: Boidvoid,
  dungeon: Dungeon,
  quest: Quest,
  rally: Rally,
};
