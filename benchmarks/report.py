"""Measure `m3bench report` on 14 runs of 211 tasks, compared with reading and scoring the same runs.

Every figure comes from a separate process; ratios compare figures of the same run. The cold figure encodes
all texts; the warm ones use the embedding cache.

    python benchmarks/report.py                       all of it
    python benchmarks/report.py --encoder hashing     without a model: all but the encoding
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from unittest import mock

from cost import Cost, in_own_process, measure, report
from report_runs import write_runs

from m3bench.cli.scoring.report import load_study_runs, make_study, write_report
from m3bench.encoders import shared_encoder
from m3bench.runs import FinishedAttempt, RunFolder, read_run
from m3bench.runs.store import AttemptTable
from m3bench.scoring import M3, Scorer

SEED = 7
RUNS = 14  # as many as the published leaderboard has
ALLOWED = 30.0


def main() -> None:
    options = _parser().parse_args()
    if options.part:
        report(PARTS[options.part](options.encoder, [Path(path) for path in options.paths]))
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["M3BENCH_CACHE"] = folder
        paths = [str(path) for path in write_runs(Path(folder), options.runs, SEED)]
        print(f"{options.runs} runs of the released tasks, encoder {options.encoder}", flush=True)
        _print_costs(options.encoder, paths)


def _print_costs(encoder: str, paths: list[str]) -> None:
    cold = _part("report", encoder, paths)
    print(cold.line("the report, cold cache"), flush=True)
    scoring, warm = _part("scoring", encoder, paths), _part("report", encoder, paths)
    print(scoring.line("reading and scoring, warm cache"))
    print(warm.line("the report, warm cache"))
    print(f"CPU, report / scoring: {warm.cpu / scoring.cpu:.2f}")
    print(f"size of the page: {warm.answer / 1e6:.2f} MB")
    print(f"records decoded per attempt of a large run: {_part('decoding', encoder, paths).answer:.1f}")
    print(f"warm report: {warm.wall:.1f} s of {ALLOWED:.0f} s allowed", flush=True)


def _part(name: str, encoder: str, paths: list[str]) -> Cost:
    return in_own_process(__file__, "--part", name, "--encoder", encoder, *paths)


def _scoring(encoder: str, paths: list[Path]) -> Cost:
    def work() -> float:
        scorer = Scorer(M3, shared_encoder(encoder))
        results = [read_run(path) for path in paths]
        reports = [scorer.score_many(result.trajectories, result.tasks) for result in results]
        return sum(each.total.metrics.average for each in reports) / len(reports)

    return measure(work)


def _report(encoder: str, paths: list[Path]) -> Cost:
    """Measure the whole command. The answer is the size of the page."""

    def work() -> float:
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "report.html"
            found = make_study(load_study_runs(paths, Scorer(M3, shared_encoder(encoder))))
            write_report(found, paths, page)
            return float(page.stat().st_size)

    return measure(work)


def _decoding(encoder: str, paths: list[Path]) -> Cost:
    """Count how often the tables decode each attempt of a run that is not kept in memory."""
    decoded, attempts, read = 0, RunFolder.open(paths[0]).manifest.tasks, AttemptTable.read

    def counted(table: AttemptTable, folder: RunFolder, slots: Iterable[int]) -> Iterator[FinishedAttempt]:
        nonlocal decoded
        for record in read(table, folder, slots):
            decoded += 1
            yield record

    def work() -> float:
        with (
            mock.patch.object(AttemptTable, "read", counted),
            mock.patch("m3bench.runs.scoring.reading.MOST_KEPT", 0),
        ):
            make_study(load_study_runs(paths[:1], Scorer(M3, shared_encoder(encoder))))
        return decoded / attempts

    return measure(work)


PARTS = {"scoring": _scoring, "report": _report, "decoding": _decoding}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure the cost of a report.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--encoder", default="minilm")
    parser.add_argument("--part", choices=[*PARTS], help=argparse.SUPPRESS)
    parser.add_argument("paths", nargs="*", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    main()
