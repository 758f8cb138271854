"""What scenarios have in common: their blueprints, what they bring along, and parts of their plans."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from m3bench.checks import Expected
from m3bench.core import ASK_USER, Difficulty, Shortcut, UserFact
from m3bench.suites import Blueprint, CallResult, DataFile, Plan, call
from m3bench.worlds import Picture, WorldFile
from m3bench_suites.builders.omni import Area, Scenario, TaskDraw, ask, done, given, revise, solved
from m3bench_suites.builders.tasks import Family, Wording
from m3bench_suites.builders.tasks.wording import FactWording, UserWording
from m3bench_world import World

WORDING = Wording(
    requests=("Sort {file}.",),
    fuzzy=("{file}?",),
    role="You are a clerk.",
    rules=("Quickly.",),
    user=UserWording(persona="the owner of {file}", facts=(FactWording("order", "By {column}."),)),
    difficulty=Difficulty.EASY,
    servers=("sheets", "render"),
    distractors=("mail",),
)


class Sorted(Scenario):
    shortcuts: Sequence[Shortcut] = (Shortcut.UNASKED,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self.words = {"file": "a.csv", "column": "date"}
        self.user_facts = (UserFact("colour", "Blue."),)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        yield [call("sheets/read_range", path=f"{skipped}")]
        return solved("Sorted.")


class Inspected(Sorted):
    shortcuts = (Shortcut.UNINSPECTED,)


def blueprint(scenario: type[Scenario]) -> Blueprint:
    family = Family(number=1, name="papers", title="Papers", kind=Area.SERVICE, tasks=(scenario,))
    draw = TaskDraw(World(), family, 0)
    return scenario(draw).blueprint(draw, family, WORDING)


def test_a_blueprint_has_the_words_the_name_of_the_slice_and_the_last_server() -> None:
    task = blueprint(Sorted)
    assert (task.request, task.fuzzy_request, task.role, task.rules) == (
        "Sort a.csv.",
        "a.csv?",
        "You are a clerk.",
        ("Quickly.",),
    )
    assert (task.family, task.kind, task.time_sensitive) == ("papers", "service", False)
    assert task.servers == ("sheets", "render", "claim-done")
    assert "render/render_document" in task.varying
    assert (task.difficulty, task.distractors) == (Difficulty.EASY, ("mail",))
    assert "browser/screenshot" not in task.varying


def test_the_user_knows_what_is_drawn_and_what_is_worded() -> None:
    user = blueprint(Sorted).user
    assert user is not None
    assert user.persona == "the owner of a.csv"
    assert user.facts == (UserFact("colour", "Blue."), UserFact("order", "By date."))


def test_each_shortcut_has_a_plan_of_its_own() -> None:
    task = blueprint(Sorted)
    paths = [next(plan())[0].arguments["path"] for plan in (*task.plans, *task.shortcuts.values())]
    assert paths == ["None", str(Shortcut.UNASKED)]


@pytest.mark.parametrize(("scenario", "closed"), [(Sorted, False), (Inspected, True)])
def test_a_loop_is_closed_if_agents_can_leave_out_to_look(scenario: type[Scenario], closed: bool) -> None:
    assert blueprint(scenario).extra.get("closed_loop", False) is closed


def test_files_are_told_apart_and_name_the_modalities() -> None:
    film = WorldFile("a.mp4", "film", "game", 1)
    inputs = given(DataFile("b.csv", "csv", []), film, Picture("c.png", "receipt", 1))
    assert ([file.name for file in inputs.world_files], [file.name for file in inputs.files]) == (
        ["a.mp4"],
        ["b.csv"],
    )
    assert inputs.modalities == ("text", "image", "table", "video")
    assert given().modalities == ("text",)


def test_parts_of_plans() -> None:
    result = CallResult(3, "sheets/read_range", None)  # type: ignore[arg-type]
    assert [(step.tool, step.uses) for step in ask("Who?", "When?", uses=(result,))] == [(ASK_USER, (3,))] * 2
    (last,) = done("It is done.", "a.pdf")
    assert last.arguments == {"summary": "It is done.", "artefacts": ["a.pdf"]}
    assert done("It is done.")[0].arguments == {"summary": "It is done."}
    change = call("slides/add_slide", path="a.pptx")
    looks = [step[0].tool for step in revise("a.pptx", change)]
    assert looks == ["render/render_document", "slides/add_slide", "render/render_document"]


def test_fields_are_stated_unless_they_say_otherwise() -> None:
    sum_of_two = Expected(3, grounds=(1, 2))
    assert solved("3", total=sum_of_two, name="x").fields == {"total": sum_of_two, "name": Expected("x")}
