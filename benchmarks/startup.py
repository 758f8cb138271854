"""Measure what commands load, and how long they take with almost nothing to do.

    python benchmarks/startup.py [--rounds N]

Prints modules of m3bench, all modules, and the processor seconds of each command as a ratio to those of a
Python that imports only numpy, rich and typer. Exits with 1 if a command loads more modules than its ceiling.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

EXAMPLES = Path(__file__).resolve().parent.parent / "src" / "m3bench" / "examples"
MANY = ("references.jsonl", "predictions.jsonl")
"""Files of `many_trajectories` in the folder of the process."""


class Start(NamedTuple):
    """What a process runs, and how many modules of m3bench it may load."""

    statements: str
    ceiling: int


def _command(*arguments: str) -> str:
    return f"sys.argv[1:] = {arguments!r}; runpy.run_module('m3bench', run_name='__main__')"


def _score(references: str, predictions: str) -> str:
    return _command("score", "--reference", references, "--prediction", predictions, "--encoder", "hashing")


FIRST_TASK = f"""
import m3bench

class FirstTask:
    name, needs_model = "first-task", False

    async def solve(self, attempt):
        report(0)
        os._exit(0)

m3bench.register_agent("first-task", lambda argument: FirstTask())
{_command("run", "smoke", "--agent", "first-task", "--out", "run", "--encoder", "hashing")}
"""
STARTS = {
    "help": Start(_command("--help"), 10),
    "score": Start(_score(str(EXAMPLES / "references.json"), str(EXAMPLES / "predictions.json")), 300),
    "score 211": Start(_score(*MANY), 270),
    "RunFolder": Start("from m3bench.runs import RunFolder", 165),
    "run smoke": Start(FIRST_TASK, 765),
}
"""The last one is measured until the agent gets its first task."""
BASELINE = "import numpy, rich.console, typer"
PROGRAM = """
import contextlib, io, json, os, resource, runpy, sys

def report(status):
    used = resource.getrusage(resource.RUSAGE_SELF)
    cost = [status, sorted(sys.modules), used.ru_utime + used.ru_stime]
    print(json.dumps(cost), file=sys.__stdout__, flush=True)

status = 0
try:
    with contextlib.redirect_stdout(io.StringIO()):
        exec({!r}, globals())
except SystemExit as end:
    status = end.code or 0
report(status)
"""


class Cost(NamedTuple):
    """What a process loaded and took."""

    status: int
    modules: list[str]
    seconds: float
    """Of the processor."""

    @property
    def own_modules(self) -> int:
        return sum(name.partition(".")[0] == "m3bench" for name in self.modules)


def loaded(statements: str) -> Cost:
    """Run statements in a process and a folder of their own."""
    command = [sys.executable, "-c", PROGRAM.format(statements)]
    # Users have bytecode of what they run a second time.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        if MANY[0] in statements:
            many_trajectories(Path(folder))
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=folder, env=environment
        )
    assert done.returncode == 0, done.stderr
    return Cost(*json.loads(done.stdout.splitlines()[-1]))


def many_trajectories(folder: Path) -> None:
    """Write the released tasks of `m3`, and for each a trajectory without the first step of its reference."""
    from m3bench import Trajectory, load_suite  # noqa: PLC0415 - only this start needs them
    from m3bench.formats import write  # noqa: PLC0415

    tasks = load_suite("m3").tasks
    write(folder / MANY[0], tasks, format="jsonl")
    made = (Trajectory(task_id=task.id, steps=task.references[0].steps[1:]) for task in tasks)
    write(folder / MANY[1], list(made), format="jsonl")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    baseline = statistics.median(loaded(BASELINE).seconds for _ in range(rounds))
    print(f"{'baseline':10} {baseline:6.2f} s")
    status = 0
    for name, (statements, ceiling) in STARTS.items():
        loaded(statements)  # bytecode and caches
        costs = [loaded(statements) for _ in range(rounds)]
        seconds = statistics.median(cost.seconds for cost in costs)
        own = costs[0].own_modules
        print(
            f"{name:10} {seconds:6.2f} s  {seconds / baseline:5.2f} × baseline  "
            f"{own} modules of m3bench (at most {ceiling}), {len(costs[0].modules)} in all"
        )
        status |= own > ceiling
    return status


if __name__ == "__main__":
    sys.exit(main())
