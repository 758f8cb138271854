"""Run a suite again and again while servers, the provider and workers fail; then check what must hold."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from functools import partial

import anyio
import msgspec

from m3bench.formats import write
from m3bench.formats.io import write_atomically
from m3bench.hosting import ResourceLimits, SandboxMode
from m3bench.hosting.process import HARNESS
from m3bench.models import ModelRef
from m3bench.runs import EngineSettings, Halt, HaltKind, RunLimits, RunSettings, resume_run, start_run
from m3bench.soak.checks import check_all
from m3bench.soak.fault_log import FaultCounter, FaultLog
from m3bench.soak.faults import MEMORY_LIMIT
from m3bench.soak.journals import Round, attempts_of
from m3bench.soak.leaks import Holdings, leaked, own_temporary_folder, take_stock
from m3bench.soak.memory import MemorySampler
from m3bench.soak.provider_process import open_provider, port_of
from m3bench.soak.settings import SoakFiles, SoakSettings, SoakTasks, soak_tasks
from m3bench.soak.verdict import SoakReport
from m3bench.soak.watcher import SilentSoakWatcher, SoakWatcher, WorkerKiller

MODEL = "openai/soak"
_RETRIES = 5
_MODEL_SECONDS = 8.0
"""A request that takes longer has timed out. It may also wait that long between retries."""
_ROUND_SHARE, _SHORTEST_ROUND, _LONGEST_ROUND = 1 / 4, 10.0, 300.0
_FIRST_ROUND, _FASTEST_GROWTH = 2, 2.0
"""Attempts of the first run for each one at a time; how much longer the next run may be."""
_SAMPLES = 600
_SHORTEST_INTERVAL = 0.2
_GRACE_SECONDS = 15.0
_RESUMES = 5
"""So often a run is resumed that stopped because the provider failed too often in a row."""


def run_soak(settings: SoakSettings, watcher: SoakWatcher | None = None) -> SoakReport:
    """Run a soak and check its invariants. Ctrl-C ends it early; the invariants are checked all the same.

    Args:
        settings: What to run, and for how long.
        watcher: Receives progress events.

    Raises:
        UsageError: The suite cannot be used for a soak, or the folder exists.
    """
    watcher = watcher or SilentSoakWatcher()
    made_of = soak_tasks(settings.suite)
    settings.out.mkdir(parents=True)
    with own_temporary_folder() as temporary:
        before = take_stock(temporary)
        soak = _Soak(settings, made_of, watcher)
        soak.run()
        HARNESS.dismiss_warden()
        left = leaked(before, temporary, grace=_GRACE_SECONDS)
    return soak.report(left)


class _Soak:
    """One soak, from the first run to the last."""

    def __init__(self, settings: SoakSettings, made_of: SoakTasks, watcher: SoakWatcher) -> None:
        self._settings, self._made_of, self._tasks = settings, made_of, made_of.tasks
        self._files = SoakFiles(settings.out)
        self._watcher = watcher
        self._rounds: list[Round] = []
        self._killer: WorkerKiller | None = None
        self._sampler = MemorySampler(max(_SHORTEST_INTERVAL, (self._seconds or 60.0) / _SAMPLES))
        self._stopped = False
        self._began = time.monotonic()

    @property
    def _seconds(self) -> float:
        return (self._settings.minutes or 0.0) * 60

    def run(self) -> None:
        """Make the runs. Nothing is left open at the end."""
        plan, files = self._settings.plan, self._files
        write(files.tasks, self._tasks, format="jsonl")
        with FaultLog(files.log) as log:
            counter = FaultCounter(files.log)
            self._killer = WorkerKiller(self._watcher, plan, log, counter=counter, sampler=self._sampler)
            files.write_servers(plan, self._made_of.servers, self._made_of.world)
            try:
                with open_provider(files.tasks, plan, files.log) as address, self._sampler:
                    self._run_rounds(address)
                if not self._stopped:
                    self._recover(port_of(address))
            except KeyboardInterrupt:
                self._stopped = True

    def _run_rounds(self, address: str) -> None:
        for epochs in self._epochs():
            path = self._files.round(len(self._rounds) + 1)
            run = Round(path=path, tasks=tuple(task.id for task in self._tasks), epochs=epochs)
            self._rounds.append(msgspec.structs.replace(run, interrupted=True))
            halt = self._run_round(run, self._run_settings(address, epochs))
            self._stopped = halt is not None
            self._rounds[-1] = msgspec.structs.replace(run, interrupted=self._stopped)
            if self._stopped:
                return

    def _epochs(self) -> Iterator[int]:
        """Yield the number of epochs of each run: few at first, then what fits into its time."""
        if self._settings.attempts is not None:
            yield math.ceil(self._settings.attempts / len(self._tasks))
            return
        length = min(max(_SHORTEST_ROUND, self._seconds * _ROUND_SHARE), _LONGEST_ROUND)
        epochs = math.ceil(
            _FIRST_ROUND * self._settings.concurrency * self._settings.workers / len(self._tasks)
        )
        while (rest := self._seconds - (time.monotonic() - self._began)) > 0:
            began = time.monotonic()
            yield epochs
            took = time.monotonic() - began
            epochs = max(1, int(epochs * min(_FASTEST_GROWTH, min(length, rest - took) / took)))

    def _run_round(self, run: Round, settings: RunSettings) -> Halt | None:
        """Make one run; return why it ended early. It is resumed if the provider failed too often."""
        limits = RunLimits(
            concurrency=self._settings.concurrency,
            retries=_RETRIES,
            model_timeout=_MODEL_SECONDS,
            provider_wait=_MODEL_SECONDS,
        )
        engine = EngineSettings(workers=self._settings.workers)
        start = partial(start_run, settings, run.path, limits=limits, engine=engine, watcher=self._killer)
        halt = anyio.run(partial(start, suite=self._made_of.suite, signals=True))
        for _ in range(_RESUMES):
            if halt is None or halt.kind is not HaltKind.PROVIDER:
                break
            halt = self._resume(run, workers=self._settings.workers)
        return halt

    def _resume(self, run: Round, workers: int = 1) -> Halt | None:
        engine = EngineSettings(workers=workers)
        resume = partial(resume_run, run.path, engine=engine, watcher=self._killer)
        return anyio.run(partial(resume, suite=self._made_of.suite, signals=True))

    def _run_settings(self, address: str, epochs: int) -> RunSettings:
        return RunSettings(
            suite=self._settings.suite,
            agent="caller",
            model=ModelRef(name=MODEL, base_url=address),
            world=self._made_of.world,
            epochs=epochs,
            seed=self._settings.plan.seed,
            configs=(str(self._files.servers.absolute()),),
            live=True,
            sandbox=SandboxMode.OFF,
            resource_limits=ResourceLimits(memory=MEMORY_LIMIT),
        )

    def _recover(self, port: int) -> None:
        """Stop all faults, and resume every run until there is nothing to do."""
        assert self._killer is not None
        self._killer.plan = plan = self._settings.plan.without_faults()
        self._files.write_servers(plan, self._made_of.servers, self._made_of.world)
        with open_provider(self._files.tasks, plan, self._files.log, port=port):
            self._resume_all()

    def _resume_all(self) -> None:
        """Resume every run once if attempts failed, and once more: then there is nothing to do."""
        for index, run in enumerate(self._rounds):
            before = _tries(run)
            failed = _failed_attempts(run)
            if failed and self._resume(run, workers=self._settings.workers) is not None:
                self._stopped = True
                return
            after = _tries(run)
            self._resume(run)
            again = _tries(run) - after
            self._rounds[index] = msgspec.structs.replace(run, recovered=after - before, again=again)

    def report(self, left: Holdings) -> SoakReport:
        """Check the invariants, write the report and return it."""
        seconds = round(time.monotonic() - self._began, 1)
        lines = [msgspec.json.encode(sample) + b"\n" for sample in self._sampler.samples]
        write_atomically(self._files.memory, lines)
        assert self._killer is not None
        report = check_all(
            self._settings,
            rounds=tuple(run for run in self._rounds if run.path.exists()),
            log=self._files.log,
            samples=self._sampler.samples,
            left=left,
            deaths=self._killer.deaths,
            seconds=seconds,
            interrupted=self._stopped,
        )
        write_atomically(self._files.report, [msgspec.json.format(msgspec.json.encode(report), indent=1)])
        return report


def _tries(run: Round) -> int:
    return sum(1 for _ in attempts_of(run))


def _failed_attempts(run: Round) -> int:
    """Return how many attempts a resume repeats."""
    last = {record.key: record for record in attempts_of(run) if record.final}
    return sum(record.failed for record in last.values())
