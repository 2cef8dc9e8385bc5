/** A map without a match, as the painter wants it: pirates and motherships stand where they begin. */
import { cached } from '../../../game/editor/previewCache';
import { distance } from '../board/hexes';
import type { BoidvoidTileView, BoidvoidUnitView, BoidvoidView } from '../../../net/types';
import { read, spotOf, type Draft } from './draft';

const BASE_RADIUS = 1; // of teams of up to six ships. BOI-034

function unit(id: number, kind: string, team: number, at: { x: number; y: number }): BoidvoidUnitView {
  return {
    id,
    kind,
    team,
    ...at,
    health: 100,
    max_health: 100,
    attack: 0,
    defense: 0,
    range: 0,
    crit_chance: 0,
    crit_value: 0,
    template: '',
    boosts: [],
    player: 0,
    ships: [],
    swarm: 0,
    job: null,
    automode: false,
  };
}

/** Bases belong to their teams from the first turn on. BOI-047 */
export function viewOf(draft: Draft, bases = true): BoidvoidView {
  const homes = draft.homes.map((cell) => (cell >= 0 ? spotOf(draft, cell) : null));
  const tiles: BoidvoidTileView[] = draft.tiles.flatMap((tile, cell) => {
    if (!tile) return [];
    const spot = spotOf(draft, cell),
      home = homes.findIndex((at) => at && distance(at, spot) <= BASE_RADIUS),
      owner = bases && home >= 0 && !tile.obstacle ? home + 1 : tile.owner;
    return [{ ...spot, type: tile.type, owner, obstacle: tile.obstacle, poi: tile.poi }];
  });
  const placed = homes.flatMap((at, n) => (at ? [{ team: n + 1, ...at }] : [])),
    motherships = placed.map(({ team, x, y }) => unit(team, 'mothership', team, { x, y }));
  const pirates = draft.tiles.flatMap((tile, cell) =>
    tile?.npc ? [unit(100 + cell, 'npc', 0, spotOf(draft, cell))] : [],
  );
  return {
    turn: 0,
    turn_limit: 0,
    phase: 'orders',
    mode: 'sealed',
    side: Math.max(draft.width, draft.height),
    tiles,
    units: [...motherships, ...pirates],
    structures: [],
    teams: placed.map(({ team, x, y }) => ({
      team,
      home: [x, y],
      rank: 1,
      tiles: tiles.filter(({ owner }) => owner === team).length,
      pois: 0,
      structures: 0,
      levels: 0,
      defeated: 0,
      lost: 0,
      attack: 0,
      defense: 0,
      ships: 0,
      eliminated: false,
      left: false,
    })),
    players: [],
  };
}

/** The picture of a map file, or null where there is none to be made of it. */
export const preview = cached((text) => {
  const draft = read(text);
  return draft && viewOf(draft);
});
