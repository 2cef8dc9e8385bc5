/** What replays hide, as the tests ask for it. */
export { chartsUpTo, isTold, marksUpTo, upTo } from '../../web/src/features/replay/spoilers';
