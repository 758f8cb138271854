"""Thought, action, observation over real servers: the role, the claim, and loops that never end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.agents import Limits, make_agent
from m3bench.core import Media, Status, Text, UsageError
from m3bench.models import Reply, RequestTooLong, ToolReturn, ToolUse
from m3bench.testing import ScriptedModel
from m3bench.testing.scripted import Line
from tests.agents.workplace import TASK, call, shape, solve

SUM = ToolUse("a", "math__sum", {"numbers": [2, 3]})
CROP = ToolUse("b", "imagesorcery-mcp__crop", {"input_path": "photo.png", "x1": 0, "y1": 0, "x2": 9, "y2": 9})


def claim(arguments: Any) -> ToolUse:
    return ToolUse("z", "claim_done", arguments)


def solved(workspace: Path, lines: list[Line], agent: str = "react", **how: Any) -> Any:
    model = ScriptedModel(lines)
    ending, attempt = solve(make_agent(agent), workspace, model, **how)
    return ending, attempt, model.requests


def written(*calls: ToolUse) -> str:
    listed = [{"name": each.name.replace("__", "/"), "arguments": each.arguments} for each in calls]
    return f"First this.\n{json.dumps(listed)}"


def test_thought_action_observation_and_a_claim(tmp_path: Path) -> None:
    lines: list[Line] = [Reply("I add.", (SUM, CROP)), Reply("All done.", (claim({"answer": "It is 5."}),))]
    ending, attempt, (first, second) = solved(tmp_path, lines)
    assert (ending.status, ending.answer) == (Status.COMPLETED, "It is 5.")
    assert shape(attempt) == [["math/sum success", "imagesorcery-mcp/crop success"]]
    assert attempt.steps[0].plan == "I add."
    assert [offer.name for offer in first.tools].count("claim_done") == 1
    observed = second.messages[-1]
    assert isinstance(observed, ToolReturn)
    assert isinstance(observed.content[-1], Media)


def test_the_role_and_the_rules_of_the_task_are_in_the_system_prompt(tmp_path: Path) -> None:
    lines: list[Line] = [Reply(calls=(claim({"answer": "5"}),))]
    told = msgspec.structs.replace(TASK, role="You are a concierge.", rules=("Be polite.", "Name no prices."))
    *_, (request,) = solved(tmp_path, lines, task=told)
    assert request.messages[0].text.startswith("You are a concierge.")
    assert "- Be polite.\n- Name no prices." in request.messages[0].text
    *_, (request,) = solved(tmp_path, lines, task=msgspec.structs.replace(TASK, rules=("Whisper.",)))
    assert request.messages[0].text.startswith("You are a dependable assistant")
    assert "\nWhisper.\n" in request.messages[0].text
    *_, (request,) = solved(tmp_path, lines, task=msgspec.structs.replace(TASK, role=" ", rules=(" ",)))
    assert "Check what you made" in request.messages[0].text


def test_other_calls_beside_the_claim_run_first_and_the_claim_is_no_step(tmp_path: Path) -> None:
    lines: list[Line] = [Reply(calls=(claim({"answer": "cropped"}), CROP))]
    ending, attempt, _ = solved(tmp_path, lines)
    assert (ending.status, ending.answer) == (Status.COMPLETED, "cropped")
    assert shape(attempt) == [["imagesorcery-mcp/crop success"]]
    assert (tmp_path / "photo_cropped.png").is_file()


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ({"answer": "5"}, "5"),
        ('{"answer": "5"}', "5"),
        ('{"answer": "5', "5"),
        ({"answer": {"sum": 5}}, '{"sum":5}'),
        ("five", "five"),
        ({}, "It is five."),
        (None, "It is five."),
        ({"answer": ""}, "It is five."),
        ({"result": "5"}, "It is five."),
    ],
)
def test_a_claim_ends_the_work_whatever_its_argument(arguments: Any, answer: str, tmp_path: Path) -> None:
    ending, attempt, _ = solved(tmp_path, [Reply("It is five.", (claim(arguments),))])
    assert (ending.status, ending.answer) == (Status.COMPLETED, answer)
    assert attempt.steps == []


def test_a_thought_gets_a_nudge_and_too_many_in_a_row_end(tmp_path: Path) -> None:
    lines: list[Line] = ["Let me see.", Reply(calls=(SUM,)), *["So it is 5."] * 9]
    ending, attempt, requests = solved(tmp_path, lines)
    assert (ending.status, ending.answer) == (Status.AGENT_FAILURE, "So it is 5.")
    assert ending.reason == "The model neither acted nor claimed to be done in 4 turns in a row."
    assert len(requests) == 6
    nudge = requests[1].messages[-1].content[0]
    assert isinstance(nudge, Text)
    assert "claim_done" in nudge.text
    assert shape(attempt) == [["math/sum success"]]


def test_silence_ends(tmp_path: Path) -> None:
    ending, _, requests = solved(tmp_path, ["", ""])
    assert (ending.status, ending.reason) == (Status.AGENT_FAILURE, "The model said nothing, twice.")
    assert len(requests) == 2


@pytest.mark.parametrize("agent", ["react", "react:turns=4"])
def test_turns_are_bounded(agent: str, tmp_path: Path) -> None:
    model = ScriptedModel(lambda _: Reply(calls=(SUM,)))
    ending, attempt = solve(make_agent(agent), tmp_path, model)
    turns = 4 if "=" in agent else 100
    assert (ending.status, ending.answer) == (Status.OUT_OF_STEPS, None)
    assert ending.reason == f"The model did not claim to be done in {turns} turns."
    assert len(attempt.steps) == len(model.requests) == turns


def test_the_limit_of_the_run_goes_before_that_of_the_agent(tmp_path: Path) -> None:
    model = ScriptedModel(lambda _: Reply(calls=(SUM,)))
    _, attempt = solve(make_agent("react:turns=9"), tmp_path, model, limits=Limits(max_steps=2))
    assert len(attempt.steps) == 2


def test_unknown_tools_and_broken_arguments_are_observations(tmp_path: Path) -> None:
    wrong = Reply(calls=(ToolUse("a", "math__som", {}), ToolUse("b", "math__sum", '{"numbers": [')))
    ending, attempt, requests = solved(tmp_path, [wrong, Reply(calls=(claim({"answer": "no"}),))])
    assert ending.answer == "no"
    assert shape(attempt) == [["math__som unknown_tool", "math/sum illegal_format"]]
    assert [message.is_error for message in requests[-1].messages[-2:]] == [True, True]


def test_prompted_thought_and_actions_are_text(tmp_path: Path) -> None:
    lines: list[Line] = [written(SUM, CROP), "Now I know.", written(claim({"answer": "It is 5."}))]
    ending, attempt, requests = solved(tmp_path, lines, "react:prompted")
    assert (ending.status, ending.answer) == (Status.COMPLETED, "It is 5.")
    assert shape(attempt) == [["math/sum success", "imagesorcery-mcp/crop success"]]
    assert attempt.steps[0].plan == "First this."
    system = requests[0].messages[0].text
    assert "- math/sum:" in system
    assert "claim_done" in system
    assert all(request.tools == () for request in requests)
    assert any(isinstance(part, Media) for part in requests[1].messages[-1].content)


def test_prompted_garbage_for_ever_ends(tmp_path: Path) -> None:
    model = ScriptedModel(lambda _: "[{]")
    ending, attempt = solve(make_agent("react:prompted"), tmp_path, model)
    assert (ending.status, ending.answer) == (Status.AGENT_FAILURE, None)
    assert ending.reason == "Nothing could be read of 3 replies in a row."
    assert shape(attempt) == [[" illegal_format"]] * 3
    assert call(attempt).arguments == "[{]"


def test_a_conversation_that_is_too_long_ends(tmp_path: Path) -> None:
    ending, *_ = solved(tmp_path, [Reply(""), RequestTooLong("no room")])
    assert ending.status is Status.AGENT_FAILURE
    assert ending.reason == "The conversation grew too long: no room"


def test_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(UsageError, match="react"):
        make_agent("react:steps=3")
