/** Pages of a match beside its board, by game: a market, a scoreboard. And what its host has for the time before and
 *  during the match. */
import type { Component } from 'svelte';
import type { Names } from '../game/contract';
import type { Words } from '../i18n';
import type { Rounds } from '../features/match/roundHistory.svelte';
import type { MatchInfo, TableInfo } from '../net/types';
import Course from '../games/boidvoid/pages/MatchHistory.svelte';
import Team from '../games/boidvoid/pages/Team.svelte';
import { awardOf } from '../games/dungeon/pages/awards';
import Commands from '../games/dungeon/pages/Commands.svelte';
import Market from '../games/dungeon/pages/Market.svelte';
import Organiser from '../games/dungeon/pages/Organiser.svelte';
import Prepare from '../games/dungeon/pages/Prepare.svelte';
import Scores from '../games/dungeon/pages/Scores.svelte';

export interface SheetProps<R extends { round: number } = any> {
  match: MatchInfo;
  names: Names;
  rounds: Rounds<R>;
}

export interface Sheet {
  key: string;
  title: (words: Words) => string;
  page: Component<SheetProps>;
}

export const sheets: Record<string, Sheet[]> = {
  boidvoid: [
    { key: 'team', title: ({ boidvoid }) => boidvoid.team.title, page: Team },
    { key: 'course', title: ({ boidvoid }) => boidvoid.team.course, page: Course },
  ],
  dungeon: [
    { key: 'market', title: ({ dungeon }) => dungeon.pages.market, page: Market },
    { key: 'scores', title: ({ dungeon }) => dungeon.pages.scores, page: Scores },
    { key: 'commands', title: ({ dungeon }) => dungeon.pages.commands, page: Commands },
  ],
};

export interface OrganiserProps<V = any> {
  matchKey: string;
  /** the newest view the page has */
  view: V | null;
  /** whether I play in it */
  seated: boolean;
}

export const organisers: Record<string, Component<OrganiserProps>> = { dungeon: Organiser };

export interface PrepareProps {
  table: TableInfo;
  /** the table as the server has it after a change */
  onchange: (table: TableInfo) => void;
}

/** Games whose map a host can look at and alter before the start. */
export const prepares: Record<string, Component<PrepareProps>> = { dungeon: Prepare };

/** Who is awarded what by an event: told to the player at once. */
export const awards: Record<string, (event: any) => { seat: number; award: string } | null> = {
  dungeon: awardOf,
};
