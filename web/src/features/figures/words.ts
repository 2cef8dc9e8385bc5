/** Words for what a game counts, unlocks and lets seats choose; the server's own where we have none. */
import type { ChoiceWord } from '../../game/contract';
import { gameOf } from '../../game/registry';
import { games } from '../games/games.svelte';

export function figureName(game: string, key: string): string {
  const ours = gameOf(game)?.words.figures?.figures[key];
  return ours ?? games.get(game)?.figures.find((figure) => figure.key === key)?.name ?? key;
}

export function achievementWords(game: string, key: string): { name: string; text: string } {
  const ours = gameOf(game)?.words.figures?.achievements[key];
  if (ours) return ours;
  const said = games.get(game)?.achievements.find((one) => one.key === key);
  return { name: said?.name ?? key, text: said?.sentence ?? '' };
}

/** What was won with these figures, in the order in which the game lists it: trophies after achievements. */
export function awardsIn(game: string, figures: Record<string, number>): string[] {
  return (games.get(game)?.awards ?? []).filter((key) => figures[key]);
}

/** An award that is a place: `trophy_mining_2` is the second in mining. */
export function trophyOf(award: string): { category: string; place: number } | null {
  const found = /^trophy_(\w+)_([123])$/.exec(award);
  return found ? { category: found[1], place: Number(found[2]) } : null;
}

/** What a seat has chosen; a seat that has not has the game's first. */
export function choiceWords(game: string, choice: string): ChoiceWord {
  const key = choice || (games.get(game)?.choices[0] ?? '');
  const none = { name: key, motto: '', ability: '', text: '', active: false };
  return gameOf(game)?.words.choices?.words[key] ?? none;
}
