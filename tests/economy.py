"""The economy of the Dungeon: `python -m tests.economy` plays bots against each other and says what came of it.

python -m tests.economy run      one long match: prices, earnings, robots and scores over its rounds, and pictures
python -m tests.economy contest  every archetype against every other, each seed from both seats
python -m tests.economy luck     bots against themselves: how often who leads early wins in the end
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from statistics import median

from roundhouse.games.dungeon.bots.miner import Miner
from roundhouse.games.dungeon.bots.warlord import Warlord
from roundhouse.games.dungeon.rules import tables as t
from roundhouse.games.dungeon.rules.state import State
from roundhouse.sdk.bot import Bot
from roundhouse.sdk.process_pool import share_out
from tests.games.dungeon.archetypes import ARCHETYPES
from tests.games.dungeon.bot_matches import Account, play, weighed

SEED = 5_000
COLOURS = ("#444b55", "#b3541e", "#1f8a70", "#c9a227", "#3b6fb5")
EARLY = (20, 40, 80, 120)
OTHER_WEIGHTS = (  # kill, loss, damage, cap
    (10, -10, 1, 25), (50, -10, 1, 25), (50, -10, 3, 25), (100, -50, 5, 25), (10, -10, 1, 10), (10, -10, 1, 5),
    (50, -10, 3, 10), (100, -50, 5, 5),
)  # fmt: skip
KINDS: dict[str, type[Bot]] = {kind.name: kind for kind in (*ARCHETYPES, Miner, Warlord)}


# One long match


class Chronicle:
    """What is noted after every round."""

    def __init__(self, seats: int) -> None:
        self.prices: list[list[int]] = []
        self.robots: list[list[int]] = []
        self.earned: list[list[int]] = []
        self.scores: list[list[list[int]]] = []
        self.seats = seats

    def note(self, g: State) -> None:
        seats = range(1, self.seats + 1)
        self.prices.append(list(g.resource_prices))
        self.robots.append([g.players[seat].robots for seat in seats])
        self.earned.append([g.players[seat].earned for seat in seats])
        self.scores.append([list(g.players[seat].scores) for seat in seats])


def long_match(names: Sequence[str], rounds: int, seed: int) -> Chronicle:
    chronicle = Chronicle(len(names))
    play([KINDS[name] for name in names], seed, watch=chronicle.note, max_rounds=rounds)
    return chronicle


def tell(chronicle: Chronicle, names: Sequence[str]) -> None:
    rounds = len(chronicle.prices)
    wanted = sorted({max(1, rounds * n // 10) for n in range(1, 11)})
    kinds = "  ".join(f"{name:>6}" for name in t.KIND_NAMES)
    say(("round  " + kinds + "".join(f"  | {name:<24}" for name in names)).rstrip())
    for n in wanted:
        since = max(0, n - rounds // 10)
        window = chronicle.prices[since:n]
        means = [sum(row[kind] for row in window) / len(window) for kind in range(t.KINDS)]
        seats = [
            f"  | {robots:>3} robots {earned:>9} earned"
            for robots, earned in zip(chronicle.robots[n - 1], chronicle.earned[n - 1], strict=True)
        ]
        say(f"{n:>5}  " + "  ".join(f"{mean:>6.1f}" for mean in means) + "".join(seats))
    for name, scores in zip(names, chronicle.scores[-1], strict=True):
        whole = max(1, sum(scores))
        shares = ", ".join(f"{c} {100 * s / whole:.0f} %" for c, s in zip(t.CATEGORY_NAMES, scores, strict=True))
        say(f"{name}: {sum(scores)} points: {shares}")


def curves(title: str, lines: Sequence[Sequence[float]], labels: Sequence[str]) -> str:
    """A small SVG: rounds to the right, values upwards."""
    wide, high, edge = 720, 260, 48
    top = max(max(line) for line in lines)
    last = max(1, len(lines[0]) - 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="#fbfaf7"/>',
        f'<text x="{edge}" y="18" font-weight="bold">{title}</text>',
        f'<path d="M{edge} 30V{high - 30}H{wide - 90}" fill="none" stroke="#888"/>',
    ]
    parts.append(f'<text x="4" y="36">{top:.0f}</text><text x="4" y="{high - 30}">0</text>')
    parts.append(f'<text x="{wide - 130}" y="{high - 12}">round {last + 1}</text>')
    for n, (line, label) in enumerate(zip(lines, labels, strict=True)):
        points = " ".join(
            f"{edge + (wide - 90 - edge) * x / last:.1f},{high - 30 - (high - 60) * v / max(1.0, top):.1f}"
            for x, v in enumerate(line)
        )
        colour = COLOURS[n % len(COLOURS)]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        parts.append(f'<text x="{wide - 84}" y="{44 + 16 * n}" fill="{colour}">{label}</text>')
    return "\n".join([*parts, "</svg>", ""])


def smooth(values: Sequence[float], window: int) -> list[float]:
    return [sum(values[max(0, n - window + 1) : n + 1]) / min(n + 1, window) for n in range(len(values))]


def draw(chronicle: Chronicle, names: Sequence[str], folder: Path) -> None:
    window = max(1, len(chronicle.prices) // 50)
    base = chronicle.prices[0]
    prices = [smooth([100 * row[kind] / base[kind] for row in chronicle.prices], window) for kind in range(t.KINDS)]
    (folder / "dungeon-prices.svg").write_text(
        curves("Prices, per cent of the base price", prices, t.KIND_NAMES), encoding="utf-8"
    )
    robots = [[float(row[seat]) for row in chronicle.robots] for seat in range(len(names))]
    (folder / "dungeon-robots.svg").write_text(curves("Robots", robots, names), encoding="utf-8")


# Everybody against everybody


def pair(job: tuple[str, str, int]) -> tuple[str, str, list[list[Account]]]:
    one, two, seed = job
    first = play([KINDS[one], KINDS[two]], seed)
    second = play([KINDS[two], KINDS[one]], seed)
    return one, two, [first, second[::-1]]


def contest(names: Sequence[str], seeds: int, jobs: int) -> list[tuple[str, str, list[list[Account]]]]:
    wanted = [(one, two, SEED + n) for n in range(seeds) for one, two in combinations(names, 2)]
    return list(share_out(pair, wanted, jobs)) if jobs > 1 else [pair(job) for job in wanted]


def table(played: Sequence[tuple[str, str, list[list[Account]]]]) -> list[str]:
    """Scores of the pairings, how the two matches of a seed went, and the mean points of both by category. Where each
    wins one match of a seed, the place decided and not the way to play."""
    lines = []
    for one, two in sorted({(one, two) for one, two, _ in played}):
        seeds = [matches for a, b, matches in played if (a, b) == (one, two)]
        both = [match for matches in seeds for match in matches]
        score = sum(won(mine.sum, theirs.sum) for mine, theirs in both) / len(both)
        taken = [sum(won(mine.sum, theirs.sum) for mine, theirs in matches) for matches in seeds]
        split = f"2:0 {sum(n > 1 for n in taken)}, 1:1 {sum(n == 1 for n in taken)}, 0:2 {sum(n < 1 for n in taken)}"
        lines.append(f"{one:>8} {100 * score:3.0f} : {100 - 100 * score:<3.0f} {two:<8}  {len(both)} games, {split}")
        for seat, name in enumerate((one, two)):
            means = [sum(match[seat].scores[n] for match in both) / len(both) for n in range(t.CATEGORIES)]
            kills = sum(match[seat].kills for match in both) / len(both)
            shares = ", ".join(f"{c} {mean:.0f}" for c, mean in zip(t.CATEGORY_NAMES, means, strict=True))
            lines.append(f"    {name}: {shares}; {kills:.1f} kills")
    return lines


def reweighed(played: Sequence[tuple[str, str, list[list[Account]]]]) -> list[str]:
    """How many of the same matches would have another winner with other weights. Bots do not look at these, but for
    the cap of a trade."""
    lines = []
    matches = [match for _, _, both in played for match in both]
    for kill, loss, damage, cap in OTHER_WEIGHTS:
        turned = sum(
            won(mine.sum, theirs.sum)
            != won(*(weighed(a, kill=kill, loss=loss, damage=damage, cap=cap) for a in (mine, theirs)))
            for mine, theirs in matches
        )
        lines.append(f"kill {kill}, loss {loss}, damage {damage}, cap {cap}: {turned} of {len(matches)} turned")
    return lines


# Luck


def early(job: tuple[str, int]) -> tuple[list[list[int]], list[int]]:
    """One match of a bot against itself: both sums after some rounds, and at the end."""
    name, seed = job
    sums: list[list[int]] = []

    def note(g: State) -> None:
        if g.round_no - 1 in EARLY and len(sums) < len(EARLY):
            sums.append([sum(g.players[seat].scores) for seat in (1, 2)])

    accounts = play([KINDS[name], KINDS[name]], seed, watch=note)
    return sums, [account.sum for account in accounts]


def luck(name: str, seeds: int, jobs: int) -> list[str]:
    """One match a seed: two would have the same opening. Who is level early does not count."""
    wanted = [(name, SEED + n) for n in range(seeds)]
    played = list(share_out(early, wanted, jobs)) if jobs > 1 else [early(job) for job in wanted]
    lines = []
    for n, round_no in enumerate(EARLY):
        ahead = [(sums[n], end) for sums, end in played if len(sums) > n and sums[n][0] != sums[n][1]]
        kept = sum(won(*end) if sums[0] > sums[1] else won(*end[::-1]) for sums, end in ahead)
        lines.append(f"{name}: who led after round {round_no} won {kept:g} of {len(ahead)} matches")
    ratio = median(max(end) / max(1, min(end)) for _, end in played)
    first = sum(won(*end) for _, end in played)
    lines.append(
        f"{name}: the winner had {ratio:.2f} times the loser's points (median); seat 1 won {first:g} of {seeds}"
    )
    return lines


def won(mine: int, theirs: int) -> float:
    return 0.5 if mine == theirs else float(mine > theirs)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.economy", description=__doc__)
    parser.add_argument("what", choices=("run", "contest", "luck"))
    parser.add_argument("--rounds", type=int, default=1000, help="of the long match")
    parser.add_argument(
        "--seeds", type=int, default=30, help="of the contest, where each is played from both seats, and of luck"
    )
    parser.add_argument("--seed", type=int, default=SEED, help="of the long match")
    parser.add_argument("--bots", default="", help="names, with commas between them")
    parser.add_argument("--jobs", type=int, default=2, choices=(1, 2), help="processes of the contest and of luck")
    parser.add_argument("--out", type=Path, default=None, help="folder for the pictures")
    options = parser.parse_args(arguments)
    if options.what == "run":
        names = options.bots.split(",") if options.bots else ["miner", "warlord"]
        chronicle = long_match(names, options.rounds, options.seed)
        tell(chronicle, names)
        if options.out is not None:
            draw(chronicle, names, options.out)
    elif options.what == "luck":
        for name in options.bots.split(",") if options.bots else ["miner", "warlord"]:
            say("\n".join(luck(name, options.seeds, options.jobs)))
    else:
        names = options.bots.split(",") if options.bots else [kind.name for kind in ARCHETYPES]
        played = contest(names, options.seeds, options.jobs)
        say("\n".join([*table(played), *reweighed(played)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
