// A bot for Spacegoo that looks ahead with the rules themselves, which lie in `sim`. It is run as bot.toml says.
// kit: head
import { Simulator, WIDTH_OF_A_ROW } from './sim/simulator.mjs';

const [AHEAD, PAIRS, KEPT, MOST_MS] = [60, 400, 20, 900];
const PASS = Array(WIDTH_OF_A_ROW).fill(0);
const sim = await Simulator.open();
let me = 0;
let luck = 1;
let trial; // a state to try things on

const drawn = (n) => {
  luck = (Math.imul(luck, 1664525) + 1013904223) >>> 0;
  return Math.floor((luck / 2 ** 32) * n);
};

/** Our share of what all have; an end counts more, the sooner the better. */
function standing(state, began) {
  let all = 1;
  for (let seat = 1; seat <= state.seats; seat++) all += sim.worth(state, seat);
  const points = sim.result(state)?.points ?? [];
  const ahead = points.reduce((sum, other) => sum + points[me - 1] - other, 0);
  return (1e6 * sim.worth(state, me)) / all + ahead * (2e6 - 1000 * (state.round_no - began));
}

/** One acts, all others pass. */
function round(state, seat, row) {
  for (const one of sim.waiting(state)) sim.act(state, one, one === seat ? row : PASS);
  sim.tick(state);
}

/** How we stand in the end after an action, and another one of ours some rounds later; else all pass. */
function ends(from, began, seat, row, wait) {
  trial = sim.clone(from, trial);
  round(trial, seat, row);
  for (let n = 1; n < wait; n++) round(trial, 0, PASS);
  const next = wait ? sim.legal(trial, me) : [];
  if (next.length) round(trial, me, next[drawn(next.length)]);
  while (trial.round_no < began + AHEAD && !trial.reason) round(trial, 0, PASS);
  return standing(trial, began);
}

/** The best reply of anybody, which is the worst for us. */
function answered(belief, row, deadline) {
  const replied = sim.clone(belief);
  round(replied, me, row);
  let least = Infinity;
  for (let seat = 1; seat <= belief.seats; seat++)
    for (const reply of seat === me ? [] : sim.legal(replied, seat))
      if (least === Infinity || performance.now() < deadline)
        least = Math.min(least, ends(replied, belief.round_no, seat, reply, 0));
  sim.free(replied);
  return least;
}

function choose(belief, deadline) {
  const began = belief.round_no;
  const inTime = (n) => n === 0 || performance.now() < deadline;
  const ideas = sim.legal(belief, me).map((row, n) => {
    const alone = inTime(n) ? ends(belief, began, me, row, 0) : -Infinity;
    return { row, alone, hoped: alone };
  });
  for (let n = 0; n < PAIRS && ideas.length && inTime(1); n++) {
    const idea = ideas[drawn(ideas.length)];
    idea.hoped = Math.max(idea.hoped, ends(belief, began, me, idea.row, 1 + drawn(10)));
  }
  const kept = ideas.sort((a, b) => b.hoped - a.hoped).slice(0, KEPT);
  let [best, most] = [PASS, -Infinity];
  for (const [n, { row, alone }] of kept.entries()) {
    if (!inTime(n)) break;
    const found = answered(belief, row, deadline) + 2 * alone;
    if (found > most) [best, most] = [row, found];
  }
  return best;
}

// kit: connection, wish, lines, turns, over
