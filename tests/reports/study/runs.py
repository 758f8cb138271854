"""Runs made by hand, small enough to count along."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from m3bench.checks import Verdicts
from m3bench.core import (
    Call,
    Edge,
    Outcome,
    Reference,
    Result,
    Step,
    Task,
    Text,
    Trajectory,
    Usage,
    content_hash,
)
from m3bench.encoders import HashingEncoder
from m3bench.formats import write
from m3bench.reports.study.loading import load_runs
from m3bench.reports.study.run import StudyRun
from m3bench.runs import record_of, run_settings
from m3bench.runs.serving.bundled import bundled_tools
from m3bench.runs.store import FinishedAttempt, RunFolder, RunManifest, ServerRecord
from m3bench.scoring import Scorer

WHEN = datetime(2026, 11, 15, tzinfo=UTC)
FAMILIES = (
    "Items Price",
    "Movies",
    "Attraction",
    "Barcode Lookup",
    "Biology Cut",
    "Fruit Cal",
    "Medical",
    "Routine",
    "Heatmap",
    "Museum",
    "Camping",
    "Fish",
)
PLACES = ("Lyon", "Turin", "Gdansk", "Porto", "Bergen", "Ghent")


def task(number: int) -> Task:
    """Look a place up, then its weather and its page at once."""
    town = PLACES[number % len(PLACES)]
    return Task(
        id=f"t{number}",
        family=FAMILIES[number % len(FAMILIES)],
        request=f"What is it like in {town}?",
        level=f"L{1 + number % 2}",
        servers=("google-maps", "weather", "wiki"),
        references=(
            Reference(
                steps=(
                    Step((Call("google-maps/geocode", {"address": town}),)),
                    Step(
                        (
                            Call("weather/get_weather", {"location": town}),
                            Call("wiki/summary", {"title": town}),
                        )
                    ),
                ),
                edges=(Edge(0, 1),),
            ),
        ),
    )


def attempt(found: Task, chance: random.Random, mistakes: float) -> Trajectory:
    """The reference with calls left out, done to something else, or of another tool."""
    steps = tuple(
        Step(tuple(_done(call, chance, mistakes) for call in step.calls if chance.random() > mistakes / 3))
        for step in found.references[0].steps
    )
    usage = Usage(chance.randint(10, 99), chance.randint(1, 9), len(steps), 0.25)
    return Trajectory(task_id=found.id, steps=steps, family=found.family, usage=usage)


def _done(call: Call, chance: random.Random, mistakes: float) -> Call:
    name, arguments = call.name, dict(call.arguments)
    if chance.random() < mistakes:
        kind = chance.choice(("tool", "value", "parameter"))
        name = "wiki/search" if kind == "tool" else name
        if kind == "value":
            arguments = dict.fromkeys(arguments, "somewhere else entirely")
        if kind == "parameter":
            arguments["colour"] = "red"
    outcome = chance.choice((Outcome.SUCCESS,) * 4 + (Outcome.NOT_FOUND,))
    return Call(name, arguments, result=Result((Text("something"),)), outcome=outcome)


def write_run(path: Path, *, mistakes: float, seed: int = 1, tasks: int = 12, **settings: str) -> Path:
    """A run folder as `m3bench run` leaves it."""
    chance = random.Random(seed)
    planned = [task(number) for number in range(tasks)]
    manifest = RunManifest(
        created=WHEN,
        recorded=record_of(run_settings(**{"suite": "places", "agent": "executor", **settings})),
        suite_digest=content_hash([planned_task.digest for planned_task in planned]),
        tasks=tasks,
        servers={name: _record(name) for name in planned[0].servers},
    )
    records = [
        FinishedAttempt(
            task_id=planned_task.id,
            seconds=chance.random(),
            trajectory=attempt(planned_task, chance, mistakes),
            verdicts=Verdicts(passed=chance.random() > mistakes),
        )
        for planned_task in planned
    ]
    write_journal(RunFolder.create(path, manifest, planned), records)
    return path


def write_tasks(folder: RunFolder, tasks: list[Task]) -> None:
    """Other tasks, as if the run had begun with them."""
    write(folder.tasks_file, tasks, format="jsonl")
    folder.write_manifest(msgspec.structs.replace(folder.manifest, tasks_sha256=folder.tasks_digest()))


def write_journal(folder: RunFolder, records: list[FinishedAttempt]) -> None:
    """All records anew, in the place of those that are there."""
    folder.journal.unlink(missing_ok=True)
    with folder.open_journal() as journal:
        for record in records:
            journal.append(record)


def _record(server: str) -> ServerRecord:
    return ServerRecord(tools=content_hash(msgspec.to_builtins(bundled_tools(server))))


def gathered(*paths: Path) -> list[StudyRun]:
    return load_runs(paths, Scorer("m3", HashingEncoder()))
