"""MCP-Bench's rounds over real servers: parallel calls, summaries of what is long, a stop, an answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from m3bench.agents import Limits, make_agent
from m3bench.agents.shared.prompts import load_prompts
from m3bench.core import Media, Outcome, Status, Text, UsageError
from m3bench.models import Request, RequestTooLong, System, User
from m3bench.runs import BundledHost
from m3bench.testing import ScriptedModel
from m3bench.testing.scripted import Line
from m3bench_world import World
from tests.agents.workplace import call, shape, solve

CROP = {"input_path": "photo.png", "output_path": "corner.png", "x1": 0, "y1": 0, "x2": 9, "y2": 9}
SUM = ("math/sum", {"numbers": [2, 3]})


def planned(*calls: tuple[str, Any], goes_on: bool = True) -> str:
    listed = [{"name": name, "arguments": arguments} for name, arguments in calls]
    return json.dumps({"reasoning": "next", "continue": goes_on, "tool_calls": listed})


def solved(workspace: Path, lines: list[Line], agent: str = "planner", **how: Any) -> Any:
    model = ScriptedModel(lines)
    ending, attempt = solve(make_agent(agent), workspace, model, **how)
    return ending, attempt, model.requests


def shown(request: Request) -> tuple[str, list[str | None]]:
    parts = [part for message in request.messages if isinstance(message, User) for part in message.content]
    texts = "\n".join(part.text for part in parts if isinstance(part, Text))
    return texts, [part.uri for part in parts if isinstance(part, Media)]


def test_rounds_with_the_whole_history_then_an_answer(tmp_path: Path) -> None:
    first = planned(SUM, ("imagesorcery-mcp/crop", CROP))
    lines: list[Line] = [first, planned(("math/max", {"numbers": [5, 4]}), goes_on=False), "It is 5."]
    ending, attempt, requests = solved(tmp_path, lines)
    assert (ending.status, ending.answer) == (Status.COMPLETED, "It is 5.")
    assert shape(attempt) == [["math/sum success", "imagesorcery-mcp/crop success"], ["math/max success"]]
    assert [step.plan for step in attempt.steps] == ["next", "next"]
    assert attempt.notes["prompts"] == load_prompts("planner").digest
    system = requests[0].messages[0]
    assert isinstance(system, System)
    assert "- math/median: " in system.text
    assert '"numbers"' in system.text
    assert shown(requests[0])[1] == ["photo.png"]
    assert shown(requests[1])[1] == ["photo.png", "corner.png"]
    assert "math/sum" in shown(requests[2])[0]
    assert "math/max" in shown(requests[2])[0]


@pytest.mark.parametrize(
    "stop", [planned(goes_on=False), '{"done": "yes"}', '{"continue": true, "tool_calls": []}']
)
def test_stopping_without_calls(tmp_path: Path, stop: str) -> None:
    ending, attempt, requests = solved(tmp_path, [stop, "Nothing to do."])
    assert (ending.status, ending.answer) == (Status.COMPLETED, "Nothing to do.")
    assert (attempt.steps, len(requests)) == ([], 2)


def test_long_observations_are_summed_up_and_stay_whole_on_record(tmp_path: Path) -> None:
    article = planned(("wiki/summary", {"title": "Apple"}), goes_on=False)
    lines: list[Line] = [article, "Apples are fruits.", "Fruits."]
    host = BundledHost(["wiki"], World(7), tmp_path)
    ending, attempt, (_, compress, final) = solved(tmp_path, lines, "planner:threshold=50", host=host)
    assert ending.answer == "Fruits."
    result = call(attempt).result
    assert result is not None
    assert result.text in shown(compress)[0]
    assert "fewer than 50 tokens" in shown(compress)[0]
    assert result.text not in shown(final)[0]
    assert "(summary) Apples are fruits." in shown(final)[0]


@pytest.mark.parametrize("silence", ["", RequestTooLong("too long")])
def test_without_a_summary_the_text_is_cut(tmp_path: Path, silence: Line) -> None:
    article = planned(("wiki/summary", {"title": "Apple"}), goes_on=False)
    host = BundledHost(["wiki"], World(7), tmp_path)
    ending, attempt, requests = solved(
        tmp_path, [article, silence, "Fruits."], "planner:threshold=50", host=host
    )
    assert ending.answer == "Fruits."
    result = call(attempt).result
    assert result is not None
    assert result.text not in shown(requests[-1])[0]
    assert result.text[:80] in shown(requests[-1])[0]


def test_a_repair_turn(tmp_path: Path) -> None:
    ending, attempt, requests = solved(tmp_path, ["Let me see.", planned(SUM, goes_on=False), "5"])
    assert (ending.status, shape(attempt)) == (Status.COMPLETED, [["math/sum success"]])
    assert "could not be read: there is no JSON in it" in shown(requests[1])[0]


def test_garbage_forever_ends_with_illegal_calls(tmp_path: Path) -> None:
    model = ScriptedModel(lambda _: "bla [")
    ending, attempt = solve(make_agent("planner"), tmp_path, model)
    assert (ending.status, ending.answer) == (Status.AGENT_FAILURE, "bla [")
    assert shape(attempt) == [[" illegal_format"]] * 3
    assert len(model.requests) == 7


def test_an_unknown_tool_and_an_illegal_item_are_outcomes(tmp_path: Path) -> None:
    plan = '{"continue": false, "tool_calls": [{"name": "math/integrate", "arguments": {}}, 7]}'
    _, attempt, _ = solved(tmp_path, [plan, "?"])
    assert [each.outcome for each in attempt.steps[0].calls] == [Outcome.UNKNOWN_TOOL, Outcome.ILLEGAL_FORMAT]


@pytest.mark.parametrize("how", [{"agent": "planner:rounds=2"}, {"limits": Limits(max_steps=2)}])
def test_out_of_rounds(tmp_path: Path, how: dict[str, Any]) -> None:
    ending, attempt, _ = solved(tmp_path, [planned(SUM), planned(SUM), "Perhaps 5."], **how)
    assert (ending.status, ending.answer) == (Status.OUT_OF_STEPS, "Perhaps 5.")
    assert len(attempt.steps) == 2


def test_twenty_rounds_by_default(tmp_path: Path) -> None:
    ending, attempt, _ = solved(tmp_path, [*[planned(SUM)] * 20, "5"])
    assert ending.status is Status.OUT_OF_STEPS
    assert len(attempt.steps) == 20


def test_too_long_twice_is_the_agents_failure(tmp_path: Path) -> None:
    ending, _, requests = solved(tmp_path, ["Well.", *[RequestTooLong("too long")] * 2])
    assert (ending.status, ending.answer, len(requests)) == (Status.AGENT_FAILURE, None, 3)


def test_schemas_are_left_out_where_there_is_no_room_for_them(tmp_path: Path) -> None:
    _, _, requests = solved(tmp_path, [planned(goes_on=False), "5"], "planner:context=2000")
    system = requests[0].messages[0]
    assert isinstance(system, System)
    assert "- math/median: " in system.text
    assert '"numbers"' not in system.text


def test_options() -> None:
    assert make_agent("planner:rounds=3").name == "planner:rounds=3"
    with pytest.raises(UsageError, match="planner has no option 'steps'"):
        make_agent("planner:steps=3")
