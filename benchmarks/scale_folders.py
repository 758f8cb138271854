"""What run folders of many attempts cost: writing, opening, resuming, scoring and reporting.

python benchmarks/scale_folders.py write|resume FOLDER ATTEMPTS     one step, as `scale.py` starts it
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import anyio
from cost import Cost
from synthetic_run import write_synthetic_run

from m3bench.core import Task
from m3bench.runs import HaltKind, RunFolder, RunLimits, resume_run
from m3bench.testing import ScriptedModel

M3BENCH = str(Path(sys.executable).with_name("m3bench"))
TITLE = "attempts in a run folder of 1000 tasks, against the smallest folder; time is per attempt"


def measure_folders(sizes: Sequence[int], folder: Path, *, say: Callable[[str], None]) -> Iterator[str]:
    """Measure folders of these numbers of attempts. Yield the lines of a table as they are measured."""
    os.environ["M3BENCH_CACHE"] = str(folder / "cache")
    found: dict[str, list[Cost]] = {}
    yield TITLE
    yield f"{'':<9}{'attempts':>10}{'seconds':>9}{'µs each':>9}{'ratio':>7}{'MB':>7}{'ratio':>7}"
    for size in sizes:
        for step, command in _steps(folder / str(size), size).items():
            say(f"{step}: {size:,} attempts")
            costs = found.setdefault(step, [])
            costs.append(_cost(command))
            yield _line(step, size, costs[-1], sizes[0], costs[0])


def _steps(run: Path, attempts: int) -> dict[str, list[str]]:
    """Return the command of each step. The costs include the start of the command."""
    own = [sys.executable, __file__]
    return {
        "write": [*own, "write", str(run), str(attempts)],
        "open": [M3BENCH, "runs", "verify", str(run)],
        "resume": [*own, "resume", str(run), str(attempts)],
        "score": [M3BENCH, "score", str(run)],
        "report": [M3BENCH, "report", str(run), "--out", str(run.with_suffix(".html"))],
    }


def _line(step: str, size: int, cost: Cost, least: int, first: Cost) -> str:
    each, each_of_first = cost.wall / size, first.wall / least
    return (
        f"{step:<9}{size:>10,}{cost.wall:>9.1f}{1e6 * each:>9.0f}{each / each_of_first:>7.2f}"
        f"{cost.peak_mb:>7.0f}{cost.peak_mb / first.peak_mb:>7.2f}"
    )


def _cost(command: Sequence[str]) -> Cost:
    """Run a command and measure its process."""
    with tempfile.TemporaryFile() as output:
        began = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            output.seek(0)
            sys.exit(f"{' '.join(command)} failed:\n{output.read().decode(errors='replace')[-3000:]}")
    return Cost(
        wall=time.perf_counter() - began,
        cpu=usage.ru_utime + usage.ru_stime,
        peak_mb=usage.ru_maxrss / 1024,
        answer=0.0,
    )


class _Suite:
    """The suite of a synthetic run."""

    name = "synthetic"

    def __init__(self, run: RunFolder) -> None:
        self.tasks, self.digest = tuple(run.tasks()), run.manifest.suite_digest

    def assets(self, _: Task) -> Mapping[str, bytes | Path]:
        return {}


def _resume(folder: Path) -> None:
    """Resume with a budget that is used up: everything is read, nothing is made."""
    suite, model = _Suite(RunFolder.open(folder)), ScriptedModel([], name="synthetic")
    limits = RunLimits(max_tokens=1)
    halt = anyio.run(lambda: resume_run(folder, limits=limits, model=model, suite=suite))
    assert halt is not None
    assert halt.kind is HaltKind.BUDGET


def main() -> None:
    step, folder, attempts = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    if step == "write":
        write_synthetic_run(folder, attempts)
    else:
        _resume(folder)


if __name__ == "__main__":
    main()
