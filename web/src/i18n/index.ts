/** The words of the platform's own pages, in both languages. Each area has a file with `en` and a `de` of the same type;
 *  a game has its words in its folder. */
import { settings, type Lang } from '../lib/settings.svelte';
import account from './account';
import admin from './admin';
import bots from './bots';
import common from './common';
import contest from './contest';
import figures from './figures';
import games from './games';
import home from './home';
import ladder from './ladder';
import lobby from './lobby';
import match from './match';
import menu from './menu';
import player from './player';
import problems from './problems';
import refusals from './refusals';
import shell from './shell';

const areas = {
  account,
  admin,
  bots,
  common,
  contest,
  figures,
  games,
  home,
  ladder,
  lobby,
  match,
  menu,
  player,
  problems,
  refusals,
  shell,
};

export type Words = { [A in keyof typeof areas]: (typeof areas)[A]['en'] };

/** `say.lobby.join` is that line in the visitor's language, and changes with it. */
export const say = Object.defineProperties(
  {},
  Object.fromEntries(
    Object.entries(areas).map(([area, words]) => [
      area,
      { enumerable: true, get: () => (words as Record<Lang, unknown>)[settings.lang] },
    ]),
  ),
) as Words;
