/** The shortest working bots, each a complete program for the JSON lines: for Spacegoo in five languages, for the other
 *  games in two. */
import boidvoidJavascript from './boidvoid/bot.mjs?raw';
import boidvoidPython from './boidvoid/bot.py?raw';
import go from './bot.go?raw';
import java from './Bot.java?raw';
import javascript from './bot.mjs?raw';
import dungeonJavascript from './dungeon/bot.mjs?raw';
import dungeonPython from './dungeon/bot.py?raw';
import python from './bot.py?raw';
import questJavascript from './quest/bot.mjs?raw';
import questPython from './quest/bot.py?raw';
import rallyJavascript from './rally/bot.mjs?raw';
import rallyPython from './rally/bot.py?raw';
import rust from './bot.rs?raw';

export interface Kit {
  key: string;
  name: string;
  file: string;
  run: string;
  source: string;
  comment: string;
}

const spacegoo: Kit[] = [
  { key: 'python', name: 'Python', file: 'bot.py', run: 'python bot.py', source: python, comment: '#' },
  {
    key: 'javascript',
    name: 'JavaScript',
    file: 'bot.mjs',
    run: 'node bot.mjs',
    source: javascript,
    comment: '//',
  },
  { key: 'java', name: 'Java', file: 'Bot.java', run: 'java Bot.java', source: java, comment: '//' },
  { key: 'go', name: 'Go', file: 'bot.go', run: 'go run bot.go', source: go, comment: '//' },
  { key: 'rust', name: 'Rust', file: 'bot.rs', run: 'rustc -O bot.rs && ./bot', source: rust, comment: '//' },
];

const again = (key: string, source: string): Kit => ({
  ...spacegoo.find((kit) => kit.key === key)!,
  source,
});

export const kits: Record<string, Kit[]> = {
  spacegoo,
  boidvoid: [again('python', boidvoidPython), again('javascript', boidvoidJavascript)],
  dungeon: [again('python', dungeonPython), again('javascript', dungeonJavascript)],
  quest: [again('python', questPython), again('javascript', questJavascript)],
  rally: [again('python', rallyPython), again('javascript', rallyJavascript)],
};

export interface Place {
  host: string;
  port: string;
  token: string;
}

export function filled(kit: Kit, { host, port, token }: Place): string {
  return kit.source.replaceAll('{{HOST}}', host).replaceAll('{{PORT}}', port).replaceAll('{{TOKEN}}', token);
}

export interface Piece {
  text: string;
  kind: '' | 'comment' | 'string';
}

/** A program in pieces: comments and strings apart from the rest, enough to read it more easily. */
export function pieces(source: string, comment: string): Piece[] {
  const start = comment === '#' ? '#' : '//';
  const pattern = new RegExp(
    `(${start}[^\\n]*|"""[^]*?"""|/\\*[^]*?\\*/)|(r#".*?"#|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n]){2,}'|\`[^\`]*\`)`,
    'g',
  );
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
