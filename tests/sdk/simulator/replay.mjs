// Plays entries of matches on a simulator, a line of JSON each, and answers what came of every one with the state's bytes.
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';

const { Simulator, State } = await import(process.argv[2]);
const sim = await Simulator.open();
for await (const line of createInterface({ input: process.stdin })) {
  const { belief, entries } = JSON.parse(line);
  const state = sim.load(belief);
  const answers = entries.map(([kind, seat, row]) => {
    let code = 0;
    if (kind === 'act') code = sim.act(state, seat, row);
    else if (kind === 'leave') sim.leave(state, seat, row[0]);
    else sim.tick(state);
    const bytes = new Uint8Array(sim.view.buffer, state.at, State.size);
    return [code, createHash('sha1').update(bytes).digest('hex'), sim.result(state)?.places ?? []];
  });
  sim.free(state);
  process.stdout.write(JSON.stringify(answers) + '\n');
}
