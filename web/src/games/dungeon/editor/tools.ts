/** What a hand can do on a map: make a planet lighter or heavier, put something on it, or take it away. */
import { GONE, withContent, withGravity, type Content } from './draft';

export const GRAVITIES = ['easy', 'medium', 'hard'] as const;
export const THINGS = ['nothing', 'station', 'coal', 'iron', 'gem', 'gold', 'platin'] as const;
export type Tool = (typeof GRAVITIES)[number] | Content | 'erase';

/** What a tool leaves of a cell. */
export function applied(token: string, tool: Tool): string {
  if (tool === 'erase') return GONE;
  const gravity = GRAVITIES.findIndex((one) => one === tool);
  return gravity < 0 ? withContent(token, tool as Content) : withGravity(token, gravity + 1);
}
