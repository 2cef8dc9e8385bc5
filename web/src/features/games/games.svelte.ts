/** The games of this server, asked for once. */
import { api } from '../../net/api';
import type { GameInfo } from '../../net/types';
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

export type GameKey = keyof typeof say.games.names;

/** Whether we have a mark and words of our own for this game. */
export const isGame = (key: string): key is GameKey => key in say.games.names;

/** The name of a game on the pages: short where room is short. */
export function gameName(key: string, short = false): string {
  if (!isGame(key)) return games.get(key)?.name ?? key;
  return short ? say.games.shortNames[key] : say.games.names[key];
}

export function gameSentence(key: string): string {
  return isGame(key) ? say.games.sentences[key] : (games.get(key)?.sentence ?? '');
}
