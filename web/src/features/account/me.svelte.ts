/** Whoever looks at the pages. */
import { api } from '../../net/api';
import { onNews, startNews } from '../../net/pageUpdates';
import type { Me } from '../../net/types';

class Who {
  me = $state.raw<Me | null>(null);

  get player() {
    return this.me?.player ?? null;
  }
  get name(): string {
    return this.me?.player?.name ?? '';
  }
  get staff(): boolean {
    return this.me?.role === 'organiser' || this.me?.role === 'admin';
  }
  get admin(): boolean {
    return this.me?.role === 'admin';
  }
  get unread(): number {
    return this.me?.notices.filter((notice) => !notice.read).length ?? 0;
  }
}

export const who = new Who();
let heard: string | null = null; // the name the news were asked for

/** Takes a new answer about me; signing in or out changes what news the server has for us. */
export function becomes(me: Me): void {
  who.me = me;
  const name = me.player?.name ?? '';
  if (name !== heard) {
    heard = name;
    startNews(name !== '');
  }
}

export async function refreshMe(): Promise<void> {
  becomes(await api.me());
}

/** Somebody to play as: a visitor without an account becomes a guest by this one call. */
export async function someone(): Promise<void> {
  if (who.player === null) becomes(await api.guest());
}

const AGAIN_MS = 5000; // after an answer that did not come

export function followMe(): () => void {
  let asked = 0;
  let again = 0;
  const ask = () => {
    const mine = ++asked; // answers may overtake each other: the last question's counts
    clearTimeout(again);
    api.me().then(
      (me) => {
        if (mine === asked) becomes(me);
      },
      () => {
        if (mine === asked) again = window.setTimeout(ask, AGAIN_MS);
      },
    );
  };
  const unhear = onNews(['me'], ask);
  return () => {
    asked += 1;
    clearTimeout(again);
    unhear();
  };
}
