"""Invariants of resources: nothing is left, and memory stays flat."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.soak.leaks import Holdings
from m3bench.soak.memory import Sample, growth_of
from m3bench.soak.verdict import Verdict, not_judged, verdict

MOST_GROWTH = 0.05
LEAST_SECONDS = 60.0
"""In a shorter soak, modules and data are still being loaded."""


def no_process_left(left: Holdings) -> Verdict:
    """Check that all processes of the soak have ended."""
    problems = [f"process {pid}: {command}" for pid, command in left.processes.items()]
    return verdict("no process left", problems, "all have ended", "ps -o pid,ppid,args -p PID")


def no_port_left(left: Holdings) -> Verdict:
    """Check that nothing listens any more."""
    problems = [f"port {port} is still open" for port in left.ports]
    return verdict("no port left", problems, "all are closed", "ss -ltnp")


def no_descriptor_left(left: Holdings) -> Verdict:
    """Check that no more files are open than at the start."""
    problems = [f"descriptor {number}: {target}" for number, target in left.descriptors.items()]
    return verdict("no open file left", problems, "as many as at the start", "ls -l /proc/PID/fd")


def no_file_left(left: Holdings) -> Verdict:
    """Check that the folder for temporary files is as empty as at the start."""
    return verdict("no temporary file left", left.files, "the temporary folder is empty", "TMPDIR")


def memory_flat(samples: Sequence[Sample]) -> Verdict:
    """Check that memory does not grow after the warm-up, in the process of the run and in its workers."""
    if not samples or samples[-1].seconds < LEAST_SECONDS:
        return not_judged("memory flat", f"the soak took less than {LEAST_SECONDS:.0f} s")
    series = {
        "the run": growth_of([(sample.seconds, sample.process) for sample in samples]),
        # Workers are killed and replaced, so half of the time the largest one may still be growing.
        "the largest worker": growth_of(
            [(sample.seconds, sample.worker) for sample in samples if sample.worker], quantile=0.75
        ),
    }
    problems, found = [], []
    for name, growth in series.items():
        if growth is None:
            continue
        text = f"{name}: {growth.early:.0f} MB to {growth.late:.0f} MB ({growth.share:+.1%})"
        found.append(text)
        if growth.share >= MOST_GROWTH:
            problems.append(f"{text} after the warm-up; the limit is {MOST_GROWTH:.0%}")
    return verdict("memory flat", problems, ", ".join(found), "memory.jsonl: the samples over time")
