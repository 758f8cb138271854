"""The plain loop over real servers, natively and in words: what the model is told, and how it can fail."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from m3bench.agents import Limits, make_agent
from m3bench.agents.shared.calling import choose_calling
from m3bench.core import Media, Outcome, Status, Text, UsageError, parsed_arguments
from m3bench.hosting.mounting import CallingMode
from m3bench.models import (
    Assistant,
    ModelUnavailable,
    Reply,
    Request,
    RequestTooLong,
    System,
    ToolReturn,
    ToolUse,
    User,
)
from m3bench.models.errors import ModelIncapable
from m3bench.testing import ScriptedModel
from m3bench.testing.scripted import Line
from tests.agents.workplace import TASK, an_attempt, call, run, shape, solve

CROP = {"input_path": "photo.png", "x1": 0, "y1": 0, "x2": 9, "y2": 9}
SUM = ToolUse("a", "math__sum", {"numbers": [2, 3]})


def listed(*calls: tuple[str, Any]) -> str:
    """Calls as a prompted model writes them."""
    return json.dumps([{"name": name, "arguments": arguments} for name, arguments in calls])


def solved(workspace: Path, lines: list[Line], agent: str = "caller", **how: Any) -> Any:
    model = ScriptedModel(lines)
    ending, attempt = solve(make_agent(agent), workspace, model, **how)
    return ending, attempt, model.requests


def texts(message: Any) -> str:
    return "\n".join(part.text for part in message.content if isinstance(part, Text))


def test_calls_of_one_reply_are_one_step_and_a_reply_without_is_the_answer(tmp_path: Path) -> None:
    both = Reply("Both at once.", (SUM, ToolUse("b", "imagesorcery-mcp__crop", CROP)))
    ending, attempt, (first, second) = solved(tmp_path, [both, "<think>hm</think>It is 5."])
    assert (ending.status, ending.answer) == (Status.COMPLETED, "It is 5.")
    assert shape(attempt) == [["math/sum success", "imagesorcery-mcp/crop success"]]
    assert attempt.steps[0].plan == "Both at once."
    assert attempt.notes["calling"] == "native"
    system, user = first.messages
    assert isinstance(system, System)
    assert user.content[0] == Text(f"{TASK.request}\n\nIts pictures: photo.png")
    assert user.content[-1].data == (tmp_path / "photo.png").read_bytes()
    assert {"math__sum", "imagesorcery-mcp__crop"} < {offer.name for offer in first.tools}
    assert second.messages[:2] == first.messages
    said, summed, cropped = second.messages[2:]
    assert said == Assistant("Both at once.", both.calls)
    assert summed == ToolReturn("a", "math__sum", (Text("5"),))
    assert cropped.content[-1] == Media(
        media_type="image/png", data=(tmp_path / "photo_cropped.png").read_bytes()
    )
    assert attempt.usage is not None


def test_ids_that_are_missing_or_repeated_are_mended(tmp_path: Path) -> None:
    uses = tuple(ToolUse(each, "math__sum", {"numbers": [1]}) for each in ("", "x", "x", ""))
    again = Reply(calls=(ToolUse("x", "math__sum", {"numbers": [2]}),))
    _, attempt, requests = solved(tmp_path, [Reply(calls=uses), again, "1"])
    said = [message for message in requests[-1].messages if isinstance(message, Assistant)]
    returned = [message.id for message in requests[-1].messages if isinstance(message, ToolReturn)]
    wanted = [use.id for message in said for use in message.calls]
    assert wanted == returned
    assert wanted[1] == "x"
    assert all(wanted)
    assert len(set(wanted)) == 5
    assert [each.id for step in attempt.steps for each in step.calls] == wanted


@pytest.mark.parametrize(
    ("use", "name", "outcome", "sent"),
    [
        (ToolUse("a", "math__som", {"numbers": [1]}), "math__som", "unknown_tool", "math__som"),
        (ToolUse("a", "no such tool!", {}), "no such tool!", "unknown_tool", "no_such_tool_"),
        (ToolUse("a", "", {}), "", "illegal_format", "unnamed"),
        (ToolUse("a", "math/sum", {"numbers": [1]}), "math/sum", "success", "math__sum"),
        (ToolUse("a", "math__sum", '{"numbers": [1'), "math/sum", "illegal_format", "math__sum"),
        (ToolUse("a", "math__sum", ["numbers", 1]), "math/sum", "illegal_format", "math__sum"),
        (ToolUse("a", "math__sum", '{"numbers": [1]}'), "math/sum", "success", "math__sum"),
        (ToolUse("a", "math__sum", {"numbers": "x"}), "math/sum", "invalid_arguments", "math__sum"),
        (ToolUse("a", "math__sum", {"numbers": [math.inf]}), "math/sum", "illegal_format", "math__sum"),
        (ToolUse("a", "math__sum", "\ud800{"), "math/sum", "illegal_format", "math__sum"),
        (ToolUse("a", "math__sum", None), "math/sum", "invalid_arguments", "math__sum"),
    ],
)
def test_calls_go_to_the_servers_as_they_are_and_back_as_providers_take_them(
    use: ToolUse, name: str, outcome: str, sent: str, tmp_path: Path
) -> None:
    ending, attempt, requests = solved(tmp_path, [Reply(calls=(use,)), "done"])
    assert ending.status is Status.COMPLETED
    assert (call(attempt).name, call(attempt).arguments) == (name, parsed_arguments(use.arguments))
    assert call(attempt).oddity != "arguments as a JSON string"
    assert call(attempt).outcome == outcome
    said, returned = requests[-1].messages[-2:]
    assert said.calls[0].name == returned.name == sent
    assert isinstance(said.calls[0].arguments, dict)
    json.dumps(said.calls[0].arguments, allow_nan=False, ensure_ascii=False).encode()
    assert returned.is_error == (outcome != "success")
    assert texts(returned)


def test_silence_is_spoken_to_once(tmp_path: Path) -> None:
    ending, attempt, requests = solved(tmp_path, ["<think>only this</think>", "5"])
    assert ending.answer == "5"
    assert attempt.notes["repairs"] == 1
    assert "empty" in texts(requests[-1].messages[-1])
    assert not any(isinstance(message, Assistant) for message in requests[-1].messages)
    ending, attempt, requests = solved(tmp_path, [Reply(finish_reason="content_filter")] * 2)
    assert (ending.status, ending.answer) == (Status.AGENT_FAILURE, None)
    assert ending.reason == "The model said nothing, twice."
    assert len(requests) == 2


@pytest.mark.parametrize("agent", ["caller:steps=2", "caller"])
def test_after_the_last_step_there_is_room_for_an_answer_alone(agent: str, tmp_path: Path) -> None:
    limits = Limits(max_steps=2 if agent == "caller" else None)
    more: list[Line] = [Reply(calls=(SUM,))] * 2
    ending, attempt, _ = solved(tmp_path, [*more, "5"], agent, limits=limits)
    assert (ending.status, ending.answer) == (Status.COMPLETED, "5")
    ending, attempt, requests = solved(tmp_path, [*more, Reply("One more.", (SUM,))], agent, limits=limits)
    assert (ending.status, ending.answer) == (Status.OUT_OF_STEPS, "One more.")
    assert ending.reason == "The model wanted more than 2 steps."
    assert (len(attempt.steps), len(requests)) == (2, 3)


def test_a_conversation_that_is_too_long_loses_earlier_results_once(tmp_path: Path) -> None:
    crop = Reply(calls=(ToolUse("c", "imagesorcery-mcp__crop", CROP),))
    too_long = RequestTooLong("9,000 tokens, and 8,000 are taken.")
    ending, attempt, requests = solved(tmp_path, [crop, crop, too_long, "It is done."])
    assert ending.answer == "It is done."
    assert attempt.notes["shortened"] == 1
    before, after = requests[-2:]
    early, late = (message for message in after.messages if isinstance(message, ToolReturn))
    assert "dropped" in texts(early)
    assert not any(isinstance(part, Media) for part in early.content)
    assert late == before.messages[-1]
    assert after.messages[:2] == before.messages[:2]


@pytest.mark.parametrize("steps", [1, 2])
def test_a_conversation_that_stays_too_long_ends(steps: int, tmp_path: Path) -> None:
    crop = Reply(calls=(ToolUse("c", "imagesorcery-mcp__crop", CROP),))
    too_long = RequestTooLong("9,000 tokens, and 8,000 are taken.")
    ending, attempt, requests = solved(tmp_path, [*[crop] * steps, *[too_long] * 9])
    assert ending.status is Status.AGENT_FAILURE
    assert ending.reason == "The conversation grew too long: 9,000 tokens, and 8,000 are taken."
    assert len(attempt.steps) == steps
    assert len(requests) == steps + (2 if steps == 1 else 4)


def test_a_first_request_that_does_not_fit_is_no_doing_of_the_agents(tmp_path: Path) -> None:
    with pytest.raises(ModelIncapable, match="the first request of a task") as caught:
        solved(tmp_path, [RequestTooLong("9,000 tokens, and 8,000 are taken.")] * 9)
    assert caught.value.capability == "context"


def test_other_errors_of_the_model_are_let_through(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable):
        solved(tmp_path, [ModelUnavailable("overloaded")])


def test_prompted_tools_are_in_the_system_prompt_and_calls_in_the_text(tmp_path: Path) -> None:
    text = "I need both.\n" + listed(("math/sum", {"numbers": [2, 3]}), ("imagesorcery-mcp/crop", CROP))
    ending, attempt, (first, second) = solved(tmp_path, [text, "It is 5, and cropped."], "caller:prompted")
    assert (ending.status, ending.answer) == (Status.COMPLETED, "It is 5, and cropped.")
    assert shape(attempt) == [["math/sum success", "imagesorcery-mcp/crop success"]]
    assert attempt.steps[0].plan == "I need both."
    assert attempt.notes["calling"] == "prompted"
    assert first.tools == second.tools == ()
    assert "- math/sum: Add up any number of numbers." in first.messages[0].text
    assert '"numbers"' in first.messages[0].text
    said, results = second.messages[2:]
    assert said == Assistant(text)
    assert isinstance(results, User)
    assert "math/sum" in texts(results)
    assert (tmp_path / "photo_cropped.png").read_bytes() in [
        part.data for part in results.content if isinstance(part, Media)
    ]


def test_unreadable_calls_get_one_word_of_repair(tmp_path: Path) -> None:
    lines: list[Line] = ['[{"nothing": "here"}]', listed(("math/sum", {"numbers": [2, 3]})), "5"]
    ending, attempt, requests = solved(tmp_path, lines, "caller:prompted")
    assert ending.answer == "5"
    assert shape(attempt) == [["math/sum success"]]
    assert attempt.notes["repairs"] == 1
    assert "could not be read" in texts(requests[1].messages[-1])


def test_garbage_for_ever_ends_with_illegal_calls_on_record(tmp_path: Path) -> None:
    garbage = '[{"nothing": "here"}, {"as": "well"}]'
    model = ScriptedModel(lambda _: garbage)
    ending, attempt = solve(make_agent("caller:prompted"), tmp_path, model)
    assert ending.status is Status.AGENT_FAILURE
    assert ending.reason == "Nothing could be read of 3 replies in a row."
    assert shape(attempt) == [[" illegal_format"]] * 3
    assert call(attempt).arguments == garbage
    assert len(model.requests) == 6


def test_one_readable_call_among_others_is_carried_out_with_them(tmp_path: Path) -> None:
    text = '[{"name": "math/sum", "arguments": {"numbers": [1]}}, {"nothing": "here"}]'
    ending, attempt, _ = solved(tmp_path, [text, "1"], "caller:prompted")
    assert ending.status is Status.COMPLETED
    assert shape(attempt) == [["math/sum success", " illegal_format"]]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["The sum {2, 3} is 5 [sic]."], "The sum {2, 3} is 5 [sic]."),
        (['{"answer": "5"}'], "5"),
        (['{"total": 5}', '{"total": 5}'], '{"total": 5}'),
        (["[]", "5"], "5"),
        (["", "**Final answer:** 5"], "5"),
    ],
)
def test_what_counts_as_an_answer_in_words(lines: list[Line], answer: str, tmp_path: Path) -> None:
    ending, attempt, _ = solved(tmp_path, lines, "caller:prompted")
    assert (ending.status, ending.answer) == (Status.COMPLETED, answer)
    assert attempt.steps == []


@pytest.mark.parametrize("name", ["openai/gpt-4o", "local/smollm2"])
@pytest.mark.parametrize("wanted", [None, *CallingMode])
def test_calling_goes_by_what_the_model_takes(
    name: str, wanted: CallingMode | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from m3bench.models.defaults import ModelDefaults

    known = {"openai/gpt-4o": ModelDefaults(tool_limit=5), "local/smollm2": ModelDefaults(native_tools=False)}
    monkeypatch.setattr("m3bench.agents.shared.calling.defaults_for", known.__getitem__)

    async def work() -> tuple[CallingMode, Any]:
        attempt = await an_attempt(tmp_path, model=ScriptedModel([], name=name))
        return choose_calling(attempt, wanted), attempt.notes["calling"]

    if wanted is CallingMode.NATIVE and name == "openai/gpt-4o":
        with pytest.raises(UsageError, match="openai/gpt-4o accepts 5"):
            run(work)
        return
    calling, note = run(work)
    assert calling is (wanted or CallingMode.PROMPTED)
    assert note.startswith(calling)
    assert ("described in the prompt instead" in note) == (wanted is None and name == "openai/gpt-4o")


@pytest.mark.parametrize("text", ["caller:promted", "caller:prompted,rounds=3", "caller:steps=0"])
def test_options_that_do_not_exist_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="caller"):
        make_agent(text)


def test_a_hundred_calls_in_one_reply_are_one_step(tmp_path: Path) -> None:
    uses = tuple(ToolUse(str(n), "math__sum", {"numbers": [n, 1]}) for n in range(100))

    def script(request: Request) -> Line:
        return Reply(calls=uses) if len(request.messages) == 2 else "done"

    ending, attempt = solve(
        make_agent("caller"), tmp_path, ScriptedModel(script), limits=Limits(max_concurrent=2)
    )
    assert ending.status is Status.COMPLETED
    assert len(attempt.steps) == 1
    assert all(each.outcome is Outcome.SUCCESS for each in attempt.steps[0].calls)
    assert [each.result.text for each in attempt.steps[0].calls if each.result] == [
        str(n + 1) for n in range(100)
    ]


_WORDS = ("]", "{", "<think>", "</think>", "[]", "null", '"name": ', "claim_done", "<tool_call>", "```json\n")
_PIECES = st.sampled_from(
    ['[{"name": "math/sum", "arguments": {"numbers": [1]}}', *_WORDS, "It is 5.", "'", "\\boxed{5}", "\ud800"]
)
_USES = st.builds(
    ToolUse,
    st.sampled_from(["", "a", "b"]),
    st.sampled_from(["math__sum", "math/sum", "", "claim_done", "no tool\ud800"]),
    st.one_of(st.none(), st.text(max_size=9), st.just('{"numbers": [1]}'), st.lists(st.floats(), max_size=2)),
)
_REPLIES = st.builds(
    Reply,
    st.lists(_PIECES, max_size=5).map("".join),
    st.lists(_USES, max_size=3).map(tuple),
)


@pytest.mark.parametrize("agent", ["caller", "caller:prompted", "react", "react:prompted"])
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(replies=st.lists(_REPLIES, min_size=1, max_size=6))
def test_whatever_a_model_says_ends_in_a_status(agent: str, replies: list[Reply], tmp_path: Path) -> None:
    lines = iter([*replies, *[Reply("done", (ToolUse("z", "claim_done", {"answer": "5"}),))] * 30])
    model = ScriptedModel(lambda _: next(lines))
    ending, attempt = solve(make_agent(agent), tmp_path, model, limits=Limits(max_steps=5))
    assert ending.status in (Status.COMPLETED, Status.AGENT_FAILURE, Status.OUT_OF_STEPS)
    assert (ending.reason is None) == (ending.status is Status.COMPLETED)
    assert all(each.outcome is not None for step in attempt.steps for each in step.calls)
    for request in model.requests:
        for message in request.messages:
            assert not isinstance(message, Assistant) or message.text or message.calls
