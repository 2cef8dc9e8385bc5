/** The two editions of the line server, and where their pages are. */
export const EDITIONS = ['standard', 'classic'] as const;
export type Edition = (typeof EDITIONS)[number];

export const editionOf = (query: URLSearchParams): Edition =>
  query.get('edition') === 'classic' ? 'classic' : 'standard';

const asked = (edition: string): string => (edition === 'classic' ? '?edition=classic' : '');

export const leagueHref = (edition: string): string => `/ladder/spacegoo/line${asked(edition)}`;
export const latestHref = (edition: string): string => `/ladder/spacegoo/line/latest${asked(edition)}`;
