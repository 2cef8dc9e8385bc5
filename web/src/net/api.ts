/** Asks the server over HTTP. Every refusal is a `Refused` with the server's sentence, every lost server an `Away`. */
import type {
  AdminPlayer,
  Album,
  Analysis,
  AuditLine,
  Avatar,
  BotInfo,
  Cabinet,
  Challenge,
  ChangeEventCode,
  ChangeEventEntrant,
  CollectibleInfo,
  CollectionInfo,
  CollectionPage,
  DungeonTeam,
  EventDesk,
  EventFinals,
  EventPage,
  FinishedGame,
  Fork,
  Frames,
  GameInfo,
  GamePlayers,
  Health,
  Inventory,
  JobInfo,
  JobRun,
  JoinedEvent,
  JoinEvent,
  LadderKey,
  LadderPage,
  Leaderboard,
  LeagueCross,
  LeaguePage,
  LedgerPage,
  LoadSave,
  MadeBot,
  MadeToken,
  MapCheck,
  MapInfo,
  MapOffer,
  MatchCommands,
  MatchHistory,
  MatchInfo,
  MatchPage,
  Me,
  Mint,
  MoveEvent,
  NewBot,
  NewCollection,
  NewEventCodes,
  NewPassword,
  NewSave,
  NewSchema,
  NewSeason,
  NewSeasonGame,
  NewTable,
  NewTeamMark,
  NewTemplate,
  NewToken,
  PlanEvent,
  PlainRecord,
  PlayerChange,
  PlayerFeats,
  PlayerPage,
  Ports,
  PowerAnswer,
  Problem,
  RatingHistory,
  RemarkPage,
  Replacement,
  RoleChange,
  RuleInfo,
  RulesFiles,
  SaveInfo,
  SchemaInfo,
  SeasonCard,
  SeasonChange,
  SeasonGameChange,
  SeasonGameInfo,
  SeasonInfo,
  SignIn,
  SignUp,
  StakeInfo,
  TableInfo,
  TableOptions,
  TeamInfo,
  TeamLine,
  TeamMark,
  TemplateInfo,
  TokenInfo,
  Verdict,
  NewWireGame,
  NewWireSpace,
  WireEvent,
  WireInfo,
} from './types';

/** The server said no, and why. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.sentence);
    this.name = 'Refused';
  }
}

/** The server did not answer. */
export class Away extends Error {
  constructor() {
    super('The server does not answer.');
    this.name = 'Away';
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Watcher = (away: boolean) => void;
const watchers = new Set<Watcher>();

/** Is told after every request whether the server answered. */
export function watchServer(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function cookie(name: string): string {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : '';
}

async function answer(method: Method, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  // any answer brings the cookie that a change has to show
  if (method !== 'GET' && cookie('rh_csrf') === '') await answer('GET', '/api/me', undefined, signal);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method !== 'GET') headers['x-csrf-token'] = cookie('rh_csrf');
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      credentials: 'same-origin',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    watchers.forEach((watcher) => watcher(true));
    throw new Away();
  }
  if (response.ok) {
    watchers.forEach((watcher) => watcher(false));
    return response;
  }
  const problem = await problemOf(response);
  // what a proxy says when the server behind it is gone, or the server itself on its way out
  const away = response.status >= 502 && response.status <= 504 && problem.code !== 'busy';
  watchers.forEach((watcher) => watcher(away));
  throw away ? new Away() : new Refused(response.status, problem);
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const said = (await response.json()) as Partial<Problem>;
    if (typeof said.code === 'string' && typeof said.sentence === 'string')
      return { ...said, code: said.code, sentence: said.sentence };
  } catch {
    // not one of our answers
  }
  return { code: `http_${response.status}`, sentence: response.statusText || `HTTP ${response.status}` };
}

export async function ask<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await answer(method, path, body, signal);
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

function at(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

const seg = encodeURIComponent;
const get = <T>(path: string, signal?: AbortSignal) => ask<T>('GET', path, undefined, signal);
const post = <T>(path: string, body: unknown = {}) => ask<T>('POST', path, body);

export interface MatchQuery {
  live?: boolean;
  game?: string;
  player?: string;
  before?: string;
  limit?: number;
  view?: boolean;
}

export const api = {
  // who
  me: (signal?: AbortSignal) => get<Me>('/api/me', signal),
  ports: (signal?: AbortSignal) => get<Ports>('/api/ports', signal),
  signUp: (body: SignUp) => post<Me>('/api/sign-up', body),
  signIn: (body: SignIn) => post<Me>('/api/sign-in', body),
  signOut: () => post<Me>('/api/sign-out'),
  guest: () => post<Me>('/api/guest'),
  password: (body: NewPassword) => post<Me>('/api/me/password', body),
  noticesRead: () => post<Me>('/api/me/notices/read'),
  tokens: (signal?: AbortSignal) => get<TokenInfo[]>('/api/me/tokens', signal),
  makeToken: (body: NewToken) => post<MadeToken>('/api/me/tokens', body),
  revokeToken: (id: number) => ask<unknown>('DELETE', `/api/me/tokens/${id}`),
  bots: (signal?: AbortSignal) => get<BotInfo[]>('/api/me/bots', signal),
  makeBot: (body: NewBot) => post<MadeBot>('/api/me/bots', body),
  wakeBot: (name: string) => post<BotInfo>(`/api/me/bots/${seg(name)}/wake`),

  // games
  games: (signal?: AbortSignal) => get<GameInfo[]>('/api/games', signal),
  rules: (game: string, signal?: AbortSignal) => get<RuleInfo[]>(`/api/games/${seg(game)}/rules`, signal),
  rulesFiles: (game: string, signal?: AbortSignal) =>
    get<RulesFiles[]>(`/api/games/${seg(game)}/modules`, signal),
  rulebook: async (game: string, signal?: AbortSignal) =>
    (await answer('GET', `/api/games/${seg(game)}/rulebook`, undefined, signal)).text(),
  maps: (game: string, signal?: AbortSignal) => get<MapInfo[]>(`/api/games/${seg(game)}/maps`, signal),
  checkMap: (game: string, text: string, signal?: AbortSignal) =>
    ask<MapCheck>('POST', `/api/games/${seg(game)}/maps/check`, { text }, signal),
  installMap: (game: string, text: string) => post<MapInfo>(`/api/games/${seg(game)}/maps`, { text }),
  removeMap: (game: string, key: string) =>
    ask<unknown>('DELETE', `/api/games/${seg(game)}/maps/${seg(key)}`),
  /** maps that players offer for the games of a season: all for organisers, else one's own */
  offers: (game: string, signal?: AbortSignal) => get<MapOffer[]>(`/api/games/${seg(game)}/offers`, signal),
  offerMap: (game: string, text: string) => post<MapOffer>(`/api/games/${seg(game)}/offers`, { text }),
  removeOffer: (id: number) => ask<unknown>('DELETE', `/api/offers/${id}`),

  // tables
  tables: (signal?: AbortSignal) => get<TableInfo[]>('/api/tables', signal),
  table: (key: string, signal?: AbortSignal) => get<TableInfo>(`/api/tables/${seg(key)}`, signal),
  openTable: (body: NewTable) => post<TableInfo>('/api/tables', body),
  changeTable: (key: string, body: TableOptions) => ask<TableInfo>('PATCH', `/api/tables/${seg(key)}`, body),
  closeTable: (key: string) => ask<unknown>('DELETE', `/api/tables/${seg(key)}`),
  sit: (key: string, seat = 0) => post<TableInfo>(`/api/tables/${seg(key)}/sit`, { seat }),
  stand: (key: string) => post<TableInfo>(`/api/tables/${seg(key)}/stand`),
  ready: (key: string, ready: boolean) => post<TableInfo>(`/api/tables/${seg(key)}/ready`, { ready }),
  begin: (key: string) => post<TableInfo>(`/api/tables/${seg(key)}/start`),
  changeSeat: (key: string, seat: number, bot: string) =>
    ask<TableInfo>('PUT', `/api/tables/${seg(key)}/seats/${seat}`, { bot }),
  choose: (key: string, seat: number, choice: string) =>
    ask<TableInfo>('PUT', `/api/tables/${seg(key)}/seats/${seat}/choice`, { choice }),
  fittingSaves: (key: string, signal?: AbortSignal) =>
    get<SaveInfo[]>(`/api/tables/${seg(key)}/saves`, signal),
  prepare: (key: string) => post<TableInfo>(`/api/tables/${seg(key)}/prepare`),
  reopen: (key: string) => ask<TableInfo>('DELETE', `/api/tables/${seg(key)}/prepare`),
  /** the first position of a prepared table, all of it; for its host */
  world: <V>(key: string, signal?: AbortSignal) => get<V>(`/api/tables/${seg(key)}/world`, signal),
  loadSave: (key: string, body: LoadSave) => post<TableInfo>(`/api/tables/${seg(key)}/load`, body),
  challenge: (body: Challenge) => post<TableInfo>('/api/challenges', body),

  // matches
  matches: (query: MatchQuery, signal?: AbortSignal) =>
    get<MatchPage>(at('/api/matches', query as Query), signal),
  match: (key: string, signal?: AbortSignal) => get<MatchInfo>(`/api/matches/${seg(key)}`, signal),
  frames: (key: string, seat = 0, signal?: AbortSignal) =>
    get<Frames>(at(`/api/matches/${seg(key)}/frames`, { seat }), signal),
  /** the record of a match that is over, to be proven with the rules */
  entries: (key: string, signal?: AbortSignal) =>
    get<PlainRecord>(`/api/matches/${seg(key)}/entries`, signal),
  analysis: (key: string, signal?: AbortSignal) => get<Analysis>(`/api/matches/${seg(key)}/analysis`, signal),
  remarks: (key: string, since: number, signal?: AbortSignal) =>
    get<RemarkPage>(at(`/api/matches/${seg(key)}/remarks`, { since }), signal),
  /** rounds after `since`, as far as I may know them */
  matchHistory: (key: string, since = 0, signal?: AbortSignal) =>
    get<MatchHistory>(at(`/api/matches/${seg(key)}/history`, { since }), signal),
  matchCommands: (key: string, round: number, signal?: AbortSignal) =>
    get<MatchCommands>(at(`/api/matches/${seg(key)}/commands`, { round }), signal),
  /** the own team in a running match: nobody else may look */
  team: (key: string, signal?: AbortSignal) => get<TeamInfo>(`/api/matches/${seg(key)}/team`, signal),
  teamSay: (key: string, text: string) => post<TeamLine>(`/api/matches/${seg(key)}/team/lines`, { text }),
  teamMark: (key: string, body: NewTeamMark) => post<TeamMark>(`/api/matches/${seg(key)}/team/marks`, body),
  teamUnmark: (key: string, mark: number) =>
    ask<unknown>('DELETE', `/api/matches/${seg(key)}/team/marks/${mark}`),
  /** everything there is, for an organiser who does not play */
  everything: <V>(key: string, signal?: AbortSignal) => get<V>(`/api/matches/${seg(key)}/everything`, signal),
  change: (key: string, body: unknown) => post<Verdict>(`/api/matches/${seg(key)}/changes`, body),
  rematch: (key: string) => post<TableInfo>(`/api/matches/${seg(key)}/rematch`),
  fork: (key: string, body: Fork) => post<TableInfo>(`/api/matches/${seg(key)}/fork`, body),
  save: (key: string, body: NewSave) => post<SaveInfo>(`/api/matches/${seg(key)}/save`, body),
  saves: (game = '', signal?: AbortSignal) => get<SaveInfo[]>(at('/api/saves', { game }), signal),
  removeSave: (id: number) => ask<unknown>('DELETE', `/api/saves/${id}`),

  // ladders
  ladders: (signal?: AbortSignal) => get<LadderKey[]>('/api/ladders', signal),
  ladder: (ladder: LadderName, offset = 0, limit = 50, signal?: AbortSignal) =>
    get<LadderPage>(at(ladderPath(ladder), { offset, limit }), signal),
  history: (ladder: LadderName, players: readonly string[], signal?: AbortSignal) =>
    get<RatingHistory[]>(at(`${ladderPath(ladder)}/history`, { player: players }), signal),
  player: (name: string, signal?: AbortSignal) => get<PlayerPage>(`/api/players/${seg(name)}`, signal),
  feats: (name: string, signal?: AbortSignal) =>
    get<PlayerFeats[]>(`/api/players/${seg(name)}/feats`, signal),
  cabinet: (name: string, game: string, signal?: AbortSignal) =>
    get<Cabinet>(at(`/api/players/${seg(name)}/cabinet`, { game }), signal),
  leaderboard: (game: string, figure: string, signal?: AbortSignal) =>
    get<Leaderboard>(`/api/games/${seg(game)}/leaderboards/${seg(figure)}`, signal),

  // administration
  adminPlayers: (query: string, signal?: AbortSignal) =>
    get<AdminPlayer[]>(at('/api/admin/players', { query }), signal),
  adminMake: (body: SignUp) => post<AdminPlayer>('/api/admin/players', body),
  adminChange: (name: string, body: PlayerChange) =>
    ask<AdminPlayer>('PATCH', `/api/admin/players/${seg(name)}`, body),
  health: (signal?: AbortSignal) => get<Health>('/api/admin/health', signal),
  audit: (signal?: AbortSignal) => get<AuditLine[]>('/api/admin/audit', signal),
  adminCloseTable: (key: string) => ask<unknown>('DELETE', `/api/admin/tables/${seg(key)}`),
  abort: (key: string) => post<unknown>(`/api/admin/matches/${seg(key)}/abort`),

  // the event
  event: (signal?: AbortSignal) => get<EventPage>('/api/event', signal),
  eventFinals: (signal?: AbortSignal) => get<EventFinals>('/api/event/finals', signal),
  joinEvent: (body: JoinEvent) => post<JoinedEvent>('/api/event/join', body),
  eventDesk: (signal?: AbortSignal) => get<EventDesk>('/api/event/desk', signal),
  moveEvent: (body: MoveEvent) => post<EventPage>('/api/event/move', body),
  undoEvent: () => post<EventPage>('/api/event/undo'),
  planEvent: (body: PlanEvent) => post<EventPage>('/api/event/plan', body),
  newEventCodes: (body: NewEventCodes) => post<EventDesk>('/api/event/codes', body),
  changeEventCode: (code: string, body: ChangeEventCode) =>
    post<EventDesk>(`/api/event/codes/${seg(code)}`, body),
  changeEventEntrant: (name: string, body: ChangeEventEntrant) =>
    post<EventDesk>(`/api/event/entrants/${seg(name)}`, body),
  replayEventMatch: (number: number, later: boolean) =>
    post<EventFinals>(`/api/event/finals/${number}/replay`, { later }),

  // the Dungeon's organisers
  dungeonTeams: (key: string, signal?: AbortSignal) =>
    get<DungeonTeam[]>(`/api/dungeon/matches/${seg(key)}/teams`, signal),
  wire: (signal?: AbortSignal) => get<WireInfo>('/api/dungeon/wire', signal),
  newWireSpace: (body: NewWireSpace) => post<WireInfo>('/api/dungeon/wire/spaces', body),
  removeWireSpace: (key: string) => ask<WireInfo>('DELETE', `/api/dungeon/wire/spaces/${seg(key)}`),
  newWireGame: (body: NewWireGame) => post<WireInfo>('/api/dungeon/wire/games', body),
  startWireGame: (key: string) => post<WireInfo>(`/api/dungeon/wire/games/${seg(key)}/start`),
  endWireGame: (key: string) => post<WireInfo>(`/api/dungeon/wire/games/${seg(key)}/end`),
  wireEvents: (space: string, player: string, signal?: AbortSignal) =>
    get<WireEvent[]>(`/api/dungeon/wire/events/${seg(space)}/${seg(player)}`, signal),

  // seasons
  seasons: (signal?: AbortSignal) => get<SeasonCard[]>('/api/seasons', signal),
  season: (id: number, signal?: AbortSignal) => get<SeasonInfo>(`/api/seasons/${id}`, signal),
  newSeason: (body: NewSeason) => post<SeasonInfo>('/api/seasons', body),
  changeSeason: (id: number, body: SeasonChange) => ask<SeasonInfo>('PATCH', `/api/seasons/${id}`, body),
  newSeasonGame: (season: number, body: NewSeasonGame) =>
    post<SeasonGameInfo>(`/api/seasons/${season}/games`, body),
  seasonGame: (id: number, signal?: AbortSignal) => get<SeasonGameInfo>(`/api/season-games/${id}`, signal),
  changeSeasonGame: (id: number, body: SeasonGameChange) =>
    ask<SeasonGameInfo>('PATCH', `/api/season-games/${id}`, body),
  removeSeasonGame: (id: number) => ask<unknown>('DELETE', `/api/season-games/${id}`),
  steerSeasonGame: (id: number, what: 'pause' | 'resume' | 'end') =>
    post<SeasonGameInfo>(`/api/season-games/${id}/${what}`),
  setRole: (id: number, body: RoleChange) => post<SeasonGameInfo>(`/api/season-games/${id}/roles`, body),
  replacePlayer: (id: number, body: Replacement) =>
    post<SeasonGameInfo>(`/api/season-games/${id}/replace`, body),
  power: (id: number, signal?: AbortSignal) => get<PowerAnswer[]>(`/api/season-games/${id}/power`, signal),
  jobs: (signal?: AbortSignal) => get<JobInfo[]>('/api/jobs', signal),
  runJob: (job: string) => post<JobRun>(`/api/jobs/${seg(job)}/run`),
  mySeasonGames: (signal?: AbortSignal) => get<SeasonGameInfo[]>('/api/me/season-games', signal),

  // collectibles
  collections: (signal?: AbortSignal) => get<CollectionInfo[]>('/api/collections', signal),
  collection: (key: string, signal?: AbortSignal) =>
    get<CollectionPage>(`/api/collections/${seg(key)}`, signal),
  newCollection: (body: NewCollection) => post<CollectionInfo>('/api/collections', body),
  newSchema: (body: NewSchema) => post<SchemaInfo>('/api/schemas', body),
  newTemplate: (body: NewTemplate) => post<TemplateInfo>('/api/templates', body),
  mint: (template: string, body: Mint) =>
    post<CollectibleInfo[]>(`/api/templates/${seg(template)}/mint`, body),
  transfer: (id: number, to: string) => post<CollectibleInfo>(`/api/collectibles/${id}/transfer`, { to }),
  burn: (id: number) => post<CollectibleInfo>(`/api/collectibles/${id}/burn`),
  inventory: (player: string, signal?: AbortSignal) =>
    get<Inventory>(`/api/players/${seg(player)}/collectibles`, signal),
  stake: (signal?: AbortSignal) => get<StakeInfo>('/api/me/stake', signal),
  setStake: (points: number) => post<StakeInfo>('/api/me/stake', { points }),
  album: (signal?: AbortSignal) => get<Album>('/api/me/album', signal),
  /** an avatar of mine to be shown, or null for none */
  chooseAvatar: (item: number | null) => post<Avatar | null>('/api/me/avatar', { item }),
  ledger: (query: LedgerQuery, signal?: AbortSignal) =>
    get<LedgerPage>(at('/api/ledger', query as Query), signal),

  // the ranking of the line server
  lineInfo: (edition: string, signal?: AbortSignal) =>
    get<LineInfo>(at('/spacegoo/api/info.json', { edition }), signal),
  lineGame: (number: number, signal?: AbortSignal) =>
    get<LineMatch>(`/spacegoo/api/game/${number}/info.json`, signal),
  linePlayer: (name: string, edition: string, signal?: AbortSignal) =>
    get<LinePlayer>(at(`/spacegoo/api/player/${seg(name)}/info.json`, { edition }), signal),
  league: (edition: string, first: number, signal?: AbortSignal) =>
    get<LeaguePage>(at('/spacegoo/api/ranking.json', { edition, first }), signal),
  leagueCross: (edition: string, signal?: AbortSignal) =>
    get<LeagueCross>(at('/spacegoo/api/cross_table.json', { edition }), signal),
  finishedGame: (edition: string, signal?: AbortSignal) =>
    get<FinishedGame>(at('/spacegoo/api/finished_game.json', { edition }), signal),
  linePlayers: (number: number, signal?: AbortSignal) =>
    get<GamePlayers>(`/spacegoo/api/game/${number}/players.json`, signal),
};

export interface LedgerQuery {
  player?: string;
  template?: string;
  kind?: string;
  before?: number;
  limit?: number;
}

export interface LadderName {
  game: string;
  preset: string;
  pool: string;
}

function ladderPath({ game, preset, pool }: LadderName): string {
  return `/api/ladders/${seg(game)}/${seg(preset)}/${seg(pool)}`;
}

/** GOO-103: name, rating, inactive. */
export type Highscore = [string, number, boolean];

export interface LineGame {
  player1: string;
  player2: string;
  elodiff: number | null;
  game_id: number;
  end: number | null;
}

export interface LineInfo {
  highscore_first: number;
  highscores: Highscore[];
  last_games: LineGame[];
  num_games: number;
}

/** GOO-104 */
export interface LineMatch {
  rank1: number | null;
  rank2: number | null;
  elodiff: number | null;
}
export interface LinePlayer extends LineInfo {
  rank: number | null;
  username: string;
}
