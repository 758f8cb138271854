"""Measure what workers, tasks, tools and attempts cost: tasks a second and memory, as ratios.

Every ratio compares figures of the same call of this program. Exits with 1 if a claim does not hold.

    python benchmarks/scale.py                            all parts
    python benchmarks/scale.py --part cpu --all-tasks     one part, here on all 211 tasks
    python benchmarks/scale.py --quick                    all parts, with less of everything
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace
from scale_folders import measure_folders
from scale_run import RunCost, RunPlan, measured_run, table, write_sums
from slow_provider import REQUESTS, slow_provider

from m3bench.runs import EngineKind
from m3bench.servers import LISTED, collection_of

LATENCY = 2.0
LEAST = {2: 1.8, 4: 3.4}
"""Of a model-bound run: tasks a second with this many workers, against one."""
LEAST_CPU_BOUND = 1.7
"""Of two workers on two cores, against one process on one core."""


@dataclass(frozen=True)
class Claim:
    """A ratio and its bound."""

    title: str
    ratio: float
    least: float

    @property
    def holds(self) -> bool:
        return self.ratio >= self.least

    def __str__(self) -> str:
        return f"{self.title}: {self.ratio:.2f} (at least {self.least:g})"


Part = Callable[[argparse.Namespace, Path], Iterator[Claim]]


def main() -> None:
    options = _options()
    broken = []
    for name in options.part or PARTS:
        with tempfile.TemporaryDirectory(prefix="m3bench-scale-") as folder:
            for claim in PARTS[name](options, Path(folder)):
                print(claim)
                broken += [] if claim.holds else [claim]
        print(flush=True)
    for claim in broken:
        print(f"does not hold: {claim}")
    sys.exit(1 if broken else 0)


def _by_model(options: argparse.Namespace, folder: Path) -> Iterator[Claim]:
    """By workers, when runs wait for the model."""
    tasks = 32 if options.quick else 64
    suite = str(write_sums(folder / "tasks.jsonl", tasks))
    print(f"model-bound: {REQUESTS} requests a task, each answered after {LATENCY:g} s, 4 tasks at a time")
    with slow_provider(LATENCY) as url:
        found = {
            (engine, workers): _measure(
                RunPlan(suite=suite, agent="caller", engine=engine, workers=workers, base_url=url), folder
            )
            for engine in EngineKind
            for workers in (1, 2, 4)
        }
    _print(table(((_name(*key), cost) for key, cost in found.items()), found[EngineKind.LOCAL, 1]))
    alone = found[EngineKind.LOCAL, 1]
    print(f"CPU of one process with its start, ms a request: {1000 * alone.cpu / alone.tasks / REQUESTS:.0f}")
    for engine in EngineKind:
        for workers, least in LEAST.items():
            ratio = found[engine, workers].rate / found[engine, 1].rate
            yield Claim(f"model-bound, {engine}, {workers} workers / 1", ratio, least)


def _by_cpu(options: argparse.Namespace, folder: Path) -> Iterator[Claim]:
    """By workers, when runs draw and look."""
    share = None if options.all_tasks else 2 if options.quick else 4
    chosen = "all tasks" if share is None else f"{share} a family"
    plain = RunPlan(suite="m3", agent="reference", per_family=share)
    one, two = "one process, one core", "local, 2 workers"
    plans = {
        one: replace(plain, cores=1),
        "one process": plain,
        two: replace(plain, workers=2),
        "ray, 2 workers": replace(plain, engine=EngineKind.RAY, workers=2),
    }
    for caches, measure in (("empty", _measure_with_empty_caches), ("full", _measure)):
        print(f"CPU-bound: m3 --agent reference, {chosen}; caches of pictures {caches}")
        if caches == "full":
            _say("filling the caches")
            measured_run(plans[two], folder / "cache")
        found = {title: measure(plan, folder) for title, plan in plans.items()}
        _print(table(found.items(), found[one]))
        title = f"CPU-bound, caches {caches}, {two} / {one}"
        yield Claim(title, found[two].rate / found[one].rate, LEAST_CPU_BOUND)


def _by_tasks(options: argparse.Namespace, folder: Path) -> Iterator[Claim]:
    """By number of tasks."""
    counts = (100, 1_000) if options.quick else (100, 1_000, 10_000)
    print("number of tasks: one call to a bundled server each; ratios against the fewest tasks")
    for workers in (1, 2):
        rows = []
        for count in counts:
            suite = str(write_sums(folder / f"{count}.jsonl", count))
            plan = RunPlan(suite=suite, agent="reference", workers=workers)
            rows.append((f"{_name(plan.engine, workers)}", _measure(plan, folder)))
        _print(table(rows, rows[0][1]))
        first, last = rows[0][1], rows[-1][1]
        print(f"memory of the run, {last.tasks} tasks / {first.tasks}: {last.run_mb / first.run_mb:.2f}")
    yield from ()


def _by_tools(options: argparse.Namespace, folder: Path) -> Iterator[Claim]:
    """By mounted tools."""
    count = 50 if options.quick else 300
    others = {name for name in LISTED if collection_of(name) == "m3-bench" and name != "math"}
    servers = ["math", *sorted(others)]
    print("mounted tools: one call by a scripted model, with the tools of 1, 5, 12 and 25 bundled servers")
    rows: list[tuple[str, RunCost]] = []
    for mounted in (1, 5, 12, len(servers)):
        suite = str(write_sums(folder / f"{mounted}.jsonl", count, servers[:mounted]))
        cost = _measure(RunPlan(suite=suite, agent="caller", workers=2), folder)
        rows.append((f"{cost.tools} tools of {mounted} servers", cost))
    _print(table(rows, rows[0][1]))
    yield from ()


def _by_attempts(options: argparse.Namespace, folder: Path) -> Iterator[Claim]:
    """By attempts in a run folder."""
    sizes = (1_000, 10_000) if options.quick else (10_000, 100_000, 1_000_000)
    _print(measure_folders([size for size in sizes if size <= options.attempts], folder, say=_say))
    yield from ()


PARTS: dict[str, Part] = {
    "model": _by_model,
    "cpu": _by_cpu,
    "tasks": _by_tasks,
    "tools": _by_tools,
    "attempts": _by_attempts,
}


def _measure_with_empty_caches(plan: RunPlan, folder: Path) -> RunCost:
    with tempfile.TemporaryDirectory(dir=folder) as empty:
        return _measure(plan, Path(empty))


def _measure(plan: RunPlan, folder: Path) -> RunCost:
    _say(f"{plan.agent} with {_name(plan.engine, plan.workers)}: {Path(plan.suite).name}")
    return measured_run(plan, folder / "cache")


def _name(engine: EngineKind, workers: int) -> str:
    if engine is EngineKind.LOCAL and workers == 1:
        return "one process"
    return f"{engine}, {workers} worker{'s' if workers > 1 else ''}"


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line, flush=True)


def _say(text: str) -> None:
    print(f"… {text}", file=sys.stderr, flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", action="append", choices=[*PARTS], help="only this part; may be repeated")
    parser.add_argument("--quick", action="store_true", help="fewer tasks and attempts")
    parser.add_argument("--all-tasks", action="store_true", help="the CPU-bound part runs the whole suite")
    parser.add_argument("--attempts", type=int, default=1_000_000, help="the largest run folder")
    return parser.parse_args()


if __name__ == "__main__":
    main()
