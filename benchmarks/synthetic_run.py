"""Synthetic run folders of any size, written as a stream: tasks times epochs, with failures and retries."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from m3bench.checks import Verdict, Verdicts
from m3bench.core import (
    Call,
    Fact,
    Outcome,
    Reference,
    Result,
    Status,
    Step,
    Task,
    Text,
    Timing,
    Trajectory,
    Usage,
    content_hash,
)
from m3bench.runs import FinishedAttempt, RunFolder, RunManifest, record_of, run_settings
from m3bench.runs.store.chain import START, link_record

TASKS, FAMILIES, STEPS, CALLS = 1_000, 28, 2, 1
_CREATED = datetime(2026, 1, 1, tzinfo=UTC)
_TOOLS = ("maps/geocode", "shop/search_products", "weather/forecast", "wiki/summary")
_WORDS = "harbour lantern orchard granite meadow violin saffron glacier compass willow ember quartz".split()
_BUFFER = 1 << 20


def write_synthetic_run(folder: Path, attempts: int, *, tasks: int = TASKS, seed: int = 0) -> RunFolder:
    """Write a run of `attempts` finished attempts. Memory does not grow with their number.

    Args:
        folder: A new folder.
        attempts: Attempts that count. Every 50th of them failed once before, and every 100th is a failure of
            the server.
        tasks: Tasks of the suite. The run has as many epochs as it takes; the last one may be incomplete.
        seed: The same seed writes the same folder.
    """
    tasks = min(tasks, max(1, attempts))
    chosen = [synthetic_task(number) for number in range(tasks)]
    manifest = RunManifest(
        created=_CREATED,
        recorded=record_of(
            run_settings(suite="synthetic", agent="executor", model="synthetic", epochs=-(-attempts // tasks))
        ),
        suite_digest=content_hash(msgspec.to_builtins(chosen)),
        tasks=tasks,
    )
    run = RunFolder.create(folder, manifest, chosen)
    previous, identity = START, run.manifest.id
    with run.journal.open("wb", buffering=_BUFFER) as journal:
        for record in _records(chosen, attempts, random.Random(seed)):
            line, previous = link_record(msgspec.json.encode(record), identity, previous)
            journal.write(line)
    run.write_seal()
    return run


def synthetic_task(number: int) -> Task:
    """Return a task with a reference and a check."""
    chance = random.Random(number)
    steps = tuple(Step(tuple(_call(chance) for _ in range(CALLS))) for _ in range(STEPS))
    place = chance.choice(_WORDS)
    reference = Reference(steps=steps, answer=place, facts=(Fact(place, call=0),))
    return Task(
        id=f"task-{number:06}",
        family=f"family {number % FAMILIES}",
        request=f"Find the {place} of number {number}.",
        servers=tuple(sorted({call.server for _, call in reference.calls()})),
        references=(reference,),
        checks=({"check": "answer_contains", "text": place},),
    )


def _call(chance: random.Random) -> Call:
    return Call(
        chance.choice(_TOOLS), {"query": " ".join(chance.choices(_WORDS, k=2)), "limit": chance.randint(1, 9)}
    )


def _records(tasks: list[Task], attempts: int, chance: random.Random) -> Iterator[FinishedAttempt]:
    for number in range(attempts):
        task, epoch = tasks[number % len(tasks)], number // len(tasks) + 1
        if number % 50 == 25:
            yield _failure(task, epoch, number=1, final=False)
        if number % 100 == 99:
            yield _failure(task, epoch, number=1, final=True)
        else:
            yield _attempt(task, epoch, 2 if number % 50 == 25 else 1, chance)


def _attempt(task: Task, epoch: int, number: int, chance: random.Random) -> FinishedAttempt:
    steps = tuple(
        Step(tuple(_made(call, index, chance) for call in step.calls))
        for index, step in enumerate(task.references[0].steps)
    )
    passed = chance.random() < 0.6
    trajectory = Trajectory(
        task_id=task.id,
        steps=steps,
        family=task.family,
        request=task.request,
        answer=task.references[0].answer if passed else chance.choice(_WORDS),
        usage=Usage(chance.randint(5_000, 90_000), chance.randint(200, 4_000), STEPS + 1, chance.random()),
        status=Status.COMPLETED,
    )
    reason = "" if passed else "the text is missing"
    verdict = Verdict(check="answer_contains", kind="answer", passed=passed, reason=reason)
    return FinishedAttempt(
        task_id=task.id,
        epoch=epoch,
        number=number,
        seconds=30 * chance.random(),
        trajectory=trajectory,
        verdicts=Verdicts(verdicts=(verdict,), passed=passed),
    )


def _made(call: Call, place: int, chance: random.Random) -> Call:
    """Return the call as an agent made it, in three of ten cases with another query."""
    arguments = dict(call.arguments)
    if chance.random() < 0.3:
        arguments["query"] = " ".join(chance.choices(_WORDS, k=2))
    return Call(
        call.name,
        arguments,
        result=Result((Text(" ".join(chance.choices(_WORDS, k=30))),)),
        outcome=Outcome.NOT_FOUND if chance.random() < 0.05 else Outcome.SUCCESS,
        timing=Timing(float(place), place + chance.random()),
    )


def _failure(task: Task, epoch: int, *, number: int, final: bool) -> FinishedAttempt:
    trajectory = Trajectory(
        task_id=task.id,
        family=task.family,
        request=task.request,
        status=Status.SERVER_FAILURE,
        extra={"reason": "the server did not start"},
    )
    return FinishedAttempt(
        task_id=task.id, epoch=epoch, number=number, final=final, seconds=1.0, trajectory=trajectory
    )


def main() -> None:
    """Write a folder: python benchmarks/synthetic_run.py FOLDER --attempts 1000000."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--attempts", type=int, default=100_000)
    parser.add_argument("--tasks", type=int, default=TASKS)
    given = parser.parse_args()
    run = write_synthetic_run(given.folder, given.attempts, tasks=given.tasks)
    print(f"{given.attempts:,} attempts, journal of {run.journal.stat().st_size / 1e6:,.0f} MB")


if __name__ == "__main__":
    main()
