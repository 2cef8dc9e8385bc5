/** What is wrong with a map as far as it can be told without the server, each with the tiles it is about. BOI-045 */
import { neighbours } from '../board/hexes';
import type { DraftProblem } from '../../../game/editor/mapEditorSpec';
import { cellOf, inside, SIDE_MIN, spotOf, type Draft } from './draft';

export function problems(draft: Draft): DraftProblem[] {
  const found: DraftProblem[] = [];
  const say = (code: string, whose = 0, cells: number[] = []) =>
    found.push({ code, whose, spots: cells.map((cell) => spotOf(draft, cell)) });

  if (!/^[a-z0-9-]+$/.test(draft.key)) say('bad_key');
  if (!draft.name.trim()) say('no_name');
  if (draft.width < SIDE_MIN || draft.height < SIDE_MIN) say('too_small');
  draft.homes.forEach((cell, n) => {
    const tile = draft.tiles[cell];
    if (cell < 0 || !tile) say('no_home', n + 1);
    else if (tile.obstacle) say('home_blocked', n + 1, [cell]);
    else if (tile.npc) say('home_pirate', n + 1, [cell]);
  });
  const alone = apart(draft);
  if (alone.length) say('apart', 0, alone);
  return found;
}

/** Tiles that cannot be reached from the largest part of the map. */
function apart(draft: Draft): number[] {
  const ground = new Set(draft.tiles.flatMap((tile, cell) => (tile && !tile.obstacle ? [cell] : []))),
    parts: number[][] = [];
  while (ground.size) {
    const [first] = ground,
      part = [first];
    ground.delete(first);
    for (const cell of part)
      for (const near of neighbours(spotOf(draft, cell))) {
        const next = cellOf(draft, near);
        if (inside(draft, near) && ground.delete(next)) part.push(next);
      }
    parts.push(part);
  }
  parts.sort((a, b) => b.length - a.length);
  return parts.slice(1).flat();
}
