"""Papers fit their task: they are about people it knows, and not written later than its clock."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.core import (
    Call,
    Picture,
    Result,
    SimulatedUser,
    Status,
    Step,
    Task,
    TaskWorld,
    Text,
    Trajectory,
    UserFact,
)
from m3bench.curation.premises import Premises
from m3bench.worlds import WorldFile
from m3bench_world import World

NOW = "2025-11-05T15:00:00+00:00"
FORM = WorldFile(
    "a.png", "document", "scanned_form", 1, {"name": "Ida Falk", "date": "2025-10-02", "stamped": 1}
)


def problems(*calls: Call, **fields: Any) -> list[str]:
    task = Task(id="t", **{"request": "File it.", "world": TaskWorld(7, NOW), **fields})
    steps = tuple(Step((call,)) for call in calls)
    trajectory = Trajectory(task_id="t", steps=steps, status=Status.COMPLETED)
    return list(Premises(task, trajectory, World()).problems())


def call(name: str, result: str, **arguments: Any) -> Call:
    return Call(name, arguments, result=Result((Text(result),)))


@pytest.mark.parametrize(
    "known",
    [
        {"request": "I am Ida Falk: file it."},
        {"role": "You are the secretary of Ida Falk."},
        {"user": SimulatedUser(persona="Ida Falk, a citizen")},
        {"user": SimulatedUser(persona="a citizen", facts=(UserFact("name", "I am Ida Falk."),))},
    ],
)
def test_a_paper_is_about_somebody_whom_the_task_knows(known: dict[str, Any]) -> None:
    assert problems(world_files=(FORM,), **known) == []


def test_a_record_tells_of_the_person_and_the_paper_itself_does_not() -> None:
    assert problems(call("customers/get", "Ida Falk", id="X1"), world_files=(FORM,)) == []
    (problem,) = problems(call("ocr/read", "Name: Ida Falk", path="a.png"), world_files=(FORM,))
    assert problem == "a.png is about Ida Falk, of whom nothing else in the task tells"


def test_one_party_of_a_contract_is_enough() -> None:
    lease = WorldFile("lease.pdf", "document", "contract", 1, {"tenant": "River Print"})
    assert problems(world_files=(lease,), request="Sign it for River Print.") == []
    assert "lease.pdf is about" in problems(world_files=(lease,), request="Sign it for River Bank.")[0]


@pytest.mark.parametrize(
    ("day", "late"), [("2025-11-05", False), ("2025-11-06", True), ("2025-10-01", False)]
)
def test_nothing_is_written_later_than_the_clock(day: str, *, late: bool) -> None:
    bill = WorldFile("bill.pdf", "document", "invoice", 1, {"buyer": "Ida Falk", "day": day})
    receipt = Picture("a.png", "receipt", 3, settings={"form": "receipt", "day": day})
    found = problems(request="I am Ida Falk.", world_files=(bill,), pictures=(receipt,))
    assert [problem.split(" was written")[0] for problem in found] == (["a.png", "bill.pdf"] if late else [])


def test_stamps_of_drawn_forms_are_not_later_than_the_clock() -> None:
    forms = [
        WorldFile("a.png", "document", "scanned_form", number, {"name": "Ida Falk"}) for number in range(30)
    ]
    assert [
        problem for form in forms for problem in problems(request="I am Ida Falk.", world_files=(form,))
    ] == []


def test_a_contradiction_has_to_be_asked_about() -> None:
    asked = {"check": "user_asked", "topics": ["amount", "date"]}
    assert problems(contradiction="amount", checks=(asked,)) == []
    (problem,) = problems(contradiction="amount", checks=({**asked, "topics": ["date"]},))
    assert problem == "no check user_asked requires the topic of the contradiction, 'amount'"
