/** A map without a match, as the painter wants it: everything is known, and nobody is there. */
import { cached } from '../../../game/editor/previewCache';
import type { DungeonPlanetView, DungeonView } from '../../../net/types';
import { isResource } from '../board/model';
import { at, contentOf, gravityOf, inside, isGone, read, spotOf, type Draft } from './draft';

const WAYS = [
  ['NORTH', 0, -1],
  ['EAST', 1, 0],
  ['SOUTH', 0, 1],
  ['WEST', -1, 0],
] as const;
const PATCH = 10_000;

const idOf = (x: number, y: number): string => `p${x},${y}`;

export function viewOf(draft: Draft): DungeonView {
  const planets: DungeonPlanetView[] = [];
  draft.cells.forEach((token, n) => {
    if (isGone(token)) return;
    const { x, y } = spotOf(draft, n),
      content = contentOf(token),
      near = WAYS.map(([way, dx, dy]) => [way, { x: x + dx, y: y + dy }] as const).filter(
        ([, cell]) => inside(draft, cell) && !isGone(at(draft, cell)),
      );
    planets.push({
      id: idOf(x, y),
      x,
      y: draft.height - 1 - y, // north has the largest y
      gravity: gravityOf(token),
      visited: true,
      station: content === 'station',
      resource: isResource(content) ? content : null,
      amount: isResource(content) ? PATCH : null,
      as_of: 1,
      neighbours: Object.fromEntries(near.map(([way, cell]) => [way, idOf(cell.x, cell.y)])),
    });
  });
  return {
    round: 1,
    max_rounds: 1,
    round_ms: 60_000,
    early_close: false,
    phase: 'collecting',
    side: draft.width,
    stations: planets.filter(({ station }) => station).map(({ id }) => id),
    market: { articles: {}, resources: {} },
    players: [],
    planets,
    sightings: [],
    all: [],
  };
}

/** The picture of a map's text, or null where there is none to be made of it. */
export const preview = cached((text) => {
  const draft = read(text);
  return draft && viewOf(draft);
});
