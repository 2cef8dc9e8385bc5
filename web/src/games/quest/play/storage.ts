/** What this browser keeps of a running match: orders that wait, and what was taken out of cells that were dug. */
import { matchStorage } from '../../../game/play/storage';
import type { Ledger } from './ground';
import type { Task } from './tasks';

interface Kept {
  queues: [unit: number, tasks: Task[]][];
  ledger: Ledger;
  /** orders wait until they are told to go */
  hold: boolean;
}

export const { recall, keep } = matchStorage<Kept>('quest', { queues: [], ledger: {}, hold: false });
