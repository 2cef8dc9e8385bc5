"""A whole server in a process of its own, whose calendar is moved by lines on its standard input.

    python season_process.py FOLDER MOMENT [JOB DUE]

It answers every line when all that is due by then has happened. With a job and when it is due it kills itself, as
`kill -9` does, in the moment in which that run is about to be written into the log: what the job did is done, and
nobody knows.
"""

import asyncio
import json
import os
import random
import signal
import sys
from datetime import datetime
from pathlib import Path

from roundhouse.games.boidvoid.season.store import job_log
from roundhouse.server import accounts, app
from roundhouse.server.accounts import hasher
from roundhouse.server.settings import checked

PORTS = {"port": 0, "json_port": 0, "tcp_port": 0, "classic_port": 0}


def die_before(job, due):
    note, due_ms = job_log.note, round(datetime.fromisoformat(due).timestamp() * 1000)

    def noting(connection, name, **how):
        if (name, how["due_ms"]) == (job, due_ms):
            os.kill(os.getpid(), signal.SIGKILL)
        return note(connection, name, **how)

    job_log.note = noting


async def main(folder, moment):
    clock = [datetime.fromisoformat(moment)]
    settings = checked(PORTS | {"analysis_rollouts": 0})
    loop = asyncio.get_running_loop()
    async with app.running(settings, folder / "roundhouse.db", now=lambda: clock[0]) as server:
        arena, scheduler = server.context.arena, server.plugins["boidvoid"].scheduler
        arena.matches._draws = random.Random(5)
        say({"address": server.address, "json": server.ports["json"]})
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            clock[0] = datetime.fromisoformat(line.strip())
            await scheduler.catch_up()
            while tasks := tuple(arena.tasks):
                await asyncio.gather(*tasks)
            say({"now": line.strip(), "playing": len(arena.matches.running)})


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    accounts.hasher = lambda **_: hasher(time_cost=1, memory_cost=8)
    if len(sys.argv) > 3:
        die_before(*sys.argv[3:5])
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
