"""Measure time, CPU time and peak memory of work, also in a separate process."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Cost:
    """The cost of a piece of work, and its result."""

    wall: float
    cpu: float
    peak_mb: float
    answer: float

    def line(self, title: str) -> str:
        return f"{title:<44} {self.wall:8.2f} s wall {self.cpu:8.2f} s CPU {self.peak_mb:7.0f} MB"


def measure(work: Callable[[], float]) -> Cost:
    """Measure work in this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    answer = work()
    return Cost(
        wall=time.perf_counter() - wall,
        cpu=time.process_time() - cpu,
        peak_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        answer=answer,
    )


def in_own_process(script: str, *arguments: str) -> Cost:
    """Run ``script`` with arguments; its last line is the cost as JSON."""
    done = subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{script} {' '.join(arguments)} failed:\n{done.stderr}")
    return Cost(**json.loads(done.stdout.splitlines()[-1]))


def report(cost: Cost) -> None:
    """Print the last line that `in_own_process` reads."""
    print(json.dumps(asdict(cost)))
