"""Synthetic run folders: the references of the released M³ tasks, executed with mistakes."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from workload import Maker

from m3bench.core import Call, Outcome, Result, Step, Task, Text, Timing, Trajectory, Usage, content_hash
from m3bench.runs import record_of, run_settings
from m3bench.runs.serving.bundled import bundled_tools
from m3bench.runs.store.chain import START, link_record
from m3bench.runs.store.folder import RunFolder, RunManifest, ServerRecord
from m3bench.runs.store.records import FinishedAttempt
from m3bench.servers import LISTED
from m3bench.suites import RELEASED
from m3bench_suites.released import M3
from m3bench_world import World

CREATED = datetime(2026, 1, 1, tzinfo=UTC)
_RESULT_WORDS = 120
_MISTAKES = (0.15, 0.3, 0.45, 0.6)


def write_runs(folder: Path, runs: int, seed: int) -> list[Path]:
    """Write run folders for all released tasks. The same seed writes the same folders."""
    tasks = list(M3(World()).tasks)
    paths = [folder / f"run-{number:02}" for number in range(runs)]
    for number, path in enumerate(paths):
        _write_run(path, tasks, number, seed)
    return paths


def _write_run(path: Path, tasks: list[Task], number: int, seed: int) -> None:
    maker, chance = Maker(seed + number), random.Random(seed + number)
    settings = run_settings(suite="m3", agent="executor", model=f"model-{number:02}")
    servers = sorted({server for task in tasks for server in task.servers})
    manifest = RunManifest(
        created=CREATED,
        recorded=record_of(settings),
        suite_digest=RELEASED["m3"],
        tasks=len(tasks),
        servers={name: _record(name) for name in servers},
    )
    mistakes = _MISTAKES[number % len(_MISTAKES)]
    run = RunFolder.create(path, manifest, tasks)
    previous, identity = START, run.manifest.id
    with run.journal.open("wb") as journal:
        for task in tasks:
            record = msgspec.json.encode(_attempt(task, maker, chance, mistakes))
            line, previous = link_record(record, identity, previous)
            journal.write(line)


def _record(server: str) -> ServerRecord:
    if server not in LISTED:
        return ServerRecord()
    return ServerRecord(tools=content_hash(msgspec.to_builtins(bundled_tools(server))))


def _attempt(task: Task, maker: Maker, chance: random.Random, mistakes: float) -> FinishedAttempt:
    steps = tuple(
        Step(tuple(_with_result(call, index, maker, chance) for call in step.calls))
        for index, step in enumerate(maker.prediction(task, mistakes).steps)
    )
    trajectory = Trajectory(
        task_id=task.id,
        steps=steps,
        family=task.family,
        request=task.request,
        answer=maker.phrase(),
        usage=Usage(
            chance.randint(5_000, 90_000), chance.randint(200, 4_000), len(steps) + 1, chance.random()
        ),
    )
    return FinishedAttempt(task_id=task.id, seconds=30 * chance.random(), trajectory=trajectory)


def _with_result(call: Call, place: int, maker: Maker, chance: random.Random) -> Call:
    """Return the call with a result of typical length and a random outcome."""
    text = " ".join(maker.phrase() for _ in range(_RESULT_WORDS // 3))
    ends = (Outcome.SUCCESS,) * 12 + (Outcome.NOT_FOUND, Outcome.INVALID_ARGUMENTS)
    return Call(
        call.name,
        call.arguments,
        result=Result((Text(f"{text} {chance.randint(0, 10**6)}"),)),
        outcome=chance.choice(ends),
        timing=Timing(float(place), place + chance.random()),
    )
