"""What servers send, held against the protocol."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from m3bench.hosting.long_json import count_values
from m3bench.hosting.session.wire import BROKE_PROTOCOL, MOST_BLOCKS, Wire


def asked(*numbers: int) -> Wire:
    wire = Wire()
    for number in numbers:
        wire.track(JSONRPCRequest(jsonrpc="2.0", id=number, method="tools/call"))
    return wire


def answer(number: Any, **more: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": {"content": []}, **more}).encode()


def test_a_sound_answer_passes() -> None:
    (message,) = asked(7).read(answer(7)).messages
    assert isinstance(message, JSONRPCResponse)
    assert (message.id, message.result) == (7, {"content": []})


def test_notifications_and_requests_of_the_server_pass() -> None:
    wire = asked(1)
    (note,) = wire.read(b'{"jsonrpc":"2.0","method":"notifications/progress","params":{}}').messages
    assert isinstance(note, JSONRPCNotification)
    (ping,) = wire.read(b'{"jsonrpc":"2.0","id":1,"method":"ping"}').messages
    assert isinstance(ping, JSONRPCRequest)
    assert wire.is_waiting


@pytest.mark.parametrize("line", [b"", b"  \r", b"starting up", b'{"level": "info"}', b"[1, 2]", b"{broken"])
def test_chatter_answers_nothing(line: bytes) -> None:
    wire = asked(1)
    assert wire.read(line).messages == []
    assert wire.is_waiting


def test_only_the_request_that_was_answered_badly_fails() -> None:
    wire = asked(1, 2)
    (error,) = wire.read(b'{"jsonrpc":"2.0","id":2,"result":null}').messages
    assert isinstance(error, JSONRPCError)
    assert (error.id, error.error.code) == (2, BROKE_PROTOCOL)
    assert wire.is_waiting


def test_all_fail_where_it_cannot_be_told_which_was_meant() -> None:
    wire = asked(1, 2)
    errors = wire.read(answer("mine")).messages
    assert [error.id for error in errors if isinstance(error, JSONRPCError)] == [1, 2]
    assert not wire.is_waiting


def test_the_second_answer_to_a_request_is_dropped() -> None:
    wire = asked(1)
    wire.read(answer(1))
    again = wire.read(answer(1))
    assert (again.messages, again.note) == ([], "answered request 1 twice")


def test_many_blocks_are_refused_and_as_many_as_allowed_are_not() -> None:
    block = {"type": "text", "text": "x"}
    for blocks, code in ((MOST_BLOCKS, None), (MOST_BLOCKS + 1, BROKE_PROTOCOL)):
        (message,) = asked(1).read(answer(1, result={"content": [block] * blocks})).messages
        refusal = message.error.code if isinstance(message, JSONRPCError) else None
        assert refusal == code


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.sampled_from('a",\\[{}]é')),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.sampled_from('a",\\[')), inner),
)


def values(node: Any) -> int:
    below = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return 1 + sum(map(values, below))


@pytest.mark.slow
@given(JSON, st.integers(0, 30))
def test_values_are_never_counted_too_low_nor_strings_as_values(value: Any, most: int) -> None:
    raw = json.dumps(value).encode()
    count = count_values(raw, most)
    if values(value) > most:
        assert count > most
    elif not any(mark in raw for mark in (b"[", b"{")):
        assert count <= max(most, len(raw) // 2)


@pytest.mark.slow
@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_nothing_that_is_sent_raises(raw: bytes) -> None:
    asked(1).read(raw)
