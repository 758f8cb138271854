"""What confuses agents is read from their calls."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.core import Call, Outcome, Reference, Result, Step, Task, Text, Trajectory
from m3bench.hosting import Tool
from m3bench.server_tests import Confusion, Mistake
from m3bench.server_tests.confusions import find_confusions

TOOLS = {
    "s/details": Tool(server="s", name="details", description="Get data."),
    "s/lookup": Tool(server="s", name="lookup", description="Get a member."),
}
NEEDED = Call("s/details", {"book_id": "B-1"})
TASK = Task(
    id="t",
    request="What is the author for “B-1”?",
    answer="author: Ada",
    references=(Reference(steps=(Step((NEEDED,)),)),),
)


def made(name: str, arguments: dict[str, Any], outcome: Outcome = Outcome.SUCCESS, said: str = "") -> Call:
    return Call(name, arguments, None, Result((Text(said),)), outcome)


def confusion(*calls: Call, answer: str = "?") -> Confusion:
    steps = tuple(Step((call,)) for call in calls)
    trajectory = Trajectory(task_id="t", steps=steps, answer=answer)
    (only,) = find_confusions([(TASK, trajectory, False)], TOOLS)
    return only


def test_a_wrong_tool_is_named_with_what_the_description_lacks() -> None:
    slip = confusion(made("s/lookup", {"member_id": "B-1"}))
    assert (slip.mistake, slip.expected, slip.called) == (Mistake.WRONG_TOOL, "s/details", "s/lookup")
    assert slip.advice == "The description of s/details does not speak of author."
    assert 's/lookup({"member_id": "B-1"})' in slip.example


@pytest.mark.parametrize(
    ("calls", "mistake"),
    [
        ((), Mistake.NO_TOOL),
        ((made("s/details", {"book_id": "B-2"}),), Mistake.WRONG_ARGUMENTS),
        ((made("s/details", {}, Outcome.INVALID_ARGUMENTS, "book_id is missing"),), Mistake.WRONG_ARGUMENTS),
        ((made("s/details", {}, Outcome.TOOL_ERROR, "KeyError"),), Mistake.UNHELPFUL_ERROR),
        ((made("s/details", {"book_id": "B-1"}),), Mistake.WRONG_ANSWER),
    ],
)
def test_other_mistakes(calls: tuple[Call, ...], mistake: Mistake) -> None:
    assert confusion(*calls).mistake is mistake


def test_attempts_that_succeeded_confused_nobody() -> None:
    done = Trajectory(task_id="t", steps=(), answer="x")
    assert find_confusions([(TASK, done, True)], TOOLS) == ()
    (slip,) = find_confusions([(TASK, done, False), (TASK, done, False)], TOOLS)
    assert slip.count == 2
