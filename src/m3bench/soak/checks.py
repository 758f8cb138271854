"""Check all invariants of a soak."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

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
from m3bench.soak.memory import Sample
from m3bench.soak.report import SoakReport
from m3bench.soak.resources import (
    memory_flat,
    no_descriptor_left,
    no_file_left,
    no_port_left,
    no_process_left,
)
from m3bench.soak.settings import SoakSettings


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """What is known at the end of a soak."""

    rounds: tuple[Round, ...]
    log: Path
    samples: tuple[Sample, ...]
    left: Holdings
    deaths: int
    """Workers that died, as the runs said."""


def check_all(settings: SoakSettings, found: Findings, *, seconds: float, interrupted: bool) -> SoakReport:
    """Check all invariants and return the report."""
    truth = truth_of(read_events(found.log))
    records: list[FinishedAttempt] = []
    parked = 0
    for each in found.rounds:
        for record in records_of(each):
            if isinstance(record, FinishedAttempt):
                records.append(record)
            elif isinstance(record, ParkedAttempt) and record.usage is not None:
                parked += record.usage.requests or 0
    invariants = (
        every_attempt_once(found.rounds),
        journals_intact(found.rounds),
        resume_completes(found.rounds),
        failures_attributed(records, truth),
        faults_visible(records, truth),
        clean_attempts_succeed(records, truth),
        requests_counted(records, parked, truth),
        workers_survive(found.deaths, truth),
        no_process_left(found.left),
        no_port_left(found.left),
        no_descriptor_left(found.left),
        no_file_left(found.left),
        memory_flat(found.samples),
    )
    injected = Counter(event.what for event in read_events(found.log) if event.what != ANSWER)
    return SoakReport(
        folder=str(settings.out),
        suite=settings.suite.name,
        plan=settings.plan,
        workers=settings.workers,
        seconds=seconds,
        interrupted=interrupted,
        runs=len(found.rounds),
        attempts=sum(
            len({record.key for record in attempts_of(each) if record.final}) for each in found.rounds
        ),
        tries=len(records),
        faults={name: injected[name] for name in settings.plan.kinds},
        invariants=invariants,
    )
