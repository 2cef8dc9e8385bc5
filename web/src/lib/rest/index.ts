/** A moment of a match per game, from a played one, for cards and empty pages: boards at rest. */
import boidvoid from './boidvoid.json';
import dungeon from './dungeon.json';
import quest from './quest.json';
import rally from './rally.json';
import spacegoo from './spacegoo.json';

export const rest: Record<string, unknown> = { boidvoid, dungeon, quest, rally, spacegoo };
