"""Every loop asks for the form of an answer, reads it leniently and never guesses between two values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.agents import Attempt, Ending, make_agent
from m3bench.agents.parsing import read_form_answer
from m3bench.core import AnswerField, AnswerForm, FieldType, Status, Text
from m3bench.models import Reply, Request, RequestTooLong, System, ToolReturn, ToolUse, User
from m3bench.testing import ScriptedModel
from m3bench.testing.scripted import Line
from tests.agents.workplace import TASK, shape, solve

FORM = AnswerForm(
    (
        AnswerField("total", FieldType.NUMBER, "the sum"),
        AnswerField("object_name", FieldType.NAME, "what the picture shows"),
    )
)
FORM_TASK = msgspec.structs.replace(TASK, form=FORM)
GOOD = '{"total": 5, "object_name": "orange"}'
FIELDS = {"total": 5, "object_name": "orange"}
ORANGE = {"object_name": "orange"}
LINES = "It is 5.\ntotal: 5\n- **Object name**: orange"

REPLIES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "fenced": (f"It is 5.\n```json\n{GOOD}\n```", "It is 5.", FIELDS),
    "trailing commas": ('It is 5.\n{"total": 5, "object_name": "orange",}', "It is 5.", FIELDS),
    "lines": (LINES, LINES, {"total": "5", "object_name": "orange"}),
    "two values": (
        f'It is 5.\n{GOOD}\nor rather\n{{"total": 6, "object_name": "orange"}}',
        "It is 5.\n\nor rather",
        ORANGE,
    ),
    "a key twice": ('It is 5. {"total": 5, "total": 6, "object_name": "orange"}', "It is 5.", ORANGE),
    "a key twice, badly written": (
        "It is 5. {'total': 5, 'total': 6, 'object_name': 'orange',}",
        "It is 5.",
        ORANGE,
    ),
}
"""What a model writes as its last message, the prose in it, and the fields that can be read."""

BEFORE: dict[str, list[Line]] = {
    "executor": ['{"tools": ["math/sum"]}', '{"tool_calls": []}', "yes"],
    "planner": ['{"continue": false, "tool_calls": []}'],
    "caller": [],
    "caller:prompted": [],
}
"""What it says before its last message."""


def solved(
    workspace: Path, lines: list[Line], agent: str, **how: Any
) -> tuple[Ending, Attempt, list[Request]]:
    model = ScriptedModel(lines)
    ending, attempt = solve(make_agent(agent), workspace, model, **{"task": FORM_TASK, **how})
    return ending, attempt, model.requests


def text_of(request: Request) -> str:
    parts: list[str] = []
    for message in request.messages:
        if isinstance(message, System):
            parts.append(message.text)
        if isinstance(message, User | ToolReturn):
            parts += [part.text for part in message.content if isinstance(part, Text)]
    return "\n".join(parts)


def claim(**arguments: Any) -> Reply:
    return Reply("Done.", (ToolUse("z", "claim_done", arguments),))


def written_claim(**arguments: Any) -> str:
    return f"Done.\n{json.dumps([{'name': 'claim_done', 'arguments': arguments}])}"


@pytest.mark.parametrize("style", REPLIES)
@pytest.mark.parametrize("agent", BEFORE)
def test_the_form_is_read_from_the_last_words(agent: str, style: str, tmp_path: Path) -> None:
    said, prose, fields = REPLIES[style]
    ending, attempt, requests = solved(tmp_path, [*BEFORE[agent], said], agent)
    assert (ending.status, ending.answer, ending.fields) == (Status.COMPLETED, prose, fields)
    assert "form_repairs" not in attempt.notes
    asked_ahead = agent.startswith("caller")
    field = (
        "- object_name: what the picture shows" if asked_ahead else '"object_name": <what the picture shows>'
    )
    assert field in text_of(requests[-1])
    assert "null" in text_of(requests[-1])


@pytest.mark.parametrize("agent", BEFORE)
def test_prose_alone_is_repaired_once(agent: str, tmp_path: Path) -> None:
    ending, attempt, requests = solved(tmp_path, [*BEFORE[agent], "It is 5, an orange.", GOOD], agent)
    assert (ending.answer, ending.fields) == ("It is 5, an orange.", FIELDS)
    assert attempt.notes["form_repairs"] == 1
    assert len(requests) == len(BEFORE[agent]) + 2
    assert "No filled-in form could be read" in text_of(requests[-1])
    assert "It is 5, an orange." in str(requests[-1].messages)


@pytest.mark.parametrize("agent", BEFORE)
def test_a_refusal_keeps_its_prose_and_leaves_the_form_empty(agent: str, tmp_path: Path) -> None:
    refusal = "I cannot help with that."
    ending, attempt, requests = solved(tmp_path, [*BEFORE[agent], refusal, "I said no."], agent)
    assert (ending.status, ending.answer, ending.fields) == (Status.COMPLETED, refusal, None)
    assert attempt.notes["form_repairs"] == 1
    assert len(requests) == len(BEFORE[agent]) + 2


@pytest.mark.parametrize("agent", BEFORE)
def test_a_repair_that_does_not_fit_into_the_model_loses_nothing(agent: str, tmp_path: Path) -> None:
    lines: list[Line] = [*BEFORE[agent], "It is 5.", *[RequestTooLong("too long")] * 2]
    ending, _, _ = solved(tmp_path, lines, agent)
    assert (ending.status, ending.answer, ending.fields) == (Status.COMPLETED, "It is 5.", None)


@pytest.mark.parametrize("agent", BEFORE)
def test_a_task_without_a_form_hears_of_none(agent: str, tmp_path: Path) -> None:
    ending, attempt, requests = solved(tmp_path, [*BEFORE[agent], "It is 5."], agent, task=TASK)
    assert (ending.answer, ending.fields) == ("It is 5.", None)
    assert not any("The fields:" in text_of(request) for request in requests)
    assert "form_repairs" not in attempt.notes


@pytest.mark.parametrize(
    "early", ['{"final_answer": "It is 5."}', "Final answer: It is 5.", '{"answer": "It is 5."}']
)
def test_an_early_answer_of_the_executor_is_asked_for_its_form(early: str, tmp_path: Path) -> None:
    ending, attempt, requests = solved(tmp_path, [early, f"Five.\n{GOOD}"], "executor")
    assert (ending.answer, ending.fields) == ("It is 5.", FIELDS)
    assert len(requests) == 2
    assert "fill in its form" in text_of(requests[1])
    assert "form_repairs" not in attempt.notes
    ending, attempt, requests = solved(tmp_path, [early, "No form.", GOOD], "executor")
    assert (ending.answer, ending.fields, attempt.notes["form_repairs"]) == ("It is 5.", FIELDS, 1)
    ending, _, _ = solved(tmp_path, [early, *[RequestTooLong("too long")] * 2], "executor")
    assert (ending.answer, ending.fields) == ("It is 5.", None)


def test_an_early_answer_that_is_the_form_is_not_asked_for_again(tmp_path: Path) -> None:
    ending, _, requests = solved(tmp_path, [json.dumps({"final_answer": FIELDS})], "executor")
    assert (ending.fields, len(requests)) == (FIELDS, 1)


def test_an_object_that_fills_the_form_is_no_unreadable_call(tmp_path: Path) -> None:
    ending, attempt, requests = solved(tmp_path, [GOOD], "caller:prompted")
    assert (ending.answer, ending.fields, len(requests)) == (GOOD, FIELDS, 1)
    assert attempt.steps == []


def test_a_claim_has_the_form_as_its_schema(tmp_path: Path) -> None:
    ending, _, (request,) = solved(tmp_path, [claim(answer="It is 5.", fields=FIELDS)], "react")
    assert (ending.answer, ending.fields) == ("It is 5.", FIELDS)
    schema = next(offer.schema for offer in request.tools if offer.name == "claim_done")
    assert schema["properties"]["fields"]["properties"].keys() == FIELDS.keys()
    assert schema["required"] == ["answer", "fields"]


@pytest.mark.parametrize(
    ("arguments", "fields"),
    [
        ({"answer": "It is 5.", "fields": GOOD}, FIELDS),
        ({"answer": "It is 5.", "fields": f"```\n{GOOD[:-1]},}}```"}, FIELDS),
        ({"answer": "It is 5.", **FIELDS}, FIELDS),
        ({"answer": f"It is 5.\n{GOOD}"}, FIELDS),
        ({"answer": "It is 5.\ntotal: 5"}, {"total": "5"}),
        ({"answer": "It is 5.", "fields": '{"total": 5, "total": 6, "object_name": "orange"}'}, ORANGE),
    ],
)
@pytest.mark.parametrize("agent", ["react", "react:prompted"])
def test_a_claim_is_read_leniently(
    agent: str, arguments: Any, fields: dict[str, Any], tmp_path: Path
) -> None:
    line = claim(**arguments) if agent == "react" else written_claim(**arguments)
    ending, attempt, _ = solved(tmp_path, [line], agent)
    assert ending.answer is not None
    assert ending.answer.startswith("It is 5.")
    assert "{" not in ending.answer
    assert ending.fields == fields
    assert "form_repairs" not in attempt.notes


def test_a_claim_without_a_form_is_handed_back_once(tmp_path: Path) -> None:
    both = Reply("Both.", (ToolUse("a", "math__sum", {"numbers": [2, 3]}), *claim(answer="It is 5.").calls))
    for repair in (claim(answer="Five", fields=FIELDS), Reply(GOOD)):
        ending, attempt, requests = solved(tmp_path, [both, repair], "react")
        assert (ending.answer, ending.fields, attempt.notes["form_repairs"]) == ("It is 5.", FIELDS, 1)
        assert shape(attempt) == [["math/sum success"]]
        summed, refused = requests[1].messages[-2:]
        assert isinstance(summed, ToolReturn)
        assert isinstance(refused, ToolReturn)
        assert (summed.name, refused.name, refused.is_error) == ("math__sum", "claim_done", True)


@pytest.mark.parametrize("agent", ["react", "react:prompted"])
def test_a_refusal_in_a_claim_keeps_its_prose(agent: str, tmp_path: Path) -> None:
    no = "I cannot help with that."
    line = claim(answer=no) if agent == "react" else written_claim(answer=no)
    ending, attempt, _ = solved(tmp_path, [line, line], agent)
    assert (ending.status, ending.answer, ending.fields) == (Status.COMPLETED, no, None)
    assert attempt.notes["form_repairs"] == 1


def test_a_prompted_claim_is_repaired_with_json_alone(tmp_path: Path) -> None:
    ending, _, requests = solved(tmp_path, [written_claim(answer="It is 5."), GOOD], "react:prompted")
    assert (ending.answer, ending.fields) == ("It is 5.", FIELDS)
    assert '"fields": {<the form of the task>}' in text_of(requests[0])


def test_prose_beside_the_form_in_one_object() -> None:
    read = read_form_answer(FORM, json.dumps({"answer": "It is 5.", "fields": FIELDS}))
    assert (read.answer, read.fields) == ("It is 5.", FIELDS)


def test_thinking_is_no_part_of_the_form() -> None:
    read = read_form_answer(FORM, f'<think>{{"total": 9}}</think>It is 5.\n{GOOD}')
    assert (read.answer, read.fields) == ("It is 5.", FIELDS)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_reading_is_total(text: str) -> None:
    read = read_form_answer(FORM, text)
    assert read.fields is None or read.fields.keys() <= FIELDS.keys()


@given(
    st.integers(), st.text("abcdefgh xyz", min_size=1), st.sampled_from(["```json\n%s\n```", "%s", "So: %s"])
)
def test_what_was_written_is_read(total: int, name: str, around: str) -> None:
    fields = {"total": total, "object_name": name}
    read = read_form_answer(FORM, f"Well.\n{around % json.dumps(fields)}")
    assert read.fields == fields
    assert read.answer is not None
    assert read.answer.startswith("Well.")
    assert "{" not in read.answer
