// A bot for Rally that looks ahead with the rules themselves, which lie in `sim`. It is run as bot.toml says.
// kit: head
import { CELLS, CHECKPOINT, STRIDE, Simulator, WIDTH_OF_A_ROW } from './sim/simulator.mjs';

const [IDEAS, KEPT, WORLDS, NEXT, MOST_MS] = [600, 12, 6, 40, 400];
const PASS = Array(WIDTH_OF_A_ROW).fill(0);
const sim = await Simulator.open();
let me = 0;

const cellOf = (state, checkpoint) => {
  for (let cell = 0; cell < CELLS; cell++)
    if (state.kinds(cell) === CHECKPOINT && state.ways(cell) === checkpoint) return cell;
  return 0;
};

/** How our robot stands: by what it has, then by how near the next checkpoint is. */
function standing(state) {
  const over = sim.result(state);
  if (over) return over.places[me - 1] === 1 ? 1e6 : -1e6;
  const robot = state.robots(me);
  const [at, to] = [robot.cell, cellOf(state, robot.ticked + 1)];
  const rows = Math.abs(Math.floor(at / STRIDE) - Math.floor(to / STRIDE));
  const away = at && to ? rows + Math.abs((at % STRIDE) - (to % STRIDE)) : 30;
  return 30 * robot.ticked + 15 * robot.lives - away - robot.damage;
}

/** A round in which the others do anything. */
function round(state, row, world) {
  for (const seat of sim.waiting(state)) sim.act(state, seat, seat === me ? row : sim.random(state, seat, world, seat));
  sim.tick(state);
}

/** What a program is worth: a round, and then the best of some programs for another. */
function value(belief, row, world) {
  const trial = sim.clone(belief);
  round(trial, row, world);
  const now = standing(trial);
  const after = sim.clone(trial);
  let best = -Infinity;
  for (let n = 0; n < NEXT && sim.waited(trial, me); n++) {
    sim.clone(trial, after);
    round(after, sim.random(after, me, world, 100 + n), world + 1);
    best = Math.max(best, standing(after));
  }
  sim.free(trial);
  sim.free(after);
  return best > -Infinity ? (now + 2 * best) / 3 : now;
}

/** Many programs for one round, the best of them further. */
function choose(belief, deadline) {
  const ideas = [];
  const trial = sim.clone(belief);
  for (let n = 0; n < IDEAS && sim.waited(belief, me) && (n === 0 || performance.now() < deadline); n++) {
    const row = sim.random(belief, me, belief.round_no, n);
    round(sim.clone(belief, trial), row, n % 3);
    ideas.push({ row, mean: standing(trial) });
  }
  sim.free(trial);
  const kept = ideas.sort((a, b) => b.mean - a.mean).slice(0, KEPT);
  for (const idea of kept) [idea.sum, idea.count] = [0, 0];
  for (let world = 0; world < WORLDS && (world === 0 || performance.now() < deadline); world++)
    for (const idea of kept) {
      idea.sum += value(belief, idea.row, 10 * world);
      idea.count++;
    }
  return kept.sort((a, b) => b.sum / b.count - a.sum / a.count)[0]?.row ?? PASS;
}

// kit: connection, wish, lines, turns, over
