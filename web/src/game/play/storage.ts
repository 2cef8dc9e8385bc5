/** What this browser keeps of running matches. */
const MATCHES = 6; // of a game, the newest last

type Stored<T> = [match: string, kept: T][];

export interface MatchStorage<T> {
  /** what is kept of a match; what is missing is as in `nothing` */
  recall(match: string): T;
  keep(match: string, kept: T): void;
}

export function matchStorage<T extends object>(game: string, nothing: T): MatchStorage<T> {
  const key = `roundhouse.${game}`;
  function all(): Stored<T> {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
      return Array.isArray(found) ? (found as Stored<T>) : [];
    } catch {
      return [];
    }
  }
  return {
    recall: (match) => ({ ...nothing, ...all().find(([of]) => of === match)?.[1] }),
    keep(match, kept) {
      const others = all().filter(([of]) => of !== match);
      try {
        localStorage.setItem(key, JSON.stringify([...others, [match, kept]].slice(-MATCHES)));
      } catch {
        // it then lasts as long as the page
      }
    },
  };
}
