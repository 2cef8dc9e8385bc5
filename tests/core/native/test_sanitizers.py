"""The C of the rules under the sanitizers: random games of every game and form, and from eight threads. For a night.

A sanitizer has to be there when a process starts, so each run is a program of its own, written in C around the
library's text: it reads states from a file, plays, and writes them back."""

import os
import shutil
import subprocess
from itertools import islice

import pytest
from tests.contract.random_play import forms, setups
from tests.contract.test_four_builds import packed
from tests.core.native.small_library import needs_compiler
from tests.scale import seed_for

from roundhouse.core.native import entry_modules
from roundhouse.core.native.compiler import FLAGS, compiler
from roundhouse.core.native.library import c_text
from roundhouse.core.schema import SMALL, records, schema_of
from roundhouse.games import GAMES

pytestmark = [pytest.mark.slow, pytest.mark.long, needs_compiler]
MATCHES = 200
TOGETHER = 20_000_000  # bytes of states in one process; a sanitizer needs a multiple of it
ROUNDS = {"spacegoo": 200, "rally": 60, "dungeon": 30, "quest": 40, "boidvoid": 30}
PROGRAM = """
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *states, *first;
static int64_t count, rounds, threads;
static int failed;
static void *play(void *number) {
  int64_t n = (int64_t)(intptr_t)number, lo = count * n / threads, hi = count * (n + 1) / threads;
  void *scratch = calloc(1, SCRATCH);
  int64_t done = kernels_rollout((void *)states, count, (void *)first, count, rounds, 7, lo, hi, scratch, 1);
  if (done < 0) failed = 1;
  free(scratch);
  return 0;
}
int main(int c, char **v) {
  pthread_t made[8];
  count = atoll(v[2]), rounds = atoll(v[3]), threads = atoll(v[4]);
  states = malloc(count * STATE), first = malloc(count * STATE);
  FILE *file = fopen(v[1], "rb");
  if (fread(states, STATE, count, file) != (size_t)count) return 2;
  fclose(file);
  memcpy(first, states, count * STATE);
  for (int64_t n = 0; n < threads; n++) pthread_create(&made[n], 0, play, (void *)(intptr_t)n);
  for (int64_t n = 0; n < threads; n++) pthread_join(made[n], 0);
  file = fopen(v[1], "wb");
  fwrite(states, STATE, count, file);
  fclose(file);
  return failed ? 3 : 0;
}
"""
BY_FORM = [pytest.param(game, form, id=f"{game.key}-{form}") for game in GAMES.values() for form in sorted(forms(game))]


@pytest.mark.timeout(3600)
@pytest.mark.skipif(not shutil.which("gcc"), reason="the sanitizers are gcc's")
@pytest.mark.parametrize(("kind", "threads"), [("address,undefined", 1), ("thread", 8)])
@pytest.mark.parametrize(("game", "form"), BY_FORM)
def test_random_games_are_clean(game, form, kind, threads, tmp_path):
    entries = {name: f for name, f in entry_modules.entry_points(game.package).items() if name == "kernels_rollout"}
    size = schema_of(game.state).dtype(form).itemsize
    scratch = records(entry_modules.kernels(game.package).Scratch, 1, form)
    sizes = f"#define STATE {size}\n#define SCRATCH {scratch.itemsize}\n"
    source, program, states = (tmp_path / name for name in ("rules.c", "program", "states"))
    source.write_text(c_text(entries, form) + sizes + PROGRAM, encoding="utf-8")
    command = [
        *compiler().command, *FLAGS, "-g", f"-fsanitize={kind}", "-fno-sanitize-recover=all", "-o", str(program),
        str(source), "-lpthread",
    ]  # fmt: skip
    subprocess.run(command, check=True)
    rounds = ROUNDS[game.key] if form == SMALL else ROUNDS[game.key] // 4
    environment = {**os.environ, "TSAN_OPTIONS": "halt_on_error=1"}
    chosen = setups(game, MATCHES, form=form, seed=seed_for(f"sanitized {game.key}"))
    changed = False  # matches that have ended begin again, so some are where they were
    while some := [game.start(setup) for setup in islice(chosen, max(8, TOGETHER // size))]:
        starts = packed(game, some, form)
        states.write_bytes(starts.tobytes())
        run = [str(program), str(states), str(len(some)), str(rounds), str(threads)]
        done = subprocess.run(run, env=environment, capture_output=True, text=True, check=False)

        assert done.returncode == 0, done.stderr[-3000:]
        changed |= states.read_bytes() != starts.tobytes()
    assert changed
