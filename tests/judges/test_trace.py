"""From a task and a trajectory to what judges read."""

from __future__ import annotations

import msgspec
import pytest

from m3bench.core import (
    Call,
    Data,
    Edge,
    Media,
    Outcome,
    Reference,
    Result,
    Status,
    Step,
    Task,
    Text,
    Trajectory,
)
from m3bench.hosting import Tool
from m3bench.judges.trace import TRACE_CHARACTERS, build_case, render_trace
from tests.judges.cases import PICTURE

FIND = Call("vision/find", {"image": "photo.png"}, "a", Result((Text("an\napple"),)), Outcome.SUCCESS)
PRICE = Call("shop/price", {"item": "apple"}, "b", Result((Data({"usd": 2}),)), Outcome.SUCCESS)
DRAW = Call("draw/chart", {"n": 1}, "c", Result((Media(media_type="image/png", data=b"x"),)), Outcome.SUCCESS)
WRONG = Call("shop/prices", "{", "d", Result((Text("no such tool"),), is_error=True), Outcome.UNKNOWN_TOOL)
DONE = Trajectory(
    task_id="t",
    steps=(Step((FIND,), "look  first"), Step((PRICE, DRAW)), Step((WRONG,))),
    request="How much is it?",
    answer="$2",
    status=Status.COMPLETED,
)
REFERENCE = Reference(steps=(Step((FIND,)), Step((PRICE,))), answer="two dollars", edges=(Edge(0, 1),))
TASK = Task(id="t", request="Find the apple.", fuzzy_request="How much is it?", references=(REFERENCE,))


def test_the_trace_tells_steps_calls_and_how_they_ended() -> None:
    assert render_trace(DONE) == (
        "3 steps, 4 calls, ended as completed\n"
        "Step 1: look first\n"
        '  call 1: vision/find {"image":"photo.png"}\n'
        "    succeeded: an apple\n"
        "Step 2, 2 calls together\n"
        '  call 2: shop/price {"item":"apple"}\n'
        '    succeeded: {"usd":2}\n'
        '  call 3: draw/chart {"n":1}\n'
        "    succeeded: [image/png]\n"
        "Step 3\n"
        '  call 4: shop/prices "{"\n'
        "    refused: there is no such tool: no such tool"
    )


def test_calls_from_elsewhere_may_say_less() -> None:
    calls = (
        Call("a/b"),
        Call("", {}, None, Result((Text("oh"),), is_error=True)),
        Call("a/c", {}, None, Result()),
    )
    trace = render_trace(Trajectory(task_id="t", steps=(Step(), Step(calls))))
    assert trace.splitlines() == [
        "2 steps, 3 calls, ended as unknown",
        "Step 1",
        "Step 2, 3 calls together",
        "  call 1: a/b null",
        "    no result on record",
        "  call 2: (no name) {}",
        "    returned an error: oh",
        "  call 3: a/c {}",
        "    returned",
    ]


def test_a_case_holds_both_versions_the_reference_and_what_depends_on_what() -> None:
    tools = (Tool(server="shop", name="price", description="What it costs.\nIn dollars. " + "x" * 300),)
    case = build_case(TASK, DONE, tools=tools, pictures=[PICTURE], provenance=[Edge(0, 1), Edge(0, 1)])
    assert (case.id, case.request, case.concrete) == ("t", "How much is it?", "Find the apple.")
    assert (case.answer, case.expected, case.pictures) == ("$2", "two dollars", (PICTURE,))
    assert case.reference == (
        'Step 1\n  call 1: vision/find {"image":"photo.png"}\nStep 2\n  call 2: shop/price {"item":"apple"}'
    )
    assert case.dependencies == (
        "In the reference:\n- call 2 (shop/price) needs call 1 (vision/find)\n\n"
        "In what the agent did:\n- call 2 (shop/price) needs call 1 (vision/find)"
    )
    assert case.tools.startswith("- shop/price: What it costs. In dollars. xxx")
    assert len(case.tools) < 180


def test_what_is_the_same_is_not_told_twice() -> None:
    asked_plainly = msgspec.structs.replace(DONE, request="Find the apple.")
    assert build_case(TASK, asked_plainly).concrete == ""
    silent = msgspec.structs.replace(DONE, request=None, answer=None)
    assert (build_case(TASK, silent).request, build_case(TASK, silent).answer) == ("How much is it?", "")


def test_several_references_are_told_apart() -> None:
    other = Reference(steps=(Step((PRICE,)),))
    task = msgspec.structs.replace(TASK, references=(REFERENCE, other, Reference()), answer="2 $")
    case = build_case(task, DONE)
    assert case.reference.startswith("Reference 1\nStep 1")
    assert "\n\nReference 2\nStep 1\n  call 1: shop/price" in case.reference
    assert "Reference 3" not in case.reference
    assert case.expected == "2 $"


def test_the_analysis_that_a_task_brings_comes_first() -> None:
    task = msgspec.structs.replace(TASK, dependency_analysis="Look before you buy.")
    assert build_case(task, DONE).dependencies.startswith("Look before you buy.\n\nIn the reference:")
    odd = msgspec.structs.replace(TASK, dependency_analysis=["x"], references=())
    assert build_case(odd, DONE).dependencies == ""


def test_edges_to_calls_that_are_not_there_are_left_out() -> None:
    task = Task(id="t", references=(Reference(steps=(Step((FIND,)),), edges=(Edge(0, 7), Edge(-1, 0))),))
    assert build_case(task, DONE).dependencies == ""


@pytest.mark.parametrize("count", [1, 20, 100, 3_000])
def test_a_long_trace_keeps_to_its_bounds_and_says_what_is_left_out(count: int) -> None:
    call = msgspec.structs.replace(FIND, result=Result((Text("word " * 2_000),)))
    trace = render_trace(Trajectory(task_id="t", steps=(Step((call,)),) * count))
    assert len(trace) <= TRACE_CHARACTERS
    assert "characters left out" in trace
    assert trace.startswith(f"{count} step")
    if count <= 100:
        assert f"call {count}: vision/find" in trace


def test_the_same_in_the_same_out() -> None:
    assert build_case(TASK, DONE).digest == build_case(TASK, DONE).digest
    other = msgspec.structs.replace(DONE, answer="$3")
    assert build_case(TASK, other).digest != build_case(TASK, DONE).digest
