"""The C of the simulator under the sanitizers: states with bytes changed at random, rows of all sorts. For a night."""

import subprocess

import numpy as np
import pytest
from tests.contract.random_play import setups
from tests.core.native.small_library import needs_compiler
from tests.scale import seed_for

from roundhouse.core.native.compiler import FLAGS, compiler
from roundhouse.core.native.library import library_text
from roundhouse.core.schema import SMALL, pack
from roundhouse.games import GAMES

pytestmark = [pytest.mark.slow, pytest.mark.long, needs_compiler]
PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static uint64_t seed;
static uint32_t drawn(uint32_t n) { return (uint32_t)(draw(seed++, 1) >> 33) % n; }
int main(int c, char **v) {
  static char *first, *state, *copy, *text; // reached until the end, so nothing is lost
  static int64_t *rows;
  first = malloc(SIM_SIZE), state = malloc(SIM_SIZE), copy = malloc(SIM_SIZE), text = malloc(sim_text_room());
  rows = malloc(8 * SIM_WIDTH * 50);
  int64_t row[SIM_WIDTH];
  int32_t numbers[SIM_OBSERVED + 1], places[2 * SIM_SEATS];
  FILE *file = fopen(v[1], "rb");
  if (fread(first, SIM_SIZE, 1, file) != 1) return 2;
  long faults = 0, rounds = atol(v[2]);
  seed = strtoull(v[3], 0, 10);
  for (long n = 0; n < rounds; n++) {
    memcpy(state, first, SIM_SIZE);
    uint32_t changes = n % 3 == 0 ? 0 : n % 3 == 1 ? 1 + drawn(4) : 1 + drawn(500), top = n % 2 ? 400 : SIM_SIZE;
    for (uint32_t k = 0; k < changes; k++) state[drawn(top)] = (char)(drawn(3) ? drawn(256) : drawn(2) ? 255 : 127);
    if (changes == 0) for (uint32_t k = 0; k < SIM_SIZE; k++) state[k] = (char)drawn(256);
    int32_t length = sim_save(state, text, sim_text_room());
    if (length < 0 || sim_load(copy, SIM_LAYOUT, SIM_FORM, text, length) || memcmp(copy, state, SIM_SIZE)) return 3;
    for (int k = 0; k < SIM_WIDTH; k++) row[k] = drawn(8) ? (int64_t)drawn(120) - 10 : (int64_t)draw(seed++, 2);
    for (int call = 0; call < 11; call++) {
      sim_clone(copy, state);
      int32_t seat = 1 + (int32_t)drawn(2);
      faults += (call == 0 ? sim_waiting(copy, numbers, 1) : call == 1 ? sim_check(copy, seat, row)
        : call == 2 ? sim_act(copy, seat, row) : call == 3 ? sim_leave(copy, seat, (int32_t)drawn(9))
        : call == 4 ? sim_legal(copy, seat, rows, 50) : call == 5 ? sim_random(copy, seat, n, 3, row)
        : call == 6 ? sim_worth(copy, seat) : call == 7 ? sim_observe(copy, seat, numbers, SIM_OBSERVED)
        : call == 8 ? sim_result(copy, places) : call == 9 ? sim_tick(copy) : sim_playout(copy, n, 3)) < 0;
    }
  }
  printf("%ld\\n", faults);
  return faults ? 0 : 4;
}
"""
ROUNDS = {"spacegoo": 20_000, "rally": 20_000, "dungeon": 3_000, "quest": 3_000, "boidvoid": 3_000}


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_states_of_any_bytes_are_safe(tmp_path, game):
    source, data, program = tmp_path / "simulator.c", tmp_path / "state", tmp_path / "simulator"
    source.write_text(library_text(game.package, SMALL) + PROGRAM, encoding="utf-8")
    state = pack(game.start(next(iter(setups(game, 1, form=SMALL, seed=1)))), SMALL)
    data.write_bytes(np.ascontiguousarray(state).tobytes())
    flags = [*FLAGS, "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    subprocess.run([*compiler().command, *flags, "-o", str(program), str(source)], check=True, timeout=1200)
    done = subprocess.run(
        [program, data, str(ROUNDS[game.key]), str(seed_for(f"sanitizers of {game.key}"))],
        capture_output=True, text=True, timeout=3000, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
