import { at, empty, placeOf, put, read, resize, write } from '../../web/src/games/dungeon/editor/draft';
import { viewOf } from '../../web/src/games/dungeon/editor/preview';
import { applied, type Tool } from '../../web/src/games/dungeon/editor/tools';

export const again = (text: string): string | null => {
  const draft = read(text);
  return draft && write(draft);
};
export const fresh = (): string => write(empty());
export const painted = (text: string, x: number, y: number, tool: Tool): string => {
  const draft = read(text)!;
  return write(put(draft, { x, y }, applied(at(draft, { x, y }), tool)));
};
export const sized = (text: string, side: number): string => write(resize(read(text)!, side));
export const place = (text: string, line: number, column: number) => placeOf(read(text)!, line, column);
export const view = (text: string) => viewOf(read(text)!);
