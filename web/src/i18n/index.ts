/** All words the pages show, in both languages. Each area has a file with `en` and a `de` of the same type. */
import { settings, type Lang } from '../lib/settings.svelte';
import account from './account';
import admin from './admin';
import album from './album';
import boidvoid from './boidvoid';
import bots from './bots';
import choices from './choices';
import common from './common';
import dungeon from './dungeon';
import event from './event';
import feats from './feats';
import games from './games';
import help from './help';
import home from './home';
import ladder from './ladder';
import lobby from './lobby';
import match from './match';
import menu from './menu';
import player from './player';
import portal from './portal';
import problems from './problems';
import quest from './quest';
import rally from './rally';
import refusals from './refusals';
import season from './season';
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
