"""Repaired calls are carried out and marked; in a strict run they are illegal, and nothing is carried out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from m3bench.agents import Attempt, Ending, make_agent
from m3bench.core import Status
from m3bench.models import Assistant, Reply, ToolReturn, ToolUse
from m3bench.testing import ScriptedModel
from m3bench.testing.scripted import Line
from tests.agents.workplace import an_attempt, call, run, shape

WRITTEN = '{"name": "math__sum", "arguments": {"numbers": [2, 3]}}'
PYTHON = "I add them.\n```python\nmath.sum(numbers=[2, 3])\n```"
CLAIM = '{"name": "claim_done", "arguments": {"answer": "It is 5."}}'


def solved(
    workspace: Path, agent: str, lines: list[Line], *, strict: bool = False
) -> tuple[Ending, Attempt, list[Any]]:
    model = ScriptedModel(lines)

    async def work() -> tuple[Ending, Attempt]:
        attempt = await an_attempt(workspace, model=model)
        attempt.strict_format = strict
        return await make_agent(agent).solve(attempt), attempt

    ending, attempt = run(work)
    return ending, attempt, model.requests


def repairs(attempt: Attempt) -> Any:
    return attempt.trajectory(Ending(), agent="x").extra.get("repaired_calls")


@pytest.mark.parametrize(
    ("reply", "plan", "kinds"),
    [(WRITTEN, None, {"written_call": 1}), (PYTHON, "I add them.", {"python_call": 1, "written_call": 1})],
)
def test_a_written_call_is_carried_out_as_if_it_were_native(
    reply: str, plan: str | None, kinds: dict[str, int], tmp_path: Path
) -> None:
    ending, attempt, requests = solved(tmp_path, "caller", [reply, "It is 5."])
    assert (ending.status, ending.answer) == (Status.COMPLETED, "It is 5.")
    assert shape(attempt) == [["math/sum success"]]
    assert (attempt.steps[0].plan, repairs(attempt)) == (plan, kinds)
    said, returned = requests[1].messages[-2:]
    assert isinstance(said, Assistant)
    assert isinstance(returned, ToolReturn)
    assert said.calls == (ToolUse(returned.id, "math__sum", {"numbers": [2, 3]}),)


def test_the_summary_of_a_call_that_was_made_is_an_answer(tmp_path: Path) -> None:
    native = Reply(calls=(ToolUse("a", "math__sum", {"numbers": [2, 3]}),))
    summary = f"I made this call:\n{WRITTEN}\nThe sum is 5."
    ending, attempt, _ = solved(tmp_path, "caller", [native, summary])
    assert (ending.answer, shape(attempt), repairs(attempt)) == (summary, [["math/sum success"]], None)


def test_a_native_call_by_another_name_is_repaired(tmp_path: Path) -> None:
    uses = (ToolUse("a", "Math.Sum", {"numbers": [2, 3]}), ToolUse("b", "nothing", {}))
    _, attempt, requests = solved(tmp_path, "caller", [Reply(calls=uses), "5"])
    assert shape(attempt) == [["math/sum success", "nothing unknown_tool"]]
    assert repairs(attempt) == {"renamed_tool": 1}
    assert requests[1].messages[-2].name == "math__sum"


def test_a_written_claim_ends_the_attempt(tmp_path: Path) -> None:
    ending, attempt, _ = solved(tmp_path, "react", [WRITTEN, CLAIM])
    assert (ending.status, ending.answer) == (Status.COMPLETED, "It is 5.")
    assert shape(attempt) == [["math/sum success"]]


@pytest.mark.parametrize("agent", ["caller", "caller:prompted", "react", "react:prompted"])
def test_strict_dialogues_carry_out_nothing_that_was_repaired(agent: str, tmp_path: Path) -> None:
    ending, attempt, requests = solved(tmp_path, agent, [PYTHON, PYTHON, PYTHON], strict=True)
    assert ending.status is Status.AGENT_FAILURE
    assert shape(attempt) == [[" illegal_format"]] * 3
    made = call(attempt)
    assert json.loads(made.arguments) == {"name": "math/sum", "arguments": {"numbers": [2, 3]}}
    assert made.result is not None
    assert "python_call" in made.result.text
    assert any("python_call" in getattr(part, "text", "") for part in requests[1].messages[-1].content)


@pytest.mark.parametrize("agent", ["executor", "planner"])
def test_strict_loops_give_up_after_three_steps(agent: str, tmp_path: Path) -> None:
    lines: list[Line] = [PYTHON, PYTHON, PYTHON, "It is 5."]
    ending, attempt, _ = solved(tmp_path, agent, lines, strict=True)
    assert (ending.status, ending.answer) == (Status.AGENT_FAILURE, "It is 5.")
    assert shape(attempt) == [[" illegal_format"]] * 3


def test_strict_runs_carry_out_what_is_exact(tmp_path: Path) -> None:
    exact = json.dumps([{"name": "math/sum", "arguments": {"numbers": [2, 3]}}])
    ending, attempt, _ = solved(tmp_path, "caller:prompted", [exact, "It is 5."], strict=True)
    assert (ending.answer, shape(attempt), repairs(attempt)) == ("It is 5.", [["math/sum success"]], None)
