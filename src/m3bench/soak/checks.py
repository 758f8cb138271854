"""Check all invariants of a soak. Those of resources are here: nothing is left, and memory stays flat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from m3bench.runs import FinishedAttempt, ParkedAttempt
from m3bench.soak.attribution import (
    clean_attempts_succeed,
    failures_attributed,
    faults_visible,
    requests_counted,
    truth_of,
    workers_survive,
)
from m3bench.soak.fault_log import ANSWER, read_events
from m3bench.soak.journals import (
    Round,
    attempts_of,
    every_attempt_once,
    journals_intact,
    records_of,
    resume_completes,
)
from m3bench.soak.leaks import Holdings
from m3bench.soak.memory import Sample, growth_of
from m3bench.soak.settings import SoakSettings
from m3bench.soak.verdict import SoakReport, Verdict, not_judged, verdict

MOST_GROWTH = 0.05
LEAST_SECONDS = 60.0
"""In a shorter soak, modules and data are still being loaded."""


def check_all(
    settings: SoakSettings,
    *,
    rounds: Sequence[Round],
    log: Path,
    samples: Sequence[Sample],
    left: Holdings,
    deaths: int,
    seconds: float,
    interrupted: bool,
) -> SoakReport:
    """Check all invariants. So many workers died, as the runs said."""
    truth = truth_of(read_events(log))
    records: list[FinishedAttempt] = []
    parked = 0
    for run in rounds:
        for record in records_of(run):
            if isinstance(record, FinishedAttempt):
                records.append(record)
            elif isinstance(record, ParkedAttempt) and record.usage is not None:
                parked += record.usage.requests or 0
    invariants = (
        every_attempt_once(rounds),
        journals_intact(rounds),
        resume_completes(rounds),
        failures_attributed(records, truth),
        faults_visible(records, truth),
        clean_attempts_succeed(records, truth),
        requests_counted(records, parked, truth),
        workers_survive(deaths, truth),
        *nothing_left(left),
        memory_flat(samples),
    )
    injected = Counter(event.what for event in read_events(log) if event.what != ANSWER)
    return SoakReport(
        folder=str(settings.out),
        suite=settings.suite.name,
        plan=settings.plan,
        workers=settings.workers,
        seconds=seconds,
        interrupted=interrupted,
        runs=len(rounds),
        attempts=sum(len({record.key for record in attempts_of(run) if record.final}) for run in rounds),
        tries=len(records),
        faults={name: injected[name] for name in settings.plan.kinds},
        invariants=invariants,
    )


def nothing_left(left: Holdings) -> Iterator[Verdict]:
    """Check that no process, port, open file or temporary file is left."""
    processes = [f"process {pid}: {command}" for pid, command in left.processes.items()]
    yield verdict("no process left", processes, "all have ended", "ps -o pid,ppid,args -p PID")
    ports = [f"port {port} is still open" for port in left.ports]
    yield verdict("no port left", ports, "all are closed", "ss -ltnp")
    files = [f"descriptor {number}: {target}" for number, target in left.descriptors.items()]
    yield verdict("no open file left", files, "as many as at the start", "ls -l /proc/PID/fd")
    yield verdict("no temporary file left", left.files, "the temporary folder is empty", "TMPDIR")


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
    texts = {
        f"{name}: {growth.early:.0f} MB to {growth.late:.0f} MB ({growth.share:+.1%})": growth.share
        for name, growth in series.items()
        if growth is not None
    }
    problems = [
        f"{text} after the warm-up; the limit is {MOST_GROWTH:.0%}"
        for text, share in texts.items()
        if share >= MOST_GROWTH
    ]
    return verdict("memory flat", problems, ", ".join(texts), "memory.jsonl: the samples over time")
