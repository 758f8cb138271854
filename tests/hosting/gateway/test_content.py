"""What goes out of a gateway and into its record: listings, contents, addresses, no secrets."""

from __future__ import annotations

from typing import Any

import mcp_types as types
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Call, Data, Media, Outcome, Result, Status, Step, Text, Trajectory, UsageError
from m3bench.core.redaction import Redactor
from m3bench.core.schema.compilation import SchemaProblem, compile_schema
from m3bench.hosting.gateway.content import ANY_OBJECT, blocks, call_result, resource_contents, usable_schema
from m3bench.hosting.gateway.http import Address, read_address
from m3bench.hosting.gateway.sdk import GET_TASK, SUBMIT_ANSWER
from m3bench.hosting.toolbox.aliases import Aliases

TEXT_SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


def test_several_structured_values_are_all_told() -> None:
    shown = blocks((Data({"n": 1}), Text("and"), Data({"n": 2})))
    assert [part.text for part in shown if isinstance(part, types.TextContent)] == ['{"n":1}', "and"]
    assert call_result(Call("a", result=Result((Data({"n": 1}), Data({"n": 2}))))).structured_content == {
        "n": 2
    }


@pytest.mark.parametrize("media_type", ["text/plain", "application/json", "application/xml; charset=utf-8"])
def test_text_files_are_sent_as_text(media_type: str) -> None:
    sent = resource_contents(Media(media_type=media_type, data=b'{"n": 1}', uri="file:///a"))
    assert isinstance(sent, types.TextResourceContents)
    assert (sent.text, sent.mime_type) == ('{"n": 1}', media_type)


@pytest.mark.parametrize(("media_type", "data"), [("application/pdf", b"%PDF"), ("text/plain", b"\xff\xfe")])
def test_what_is_no_text_is_sent_as_bytes(media_type: str, data: bytes) -> None:
    assert isinstance(resource_contents(Media(media_type=media_type, data=data)), types.BlobResourceContents)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"text": {"type": "strin"}}},
        {"type": "string"},
        {"type": "object", "properties": {"text": True}},
        {"type": "object", "properties": ["text"]},
        {"type": "object", "required": "text"},
        {"type": "object", "$ref": "https://example.org/schema.json"},
        {"type": ["object", "null"]},
    ],
)
def test_a_schema_that_would_break_the_listing_is_replaced(schema: dict[str, Any]) -> None:
    assert usable_schema(schema) == ANY_OBJECT


def test_other_schemas_stay_as_they_are() -> None:
    assert usable_schema(TEXT_SCHEMA) == TEXT_SCHEMA
    assert usable_schema({}) == ANY_OBJECT
    assert usable_schema({"properties": {"a": {}}}) == {"type": "object", "properties": {"a": {}}}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(["object", "string", "a", "#/x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "properties", "required", "$ref", "a"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["type", "properties", "required", "$ref", "anyOf"]), json_values))
def test_every_listed_schema_is_one_that_clients_take(schema: dict[str, Any]) -> None:
    usable = usable_schema(schema)
    assert usable["type"] == "object"
    assert not isinstance(compile_schema(usable), SchemaProblem)
    assert all(isinstance(part, dict) for part in usable.get("properties", {}).values())


@given(st.lists(st.tuples(st.text(min_size=1).filter(lambda name: "/" not in name), st.text()), unique=True))
def test_our_own_tools_clash_with_no_alias(names: list[tuple[str, str]]) -> None:
    full_names = [f"{server}/{tool}" for server, tool in [*names, ("get", "task"), ("submit", "answer")]]
    aliases = Aliases(full_names)
    assert {GET_TASK, SUBMIT_ANSWER}.isdisjoint(aliases.alias(name) for name in full_names)


def test_secrets_do_not_reach_the_record() -> None:
    mask = Redactor(["hunter2-hunter2", "hunter2", "de"])
    call = Call(
        "lab/echo",
        {"hunter2": ["hunter2-hunter2", 5]},
        result=Result((Text("it is hunter2"), Data({"key": "hunter2"}), Media(data=b"\xff hunter2"))),
        outcome=Outcome.SUCCESS,
    )
    trajectory = Trajectory(task_id="de", steps=(Step((call,)),), answer="hunter2", status=Status.COMPLETED)
    masked = mask.value(trajectory)
    assert "hunter2" not in repr(masked)
    assert masked.task_id == "de"
    assert masked.steps[0].calls[0].arguments == {"${SECRET}": ["${SECRET}", 5]}
    assert masked.steps[0].calls[0].result == Result(
        (Text("it is ${SECRET}"), Data({"key": "${SECRET}"}), Media(data=b"\xff ${SECRET}"))
    )
    assert Redactor([]).value(trajectory) is trajectory


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("0", Address("127.0.0.1", 0)),
        (":8000", Address("127.0.0.1", 8000)),
        ("localhost:8000", Address("localhost", 8000)),
        ("[::1]:80", Address("::1", 80)),
        ("0.0.0.0:1", Address("0.0.0.0", 1)),
    ],
)
def test_addresses(text: str, address: Address) -> None:
    assert read_address(text) == address
    assert address.is_loopback is (address.host != "0.0.0.0")


@pytest.mark.parametrize("text", ["", "localhost", "localhost:", "1:99999", "1:-1", "a:b", "٣"])
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(UsageError, match="not an address"):
        read_address(text)


def test_an_address_is_written_as_clients_take_it() -> None:
    assert Address("::1", 80).url == "http://[::1]:80/mcp"
    assert Address(port=8000).url == "http://127.0.0.1:8000/mcp"
