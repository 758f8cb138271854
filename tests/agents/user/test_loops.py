"""All loops can ask the user: with the tool, and in a dialogue in plain text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.agents import Attempt, make_agent
from m3bench.agents.user import with_user
from m3bench.core import ASK_USER, SimulatedUser, Status, Task, Turns, UserFact, user_turns
from m3bench.hosting import Toolbox
from m3bench.models import Reply, ToolUse
from m3bench.runs import BundledHost
from m3bench.testing import ScriptedModel
from m3bench.testing.scripted import Line
from m3bench_world import World
from tests.agents.workplace import run

QUESTION = "Which number should I add to 2?"
USER = SimulatedUser(persona="Ann", facts=(UserFact("number", "Add 3.", ("number to add",)),))
TASK = Task(id="t1", request="Add my number to 2.", user=USER, role="You add.", rules=("Ask first.",))
SUM = {"numbers": [2, 3]}
ARGUMENTS = {"question": QUESTION}


def listed(name: str, arguments: Any) -> str:
    return json.dumps([{"name": name, "arguments": arguments}])


def planned(name: str, arguments: Any) -> str:
    return json.dumps({"continue": True, "tool_calls": [{"name": name, "arguments": arguments}]})


def selected(name: str) -> str:
    return json.dumps({"plan": "do it", "tools": [name]})


DONE = '{"continue": false, "tool_calls": []}'
NO, YES = '{"decision": false}', '{"decision": true}'
ASKING: dict[str, list[Line]] = {
    "caller:native": [
        Reply("", (ToolUse("a", "user__ask_user", ARGUMENTS),)),
        Reply("", (ToolUse("b", "math__sum", SUM),)),
        "It is 5.",
    ],
    "caller:prompted": [listed(ASK_USER, ARGUMENTS), listed("math/sum", SUM), "It is 5."],
    "react:native": [
        Reply("", (ToolUse("a", "user__ask_user", ARGUMENTS),)),
        Reply("", (ToolUse("b", "math__sum", SUM),)),
        Reply("", (ToolUse("c", "claim_done", {"answer": "It is 5."}),)),
    ],
    "executor": [
        selected(ASK_USER), planned(ASK_USER, ARGUMENTS), NO,
        selected("math/sum"), planned("math/sum", SUM), YES, "It is 5.",
    ],
    "planner": [planned(ASK_USER, ARGUMENTS), planned("math/sum", SUM), DONE, "It is 5."],
}  # fmt: skip
IN_PLAIN_TEXT: dict[str, list[Line]] = {
    "caller:native": [QUESTION, Reply("", (ToolUse("b", "math__sum", SUM),)), "It is 5."],
    "caller:prompted": [f"{QUESTION} Thanks!", listed("math/sum", SUM), "It is 5."],
    "react:native": [QUESTION, *ASKING["react:native"][1:]],
    "executor": [QUESTION, NO, *ASKING["executor"][3:]],
    "planner": [QUESTION, planned("math/sum", SUM), DONE, "It is 5."],
}
AT_THE_END: dict[str, list[Line]] = {
    "executor": [*ASKING["executor"][3:6], QUESTION, *ASKING["executor"][3:]],
    "planner": [DONE, QUESTION, planned("math/sum", SUM), DONE, "It is 5."],
}
"""The loop asks for an answer, and the model asks back."""


def solved(agent: str, lines: list[Line], task: Task, workspace: Path) -> tuple[Any, Attempt, ScriptedModel]:
    model = ScriptedModel(lines)

    async def work() -> tuple[Any, Attempt]:
        host = with_user(BundledHost(("math",), World(7), workspace), task)
        attempt = Attempt(task, await Toolbox.mount(host), workspace, model=model)
        return await make_agent(agent).solve(attempt), attempt

    ending, attempt = run(work)
    return ending, attempt, model


@pytest.mark.parametrize("agent", ASKING)
def test_loops_ask_with_the_tool(agent: str, tmp_path: Path) -> None:
    ending, attempt, model = solved(agent, ASKING[agent], TASK, tmp_path)
    assert (ending.status, ending.answer) == (Status.COMPLETED, "It is 5.")
    assert [call.name for step in attempt.steps for call in step.calls] == [ASK_USER, "math/sum"]
    (turn,) = user_turns(attempt.steps)
    assert (turn.question, turn.topics) == (QUESTION, ("number",))
    assert "Add 3." in turn.reply
    assert "Add 3." in repr(model.requests[-1])
    assert "Add 3." not in repr(model.requests[0])
    assert "Ask first." in repr(model.requests[0])


DIALOGUE = msgspec.structs.replace(TASK, turns=Turns.DIALOGUE)


@pytest.mark.parametrize(("agent", "lines"), [*IN_PLAIN_TEXT.items(), *AT_THE_END.items()])
def test_a_question_in_plain_text_reaches_the_user_of_a_dialogue(
    agent: str, lines: list[Line], tmp_path: Path
) -> None:
    ending, attempt, model = solved(agent, lines, DIALOGUE, tmp_path)
    assert (ending.status, ending.answer) == (Status.COMPLETED, "It is 5.")
    assert [turn.topics for turn in user_turns(attempt.steps)] == [("number",)]
    assert "Add 3." in repr(model.requests[-1])


def test_a_question_in_plain_text_is_the_answer_of_any_other_task(tmp_path: Path) -> None:
    ending, attempt, _ = solved("caller:native", [QUESTION], TASK, tmp_path)
    assert (ending.answer, attempt.steps) == (QUESTION, [])
    alone = msgspec.structs.replace(DIALOGUE, user=None)
    ending, attempt, _ = solved("caller:native", [QUESTION], alone, tmp_path)
    assert (ending.answer, attempt.steps) == (QUESTION, [])


def test_a_model_that_only_asks_comes_to_an_end(tmp_path: Path) -> None:
    ending, attempt, _ = solved("caller:native", [QUESTION] * 100, DIALOGUE, tmp_path)
    assert ending.answer == QUESTION
    assert len(user_turns(attempt.steps)) == 20


def test_a_task_without_a_user_has_no_tool_to_ask(tmp_path: Path) -> None:
    alone = msgspec.structs.replace(TASK, user=None)
    _, attempt, _ = solved("caller:native", ["It is 5."], alone, tmp_path)
    assert attempt.toolbox.tool(ASK_USER) is None
