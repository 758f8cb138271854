"""Checks of where an argument came from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from m3bench.checks.check import Check, CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import other_value
from m3bench.checks.files import WORKSPACE
from m3bench.checks.lookup import at
from m3bench.checks.reading import EXACT, Word, amounts, as_number, names, places, shown, words
from m3bench.checks.trace.corruption import (
    MADE_UP,
    moved_first,
    with_altered_calls,
    with_argument,
    without_calls,
)
from m3bench.checks.trace.matchers import arguments_of, is_tool, succeeded
from m3bench.core import (
    Call,
    Data,
    Media,
    Result,
    Text,
    canonical_json,
)
from m3bench.core.text import shorten_middle

_LONGEST_RESULT = 100_000
_MAX_SHOWN = 120


def values_of(evidence: Evidence, tool: str, argument: str) -> Iterator[tuple[int, Call, Any]]:
    """Yield the argument of all successful calls, with step and call. Raise `CheckFailed` if there are
    none."""
    found = [
        (step, call, arguments_of(call).get(argument, at(arguments_of(call), argument)))
        for step, call in evidence.trajectory.calls()
        if is_tool(call.name, tool) and succeeded(call)
    ]
    found = [each for each in found if each[2] is not None]
    if not found:
        raise CheckFailed(f"no successful call of {tool} has {argument}")
    yield from found


def scalars(value: Any) -> list[Any]:
    """Return all texts and numbers in a value."""
    found, left = [], [value]
    while left:
        item = left.pop()
        if isinstance(item, dict | list | tuple):
            left.extend(reversed(list(item.values() if isinstance(item, dict) else item)))
        elif isinstance(item, str | int | float) and not isinstance(item, bool):
            found.append(item)
    return found


def result_text(result: Result | None) -> str:
    """Return the whole text of a result."""
    parts: list[str] = []
    for part in result.content if result else ():
        if isinstance(part, Text):
            parts.append(part.text)
        elif isinstance(part, Data):
            parts.append(canonical_json(part.value))
        elif isinstance(part, Media):
            parts.append(part.uri or "")
    return "\n".join(parts)[:_LONGEST_RESULT]


class ArgumentFromResult(Check, frozen=True):
    """Texts must occur as whole words, numbers as numbers; of a list, each of its values."""

    kind: ClassVar[str] = "trace"
    about: ClassVar[str] = "an argument comes from an earlier result of another tool"

    tool: str
    argument: str
    source_tool: str
    every: bool = False
    """Whether it must hold for all calls of the tool; otherwise for one."""

    def look(self, evidence: Evidence) -> Verdict:
        matches = [
            (value, self._is_said(value, step, evidence))
            for step, _, value in values_of(evidence, self.tool, self.argument)
        ]
        passed = all(fine for _, fine in matches) if self.every else any(fine for _, fine in matches)
        chosen = next(value for value, fine in matches if fine is passed)
        given = f"{self.argument} of {self.tool} was {shown(chosen, _MAX_SHOWN)}"
        where = f"{'an' if passed else 'no'} earlier result of {self.source_tool}"
        return self.verdict(passed, f"{given}, which is in {where}")

    def _is_said(self, value: Any, step: int, evidence: Evidence) -> bool:
        earlier = [
            result_text(call.result)
            for number, call in evidence.trajectory.calls()
            if number < step and is_tool(call.name, self.source_tool) and succeeded(call)
        ]
        wanted = scalars(value)
        texts = [(text, words(text)) for text in earlier]
        return bool(wanted) and all(any(_occurs(each, *text) for text in texts) for each in wanted)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        value = other_value(MADE_UP)
        return [
            (
                "argument made up",
                with_altered_calls(
                    evidence, lambda call: with_argument(call, self.tool, self.argument, value)
                ),
            ),
            ("source left out", without_calls(evidence, self.source_tool)),
            ("tool left out", without_calls(evidence, self.tool)),
            ("order inverted", moved_first(evidence, self.tool)),
        ]


def _occurs(value: Any, text: str, text_words: list[Word]) -> bool:
    if isinstance(value, str):
        plain = value.removeprefix(f"{WORKSPACE}/").strip()
        return bool(plain) and (bool(places(plain, text_words)) or (not words(plain) and plain in text))
    number = as_number(value)
    if number is None:
        return False
    # Servers write lists without spaces; [7,12] is not 7.12.
    as_it_is = re.compile(rf"(?<![\d.]){re.escape(shown(value, 40))}(?!\d|\.\d)")
    return bool(as_it_is.search(text)) or any(EXACT.fits(amount.value, number) for amount in amounts(text))


class ArgumentFromPicture(Check, frozen=True):
    """Similar spellings count, because pictures are read by eye; digits must be equal."""

    kind: ClassVar[str] = "trace"
    about: ClassVar[str] = "an argument names what only the picture shows"

    tool: str
    argument: str
    values: tuple[str, ...]
    at_least: int = 1
    """How many of the values must be named, over all calls."""

    def __post_init__(self) -> None:
        if not 0 < self.at_least <= len(self.values):
            raise ValueError("at_least must be from 1 to the number of values")

    def look(self, evidence: Evidence) -> Verdict:
        given = [value for _, _, value in values_of(evidence, self.tool, self.argument)]
        texts = [
            scalar if isinstance(scalar, str) else shown(scalar, 40)
            for value in given
            for scalar in scalars(value)
        ]
        found = [value for value in self.values if any(names(text, value) for text in texts)]
        quoted = shorten_middle(", ".join(texts), _MAX_SHOWN)
        reason = (
            f"{self.argument} of {self.tool} was {quoted}, which names {len(found)} values of the picture "
            f"({', '.join(self.values)}); expected {self.at_least}"
        )
        return self.verdict(len(found) >= self.at_least, reason)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        other = with_altered_calls(
            evidence, lambda call: with_argument(call, self.tool, self.argument, MADE_UP)
        )
        return [("named something else", other), ("tool left out", without_calls(evidence, self.tool))]
