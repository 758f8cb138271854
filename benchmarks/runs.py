"""Measure runs: CPU per task against a bare loop and Inspect AI, and memory over ten thousand tasks.

The CPU time is that of the harness process, without servers. A task is 3 steps of 2 calls and an answer, by a
scripted model; ours includes workspace, journal and manifest. Ratios compare figures of one run.

    python benchmarks/runs.py                      all of it
    python benchmarks/runs.py --inspect PYTHON     with the Inspect AI of another interpreter
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

import anyio
import msgspec
from mcp import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client
from run_tasks import CALLS, STEPS, TOOL, numbers

from m3bench.core import Outcome, Task, Usage
from m3bench.formats import write
from m3bench.models import Assistant, Reply, Request, ToolUse
from m3bench.runs import FinishedAttempt, RunLimits, run_settings, start_run
from m3bench.runs.engine.events import SilentWatcher
from m3bench.runs.store.chain import NO_RUN, START, Chain, link_record
from m3bench.testing import ScriptedModel

ROUNDS, TASKS, AT_ONCE, WARM_UP = 5, 200, 4, 20
INSPECT_TASKS = 40
MANY, SAMPLED, SETTLED = 10_000, 1_000, 2_000
MOST_TIMES_BARE, MOST_OF_INSPECT = 2.0, 0.25
MOST_MEGABYTES, MOST_GROWTH = 1000, 10.0
CHECKSUM_TIMES, MOST_CHECKSUMS = 20, 0.02
DECODER = msgspec.json.Decoder(FinishedAttempt)
HERE = Path(__file__).parent
SERVER = (sys.executable, str(HERE / "sdk_server.py"))


def main() -> None:
    options = _parser().parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.part == "many":
            anyio.run(_many_tasks, Path(folder))
            return
        ours = anyio.run(_against_bare_loop, Path(folder))
        _checksums(Path(folder, "0", "run"), ours)
    _against_inspect(ours, options.inspect)
    sys.stdout.flush()
    subprocess.run([sys.executable, __file__, "--part", "many"], check=True)


async def _against_bare_loop(folder: Path) -> float:
    """Alternate both sides, so that changes of load affect both. Return our CPU seconds per task."""
    await _bare(WARM_UP)
    await _engine(folder / "warm-up", WARM_UP)
    bare: list[float] = []
    ours: list[float] = []
    for number in range(ROUNDS):
        bare.append(await _cpu(_bare(TASKS)) / TASKS)
        ours.append(await _cpu(_engine(folder / str(number), TASKS)) / TASKS)
    left, right = statistics.median(bare), statistics.median(ours)
    print(f"a task of {STEPS} × {CALLS} calls, CPU of the client, median of {ROUNDS} × {TASKS} tasks:")
    print(f"bare loop {1000 * left:.2f} ms, engine {1000 * right:.2f} ms")
    print(f"engine / bare loop: {right / left:.2f} (at most {MOST_TIMES_BARE:g})", flush=True)
    return right


async def _bare(count: int) -> None:
    """Make only the calls, with the SDK's own client."""
    server = StdioServerParameters(command=SERVER[0], args=[*SERVER[1:]])
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        await session.list_tools()
        queue = iter(range(count))
        async with anyio.create_task_group() as group:
            for _ in range(AT_ONCE):
                group.start_soon(_bare_worker, session, queue)


async def _bare_worker(session: ClientSession, queue: Iterator[int]) -> None:
    for _ in queue:
        for step in range(STEPS):
            async with anyio.create_task_group() as group:
                for call in range(CALLS):
                    group.start_soon(session.call_tool, TOOL, numbers(step, call))


async def _engine(folder: Path, count: int) -> None:
    folder.mkdir()
    write(folder / "tasks.jsonl", map(_task, range(count)), format="jsonl")
    config = {"mcpServers": {"measured": {"command": SERVER[0], "args": SERVER[1:]}}}
    (folder / "servers.json").write_text(json.dumps(config))
    settings = run_settings(
        suite=str(folder / "tasks.jsonl"), agent="caller:native", configs=(str(folder / "servers.json"),)
    )
    watcher = _Counter()
    await start_run(
        settings,
        folder / "run",
        limits=RunLimits(concurrency=AT_ONCE),
        watcher=watcher,
        model=ScriptedModel(_reply),
    )
    assert watcher.calls == count * STEPS * CALLS


def _task(number: int) -> Task:
    return Task(id=str(number), request="Add some numbers.", servers=("measured",))


def _reply(request: Request) -> Reply:
    step = sum(isinstance(message, Assistant) for message in request.messages)
    usage = Usage(0, 0, 1, 0.0)
    if step == STEPS:
        return Reply("done", usage=usage)
    calls = (ToolUse(f"{step}-{call}", f"measured__{TOOL}", numbers(step, call)) for call in range(CALLS))
    return Reply("", tuple(calls), usage)


def _checksums(run: Path, ours: float) -> None:
    """Measure the cost of checksums for writing and reading the records of a run."""
    raw = (run / "journal.jsonl").read_bytes().splitlines(keepends=True)
    records = [DECODER.decode(line) for line in raw] * CHECKSUM_TIMES
    lines = raw * CHECKSUM_TIMES
    plain = _per_record(lambda: [msgspec.json.encode(record) for record in records], len(records))
    tied = _per_record(lambda: _linked(records), len(records))
    read = _per_record(lambda: [DECODER.decode(line) for line in lines], len(lines))
    checked = _per_record(lambda: _verified(raw), len(lines))
    added, size = tied - plain, statistics.mean(map(len, raw))
    print(f"\nchecksums of records of {size:.0f} bytes: writing {1e6 * plain:.1f} + {1e6 * added:.1f} µs,")
    print(f"reading {1e6 * read:.1f} + {1e6 * checked:.1f} µs")
    print(f"checksums / CPU of a task: {added / ours:.4f} (at most {MOST_CHECKSUMS:g})", flush=True)


def _per_record(work: Callable[[], object], count: int) -> float:
    """Return the median CPU seconds per record of several rounds."""
    found = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        found.append((time.process_time() - began) / count)
    return statistics.median(found)


def _linked(records: Sequence[FinishedAttempt]) -> None:
    previous = START
    for record in records:
        _, previous = link_record(msgspec.json.encode(record), NO_RUN, previous)


def _verified(lines: Sequence[bytes]) -> None:
    for _ in range(CHECKSUM_TIMES):
        chain = Chain()
        for line in lines:
            assert chain.take(line) is None


class _Counter(SilentWatcher):
    """Counts calls that succeeded."""

    calls = 0

    def ended(self, record: FinishedAttempt) -> None:
        self.calls += sum(call.outcome is Outcome.SUCCESS for _, call in record.trajectory.calls())


async def _cpu(work: Awaitable[None]) -> float:
    began = time.process_time()
    await work
    return time.process_time() - began


def _against_inspect(ours: float, python: str) -> None:
    """Compare with Inspect AI, which starts a server for each sample, and with a plain function in it."""
    if subprocess.run([python, "-c", "import inspect_ai"], capture_output=True, check=False).returncode:
        print("Inspect AI is not installed, so there is no comparison with it (see --inspect)")
        return
    stdio, plain = _inspect(python, "stdio", *SERVER), _inspect(python, "plain")
    print(f"Inspect AI over stdio {1000 * stdio:.1f} ms, with a plain function {1000 * plain:.1f} ms")
    print(f"engine / Inspect AI over stdio: {ours / stdio:.2f} (at most {MOST_OF_INSPECT:g})")
    print(f"engine over stdio / Inspect AI with a plain function: {ours / plain:.2f}")


def _inspect(python: str, way: str, *server: str) -> float:
    """Return CPU seconds per task."""
    arguments = [way, str(INSPECT_TASKS), str(AT_ONCE), *server]
    done = subprocess.run(
        [python, str(HERE / "runs_inspect.py"), *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"Inspect AI failed:\n{done.stderr[-2000:]}")
    return float(done.stdout.splitlines()[-1])


async def _many_tasks(folder: Path) -> None:
    """Run tasks of one step with a bundled server in this process."""
    write(folder / "tasks.jsonl", map(_sum, range(MANY)), format="jsonl")
    settings = run_settings(suite=str(folder / "tasks.jsonl"), agent="caller:native")
    model = ScriptedModel(_reply_sum)
    watcher = _Memory(model)
    began = time.perf_counter()
    await start_run(
        settings, folder / "run", limits=RunLimits(concurrency=AT_ONCE), watcher=watcher, model=model
    )
    seconds = time.perf_counter() - began
    assert watcher.calls == MANY * CALLS
    journal = (folder / "run" / "journal.jsonl").stat().st_size
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    first, last = watcher.resident[SETTLED], watcher.resident[MANY]
    print(f"\n{MANY} tasks of {CALLS} calls: {MANY / seconds:.0f} a second, journal {journal / 2**20:.1f} MB")
    sizes = " ".join(f"{size:.0f}" for size in watcher.resident.values())
    print(f"resident after every {SAMPLED}: {sizes} MB")
    print(f"growth from {SETTLED} to {MANY}: {last - first:.1f} MB (at most {MOST_GROWTH:g})")
    print(f"peak: {peak:.0f} MB (at most {MOST_MEGABYTES})")


def _sum(number: int) -> Task:
    return Task(id=f"sum-{number}", request=f"Add to {number}.", servers=("math",))


def _reply_sum(request: Request) -> Reply:
    usage = Usage(0, 0, 1, 0.0)
    if any(isinstance(message, Assistant) for message in request.messages):
        return Reply("done", usage=usage)
    terms = ({"firstNumber": call, "secondNumber": 1} for call in range(CALLS))
    return Reply("", tuple(ToolUse(str(n), "math__add", term) for n, term in enumerate(terms)), usage)


class _Memory(_Counter):
    """Records memory use during the run. Requests to the model are dropped."""

    def __init__(self, model: ScriptedModel) -> None:
        self._model, self._done = model, 0
        self.resident: dict[int, float] = {}

    def ended(self, record: FinishedAttempt) -> None:
        super().ended(record)
        self._model.requests.clear()
        self._done += 1
        if self._done % SAMPLED == 0:
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            self.resident[self._done] = pages * resource.getpagesize() / 2**20


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure the cost of a run.")
    parser.add_argument("--inspect", default=sys.executable, metavar="PYTHON", help="with Inspect AI")
    parser.add_argument("--part", choices=["many"], help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    main()
