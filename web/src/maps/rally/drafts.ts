/** Boards that somebody is building, kept in the browser; and boards that travel inside a link. */
const KEY = 'roundhouse-boards';

export interface Kept {
  id: string;
  text: string;
  at_ms: number;
}

export function keptDrafts(): Kept[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Kept[];
    return found.filter((one) => typeof one.id === 'string' && typeof one.text === 'string');
  } catch {
    return []; // no storage, or not ours
  }
}

function store(drafts: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    // a full or closed storage: the board still lives on the page
  }
}

export const draftOf = (id: string): Kept | undefined => keptDrafts().find((one) => one.id === id);
export const newDraftId = (): string => Math.random().toString(36).slice(2, 10);

export function keepDraft(id: string, text: string): void {
  const others = keptDrafts().filter((one) => one.id !== id);
  store([{ id, text, at_ms: Date.now() }, ...others]);
}

export function dropDraft(id: string): void {
  store(keptDrafts().filter((one) => one.id !== id));
}

/** A text inside an address: only characters that need no escape there. */
export function packed(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
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
