import { number } from '../../lib/format';

/** A score as people count it: the server counts 2 for a win and 1 for a draw, so that it is a whole number. */
export const points = (score: number): string => number(score / 2, score % 2);
