"""Whether the metrics tell agents apart whose worth is known: more mistakes must cost more on all six.

    python benchmarks/baselines.py [--per-family N] [--out DIR]

Runs five agents that need no model on the released M³ tasks. The baseline is `reference`, in the same run.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import anyio

from m3bench.encoders import shared_encoder
from m3bench.runs import RunSettings, read_run, start_run
from m3bench.scoring import METRICS, Scorer, ScoreReport

AGENTS = ("reference", "noisy:0.1", "noisy:0.3", "noisy:0.6", "idle")
"""From the best to the worst."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--per-family", type=int, help="only the first so many tasks of each family")
    parser.add_argument("--out", type=Path, help="keep the runs here; what is there is not run again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.out or Path(scratch)
        reports = [_report(agent, folder, options.per_family) for agent in AGENTS]
    _print_order(reports)


def _report(agent: str, folder: Path, per_family: int | None) -> ScoreReport:
    path, began = folder / agent.replace(":", "-"), time.perf_counter()
    if not path.exists():
        settings = RunSettings(suite="m3", agent=agent, per_family=per_family)
        halt = anyio.run(lambda: start_run(settings, path))
        assert halt is None, halt
    seconds = time.perf_counter() - began
    result = read_run(path)
    scorer = Scorer(encoder=shared_encoder("minilm"))
    report = scorer.score_many(result.trajectories, result.tasks)
    print(
        f"{agent}: {report.total.tasks} tasks in {seconds:.0f} s, "
        f"{result.success or 0:.1%} pass all checks, {result.coverage or 0:.1%} of the claims are stated"
    )
    for metric in METRICS:
        interval = report.total.intervals[metric]
        known = interval.low is not None and interval.high is not None
        bounds = f" ({interval.low:.3f} to {interval.high:.3f})" if known else ""
        print(f"  {metric:20} {getattr(report.total.metrics, metric):.3f}{bounds}")
    return report


def _print_order(reports: list[ScoreReport]) -> None:
    wrong = [
        f"{metric}: {AGENTS[place]} is not above {AGENTS[place + 1]}"
        for metric in METRICS
        for place, (better, worse) in enumerate(pairwise(reports))
        if getattr(better.total.metrics, metric) <= getattr(worse.total.metrics, metric)
    ]
    print("; ".join(wrong) or f"on all {len(METRICS)} metrics: {' > '.join(AGENTS)}")


if __name__ == "__main__":
    main()
