"""Requests read back: what a real provider refuses is refused, and nothing else comes of bad ones."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from m3bench.core import Text
from m3bench.models import Assistant, Message, Reply, Request, System, ToolOffer, ToolReturn, ToolUse, User
from m3bench.testing.provider.requests import WIRES, InvalidRequest, problem_of, read_seen, wire_of
from m3bench.testing.provider.seen import SeenRequest
from m3bench.testing.provider.wires import tokens

PATHS = {
    "openai": "/v1/chat/completions",
    "responses": "/v1/responses",
    "anthropic": "/v1/messages",
    "google": "/v1beta/models/gemini:generateContent",
}
HELLO = User((Text("Hello"),))
CALLING = Assistant("", (ToolUse("one", "look"), ToolUse("two", "look")))
ONE, TWO = ToolReturn("one", "look"), ToolReturn("two", "look")

PNG = {"type": "base64", "media_type": "image/png", "data": "iVBORw=="}
PICTURE: dict[str, Any] = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}}
LOOK: dict[str, Any] = {"name": "look", "arguments": "{}"}
BODIES: dict[str, dict[str, Any]] = {
    "openai": {
        "model": "m",
        "stream": False,
        "messages": [
            {"role": "system", "content": "s"},
            {"role": "user", "content": [{"type": "text", "text": "t"}, PICTURE]},
            {"role": "assistant", "content": "", "tool_calls": [{"id": "one", "function": LOOK}]},
            {"role": "tool", "tool_call_id": "one", "content": "r"},
        ],
        "tools": [{"type": "function", "function": {"name": "look", "parameters": {}}}],
        "temperature": 1,
    },
    "responses": {
        "model": "m",
        "stream": False,
        "instructions": "s",
        "input": [
            {"role": "user", "content": [{"type": "input_image", "image_url": PICTURE["image_url"]["url"]}]},
            {"type": "reasoning", "summary": []},
            {
                "type": "function_call",
                "call_id": "one",
                "namespace": "eyes",
                "name": "look",
                "arguments": "{}",
            },
            {"type": "function_call_output", "call_id": "one", "output": "r"},
        ],
        "tools": [
            {"type": "namespace", "name": "eyes", "tools": [{"type": "function", "name": "look"}]},
            {"type": "web_search"},
        ],
    },
    "anthropic": {
        "model": "m",
        "max_tokens": 9,
        "system": [{"type": "text", "text": "s"}],
        "messages": [
            {"role": "user", "content": [{"type": "image", "source": PNG}]},
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "one", "name": "look", "input": {}}],
            },
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "one", "content": "r"}]},
        ],
        "tools": [{"name": "look", "input_schema": {}}],
    },
    "google": {
        "systemInstruction": {"parts": [{"text": "s"}]},
        "contents": [
            {"role": "user", "parts": [{"inlineData": {"mimeType": "image/png", "data": "iVBORw=="}}]},
            {"role": "model", "parts": [{"functionCall": {"id": "one", "name": "look", "args": {}}}]},
            {"role": "user", "parts": [{"functionResponse": {"id": "one", "name": "look", "response": {}}}]},
        ],
        "tools": [{"functionDeclarations": [{"name": "look", "parameters": {}}]}],
        "generationConfig": {"temperature": 1},
    },
}
words = st.sampled_from(
    ("user", "assistant", "model", "tool", "text", "tool_use", "tool_result", "look", "one")
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)


def corruptions(value: Any, data: st.DataObject) -> Any:
    """The value with something else at one place in it, or with something missing."""
    if not value or not isinstance(value, dict | list) or data.draw(st.integers(0, 4)) == 0:
        return data.draw(json_values)
    copy: Any = value.copy()
    place = data.draw(st.sampled_from(list(value) if isinstance(value, dict) else range(len(value))))
    if data.draw(st.integers(0, 4)) == 0:
        del copy[place]
    else:
        copy[place] = corruptions(value[place], data)
    return copy


def read(wire: str, body: Any) -> SeenRequest:
    return read_seen(WIRES[wire], PATHS[wire], [], json.dumps(body).encode())


@pytest.mark.parametrize("wire", WIRES)
def test_the_unspoiled_requests_are_read(wire: str) -> None:
    seen = read(wire, BODIES[wire])
    assert [type(message) for message in seen.request.messages] == [System, User, Assistant, ToolReturn]
    assert [each.data for each in seen.media] == [b"\x89PNG"]


@pytest.mark.parametrize("wire", WIRES)
@given(data=st.data())
def test_spoiled_requests_are_read_or_refused(wire: str, data: st.DataObject) -> None:
    body = corruptions(BODIES[wire], data)
    try:
        seen = read(wire, body)
    except InvalidRequest:
        event("refused")
        return
    event("read")
    assert isinstance(seen.latest + seen.conversation, str)
    assert min(tokens(Reply(), seen)) > 0


@pytest.mark.parametrize("wire", WIRES)
@given(data=st.binary(max_size=40))
def test_any_bytes_are_read_or_refused(wire: str, data: bytes) -> None:
    with pytest.raises(InvalidRequest):
        read_seen(WIRES[wire], PATHS[wire], [], b"\xff" + data)


@pytest.mark.parametrize("wire", WIRES)
def test_deep_nesting_is_refused(wire: str) -> None:
    with pytest.raises(InvalidRequest):
        read_seen(WIRES[wire], PATHS[wire], [], b"[" * 200_000)


@pytest.mark.parametrize("name", WIRES)
def test_paths_tell_the_wires_apart(name: str) -> None:
    wire = wire_of(PATHS[name])
    assert wire is not None
    assert wire.name == name
    assert wire_of(PATHS[name] + "/more") is None


@pytest.mark.parametrize(
    ("messages", "problem"),
    [
        ((), "no messages"),
        ((HELLO, CALLING), "'one' has no result"),
        ((HELLO, CALLING, ONE), "'two' has no result"),
        ((HELLO, CALLING, ONE, HELLO, TWO), "'two' has no result"),
        ((HELLO, CALLING, ONE, TWO, TWO), "'two' does not match a call"),
        ((HELLO, ONE), "'one' does not match a call"),
        ((HELLO, CALLING, TWO, ONE), None),
        ((HELLO, CALLING, ONE, TWO, HELLO, Assistant("done")), None),
        ((HELLO, Assistant("", (ToolUse("", "a"), ToolUse("", "a"))), *[ToolReturn("", "a")] * 2), None),
    ],
)
def test_calls_and_results_belong_together(messages: tuple[Message, ...], problem: str | None) -> None:
    found = problem_of(Request(messages))
    assert (problem in found) if problem and found else found == problem


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (("maps__geocode", "a-b"), None),
        (("maps/geocode",), "'maps/geocode' is not a valid tool name"),
        (("a" * 65,), "is not a valid tool name"),
        (("same", "same"), "the same name"),
    ],
)
def test_names_of_tools_are_those_that_all_take(names: tuple[str, ...], problem: str | None) -> None:
    found = problem_of(Request((HELLO,), tuple(map(ToolOffer, names))))
    assert (problem in found) if problem and found else found == problem


def test_an_empty_reply_counts_as_one_token() -> None:
    assert tokens(Reply(), SeenRequest(wire="openai", path="", model="m", request=Request((HELLO,)))) == (
        2,
        1,
    )
