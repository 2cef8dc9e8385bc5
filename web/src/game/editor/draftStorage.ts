/** Maps that somebody is building, kept in the browser; and maps that travel inside a link. */
import { allGames } from '../registry';

const KEY = 'roundhouse-boards';

export interface Kept {
  id: string;
  game: string;
  text: string;
  at_ms: number;
}

/** The oldest drafts do not say which game they are of. */
const gameOfText = (text: string): string => allGames.find(({ maps }) => maps?.isText(text))?.key ?? '';

function all(): Kept[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]') as (Omit<Kept, 'game'> & { game?: string })[];
    return found
      .filter((one) => typeof one.id === 'string' && typeof one.text === 'string')
      .map((one) => ({ ...one, game: one.game ?? gameOfText(one.text) }));
  } catch {
    return []; // no storage, or not ours
  }
}

export const keptDrafts = (game: string): Kept[] => all().filter((one) => one.game === game);

function store(drafts: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    // a full or closed storage: the map still lives on the page
  }
}

export const draftOf = (game: string, id: string): Kept | undefined =>
  keptDrafts(game).find((one) => one.id === id);
export const newDraftId = (): string => Math.random().toString(36).slice(2, 10);

export function keepDraft(game: string, id: string, text: string): void {
  const others = all().filter((one) => one.id !== id);
  store([{ id, game, text, at_ms: Date.now() }, ...others]);
}

export function dropDraft(id: string): void {
  store(all().filter((one) => one.id !== id));
}

/** A text inside an address: only characters that need no escape there. */
export function packed(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

export function unpacked(part: string): string | null {
  try {
    const bytes = atob(part.replace(/-/g, '+').replace(/_/g, '/'));
    return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
