import { readFileSync } from 'node:fs';
import { Simulator } from './simulator.mjs';

const [layout, form, text] = readFileSync(0, 'utf8').trim().split(/\s+/);
const say = (...numbers) => console.log(numbers.join(' '));
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const sim = await Simulator.open();
const state = sim.load({ layout, form, state: text });
say(sim.seats(state), sim.round(state), ...sim.waiting(state), Number(sim.waited(state, 1)));
const rows = sim.legal(state, 1);
say(rows.length, ...rows[0], ...rows.at(-1));
const drawn = sim.random(state, 1, 7, 3);
say(...drawn, sim.check(state, 1, drawn), state.reason);
const after = sim.clone(state);
say(sim.act(after, 1, drawn), sim.worth(after, 1), ((sum(sim.observe(after, 2)) % 1000) + 1000) % 1000);
for (let n = 0; n < 40; n++) {
  for (const seat of sim.waiting(after)) sim.act(after, seat, sim.random(after, seat, n, seat));
  if (sim.waiting(after).length === 0) sim.tick(after);
}
say(sim.round(after), sim.worth(after, 1), sim.worth(after, 2), sim.round(state));
say(sim.playout(after, 5, 100000));
const over = sim.result(after);
say(over.reason, over.name, ...over.places, ...over.points);
const again = sim.load(sim.save(after));
say(sim.round(again), sim.worth(again, 1), sim.worth(again, 2));
say(sim.check(after, 1, rows[0]), sim.refusal(1).name, sim.refusal(1).rule);
const failing = (what) => {
  try {
    what();
  } catch (error) {
    say(error.code, error.message);
  }
};
failing(() => sim.act(after, 99, rows[0]));
failing(() => sim.load({ layout, form, state: text.slice(0, -8) }));
