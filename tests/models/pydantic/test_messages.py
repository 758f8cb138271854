"""Conversations in pydantic-ai's terms."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic_ai.messages import (
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from m3bench.core import Text
from m3bench.models import Assistant, Message, Settings, System, ToolOffer, ToolReturn, ToolUse, User
from m3bench.models.defaults import ModelDefaults
from m3bench.models.endpoint import Wire
from m3bench.models.pydantic.media import MediaSupport
from m3bench.models.pydantic.messages import to_messages, to_parameters, to_settings
from tests.models.wires import WIRES

SHOWING = MediaSupport.of("openai", ModelDefaults())


def said(text: str) -> User:
    return User((Text(text),))


def test_returns_come_before_whatever_else_was_said_between_two_replies() -> None:
    calls = (ToolUse("1", "a"), ToolUse("2", "b"))
    messages: list[Message] = [
        System("rules"),
        said("go"),
        Assistant("", calls),
        said("hurry"),
        ToolReturn("1", "a", (Text("one"),)),
        ToolReturn("2", "b", (Text("two"),)),
    ]
    first, answer, last = to_messages(messages, SHOWING)
    assert isinstance(first, ModelRequest)
    assert isinstance(answer, ModelResponse)
    assert isinstance(last, ModelRequest)
    assert [type(part) for part in first.parts] == [SystemPromptPart, UserPromptPart]
    assert [type(part) for part in last.parts] == [ToolReturnPart, ToolReturnPart, UserPromptPart]
    assert [part.tool_call_id for part in answer.parts if isinstance(part, ToolCallPart)] == ["1", "2"]


def test_a_reply_without_a_word_is_left_out() -> None:
    (only,) = to_messages([said("go"), Assistant(" \n"), said("well?")], SHOWING)
    assert isinstance(only, ModelRequest)
    assert [part.content for part in only.parts if isinstance(part, UserPromptPart)] == ["go", "well?"]


def test_text_alone_is_sent_as_plain_text() -> None:
    (only,) = to_messages([User((Text("one"), Text("two"))), User(())], SHOWING)
    assert [part.content for part in only.parts if isinstance(part, UserPromptPart)] == [
        "one\ntwo",
        "(nothing)",
    ]


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ({"q": "Zoë"}, {"q": "Zoë"}),
        ('{"q": 1}', {"q": 1}),
        (None, {}),
        ("", {}),
        ('{"q": ', {"INVALID_JSON": '{"q": '}),
        ([1, 2], {"INVALID_JSON": "[1, 2]"}),
        ({"q": "\ud800"}, {"q": "\ufffd"}),
    ],
)
def test_calls_are_sent_back_whatever_their_arguments_were(written: Any, sent: dict[str, Any]) -> None:
    _, answer = to_messages([said("go"), Assistant("", (ToolUse("1", "a", written),))], SHOWING)
    (call,) = answer.parts
    assert isinstance(call, ToolCallPart)
    assert json.loads(call.args_as_json_str()) == call.args_as_dict() == sent


def test_schemas_are_sent_as_they_are() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 3}}}
    with_schema, without = to_parameters([ToolOffer("a", "does", schema), ToolOffer("b")]).function_tools
    assert (with_schema.name, with_schema.description, with_schema.strict) == ("a", "does", False)
    assert with_schema.parameters_json_schema == schema
    assert without.parameters_json_schema == {"type": "object", "properties": {}}


@pytest.mark.parametrize("wire", WIRES)
def test_settings_that_are_not_set_are_not_sent(wire: Wire) -> None:
    assert to_settings(Settings(), wire) == {}


def test_anthropic_takes_no_seed_and_one_of_temperature_and_top_p() -> None:
    asked = Settings(temperature=0.0, top_p=0.9, max_tokens=10, seed=1)
    assert to_settings(asked, "openai") == {"temperature": 0.0, "top_p": 0.9, "max_tokens": 10, "seed": 1}
    assert to_settings(asked, "anthropic") == {"temperature": 0.0, "max_tokens": 10}
    assert to_settings(Settings(top_p=0.9), "anthropic") == {"top_p": 0.9}
