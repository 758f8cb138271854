"""Measure what commands load, and how long they take with almost nothing to do.

    python benchmarks/startup.py [--rounds N]

Prints modules of m3bench, all modules, and the processor seconds of each command as a ratio to those of a
Python that imports only numpy, rich and typer. Exits with 1 if a command loads more modules than its ceiling.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

EXAMPLES = Path(__file__).resolve().parent.parent / "src" / "m3bench" / "examples"
COMMANDS = {
    "help": (("--help",), 10),
    "score": (
        (
            "score",
            "--reference",
            str(EXAMPLES / "references.json"),
            "--prediction",
            str(EXAMPLES / "predictions.json"),
            "--encoder",
            "hashing",
        ),
        580,
    ),
}
"""Arguments of commands, and how many modules of m3bench each may load."""
BASELINE = "import numpy, rich.console, typer"
PROGRAM = """
import contextlib, io, json, resource, runpy, sys
status = 0
try:
    with contextlib.redirect_stdout(io.StringIO()):
        {}
except SystemExit as end:
    status = end.code or 0
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([status, sorted(sys.modules), used.ru_utime + used.ru_stime]))
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


def loaded(arguments: tuple[str, ...]) -> Cost:
    """Run a command in a process of its own."""
    return _measured(f"sys.argv[1:] = {arguments!r}; runpy.run_module('m3bench', run_name='__main__')")


def _measured(statement: str) -> Cost:
    command = [sys.executable, "-c", PROGRAM.format(statement)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return Cost(*json.loads(printed.splitlines()[-1]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    baseline = statistics.median(_measured(BASELINE).seconds for _ in range(rounds))
    print(f"{'baseline':10} {baseline:6.2f} s")
    status = 0
    for name, (arguments, ceiling) in COMMANDS.items():
        costs = [loaded(arguments) for _ in range(rounds)]
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
