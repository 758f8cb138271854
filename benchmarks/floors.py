"""Check that scores are meaningful: agents without understanding must score low, and valid work high.

    python benchmarks/floors.py [--suite NAME|all] [--limit N] [--family NAME] [--out DIR] [--profile NAME]
                                [--write [FILE]]

Runs the floor agents, the noisy ones, `idle` and `reference` on the tasks of the suite, prints their
results, and exits with 1 if a bound does not hold. Seeds are fixed: the same version gives the same figures.
`--suite all` runs `idle` and the floors on every released suite whose families have several tasks.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import anyio
import msgspec
import other_paths

from m3bench.agents import FLOORS
from m3bench.checks import PointResult, Verdicts, point_results
from m3bench.cli.loading import make_scorer
from m3bench.core import Task
from m3bench.reports import floors
from m3bench.runs import RunFolder, read_run, resume_run, run_settings, start_run
from m3bench.scoring import DEFAULT_PROFILE, METRICS
from m3bench.scoring.evidence import score_evidence
from m3bench.scoring.profile import PROFILES
from m3bench.scoring.structure import redundant_calls
from m3bench.suites import RELEASED, SuiteRef, WorldRef, find_suite

SUITE = "m3"
NOISY = ("noisy:0.1", "noisy:0.3", "noisy:0.6")
AGENTS = ("reference", "repeat", *NOISY, *FLOORS, "idle")
HIGHEST = {"blind": 0.35, "union": 0.65}
"""Floors that know more than the request: the tools with some arguments, and the calls of other tasks."""
HIGHEST_OF_FLOORS = 0.25
"""On the mean of the six metrics."""
HIGHEST_POINTS = 0.15
"""On the share of evaluation points."""
ALL = "all"
SINGLE = ("smoke",)
"""Suites in which no task has others in its family, which most floors copy from."""
MOST_PRECISE_REPEAT = 0.5
"""`repeat` makes every call three times, so that a third of its calls can match."""
LEAST_REDUNDANT_REPEAT = 0.5
FEWEST_PATHS = 6
LEAST_EVIDENCE = 0.9
"""Of other valid paths."""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one agent. An attempt without a score counts as failed, with zero on all metrics."""

    agent: str
    tasks: int
    success: float
    mean: float
    metrics: dict[str, float]
    redundant: float
    """Share of calls that repeat an earlier one."""
    evidence_recall: float | None
    points: float | None
    """Share of evaluation points; None without a task that has some."""
    seconds: float


class Bound(msgspec.Struct, frozen=True):
    """A statement that must hold, and whether it does."""

    statement: str
    holds: bool


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.out or Path(scratch)
        bounds = _all_suites(folder, options) if options.suite == ALL else _one_suite(folder, options)
    broken = [bound.statement for bound in bounds if not bound.holds]
    print(f"\n{len(bounds) - len(broken)} of {len(bounds)} bounds hold.")
    if broken:
        print("\n".join(f"does not hold: {each}" for each in broken))
        sys.exit(1)


def _one_suite(folder: Path, options: argparse.Namespace) -> list[Bound]:
    suite = find_suite(SuiteRef(name=options.suite), WorldRef())
    found = [_figures(agent, folder, options, options.suite) for agent in AGENTS]
    paths = other_paths.measure(other_paths.PATHS, suite, folder) if _is_whole(options) else []
    _print_table(found)
    if options.write is not None:
        _write(options.write, suite.digest, options.profile, found)
    return [*bounds_of(found), *_path_bounds(paths)] if paths else list(bounds_of(found))


def _all_suites(folder: Path, options: argparse.Namespace) -> list[Bound]:
    """Run the floors on all suites, and print one table."""
    bounds: list[Bound] = []
    print(f"{'suite':12}{'agent':10}{'tasks':>6}{'success':>9}{'mean':>8}{'points':>8}")
    for name in (name for name in RELEASED if name not in SINGLE):
        for agent in (*FLOORS, "idle"):
            figures = _figures(agent, folder / name, options, name)
            points = "–" if figures.points is None else f"{figures.points:.3f}"
            print(
                f"{name:12}{agent:10}{figures.tasks:>6}{figures.success:>9.1%}{figures.mean:>8.3f}{points:>8}",
                flush=True,
            )
            bounds += _floor_bounds(figures, f"{name}, {agent}")
    return bounds


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--suite", default=SUITE, help="a suite, a file of tasks, or all")
    parser.add_argument("--limit", type=int, help="maximum number of tasks")
    parser.add_argument("--family", action="append", default=[], help="only this family; may be repeated")
    parser.add_argument("--out", type=Path, help="keep the runs here; existing runs are resumed")
    parser.add_argument("--profile", default=DEFAULT_PROFILE, choices=sorted(PROFILES))
    parser.add_argument(
        "--write", type=Path, nargs="?", const=Path(), help="store the figures for reports [in the package]"
    )
    return parser.parse_args()


def _is_whole(options: argparse.Namespace) -> bool:
    return options.suite == SUITE and options.limit is None and not options.family


def _figures(agent: str, folder: Path, options: argparse.Namespace, suite: str) -> Figures:
    folder.mkdir(parents=True, exist_ok=True)
    path, began = folder / agent.replace(":", "-"), time.perf_counter()
    settings = run_settings(suite=suite, agent=agent, families=tuple(options.family), limit=options.limit)
    # Resume an interrupted run: missing attempts would count as failed.
    halt = anyio.run(lambda: resume_run(path) if path.exists() else start_run(settings, path))
    assert halt is None, halt
    found = figures_of(agent, path, options.profile, time.perf_counter() - began)
    print(f"{agent}: {found.tasks} tasks in {found.seconds:.0f} s", file=sys.stderr)
    return found


def figures_of(agent: str, path: Path, profile: str, seconds: float) -> Figures:
    """Return the figures of a finished run."""
    result, tasks = read_run(path), RunFolder.open(path).tasks()
    scorer = make_scorer(profile, None, None, "minilm", cache=True, runs=[path])
    total = scorer.score_many(result.trajectories, tasks).total.metrics
    by_id = {trajectory.task_id: trajectory for trajectory in result.trajectories}
    recalls = [score_evidence(by_id[task.id], task).recall if task.id in by_id else 0.0 for task in tasks]
    points = _points_of(result.verdicts, tasks)
    known = [recall for recall in recalls if recall is not None]
    metrics = {name: float(getattr(total, name)) for name in METRICS}
    calls = sum(trajectory.call_count for trajectory in result.trajectories)
    repeated = sum(len(redundant_calls(trajectory.steps)) for trajectory in result.trajectories)
    return Figures(
        agent=agent,
        tasks=len(tasks),
        success=sum(verdicts.passed for verdicts in result.verdicts.values()) / len(tasks),
        mean=total.average,
        metrics=metrics,
        redundant=repeated / calls if calls else 0.0,
        evidence_recall=sum(known) / len(known) if known else None,
        points=sum(points) / len(points) if points else None,
        seconds=seconds,
    )


def _points_of(verdicts: Mapping[str, Verdicts], tasks: Sequence[Task]) -> list[bool]:
    """Return for each evaluation point whether it was met; without an outcome, none is."""
    return [
        bool(each.passed)
        for task in tasks
        for each in (
            point_results(task, verdicts[task.id])
            if task.id in verdicts
            else [PointResult(point, passed=False) for point in task.points]
        )
    ]


def bounds_of(found: Sequence[Figures]) -> Iterator[Bound]:
    """Yield all bounds on the figures of the agents."""
    by_agent = {figures.agent: figures for figures in found}
    for agent in FLOORS:
        yield from _floor_bounds(by_agent[agent], agent)
    yield from _reference_bounds(by_agent["reference"], by_agent["repeat"])
    yield from _order_bounds(by_agent)


def _floor_bounds(floor: Figures, name: str) -> Iterator[Bound]:
    highest = HIGHEST.get(floor.agent, HIGHEST_OF_FLOORS)
    yield Bound(f"{name} has a mean of at most {highest}: {floor.mean:.3f}", floor.mean <= highest)
    yield Bound(f"{name} solves no task: {floor.success:.1%}", floor.success == 0)
    if floor.points is not None:
        statement = f"{name} meets at most {HIGHEST_POINTS:.0%} of the points: {floor.points:.1%}"
        yield Bound(statement, floor.points <= HIGHEST_POINTS)


def _reference_bounds(reference: Figures, repeat: Figures) -> Iterator[Bound]:
    yield Bound(f"reference has a mean of 1.000: {reference.mean:.3f}", round(reference.mean, 9) == 1)
    yield Bound(f"reference solves every task: {reference.success:.1%}", reference.success == 1)
    precision = repeat.metrics["precision"]
    yield Bound(
        f"repeat has a precision of at most {MOST_PRECISE_REPEAT}: {precision:.3f}",
        precision <= MOST_PRECISE_REPEAT,
    )
    yield Bound(
        f"at least {LEAST_REDUNDANT_REPEAT:.0%} of the calls of repeat are redundant: "
        f"{repeat.redundant:.1%}, and fewer of reference: {reference.redundant:.1%}",
        repeat.redundant >= LEAST_REDUNDANT_REPEAT > reference.redundant,
    )


def _order_bounds(by_agent: dict[str, Figures]) -> Iterator[Bound]:
    for better, worse in pairwise(by_agent[agent] for agent in NOISY):
        yield _above(better, worse)
    worst = by_agent[NOISY[-1]]
    yield from (_above(worst, by_agent[agent]) for agent in FLOORS)


def _above(better: Figures, worse: Figures) -> Bound:
    return Bound(
        f"{better.agent} has a higher mean than {worse.agent}: {better.mean:.3f} and {worse.mean:.3f}",
        better.mean > worse.mean,
    )


def _path_bounds(paths: Sequence[other_paths.PathScore]) -> Iterator[Bound]:
    yield Bound(
        f"there are at least {FEWEST_PATHS} other valid paths: {len(paths)}", len(paths) >= FEWEST_PATHS
    )
    for path in paths:
        recall, name = path.evidence_recall, f"{path.path.task_id}, {path.path.title}"
        shown = "none" if recall is None else f"{recall:.3f}"
        yield Bound(
            f"{name} has an evidence recall of at least {LEAST_EVIDENCE}: {shown}",
            recall is not None and recall >= LEAST_EVIDENCE,
        )
        yield Bound(f"{name} solves its task", path.success)


def _print_table(found: Sequence[Figures]) -> None:
    print(f"{'agent':12}{'success':>9}{'mean':>8}{'precision':>11}{'redundant':>11}{'evidence':>10}")
    for each in found:
        evidence = "–" if each.evidence_recall is None else f"{each.evidence_recall:.3f}"
        print(
            f"{each.agent:12}{each.success:>9.1%}{each.mean:>8.3f}{each.metrics['precision']:>11.3f}"
            f"{each.redundant:>11.1%}{evidence:>10}"
        )


def _write(path: Path, digest: str, profile: str, found: Sequence[Figures]) -> None:
    """Store the figures beside those of other suites and profiles."""
    target = floors.FLOORS_FILE if path == Path() else path
    kept = floors.read_floors(target)
    scores = {
        each.agent: floors.FloorScore(
            success=each.success,
            mean=each.mean,
            metrics=each.metrics,
            evidence_recall=each.evidence_recall,
            tasks=each.tasks,
        )
        for each in found
        if floors.is_floor(each.agent)
    }
    floors.write_floors({**kept, digest: {**kept.get(digest, {}), profile: scores}}, target)


if __name__ == "__main__":
    main()
