"""Functions become tools: schema, checks of arguments, sources."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from m3bench.servers.kit import Answer, BadArgument, Files, NotFound, Server, ToolFailure, about
from m3bench.servers.kit.answer import LARGEST_TEXT
from m3bench.servers.kit.meta import answer_meta
from m3bench_world import World
from m3bench_world.servers.context import ToolContext

DESK = ToolContext(World(), Files(Path()))


def example(*, strict: bool = False) -> Server:
    server = Server("example", "For tests.", sources=("shops",), strict=strict)

    @server.tool
    def greet(
        context: ToolContext,
        name: Annotated[str, about("Whom to greet.")],
        times: Annotated[int, about("How often.")] = 1,
        tone: Literal["loud", "soft"] = "soft",
        note: str | msgspec.UnsetType = msgspec.UNSET,
    ) -> Answer:
        """Greet somebody."""
        return Answer(
            {"greeting": [name] * times, "seed": context.world.seed, "tone": tone, "noted": note == "x"}
        )

    @server.tool(name="odd-name", read_only=False)
    def odd(numbers: list[int]) -> Answer:
        """Needs no desk."""
        return Answer(str(sum(numbers)), sources=("arithmetic",))

    return server


def test_the_signature_is_the_schema() -> None:
    tool = example().tools["greet"]
    assert tool.description == "Greet somebody."
    schema = tool.input_schema
    assert schema["required"] == ["name"]
    assert list(schema["properties"]) == ["name", "times", "tone", "note"]
    assert schema["properties"]["times"] == {"type": "integer", "description": "How often.", "default": 1}
    assert sorted(schema["properties"]["tone"]["enum"]) == ["loud", "soft"]
    assert "default" not in schema["properties"]["note"]
    assert "additionalProperties" not in schema
    assert example(strict=True).tools["greet"].input_schema["additionalProperties"] is False


def test_a_call_gets_its_arguments_and_defaults() -> None:
    answer = example().call(DESK, "greet", {"name": "Ada", "times": 2.0, "note": "x", "unknown": 1})
    assert answer.data == {"greeting": ["Ada", "Ada"], "seed": 7, "tone": "soft", "noted": True}
    assert example().call(DESK, "odd-name", {"numbers": [1, 2.0]}).text == "3"
    assert not example().tools["odd-name"].read_only


def test_every_answer_names_its_sources() -> None:
    server = example()
    greeted = answer_meta(server.call(DESK, "greet", {"name": "Ada"}))
    assert greeted == {"m3bench/outcome": "success", "m3bench/sources": {"shops": "invented"}}
    summed = server.call(DESK, "odd-name", {"numbers": []})
    assert answer_meta(summed)["m3bench/sources"] == {"arithmetic": "derived"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, ["name"]),
        ({"name": 3}, ["str", "name"]),
        ({"name": "A", "times": 1.5}, ["int", "times"]),
        ({"name": "A", "tone": "shrill"}, ["tone"]),
        ({"name": None}, ["name"]),
    ],
)
def test_arguments_that_do_not_fit_are_refused_by_name(arguments: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(ToolFailure, match="Invalid arguments") as refusal:
        example().call(DESK, "greet", arguments)
    assert all(word in str(refusal.value) for word in words)


def test_half_a_surrogate_pair_does_not_come_back() -> None:
    answer = example().call(DESK, "greet", {"name": "A\ud800", "note": "é"})
    assert answer.data["greeting"] == ["A\ufffd"]
    answer.text.encode()


def test_a_strict_server_refuses_what_it_does_not_know() -> None:
    with pytest.raises(ToolFailure, match="unknown"):
        example(strict=True).call(DESK, "greet", {"name": "Ada", "unknown": 1})


def test_an_unknown_tool_is_told_with_those_there_are() -> None:
    with pytest.raises(ToolFailure, match="odd-name"):
        example().call(DESK, "great", {})


def test_a_server_without_known_sources_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="made-up"):
        Server("x", "y", sources=("made-up",))
    with pytest.raises(ValueError, match="known_sources"):
        Server("x", "y", sources=())


def test_answers_are_cut_at_the_limit() -> None:
    text = Answer("x" * (LARGEST_TEXT + 5)).text
    assert len(text) < LARGEST_TEXT + 100
    assert text.endswith("ask for less]")


def test_failures_read_as_advice() -> None:
    assert str(BadArgument("limit", "too big")) == "Invalid argument 'limit': too big"
    assert str(NotFound("no such thing")) == "Not found: no such thing."
    assert str(NotFound("no such thing", ["this", "that"])) == (
        "Not found: no such thing. Did you mean: this, that?"
    )
