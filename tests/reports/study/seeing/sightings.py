"""Small runs of tasks with a picture, whose right fields are chosen by the test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from m3bench.checks import AnswerFields, Expected, Verdict, Verdicts, write_checks
from m3bench.core import (
    AnswerField,
    AnswerForm,
    Call,
    CameraLevel,
    Edge,
    Fact,
    FieldType,
    Picture,
    Reference,
    Status,
    Step,
    Task,
    Trajectory,
    content_hash,
)
from m3bench.reports.study.run import StudyRun
from m3bench.runs import record_of, run_settings
from m3bench.runs.store import FinishedAttempt, RunFolder, RunManifest
from tests.reports.study.runs import FAMILIES, WHEN, gathered, write_journal

PLATE, OWNER, FEE, PAID = "plate", "owner", "fee", "paid"
"""The picture shows the plate, and the owner is looked up by it. The fee does not depend on the picture.
Whether it was paid cannot be traced."""
FIELDS = (PLATE, OWNER, FEE, PAID)
DEPENDENT = (OWNER, PLATE)
Right = Callable[[int, str], bool]
"""Whether the answer to the task with this number has the field right."""


def sight(number: int, camera: str = "clean", **changes: Any) -> Task:
    """A task: read a plate in a picture, look up its owner, and find the fee of a car park."""
    plate, owner = f"KX-{number + 100}", f"Person {number + 100}"
    expected = {
        PLATE: Expected(plate),
        OWNER: Expected(owner),
        FEE: Expected(12.5),
        PAID: Expected(True),
    }
    fields: dict[str, Any] = {
        "id": f"sight/{number}",
        "family": FAMILIES[number % 4],
        "request": "Whose car is in IMG_1.png, and what does it pay in the car park North?",
        "images": ("IMG_1.png",),
        "form": AnswerForm(tuple(AnswerField(name, FieldType.TEXT, name) for name in FIELDS)),
        "references": (
            Reference(
                steps=(
                    Step((Call("ocr/perform_ocr", {"input_data": "IMG_1.png"}),)),
                    Step((Call("cars/owner", {"plate": plate}), Call("parking/fee", {"place": "North"}))),
                ),
                edges=(Edge(0, 1),),
                facts=(
                    Fact(plate, call=0, picture=True, field=PLATE),
                    Fact(owner, call=1, field=OWNER),
                    Fact(12.5, call=2, field=FEE),
                ),
            ),
        ),
        "key_facts": (plate,),
        "pictures": (Picture("IMG_1.png", "street", number, CameraLevel(camera)),),
        "checks": write_checks([AnswerFields(expected)]),
    }
    return Task(**{**fields, **changes})


def verdicts(number: int, right: Right, further: Verdict | None = None) -> Verdicts:
    """What the check of the form says, and perhaps one more check."""
    wrong = {name: "is wrong" for name in FIELDS if not right(number, name)}
    verdict = Verdict(
        check="answer_fields", kind="answer", passed=not wrong, reason="", details={"wrong": wrong}
    )
    verdicts = (verdict,) if further is None else (verdict, further)
    failed = any(not checked.passed and not checked.undecided for checked in verdicts)
    return Verdicts(
        verdicts=verdicts,
        passed=all(checked.passed for checked in verdicts),
        undecided=not failed and any(checked.undecided for checked in verdicts),
    )


def make_run(
    folder: Path,
    tasks: Iterable[Task],
    right: Right,
    *,
    unscored: frozenset[int] = frozenset(),
    further: Mapping[int, Verdict] = MappingProxyType({}),
    suite: str = "sights",
    agent: str = "executor",
    digest: str | None = None,
    **options: Any,
) -> StudyRun:
    """A run folder as `m3bench run` leaves it, read for a report.

    Args:
        folder: The run folder.
        tasks: Its tasks.
        right: Which fields are right.
        unscored: The numbers of tasks that a server failed.
        further: Verdicts of one more check, by the number of the task.
        suite: The name of its suite.
        agent: Its agent.
        digest: The digest of the suite, if it is not that of the tasks.
        options: Further settings, by their names in the manifest.
    """
    listed = list(tasks)
    settings = run_settings(suite, agent, **options)
    manifest = RunManifest(
        created=WHEN,
        recorded=record_of(settings),
        suite_digest=digest or content_hash([task.digest for task in listed]),
        tasks=len(listed),
    )
    epochs = range(1, settings.epochs + 1)
    records = [_record(task, epoch, right, unscored, further) for task in listed for epoch in epochs]
    write_journal(RunFolder.create(folder, manifest, listed), records)
    return gathered(folder)[0]


def _record(
    task: Task, epoch: int, right: Right, unscored: frozenset[int], further: Mapping[int, Verdict]
) -> FinishedAttempt:
    number = int(task.id.rpartition("/")[2])
    failed = number in unscored
    return FinishedAttempt(
        task_id=task.id,
        epoch=epoch,
        seconds=1.0,
        trajectory=Trajectory(
            task_id=task.id,
            family=task.family,
            answer="said",
            status=Status.SERVER_FAILURE if failed else Status.COMPLETED,
        ),
        verdicts=None if failed else verdicts(number, right, further.get(number)),
    )
