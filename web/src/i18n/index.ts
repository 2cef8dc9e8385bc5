/** All words the pages show, in both languages. Each area has a file with `en` and a `de` of the same type. */
import { settings, type Lang } from '../lib/settings.svelte';
import account from './account';
import admin from './admin';
import album from '../games/boidvoid/words/album';
import boidvoid from '../games/boidvoid/words/index';
import bots from './bots';
import choices from './choices';
import common from './common';
import dungeon from '../games/dungeon/words/index';
import event from './contest';
import feats from './figures';
import games from './games';
import help from '../games/spacegoo/words/help';
import home from './home';
import ladder from './ladder';
import lobby from './lobby';
import match from './match';
import menu from './menu';
import player from './player';
import portal from '../games/boidvoid/words/administration';
import problems from './problems';
import quest from '../games/quest/words/index';
import rally from '../games/rally/words/index';
import refusals from './refusals';
import season from '../games/boidvoid/words/season';
import shell from './shell';

const areas = {
  account,
  admin,
  album,
  boidvoid,
  bots,
  choices,
  common,
  dungeon,
  event,
  feats,
  games,
  help,
  home,
  ladder,
  lobby,
  match,
  menu,
  player,
  portal,
  problems,
  quest,
  rally,
  refusals,
  season,
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
