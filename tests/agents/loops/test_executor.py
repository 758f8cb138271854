"""M³-Bench's loop over real servers: what the model is asked and shown, step by step, and how it can fail."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from m3bench.agents import Limits, make_agent
from m3bench.agents.shared.prompts import load_prompts
from m3bench.core import Media, Outcome, Status, Text, UsageError
from m3bench.models import Assistant, ModelUnavailable, Reply, Request, RequestTooLong, System, User
from m3bench.runs import BundledHost
from m3bench.testing import ScriptedModel
from m3bench.testing.scripted import Line
from m3bench_world import World
from tests.agents.workplace import call, png, shape, solve
from tests.hosting.fakes import FakeHost

CROP = {"input_path": "photo.png", "output_path": "corner.png", "x1": 0, "y1": 0, "x2": 9, "y2": 9}
SUM = {"numbers": [2, 3]}


def chosen(*tools: str) -> str:
    return json.dumps({"plan": "do it", "tools": tools})


def calling(*calls: tuple[str, Any]) -> str:
    return json.dumps({"tool_calls": [{"name": name, "arguments": arguments} for name, arguments in calls]})


def solved(workspace: Path, lines: list[Line], agent: str = "executor", **how: Any) -> Any:
    model = ScriptedModel(lines)
    ending, attempt = solve(make_agent(agent), workspace, model, **how)
    return ending, attempt, model.requests


def text_of(request: Request) -> str:
    parts = [part for message in request.messages if isinstance(message, User) for part in message.content]
    return "\n".join(part.text for part in parts if isinstance(part, Text))


def pictures_of(request: Request) -> list[str | None]:
    parts = [part for message in request.messages if isinstance(message, User) for part in message.content]
    return [part.uri for part in parts if isinstance(part, Media)]


def test_a_parallel_step_then_an_answer(tmp_path: Path) -> None:
    both = calling(("math/sum", SUM), ("imagesorcery-mcp/crop", CROP))
    lines: list[Line] = [chosen("math/sum", "imagesorcery-mcp/crop"), both, "yes", "It is 5."]
    ending, attempt, requests = solved(tmp_path, lines)
    assert (ending.status, ending.answer) == (Status.COMPLETED, "It is 5.")
    assert shape(attempt) == [["math/sum success", "imagesorcery-mcp/crop success"]]
    assert attempt.steps[0].plan == "do it"
    assert attempt.notes["prompts"] == load_prompts("executor").digest
    select, process, decide, final = requests
    system = select.messages[0]
    assert isinstance(system, System)
    assert "- math/median: " in system.text
    assert '"numbers"' not in system.text
    assert '"numbers"' in text_of(process)
    assert "math/median" not in text_of(process)
    assert "1 to 10 calls" in text_of(process)
    assert "math/sum" in text_of(decide)
    assert "yes or no" in text_of(decide)
    assert [message.text for message in final.messages if isinstance(message, Assistant)] == lines[:3]


def test_examples_are_of_mounted_and_of_chosen_tools(tmp_path: Path) -> None:
    lines: list[Line] = [chosen("math/sum"), calling(("math/sum", SUM)), "yes", "5"]
    host = BundledHost(["math"], World(7), tmp_path)
    _, _, (select, process, *_) = solved(tmp_path, lines, host=host)
    assert re.search(r'"tools": \["math/\w+"\]', text_of(select))
    assert '{"tool_calls": [{"name": "math/sum", "arguments": {"numbers": [1]}}]}' in text_of(process)
    assert "server/tool" not in str(process.messages)


def test_without_tools_there_is_no_example(tmp_path: Path) -> None:
    lines: list[Line] = ["Hm.", chosen("math/sum"), "Hm.", "{}", "yes", "5"]
    _, _, requests = solved(tmp_path, lines, host=FakeHost({}))
    told = text_of(requests[-1])
    assert '"tools": []' in told
    assert "is called" not in told
    assert told.count('There is no tool "math/sum". Call tools of the list only.') == 1


def test_tools_are_selected_from_their_whole_descriptions(tmp_path: Path) -> None:
    host = BundledHost(["ocr"], World(7), tmp_path)
    _, attempt, requests = solved(tmp_path, ['{"final_answer": "5"}'], host=host)
    longest = max((tool.description for tool in attempt.toolbox.tools), key=len)
    assert len(longest) > 160
    assert longest.strip() in str(requests[0].messages[0].text)


def test_ten_calls_of_a_step_are_carried_out_by_default(tmp_path: Path) -> None:
    many = calling(*[("math/sum", {"numbers": [n]}) for n in range(12)])
    _, attempt, _ = solved(tmp_path, [chosen("sum"), many, "yes", "5"])
    assert len(attempt.steps[0].calls) == 10


def test_the_tasks_picture_is_shown_at_once_and_one_that_a_tool_makes_afterwards(tmp_path: Path) -> None:
    crop = calling(("imagesorcery-mcp/crop", CROP))
    lines: list[Line] = [chosen("crop"), crop, "no", '{"final_answer": "A corner."}']
    ending, _, requests = solved(tmp_path, lines)
    assert ending.answer == "A corner."
    assert [pictures_of(request) for request in requests] == [
        ["photo.png"],
        ["photo.png"],
        ["photo.png", "corner.png"],
        ["photo.png", "corner.png"],
    ]
    photo, corner = [
        part
        for message in requests[-1].messages
        if isinstance(message, User)
        for part in message.content
        if isinstance(part, Media)
    ]
    assert photo.data == png()
    assert corner.data == (tmp_path / "corner.png").read_bytes()


def test_paths_of_all_pictures_are_told_and_only_the_latest_are_shown(tmp_path: Path) -> None:
    crops = calling(
        *[("imagesorcery-mcp/crop", {**CROP, "x2": 5 + n, "output_path": f"c{n}.png"}) for n in range(4)]
    )
    lines: list[Line] = [chosen("crop"), crops, "no", chosen("crop"), "[]", "yes", "Done."]
    ending, _, requests = solved(tmp_path, lines, "executor:pictures=2")
    assert ending.status is Status.COMPLETED
    assert pictures_of(requests[4]) == ["photo.png", "c2.png", "c3.png"]
    assert "Pictures in the workspace: photo.png, c0.png, c1.png, c2.png, c3.png" in text_of(requests[4])


def test_an_answer_at_once_is_fine(tmp_path: Path) -> None:
    ending, attempt, requests = solved(tmp_path, ["<think>easy</think>Final answer: 5"])
    assert (ending.status, ending.answer, attempt.steps, len(requests)) == (Status.COMPLETED, "5", [], 1)
    ending, attempt, requests = solved(tmp_path, [chosen("sum"), '{"final_answer": "5"}'])
    assert (ending.answer, attempt.steps, len(requests)) == ("5", [], 2)


def test_an_empty_answer_beside_a_selection_is_none(tmp_path: Path) -> None:
    selection = '{"tools": ["math/sum"], "final_answer": ""}'
    ending, attempt, _ = solved(tmp_path, [selection, calling(("math/sum", SUM)), "yes", "5"])
    assert ending.answer == "5"
    assert shape(attempt) == [["math/sum success"]]


def test_calls_in_place_of_a_selection_are_carried_out(tmp_path: Path) -> None:
    ending, attempt, _ = solved(tmp_path, [calling(("math/sum", SUM)), "yes", "5"])
    assert ending.answer == "5"
    assert shape(attempt) == [["math/sum success"]]


def test_one_repair_turn(tmp_path: Path) -> None:
    lines: list[Line] = ["Hm.", chosen("sum"), "Well...", calling(("math/sum", SUM)), "yes", "5"]
    ending, attempt, requests = solved(tmp_path, lines)
    assert ending.status is Status.COMPLETED
    assert shape(attempt) == [["math/sum success"]]
    assert "could not be read: there is no JSON in it" in text_of(requests[1])
    assert "could not be read: there is no JSON in it" in text_of(requests[3])
    assert requests[2].messages[: len(requests[1].messages)] == requests[1].messages


def test_garbage_forever_ends_with_illegal_calls(tmp_path: Path) -> None:
    model = ScriptedModel(lambda _: "bla \ud800 {")
    ending, attempt = solve(make_agent("executor"), tmp_path, model)
    assert ending.status is Status.AGENT_FAILURE
    assert ending.reason == "3 steps in a row could not be read."
    assert shape(attempt) == [[" illegal_format"]] * 3
    assert call(attempt).arguments == "bla \ufffd {"
    assert len(model.requests) == 7


def test_garbage_in_between_does_not_end_the_task(tmp_path: Path) -> None:
    lines: list[Line] = [chosen("sum"), "bla", "bla", chosen("sum"), calling(("sum", SUM)), "Yes", "5"]
    ending, attempt, _ = solved(tmp_path, lines)
    assert ending.status is Status.COMPLETED
    assert shape(attempt) == [[" illegal_format"], ["math/sum success"]]


def test_an_unknown_tool_is_an_outcome(tmp_path: Path) -> None:
    lines: list[Line] = [
        chosen("math/integrate"),
        calling(("math/integrate", {}), ("sum", {"x": 1})),
        "yes",
        "?",
    ]
    _, attempt, requests = solved(tmp_path, lines)
    assert [each.outcome for each in attempt.steps[0].calls] == [
        Outcome.UNKNOWN_TOOL,
        Outcome.INVALID_ARGUMENTS,
    ]
    assert "names no tool that there is" in text_of(requests[2])


def test_unknown_names_are_not_listed_as_tools(tmp_path: Path) -> None:
    lines: list[Line] = [
        chosen("math/integrate", "math/sum"),
        "[]",
        "no",
        chosen("math/sun"),
        "[]",
        "yes",
        "?",
    ]
    _, _, requests = solved(tmp_path, lines)
    assert 'There is no tool "math/integrate". Call tools of the list only.' in text_of(requests[1])
    assert "- math/integrate" not in text_of(requests[1])
    assert 'There is no tool "math/sun". The nearest that there are:\n- math/sum: ' in text_of(requests[4])
    assert "- math/sun" not in text_of(requests[4])


@pytest.mark.parametrize("how", [{"agent": "executor:steps=2"}, {"limits": Limits(max_steps=2)}])
def test_out_of_steps_with_the_best_answer(tmp_path: Path, how: dict[str, Any]) -> None:
    step: list[Line] = [chosen("sum"), calling(("math/sum", SUM)), "no"]
    ending, attempt, _ = solved(tmp_path, [*step, *step, "Perhaps 5."], **how)
    assert (ending.status, ending.answer) == (Status.OUT_OF_STEPS, "Perhaps 5.")
    assert len(attempt.steps) == 2


def test_more_calls_than_allowed_are_not_carried_out_and_the_model_is_told(tmp_path: Path) -> None:
    many = calling(*[("math/sum", {"numbers": [n]}) for n in range(5)])
    _, attempt, requests = solved(
        tmp_path, [chosen("sum"), many, "yes", "5"], limits=Limits(max_concurrent=2)
    )
    assert len(attempt.steps[0].calls) == 2
    assert "3 more calls were not carried out: 2 is the most in a step." in text_of(requests[2])


def test_too_long_is_shortened_once(tmp_path: Path) -> None:
    step: list[Line] = [chosen("wiki/summary"), calling(("wiki/summary", {"title": "Apple"})), "no"]
    lines: list[Line] = [*step, *step, RequestTooLong("too long"), '{"final_answer": "ok"}']
    ending, _, requests = solved(tmp_path, lines, host=BundledHost(["wiki"], World(7), tmp_path))
    assert ending.answer == "ok"
    assert len(text_of(requests[-1])) < len(text_of(requests[-2]))


def test_too_long_twice_is_the_agents_failure(tmp_path: Path) -> None:
    ending, _, requests = solved(tmp_path, ["Well.", *[RequestTooLong("8,000 tokens at most")] * 2])
    assert ending.status is Status.AGENT_FAILURE
    assert ending.reason == "The conversation outgrew the model: 8,000 tokens at most"
    assert len(requests) == 3


def test_other_errors_of_the_model_are_let_through(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable):
        solved(tmp_path, [ModelUnavailable("busy")])


def test_a_silent_model_gives_no_answer(tmp_path: Path) -> None:
    ending, _, _ = solved(tmp_path, [Reply("")] * 7)
    assert (ending.status, ending.answer) == (Status.AGENT_FAILURE, None)


def test_names_and_options() -> None:
    assert make_agent("executor").name == "executor"
    agent = make_agent("executor:steps=8, concurrent=3")
    assert (agent.name, agent.needs_model) == ("executor:steps=8, concurrent=3", True)
    for wrong in ("fast", "steps", "steps=0", "steps=x", "steps=-1", "steps=" + "9" * 5_000, "hops=3"):
        with pytest.raises(UsageError, match="executor"):
            make_agent(f"executor:{wrong}")
