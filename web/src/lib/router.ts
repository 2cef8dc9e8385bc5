/** A small router over the browser's history: real links, scroll kept per entry, focus moved to the new page. */
import { createSubscriber } from 'svelte/reactivity';

/** The pages of the platform. */
export type PageName =
  | 'Home'
  | 'Lobby'
  | 'Table'
  | 'Match'
  | 'MatchPage'
  | 'Replay'
  | 'Embed'
  | 'FollowMatches'
  | 'Ladder'
  | 'Player'
  | 'BotKit'
  | 'Admin'
  | 'Contest'
  | 'ContestJoin'
  | 'ContestFinals'
  | 'ContestScreen'
  | 'ContestAdmin'
  | 'SignIn'
  | 'Settings'
  | 'Games'
  | 'Game'
  | 'PlayerFigures'
  | 'Leaderboard'
  | 'Maps'
  | 'MapEditor'
  | 'NotFound';

/** The page of a game has its first address for a name. */
type AnyPage = PageName | `/${string}`;

export interface Route {
  page: AnyPage;
  params: Record<string, string>;
  path: string;
  query: URLSearchParams;
  hash: string;
}

/** What every page component is given. */
export interface PageProps {
  params: Record<string, string>;
}

let routes: [pattern: string, page: AnyPage][] = [
  ['/', 'Home'],
  ['/play', 'Lobby'],
  ['/table/:key', 'Table'],
  ['/match/:key', 'Match'],
  ['/match/:key/:page', 'MatchPage'],
  ['/replay/:key', 'Replay'],
  ['/embed/match/:key', 'Embed'],
  ['/player/:name/live', 'FollowMatches'],
  ['/ladder', 'Ladder'],
  ['/ladder/:game', 'Ladder'],
  ['/ladder/:game/:preset/:pool', 'Ladder'],
  ['/player/:name', 'Player'],
  ['/bots', 'BotKit'],
  ['/admin', 'Admin'],
  ['/admin/:part', 'Admin'],
  ['/admin/:part/:id', 'Admin'],
  ['/admin/:part/:id/:sub', 'Admin'],
  ['/contest', 'Contest'],
  ['/contest/join', 'ContestJoin'],
  ['/contest/finals', 'ContestFinals'],
  ['/contest/screen', 'ContestScreen'],
  ['/contest/admin', 'ContestAdmin'],
  // the names of the first releases
  ['/event', 'Contest'],
  ['/event/join', 'ContestJoin'],
  ['/event/finals', 'ContestFinals'],
  ['/event/screen', 'ContestScreen'],
  ['/event/desk', 'ContestAdmin'],
  ['/sign-in', 'SignIn'],
  ['/settings', 'Settings'],
  ['/games', 'Games'],
  ['/games/:game', 'Game'],
  ['/games/:game/feats', 'PlayerFigures'],
  ['/games/:game/leaders', 'Leaderboard'],
  ['/games/:game/leaders/:figure', 'Leaderboard'],
  ['/games/:game/boards', 'Maps'],
  ['/games/:game/boards/edit', 'MapEditor'],
];

/** First parts of addresses that the server answers itself; a link to one leaves the page. */
let served = ['api', 'assets', 'health', 'metrics', 'schema'];

/** Adds what games bring, before the first page is shown: their pages, by all addresses, and what the server answers. */
export function addRoutes(pages: readonly (readonly string[])[], answered: readonly string[]): void {
  const added = pages.flatMap((paths) =>
    paths.map((path): (typeof routes)[number] => [path, paths[0] as AnyPage]),
  );
  routes = [...added, ...routes];
  served = [...served, ...answered];
}

const isServed = (path: string): boolean => served.includes(path.split('/')[1]);

function match(path: string): { page: AnyPage; params: Record<string, string> } {
  const parts = path.replace(/\/+$/, '').split('/');
  for (const [pattern, page] of routes) {
    const wanted = pattern === '/' ? [''] : pattern.split('/');
    if (wanted.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((want, i) => {
      if (!want.startsWith(':')) return want === parts[i];
      try {
        params[want.slice(1)] = decodeURIComponent(parts[i]);
      } catch {
        return false;
      }
      return parts[i] !== '';
    });
    if (fits) return { page, params };
  }
  return { page: 'NotFound', params: {} };
}

function read(): Route {
  const { pathname, search, hash } = location;
  return { ...match(pathname), path: pathname, query: new URLSearchParams(search), hash };
}

let current: Route | undefined;
const here = (): Route => (current ??= read());
let tell: () => void = () => {};
const subscribe = createSubscriber((update) => {
  tell = update;
  return () => (tell = () => {});
});

/** Set while a page is arriving: where to scroll, and whether focus goes to its heading. */
let arrival: { y: number; focus: boolean } | null = null;

export const router = {
  /** The current route; reading it in a component or an effect follows it. */
  get route(): Route {
    subscribe();
    return here();
  },
};

interface Going {
  /** replace the current entry instead of adding one */
  replace?: boolean;
  /** leave scroll position and focus where they are, for tabs and the like */
  keep?: boolean;
}

/** Goes to an address of ours, as a click on a link would. */
export function go(href: string, { replace = false, keep = false }: Going = {}): void {
  const url = new URL(href, location.href);
  if (url.origin !== location.origin || isServed(url.pathname)) {
    location.assign(url);
    return;
  }
  noteScroll();
  const changed = url.pathname !== location.pathname;
  if (replace) history.replaceState(keep ? history.state : { y: 0 }, '', url);
  else history.pushState({ y: keep ? scrollY : 0 }, '', url);
  current = read();
  if (!keep && !url.hash && changed) arrival = { y: 0, focus: true };
  tell();
  if (url.hash && !changed) toHash(url.hash);
}

function noteScroll(): void {
  history.replaceState({ ...history.state, y: scrollY }, '');
}

function toHash(hash: string): void {
  document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
}

/** Called by the shell when the page of the route is in the document. */
export function arrived(): void {
  const now = arrival;
  arrival = null;
  if (now === null) {
    if (here().hash) toHash(here().hash);
    return;
  }
  scrollWhenTall(now.y);
  if (now.focus) focusHeading();
}

/** Pages grow as their content arrives, so an old position is tried for a moment, until the visitor scrolls. */
function scrollWhenTall(y: number): void {
  scrollTo({ top: y, behavior: 'instant' });
  if (scrollY === y || y === 0) return;
  const until = performance.now() + 1500;
  let stopped = false;
  const stop = () => (stopped = true);
  for (const kind of ['wheel', 'touchstart', 'keydown'] as const)
    addEventListener(kind, stop, { once: true, passive: true });
  const again = () => {
    if (stopped || performance.now() > until) return;
    scrollTo({ top: y, behavior: 'instant' });
    if (Math.abs(scrollY - y) > 1) requestAnimationFrame(again);
  };
  requestAnimationFrame(again);
}

/** So that a screen reader says where we are and Tab goes on from there. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function onClick(e: MouseEvent): void {
  if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
  const link = e.target instanceof Element ? e.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || isServed(url.pathname)) return;
  if (url.hash && url.pathname === location.pathname && url.search === location.search) return; // the browser jumps
  e.preventDefault();
  go(url.href, { keep: 'keep' in link.dataset });
}

/** Starts following links and the back button; returns what ends it. */
export function startRouter(): () => void {
  history.scrollRestoration = 'manual';
  const onPop = () => {
    const before = here().path,
      route = (current = read());
    const y = (history.state as { y?: number } | null)?.y ?? 0;
    if (route.path !== before) arrival = { y, focus: true };
    else if (route.hash) toHash(route.hash);
    else scrollTo({ top: y, behavior: 'instant' });
    tell();
  };
  let waiting = 0;
  const onScroll = () => {
    clearTimeout(waiting);
    waiting = window.setTimeout(noteScroll, 150);
  };
  document.addEventListener('click', onClick);
  addEventListener('popstate', onPop);
  addEventListener('scroll', onScroll, { passive: true });
  const y = (history.state as { y?: number } | null)?.y;
  if (y) arrival = { y, focus: false }; // after a reload
  return () => {
    clearTimeout(waiting);
    document.removeEventListener('click', onClick);
    removeEventListener('popstate', onPop);
    removeEventListener('scroll', onScroll);
  };
}

/** The name of the page in the browser's tab; `mark` goes in front, such as a dot when it is your turn. */
export function setTitle(title: string, mark = ''): void {
  document.title = `${mark}${mark ? ' ' : ''}${title ? `${title} · ` : ''}Roundhouse`;
}
