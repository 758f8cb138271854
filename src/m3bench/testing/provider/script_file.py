"""Script files: a JSON list of lines, each used once and in order unless it says otherwise."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import FormatError, Usage
from m3bench.models import Reply, ToolUse
from m3bench.testing.provider.lines import (
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
    Stall,
    Status,
    TooLong,
)
from m3bench.testing.provider.seen import SeenRequest

_WORDS: dict[str, Callable[[Reply], Line]] = {
    "stall": Stall,
    "break": BreakOff,
    "reset": Reset,
    "endless": lambda _: Endless(),
    "hang_up": lambda _: HangUp(),
    "fail_later": FailLater,
    "drip": Drip,
    "garbage": lambda _: Garbage(),
    "empty": lambda _: Empty(),
    "too_long": lambda _: TooLong(),
}


class WrittenCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    arguments: Any = None
    id: str = ""


class WrittenLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"break_": "break"}):
    """One line of a script file. `text` and `calls` are the reply; at most one failure is allowed."""

    text: str = ""
    calls: tuple[WrittenCall, ...] = ()
    finish: str | None = None
    usage: Usage = Usage()
    status: int | None = None
    headers: dict[str, str] = {}
    body: Any = None
    message: str = ""
    stall: bool = False
    break_: bool = False
    reset: bool = False
    endless: bool = False
    hang_up: bool = False
    fail_later: bool = False
    drip: bool = False
    garbage: bool = False
    empty: bool = False
    too_long: bool = False
    match: str | None = None
    """Only for a request with a match of this regular expression since the model's last reply."""
    about: str | None = None
    """The same, anywhere in the conversation."""
    repeat: bool = False
    """Can be used any number of times."""

    def fits(self, seen: SeenRequest) -> bool:
        return _occurs(self.match, seen.latest) and _occurs(self.about, seen.conversation)

    @property
    def line(self) -> Line:
        if self.status is not None:
            return Status(self.status, self.headers, self.body, self.message)
        chosen = self.words
        return _WORDS[chosen[0]](self._reply) if chosen else self._reply

    @property
    def words(self) -> list[str]:
        return [word for word in _WORDS if getattr(self, "break_" if word == "break" else word)]

    @property
    def _reply(self) -> Reply:
        calls = tuple(ToolUse(call.id, call.name, call.arguments) for call in self.calls)
        return Reply(self.text, calls, self.usage, self.finish)


def read_script(path: Path) -> Script:
    """Read a script. Raises `FormatError` with the line and the problem."""
    try:
        values = json.loads(path.read_bytes())
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", file=str(path)) from None
    except ValueError as error:
        raise FormatError(f"invalid JSON: {error}", file=str(path)) from None
    if not isinstance(values, list):
        raise FormatError("expected a list of lines", file=str(path))
    return _first_that_fits([_line(value, str(path), str(number)) for number, value in enumerate(values, 1)])


def _line(value: Any, file: str, record: str) -> WrittenLine:
    try:
        line = msgspec.convert({"text": value} if isinstance(value, str) else value, WrittenLine)
        re.compile(line.match or "")
        re.compile(line.about or "")
    except msgspec.ValidationError as error:
        raise FormatError(str(error), file=file, record=record) from None
    except re.error as error:
        raise FormatError(f"invalid regular expression: {error}", file=file, record=record) from None
    if len(line.words) + (line.status is not None) > 1:
        raise FormatError("requests more than one failure", file=file, record=record)
    return line


def _first_that_fits(lines: Sequence[WrittenLine]) -> Script:
    rest, lock = list(lines), threading.Lock()

    def script(seen: SeenRequest) -> Line:
        with lock:
            chosen = next((line for line in rest if line.fits(seen)), None)
            if chosen is None:
                return Status(400, message="No line of the script matches this request.")
            if not chosen.repeat:
                rest.remove(chosen)
            return chosen.line

    return script


def _occurs(pattern: str | None, text: str) -> bool:
    return pattern is None or re.search(pattern, text) is not None
