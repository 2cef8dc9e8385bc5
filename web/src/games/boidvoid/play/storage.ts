/** What this browser keeps of a running match: orders that go on by themselves, and those of the turn before. */
import { matchStorage } from '../../../game/play/storage';
import type { Order } from './sim';
import type { Standing } from './standing';

interface Kept {
  standing: [unit: number, standing: Standing][];
  last: Order[];
  /** the turn in which standing orders have spoken */
  told: number;
}

export const { recall, keep } = matchStorage<Kept>('boidvoid', { standing: [], last: [], told: -1 });
