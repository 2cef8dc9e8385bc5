/** A moment of a match per game, from a played one, for cards and empty pages: boards at rest. */
import boidvoid from '../../games/boidvoid/sampleView.json';
import dungeon from '../../games/dungeon/sampleView.json';
import quest from '../../games/quest/sampleView.json';
import rally from '../../games/rally/sampleView.json';
import spacegoo from '../../games/spacegoo/sampleView.json';

export const rest: Record<string, unknown> = { boidvoid, dungeon, quest, rally, spacegoo };
