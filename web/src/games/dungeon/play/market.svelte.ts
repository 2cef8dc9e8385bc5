/** Prices round by round: what the server remembers, and what the rounds since then have brought. */
import { api } from '../../../net/api';
import type { DungeonHistoryRound, DungeonMarket } from '../../../net/types';

export interface Quote {
  round: number;
  articles: Record<string, number>;
  resources: Record<string, number>;
  balance: number | null;
}

export class PriceBook {
  quotes = $state.raw<Quote[]>([]);

  /** Asks once; without an answer the charts begin now. */
  async fetch(match: string, seat: number, signal: AbortSignal): Promise<void> {
    try {
      const { rounds } = await api.matchHistory(match, 0, signal);
      const old = (rounds as DungeonHistoryRound[]).map(({ round, articles, resources, balances }) => ({
        round,
        articles,
        resources,
        balance: balances?.[seat - 1] ?? null,
      }));
      const newest = old.at(-1)?.round ?? 0;
      this.quotes = [...old, ...this.quotes.filter(({ round }) => round > newest)];
    } catch {
      // it is an aid: a match can be played without it
    }
  }

  /** The prices of a round, and what I have at its beginning. */
  note(round: number, { articles, resources }: DungeonMarket, balance: number): void {
    if (this.quotes.some((quote) => quote.round === round)) return;
    this.quotes = [...this.quotes, { round, articles, resources, balance }];
  }

  /** The price of a resource or an article over the rounds. */
  line(name: string): number[] {
    return this.quotes.map(({ articles, resources }) => resources[name] ?? articles[name] ?? 0);
  }

  /** By how much a price has changed since the round before. */
  trend(name: string): number {
    const [before, now] = this.line(name).slice(-2);
    return now === undefined ? 0 : now - before;
  }
}
