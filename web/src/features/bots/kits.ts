/** The kits: complete bots for every game in six languages, the very files that `roundhouse bot new` writes. */
const sources = import.meta.glob<string>('../../../generated/kits/*/[bB]ot.*', {
  query: '?raw',
  import: 'default',
});

export interface Language {
  key: string;
  name: string;
  file: string;
  build: string;
  run: string;
  comment: string;
}

const CC = 'cc -std=c11 -O2 -o bot bot.c';

export const languages: readonly Language[] = [
  { key: 'python', name: 'Python', file: 'bot.py', build: '', run: 'python bot.py', comment: '#' },
  { key: 'javascript', name: 'JavaScript', file: 'bot.mjs', build: '', run: 'node bot.mjs', comment: '//' },
  {
    key: 'java',
    name: 'Java',
    file: 'Bot.java',
    build: 'javac Bot.java',
    run: 'java -cp . Bot',
    comment: '//',
  },
  { key: 'go', name: 'Go', file: 'bot.go', build: 'go build -o bot bot.go', run: './bot', comment: '//' },
  { key: 'rust', name: 'Rust', file: 'bot.rs', build: 'rustc -O -o bot bot.rs', run: './bot', comment: '//' },
  { key: 'c', name: 'C', file: 'bot.c', build: CC, run: './bot', comment: '//' },
];

const path = (game: string, file: string) => `../../../generated/kits/${game}/${file}`;

export const hasKit = (game: string): boolean => path(game, languages[0].file) in sources;

export const program = (game: string, language: Language): Promise<string> =>
  sources[path(game, language.file)]();

export interface Place {
  /** host and port of the JSON lines */
  door: string;
  /** of the pages */
  origin: string;
  token: string;
}

/** What is typed to build a kit and to let it play on a server. */
export function running({ build, run }: Language, { door, token }: Place): string {
  return `${build && `${build}\n`}ROUNDHOUSE_SERVER=${door} ROUNDHOUSE_TOKEN=${token} ${run}`;
}

/** The same with Roundhouse installed: made, tested, played. */
export function commands({ key }: Language, game: string, { origin, token }: Place): string {
  return [
    `roundhouse bot new ${key} ${game} mybot`,
    'roundhouse bot test mybot',
    `roundhouse bot run mybot --server ${origin} --token ${token}`,
  ].join('\n');
}

export interface Piece {
  text: string;
  kind: '' | 'comment' | 'string';
}

/** A program in pieces: comments and strings apart from the rest, enough to read it more easily. */
export function pieces(source: string, comment: string): Piece[] {
  const start = comment === '#' ? '#' : '//';
  const comments = `${start}[^\\n]*|"""[^]*?"""|/\\*[^]*?\\*/`;
  const single = `'(?:\\\\.|[^'\\\\\\n])'|(?<![<&])'(?:\\\\.|[^'\\\\\\n]){2,}'`; // behind < or & is a lifetime of Rust
  const strings = `r#".*?"#|"(?:\\\\.|[^"\\\\\\n])*"|${single}|\`[^\`]*\``;
  const pattern = new RegExp(`(${comments})|(${strings})`, 'g');
  const found: Piece[] = [];
  let at = 0;
  for (const hit of source.matchAll(pattern)) {
    if (hit.index > at) found.push({ text: source.slice(at, hit.index), kind: '' });
    found.push({ text: hit[0], kind: hit[1] === undefined ? 'string' : 'comment' });
    at = hit.index + hit[0].length;
  }
  found.push({ text: source.slice(at), kind: '' });
  return found;
}
