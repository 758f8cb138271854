"""Where an agent can get what a task requires, and what nothing gives."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from m3bench.core import (
    Call,
    DataFile,
    Media,
    Result,
    SimulatedUser,
    Status,
    Step,
    Task,
    Text,
    Trajectory,
    UserFact,
)
from m3bench.curation.reach import Reach, Sense
from m3bench.worlds import WorldFile
from m3bench_world import World
from m3bench_world.audio import Line, Script

SAID = "Hello, this is Sara. Samir signs for us. The place is Tralee, on the fourth of December."
HEARD = "Hello, this is Sara. Samir signs for us. The place is truly, on the 4th of December."
SPELLED = "Hello, this is Sara. The place is Tralee, T R A L E E. My number is P I N, Bravo, four zero four."


def message(text: str) -> WorldFile:
    script = Script("message", "Message", (Line("caller", "ruth", text),))
    return WorldFile("a.wav", "speech", "message", settings={"script": msgspec.to_builtins(script)})


def call(name: str, result: str, *media: Media, **arguments: Any) -> Call:
    return Call(name, arguments, result=Result((Text(result), *media)))


def transcribed(text: str) -> Call:
    return call("speech-recognition/transcribe", text, path="a.wav")


def reach(*steps: Call | tuple[Call, ...], **fields: Any) -> Reach:
    task = Task(id="t", **{"request": "Please see to REC.", **fields})
    made = tuple(Step(step if isinstance(step, tuple) else (step,)) for step in steps)
    return Reach(task, Trajectory(task_id="t", steps=made, status=Status.COMPLETED), World())


def test_each_sense_is_told() -> None:
    known = reach(
        call("shops/get", "It is in Graz."),
        request="Go to Oslo.",
        rules=("Never to Rome.",),
        user=SimulatedUser(persona="p", facts=(UserFact("town", "I live in Bonn."),)),
        data_files=(
            DataFile("a.png", "png", {"size": [9, 9], "shapes": [{"color": "#000000", "text": "Lyon"}]}),
            DataFile("a.csv", "csv", [["Town"], ["Kiel"]]),
        ),
        world_files=(message("I am in Cork, twelve miles away."),),
    )
    towns = ("Oslo", "Rome", "Bonn", "Graz", "Kiel", "Lyon", "Cork", "Paris")
    assert [sorted(known.senses(town)) for town in towns] == [
        ["request"], ["request"], ["user"], ["text"], ["text"], ["sight"], ["hearing"], [],
    ]  # fmt: skip


def test_results_count_from_the_step_after() -> None:
    known = reach(call("a/b", "nothing"), call("a/b", "PIN-B40423"))
    assert known.senses("PIN-B40423", before=2) == {Sense.TEXT}
    assert known.senses("PIN-B40423", before=1) == set()


def test_a_name_that_is_misheard_is_a_problem() -> None:
    files, facts = (message(SAID),), ("Tralee", "the fourth of December")
    (problem,) = reach(transcribed(HEARD), world_files=files, key_facts=facts).problems()
    assert problem.startswith(
        "needs 'Tralee', which no result or picture gives; the recognizer hears 'truly'"
    )


@pytest.mark.parametrize(
    ("steps", "fields"),
    [
        ((transcribed(SAID),), {}),
        ((transcribed(HEARD), call("a/b", "Office: Tralee")), {}),
        ((transcribed(HEARD),), {"rules": ("The offices are in Tralee and Cork.",)}),
        ((transcribed(HEARD.replace("truly", "T-R-A-L-E-E")),), {}),
        ((), {}),
    ],
    ids=["heard", "another result", "a rule", "spelled", "nobody transcribes, so agents listen"],
)
def test_a_name_that_is_got_otherwise_is_none(steps: tuple[Call, ...], fields: dict[str, Any]) -> None:
    known = reach(*steps, world_files=(message(SAID),), key_facts=("Tralee",), **fields)
    assert [*known.problems()] == []


def test_words_that_checks_demand_must_be_heard() -> None:
    def wanting(*texts: str) -> list[str]:
        check = {"check": "pdf_content", "path": "Tralee.pdf", "contains": list(texts)}
        return [*reach(transcribed(HEARD), world_files=(message(SAID),), checks=(check,)).problems()]

    assert len(wanting("Tralee, 4 December 2025")) == 1
    assert wanting("Signed by Samir on 4 December 2025", "Thank you") == []


def test_an_id_must_be_told_before_it_is_used() -> None:
    booking = call("bookings/get", "PIN-B40423 of PIN-C1004", id="PIN-B40423")
    customer = call("customers/get", "PIN-C1004", id="PIN-C1004")
    fine = reach(booking, customer, request="Please see to PIN-B40423.")
    together = reach((booking, customer), request="Please see to PIN-B40423.")
    guessed = reach(booking, customer)
    assert [*fine.problems()] == []
    assert [*together.problems()] == [
        "call 2 (customers/get) names 'PIN-C1004', which nothing has told before"
    ]
    assert [*guessed.problems()] == [
        "call 1 (bookings/get) names 'PIN-B40423', which nothing has told before"
    ]


def test_an_id_that_is_said_must_be_heard() -> None:
    booking = call("bookings/get", "{}", id="PIN-B404")
    files = (message(SPELLED),)
    right, wrong = "My number is PIN, Bravo 404.", "My number is PIN before 04."
    said = SPELLED.partition("My")[0]
    assert [*reach(transcribed(said + right), booking, world_files=files).problems()] == []
    assert len([*reach(transcribed(said + wrong), booking, world_files=files).problems()]) == 1


def test_an_id_that_a_check_demands_must_be_told() -> None:
    check = {"check": "record_state", "table": "bookings", "key": "PIN-B404", "fields": {"offer": "PIN-F52"}}
    told = call("a/b", "PIN-B404")
    assert [*reach(told, checks=(check,)).problems()] == [
        "needs 'PIN-F52', which no result, picture or recording gives"
    ]
    assert [*reach(told, call("a/b", "PIN-F52"), checks=(check,)).problems()] == []


def test_what_a_task_needs_besides_tools() -> None:
    picture = Media(media_type="image/png", data=b"")
    drawn = DataFile("a.png", "png", {"size": [9, 9], "shapes": [{"color": "#000000", "text": "Lyon"}]})
    assert reach(call("ocr/read", "Lyon"), data_files=(drawn,), key_facts=("Lyon",)).needed() == ()
    assert reach(data_files=(drawn,), key_facts=("Lyon",)).needed() == (Sense.SIGHT,)
    assert reach(call("render/page", "page 1", picture)).needed() == (Sense.SIGHT,)
    assert reach(world_files=(message(SAID),), key_facts=("Tralee",)).needed() == (Sense.HEARING,)
    assert reach(transcribed(SAID), world_files=(message(SAID),), key_facts=("Tralee",)).needed() == ()
