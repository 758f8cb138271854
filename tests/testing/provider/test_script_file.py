"""Scripts as JSON files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from m3bench.core import FormatError, Text, Usage
from m3bench.models import Assistant, Message, Reply, Request, System, ToolUse, User
from m3bench.testing.provider import (
    BreakOff,
    Drip,
    Empty,
    Endless,
    FailLater,
    Garbage,
    HangUp,
    Line,
    Reset,
    Script,
    SeenRequest,
    Stall,
    Status,
    TooLong,
    read_script,
)


def script_of(folder: Path, *lines: Any) -> Script:
    path = folder / "script.json"
    path.write_text(json.dumps(lines))
    return read_script(path)


def seen(*messages: Message | str) -> SeenRequest:
    said = tuple(User((Text(message),)) if isinstance(message, str) else message for message in messages)
    return SeenRequest(wire="openai", path="/", model="m", request=Request(said))


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("words", Reply("words")),
        ({"text": "words", "finish": "length"}, Reply("words", finish_reason="length")),
        (
            {"calls": [{"name": "a", "arguments": {"x": 1}}, {"name": "b", "id": "two"}]},
            Reply(calls=(ToolUse("", "a", {"x": 1}), ToolUse("two", "b"))),
        ),
        (
            {"text": "t", "usage": {"input_tokens": 5, "output_tokens": 6}},
            Reply("t", usage=Usage(5, 6)),
        ),
        ({"status": 429, "headers": {"Retry-After": "1"}}, Status(429, {"Retry-After": "1"})),
        ({"status": 400, "message": "no", "body": {"a": 1}}, Status(400, {}, {"a": 1}, "no")),
        ({"stall": True, "text": "late"}, Stall(Reply("late"))),
        ({"break": True, "text": "half"}, BreakOff(Reply("half"))),
        ({"drip": True, "text": "slow"}, Drip(Reply("slow"))),
        ({"fail_later": True, "text": "well"}, FailLater(Reply("well"))),
        ({"reset": True, "text": "half"}, Reset(Reply("half"))),
        ({"endless": True}, Endless()),
        ({"hang_up": True}, HangUp()),
        ({"garbage": True}, Garbage()),
        ({"empty": True}, Empty()),
        ({"too_long": True}, TooLong()),
    ],
)
def test_every_kind_of_line(tmp_path: Path, written: Any, line: Line) -> None:
    assert script_of(tmp_path, written)(seen("Hello")) == line


def test_lines_are_used_once_and_in_order(tmp_path: Path) -> None:
    script = script_of(tmp_path, "one", "two")
    assert [script(seen("x")), script(seen("x"))] == [Reply("one"), Reply("two")]
    assert script(seen("x")) == Status(400, message="No line of the script matches this request.")


def test_a_line_waits_for_its_match(tmp_path: Path) -> None:
    script = script_of(tmp_path, {"match": "we.ther", "text": "rain"}, {"text": "else", "repeat": True})
    assert script(seen("the time")) == Reply("else")
    assert script(seen("the weather", Assistant("so?"), "the time")) == Reply("else")
    assert script(seen("the weather")) == Reply("rain")
    assert script(seen("the weather")) == Reply("else")


def test_a_line_can_be_about_the_whole_conversation(tmp_path: Path) -> None:
    script = script_of(tmp_path, {"about": "Oslo", "text": "north"}, {"about": "Rome", "text": "south"})
    assert script(seen(System("guide"), "to Rome", Assistant("by train?"), "yes")) == Reply("south")
    assert script(seen(System("Oslo"), "yes")) == Reply("north")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "invalid JSON"),
        ("{}", "expected a list of lines"),
        ('["a", 1]', "record 2"),
        ('[{"tekst": "a"}]', "tekst"),
        ('[{"match": "("}]', "invalid regular expression"),
        ('[{"stall": true, "break": true}]', "more than one failure"),
        ('[{"status": 500, "stall": true}]', "more than one failure"),
        ('[{"calls": [{"arguments": {}}]}]', "name"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "script.json"
    path.write_text(text)
    with pytest.raises(FormatError, match=problem) as caught:
        read_script(path)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be read"):
        read_script(tmp_path / "none.json")
