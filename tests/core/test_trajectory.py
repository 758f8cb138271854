from __future__ import annotations

from typing import Any

import msgspec
import pytest

from m3bench.core import (
    Call,
    Data,
    Media,
    Outcome,
    Reference,
    Result,
    Status,
    Step,
    Task,
    Text,
    Timing,
    Trajectory,
    Usage,
    parsed_arguments,
)

FULL = Trajectory(
    task_id="t",
    steps=(
        Step(
            (
                Call(
                    "maps/geocode",
                    {"query": "Skagen"},
                    "c1",
                    Result(
                        (Text("57.7"), Media(media_type="image/png", data=b"\x89PNG"), Data({"lat": 57.7}))
                    ),
                    Outcome.SUCCESS,
                    Timing(0.5, 0.75),
                ),
                Call("maps/geocode"),
            ),
            "find it first",
        ),
        Step(),
    ),
    answer="there",
    usage=Usage(input_tokens=10, cost=None),
    status=Status.COMPLETED,
)


def test_a_trajectory_survives_plain_data() -> None:
    assert msgspec.convert(msgspec.to_builtins(FULL), Trajectory) == FULL


def test_identity_is_the_content() -> None:
    same = msgspec.convert(msgspec.to_builtins(FULL), Trajectory)
    assert same.digest == FULL.digest
    assert msgspec.structs.replace(FULL, answer="elsewhere").digest != FULL.digest
    assert Task(id="t", references=(Reference(),)).digest != Task(id="t").digest


def test_data_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        FULL.answer = "other"  # type: ignore[misc]


def test_calls_carry_their_step() -> None:
    assert [(step, call.id) for step, call in FULL.calls()] == [(0, "c1"), (0, None)]
    assert FULL.call_count == 2


def test_parts_of_a_result_keep_their_type() -> None:
    call = FULL.steps[0].calls[0]
    assert call.result is not None
    assert call.result.text == "57.7"
    assert [getattr(part, "kind", None) for part in call.result.content] == [None, "image", None]
    assert call.timing is not None
    assert call.timing.seconds == 0.25


@pytest.mark.parametrize(
    ("name", "server", "tool"), [("a/b", "a", "b"), ("a/b/c", "a", "b/c"), ("b", "", "b"), ("", "", "")]
)
def test_names_are_server_and_tool(name: str, server: str, tool: str) -> None:
    assert (Call(name).server, Call(name).tool) == (server, tool)


@pytest.mark.parametrize(
    ("arguments", "oddity"),
    [
        ({}, None),
        (None, "no arguments"),
        ('{"a": 1}', "arguments as a JSON string"),
        ("Skagen", "arguments as plain text"),
        ("[1]", "arguments as plain text"),
        ([1], "arguments as a JSON array"),
        (True, "arguments as a JSON boolean"),
        (1.5, "arguments as a JSON number"),
    ],
)
def test_odd_arguments_are_kept_and_said(arguments: Any, oddity: str | None) -> None:
    call = Call("a/b", arguments)
    assert call.arguments == arguments
    assert call.oddity == oddity


def test_only_json_objects_are_read_out_of_strings() -> None:
    assert parsed_arguments('{"a": 1}') == {"a": 1}
    for kept in ("[1]", "3", "{", "[" * 100_000, None, 3):
        assert parsed_arguments(kept) == kept


def test_outcomes_say_whose_doing_it_was() -> None:
    assert [outcome for outcome in Outcome if outcome.executed] == [Outcome.NOT_FOUND, Outcome.SUCCESS]
    assert not Outcome.SERVER_FAULT.blames_agent
    assert not Outcome.TOOL_ERROR.blames_agent
    assert not Outcome.TOOL_ERROR.executed
    assert Outcome.UNKNOWN_TOOL.blames_agent
