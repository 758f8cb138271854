"""Measure memory and CPU time of `m3bench run m3 --agent reference`: with empty caches, then with full ones.

    python benchmarks/run_cost.py [--quick] [--workers N]

Each run has its own process. Memory is the largest resident set of that process, and of every worker. CPU
time includes all child processes. `--quick` runs one task of each family, so the start of the process weighs
more. Exits with 1 if a limit is exceeded.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

MOST_MEGABYTES = 600
MOST_CPU_SECONDS = 0.8
"""Of a task, with full caches. With empty ones, the networks alone take about as much."""
MOST_GROWTH = 1.1
"""Memory in the second half of a full run, relative to the first half."""
PAUSE_SECONDS = 0.5
_TICKS = os.sysconf("SC_CLK_TCK")
_WORKER = "m3bench.runs.distributed.worker"


@dataclass
class Cost:
    """What a run took."""

    tasks: int = 0
    cpu: dict[int, float] = field(default_factory=dict)
    """CPU seconds of each process."""
    resident: list[tuple[int, float]] = field(default_factory=list)
    """Finished tasks and megabytes of the run's process, over time."""
    workers: dict[int, float] = field(default_factory=dict)
    """Peak megabytes of each worker."""

    @property
    def peak(self) -> float:
        return max(megabytes for _, megabytes in self.resident)

    @property
    def cpu_per_task(self) -> float:
        return sum(self.cpu.values()) / self.tasks

    @property
    def growth(self) -> float:
        """The peak while the second half of the tasks ran, relative to that of the first half."""
        first = max(size for done, size in self.resident if done <= self.tasks // 2)
        second = [size for done, size in self.resident if self.tasks // 2 < done < self.tasks]
        return max(second, default=first) / first


def processes() -> dict[int, tuple[int, float]]:
    """Return parent and CPU seconds of every process."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        found[int(entry.name)] = int(fields[1]), (int(fields[11]) + int(fields[12])) / _TICKS
    return found


def family_of(root: int) -> dict[int, float]:
    """Return the CPU seconds of a process and of all its descendants."""
    alive = processes()
    family = {root}
    while more := {pid for pid, (parent, _) in alive.items() if parent in family} - family:
        family |= more
    return {pid: alive[pid][1] for pid in family if pid in alive}


def megabytes(pid: int, key: str = "VmRSS") -> float:
    try:
        found = re.search(rf"{key}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def is_worker(pid: int) -> bool:
    try:
        return _WORKER.encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def measure(options: list[str], folder: Path, cache: Path) -> Cost:
    """Run the suite in a process of its own, and watch it."""
    command = [sys.executable, "-m", "m3bench", "run", "m3", "--agent", "reference", *options]
    environment = {**os.environ, "M3BENCH_CACHE": str(cache)}
    cost = Cost()
    with (folder.parent / f"{folder.name}.log").open("w+") as log:
        run = subprocess.Popen([*command, "--out", str(folder)], stdout=log, stderr=log, env=environment)
        while run.poll() is None:
            watch(run.pid, folder, cost)
            time.sleep(PAUSE_SECONDS)
        if run.returncode:
            log.seek(0)
            sys.exit(f"{' '.join(command)} failed:\n{log.read()[-3_000:]}")
    cost.tasks = finished(folder)
    return cost


def watch(pid: int, folder: Path, cost: Cost) -> None:
    family = family_of(pid)
    cost.cpu |= family
    if size := megabytes(pid):
        cost.resident.append((finished(folder), size))
    for other in family:
        if other != pid and is_worker(other):
            cost.workers[other] = max(cost.workers.get(other, 0.0), megabytes(other, "VmHWM"))


def finished(folder: Path) -> int:
    """Return how many attempts are in the journal."""
    journal = folder / "journal.jsonl"
    return (b"\n" + journal.read_bytes()).count(b'\n{"kind":"attempt"') if journal.exists() else 0


def report(title: str, cost: Cost, most_cpu: float | None) -> bool:
    """Print the cost of a run and return whether it is within the limits."""
    limit = "" if most_cpu is None else f" (at most {most_cpu})"
    print(f"{title}: {cost.tasks} tasks, {cost.cpu_per_task:.2f} CPU-s a task{limit}")
    at = [max((size for done, size in cost.resident if done <= mark), default=0.0) for mark in marks(cost)]
    print(f"  peak {cost.peak:.0f} MB (at most {MOST_MEGABYTES}); ", end="")
    print(f"up to task {', '.join(map(str, marks(cost)))}: {' '.join(f'{size:.0f}' for size in at)} MB")
    peaks = [cost.peak, *cost.workers.values()]
    if cost.workers:
        print(f"  workers: {' '.join(f'{size:.0f}' for size in cost.workers.values())} MB")
    print(f"  second half / first half: {cost.growth:.2f}")
    return max(peaks) <= MOST_MEGABYTES and (most_cpu is None or cost.cpu_per_task <= most_cpu)


def marks(cost: Cost) -> list[int]:
    return [cost.tasks * quarter // 4 for quarter in range(1, 5)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="one task of each family")
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    options = ["--workers", str(chosen.workers), *(["--per-family", "1"] if chosen.quick else [])]
    with tempfile.TemporaryDirectory(prefix="m3bench-cost-") as place:
        cache = Path(place) / "cache"
        empty = measure(options, Path(place) / "empty", cache)
        full = measure(options, Path(place) / "full", cache)
    good = [report("empty caches", empty, None), report("full caches", full, MOST_CPU_SECONDS)]
    print(f"full / empty caches: {full.cpu_per_task / empty.cpu_per_task:.2f} of the CPU time")
    grows = not chosen.quick and max(empty.growth, full.growth) > MOST_GROWTH
    if grows:
        print(f"memory grows with the number of tasks (at most {MOST_GROWTH})")
    sys.exit(0 if all(good) and not grows else 1)


if __name__ == "__main__":
    main()
