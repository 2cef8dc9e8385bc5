"""`roundhouse bench`."""

from pathlib import Path

from .output import Problem


def run_bench(
    *, quick: bool, only: list[str], original: Path | None, peers: str | None, docs: Path | None, json: bool
) -> int:
    from . import bench
    from .bench.measure import RefusedError

    options = bench.BenchOptions(quick=quick, original=original, only=tuple(only))
    if peers is None:
        if docs is not None:
            raise Problem("bench", "--docs says where results of --peers go; give both.", field="docs")
        try:
            return bench.run(as_json=json, options=options)
        except RefusedError as error:
            raise Problem("bench", str(error), field="only") from None
    try:
        return bench.run_peers(peers, docs=docs, as_json=json, options=options)
    except RefusedError as error:
        raise Problem("bench", str(error)) from None
