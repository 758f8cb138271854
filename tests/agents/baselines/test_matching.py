"""`matching`: tools by their text, arguments by the words beside values."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.agents import make_agent
from m3bench.agents.filling import Findings, match_arguments, named_values, sentences
from m3bench.core import Call, Outcome, Result, Text, UsageError
from m3bench.hosting import Tool

TEXT, WHOLE = {"type": "string"}, {"type": "integer"}


def tool(required: list[str] | None = None, **properties: Any) -> Tool:
    needed = list(properties) if required is None else required
    return Tool(
        server="s", name="t", input_schema={"type": "object", "properties": properties, "required": needed}
    )


def matched(text: str, given_tool: Tool) -> dict[str, Any] | None:
    return match_arguments(given_tool, named_values(text))


def test_values_go_to_the_parameters_that_are_named() -> None:
    trip = tool(target=TEXT, origin=TEXT, people=WHOLE)
    said = "Trips with the origin “Oslo” and the target “Bergen” and the people 3."
    assert matched(said, trip) == {"origin": "Oslo", "target": "Bergen", "people": 3}


def test_descriptions_of_parameters_help() -> None:
    described = {"type": "string", "description": "The city of departure."}
    assert matched("From “Bergen” with the departure “Oslo”", tool(b=TEXT, a=described)) == {
        "a": "Oslo",
        "b": "Bergen",
    }


def test_what_is_missing_is_not_invented() -> None:
    assert matched("Give me the result.", tool(city=TEXT)) is None
    assert matched("Give me 3.", tool(unit={"type": "string", "enum": ["C", "F"]})) is None
    assert matched("Give me the result.", tool()) == {}
    assert matched("for “Oslo”", tool(["city"], city=TEXT, unit=TEXT)) == {"city": "Oslo"}
    assert matched("for “C”", tool(unit={"type": "string", "enum": ["C", "F"]})) == {"unit": "C"}


def test_earlier_results_fill_required_parameters() -> None:
    findings = Findings()
    found = Result((Text('[{"book_id": "B-1"}, {"book_id": "B-2"}]'),))
    findings.take([Call("s/search", {}, None, found, Outcome.SUCCESS)])
    assert match_arguments(tool(book_id=TEXT), [], findings) == {"book_id": "B-1"}
    assert match_arguments(tool(member_id=TEXT), [], findings) is None


def test_sentences_keep_quotations() -> None:
    assert sentences("Take “Who? Me. You” first. What is it?") == [
        "Take “Who? Me. You” first.",
        "What is it?",
    ]


def test_its_name() -> None:
    assert make_agent("matching").name == "matching"
    assert make_agent("matching:hashing").name == "matching:hashing"
    with pytest.raises(UsageError, match="no encoder"):
        make_agent("matching:nobody")


@settings(max_examples=30)
@given(
    st.text(max_size=200),
    st.dictionaries(st.text(max_size=5), st.none() | st.dictionaries(st.text(), st.text())),
)
def test_any_text_and_schema_is_read(text: str, properties: dict[str, Any]) -> None:
    sentences(text)
    match_arguments(tool(x=TEXT) if not properties else _odd(properties), named_values(text))


def _odd(properties: dict[str, Any]) -> Tool:
    return Tool(server="s", name="t", input_schema={"properties": properties, "required": list(properties)})
