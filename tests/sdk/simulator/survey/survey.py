import sys

sys.path.insert(0, ".")
import simulator as sim

layout, form, text = sys.stdin.read().split()


def say(*words):
    sys.stdout.write(" ".join(map(str, words)) + "\n")


state = sim.load({"layout": layout, "form": form, "state": text})
say(sim.seats(state), sim.round(state), *sim.waiting(state), int(sim.waited(state, 1)))
rows = sim.legal(state, 1)
say(len(rows), *rows[0], *rows[-1])
drawn = sim.random(state, 1, 7, 3)
say(*drawn, sim.check(state, 1, drawn), state.reason)
after = sim.clone(state)
say(sim.act(after, 1, drawn), sim.worth(after, 1), sum(sim.observe(after, 2)) % 1000)
for n in range(40):
    for seat in sim.waiting(after):
        sim.act(after, seat, sim.random(after, seat, n, seat))
    if not sim.waiting(after):
        sim.tick(after)
say(sim.round(after), sim.worth(after, 1), sim.worth(after, 2), sim.round(state))
say(sim.playout(after, 5, 100000))
over = sim.result(after)
say(over["reason"], over["name"], *over["places"], *over["points"])
again = sim.load(sim.save(after))
say(sim.round(again), sim.worth(again, 1), sim.worth(again, 2))
say(sim.check(after, 1, rows[0]), sim.refusal(1)["name"], sim.refusal(1)["rule"])
try:
    sim.act(after, 99, rows[0])
except sim.SimulatorError as error:
    say(error.code, str(error))
try:
    sim.load({"layout": layout, "form": form, "state": text[:-8]})
except sim.SimulatorError as error:
    say(error.code, str(error))
