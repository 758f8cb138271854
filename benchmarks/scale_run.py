"""One measured run, in a process of its own: tasks a second, and the memory of the run and its workers."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import anyio
import msgspec
from process_memory import MemoryWatch

from m3bench.core import Call, Reference, Status, Step, Task, Usage
from m3bench.formats import write
from m3bench.models import Assistant, Reply, Request, ToolUse
from m3bench.runs import (
    EngineKind,
    EngineSettings,
    FinishedAttempt,
    Key,
    RunLimits,
    RunSettings,
    SilentWatcher,
    run_settings,
    start_run,
)
from m3bench.testing import ScriptedModel


class RunPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What to run."""

    suite: str
    """A suite, or a file of tasks."""
    agent: str
    engine: EngineKind = EngineKind.LOCAL
    workers: int = 1
    cores: int | None = None
    """Cores that the run and all its processes may use; None for all."""
    per_family: int | None = None
    base_url: str | None = None
    """Where the model is. Without one, `caller` gets a scripted model."""


class RunCost(msgspec.Struct, frozen=True, kw_only=True):
    """What a run took."""

    tasks: int
    seconds: float
    """From the begin of the first attempt to the end of the last: without the start of workers."""
    start: float
    """Seconds before that."""
    cpu: float
    """CPU seconds of the run's own process."""
    busy_cores: float
    """Cores that the whole machine kept busy while attempts were made; 0 if that is not known."""
    run_mb: float
    worker_mb: float
    """Of the largest worker; 0 without workers."""
    tools: int
    """Most tools in a request, with a scripted model."""

    @property
    def rate(self) -> float:
        """Tasks a second."""
        return self.tasks / self.seconds


def measured_run(plan: RunPlan, cache: Path) -> RunCost:
    """Carry out a plan in a new process. Its caches are in `cache`."""
    environment = {**os.environ, "M3BENCH_CACHE": str(cache), "M3BENCH_API_KEY": "unused"}
    done = subprocess.run(
        [sys.executable, __file__],
        input=msgspec.json.encode(plan), capture_output=True, env=environment, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"A run failed: {plan}\n{done.stderr.decode(errors='replace')[-3000:]}")
    return msgspec.json.decode(done.stdout.splitlines()[-1], type=RunCost)


def write_sums(path: Path, count: int, servers: Sequence[str] = ("math",)) -> Path:
    """Write tasks of one call to a bundled server, with the tools of these servers."""
    write(path, (_sum(number, servers) for number in range(count)), format="jsonl")
    return path


def _sum(number: int, servers: Sequence[str]) -> Task:
    call = Call("math/add", {"firstNumber": number, "secondNumber": 1})
    return Task(
        id=f"sum-{number:06}",
        request=f"Add to {number}.",
        servers=tuple(servers),
        references=(Reference(steps=(Step((call,)),), answer=str(number + 1)),),
    )


class _Watch(SilentWatcher):
    """Notes when attempts were made."""

    def __init__(self) -> None:
        self.began_at, self.ended_at, self.tasks = float("inf"), 0.0, 0
        self._busy: tuple[float, float] | None = None
        self.busy_cores = 0.0

    def started(self, _key: Key, _number: int) -> None:
        if self._busy is None:
            self._busy = time.perf_counter(), busy_seconds()

    def ended(self, record: FinishedAttempt) -> None:
        assert record.trajectory.status is Status.COMPLETED, record.trajectory.extra
        self.ended_at = time.perf_counter()
        self.began_at = min(self.began_at, self.ended_at - record.seconds)
        self.tasks += 1
        assert self._busy is not None
        since, busy = self._busy
        self.busy_cores = (busy_seconds() - busy) / (self.ended_at - since)


class _Model(ScriptedModel):
    """Calls one tool, then answers. Requests are counted, not kept."""

    def __init__(self) -> None:
        super().__init__(_reply)
        self.tools = 0

    async def ask(self, request: Request) -> Reply:
        reply = await super().ask(request)
        self.tools = max(self.tools, len(request.tools))
        self.requests.clear()
        return reply


def _reply(request: Request) -> Reply:
    usage = Usage(0, 0, 1, 0.0)
    if any(isinstance(message, Assistant) for message in request.messages):
        return Reply("done", usage=usage)
    return Reply("", (ToolUse("1", "math__add", {"firstNumber": 1, "secondNumber": 2}),), usage)


def _settings(plan: RunPlan) -> RunSettings:
    model = {"model": "openai/fake", "base_url": plan.base_url} if plan.base_url else {}
    return run_settings(suite=plan.suite, agent=plan.agent, per_family=plan.per_family, **model)


async def _run(plan: RunPlan, folder: Path) -> RunCost:
    model = _Model() if plan.agent == "caller" and plan.base_url is None else None
    watch, began, cpu = _Watch(), time.perf_counter(), time.process_time()
    with MemoryWatch() as memory:
        halt = await start_run(
            _settings(plan), folder / "run", limits=RunLimits(),
            engine=EngineSettings(kind=plan.engine, workers=plan.workers), watcher=watch, model=model,
        )  # fmt: skip
    assert halt is None, halt
    return RunCost(
        tasks=watch.tasks,
        seconds=watch.ended_at - watch.began_at,
        start=watch.began_at - began,
        cpu=time.process_time() - cpu,
        busy_cores=watch.busy_cores,
        run_mb=memory.own,
        worker_mb=memory.largest_worker,
        tools=model.tools if model else 0,
    )


def busy_seconds() -> float:
    """Return the CPU seconds of all processes since the start of the machine; 0 if they are not known."""
    try:
        first = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    except OSError:
        return 0.0
    user, nice, system, _idle, _waiting, *interrupts = map(int, first[:7])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


def table(rows: Iterable[tuple[str, RunCost]], baseline: RunCost) -> list[str]:
    """Return lines with tasks a second against a baseline, and memory."""
    speed, memory = f"{'tasks/s':>9}{'ratio':>7}{'cores':>7}{'start s':>9}", f"{'run MB':>8}{'worker MB':>11}"
    lines = [f"{'':<28}{'tasks':>7}{speed}{memory}"]
    for title, cost in rows:
        worker = f"{cost.worker_mb:.0f}" if cost.worker_mb else "–"
        lines.append(
            f"{title:<28}{cost.tasks:>7}{cost.rate:>9.2f}{cost.rate / baseline.rate:>7.2f}"
            f"{cost.busy_cores:>7.2f}{cost.start:>9.1f}{cost.run_mb:>8.0f}{worker:>11}"
        )
    return lines


def _pin(cores: int) -> None:
    """Let this process and all that it starts use only so many cores."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])


if __name__ == "__main__":
    plan = msgspec.json.decode(sys.stdin.buffer.read(), type=RunPlan)
    if plan.cores is not None:
        _pin(plan.cores)
    with tempfile.TemporaryDirectory() as scratch:
        cost = anyio.run(_run, plan, Path(scratch))
    print(msgspec.json.encode(cost).decode())
