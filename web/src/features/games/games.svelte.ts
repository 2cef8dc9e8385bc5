/** The games of this server, asked for once. */
import { api } from '../../net/api';
import type { GameInfo } from '../../net/types';
import { gameOf } from '../../game/registry';
import { say } from '../../i18n';

class Games {
  all = $state.raw<GameInfo[]>([]);
  private asked: Promise<GameInfo[]> | null = null;

  /** Asks once; a failed question may be asked again. */
  load(): Promise<GameInfo[]> {
    this.asked ??= api.games().then(
      (found) => (this.all = found),
      (error: unknown) => {
        this.asked = null;
        throw error;
      },
    );
    return this.asked;
  }

  get(key: string): GameInfo | undefined {
    return this.all.find((game) => game.key === key);
  }
}

export const games = new Games();

/** The name of a game on the pages: short where room is short. */
export function gameName(key: string, short = false): string {
  const words = gameOf(key)?.words;
  return (short ? words?.shortName : words?.name) ?? games.get(key)?.name ?? key;
}

export function gameSentence(key: string): string {
  return gameOf(key)?.words.sentence ?? games.get(key)?.sentence ?? '';
}

/** A built-in bot of a game; nothing where we have no words for it. */
export const botWords = (game: string, bot: string): { name: string; text: string } | undefined =>
  gameOf(game)?.words.bots[bot] ?? say.lobby.opponents[bot];

/** What an edition of a game is called. */
export const presetName = (game: string, preset: string): string =>
  gameOf(game)?.words.presets?.[preset] ?? say.common.presets[preset] ?? preset;
