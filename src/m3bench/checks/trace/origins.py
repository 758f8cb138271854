"""Checks of where an argument came from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from m3bench.checks.check import Check, CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import other_value
from m3bench.checks.files import WORKSPACE
from m3bench.checks.lookup import at
from m3bench.checks.reading import EXACT, Word, amounts, as_number, names, places, shown, words
from m3bench.checks.trace.corruption import MADE_UP, moved_first, with_argument, without_calls
from m3bench.checks.trace.matchers import arguments_of, successes
from m3bench.core import Data, Media, Result, Text, canonical_json
from m3bench.core.text import shorten_middle

_LONGEST_RESULT = 100_000
_MAX_SHOWN = 120


def values_of(evidence: Evidence, tool: str, argument: str) -> list[tuple[int, Any]]:
    """Return the argument of all successful calls, with the step. Raise `CheckFailed` if there are none."""
    given = [(step, arguments_of(call)) for step, call in successes(evidence, tool)]
    values = [(step, arguments.get(argument, at(arguments, argument))) for step, arguments in given]
    values = [(step, value) for step, value in values if value is not None]
    if not values:
        raise CheckFailed(f"no successful call of {tool} has {argument}")
    return values


def scalars(value: Any) -> list[Any]:
    """Return all texts and numbers in a value."""
    plain, left = [], [value]
    while left:
        item = left.pop()
        if isinstance(item, dict | list | tuple):
            left.extend(reversed(list(item.values() if isinstance(item, dict) else item)))
        elif isinstance(item, str | int | float) and not isinstance(item, bool):
            plain.append(item)
    return plain


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

    kind = "trace"
    about = "an argument comes from an earlier result of another tool"

    tool: str
    argument: str
    source_tool: str
    every: bool = False
    """Whether it must hold for all calls of the tool; otherwise for one."""

    def look(self, evidence: Evidence) -> Verdict:
        matches = [
            (value, self._is_said(value, step, evidence))
            for step, value in values_of(evidence, self.tool, self.argument)
        ]
        passed = all(fine for _, fine in matches) if self.every else any(fine for _, fine in matches)
        chosen = next(value for value, fine in matches if fine is passed)
        given = f"{self.argument} of {self.tool} was {shown(chosen, _MAX_SHOWN)}"
        where = f"{'an' if passed else 'no'} earlier result of {self.source_tool}"
        return self.verdict(passed, f"{given}, which is in {where}")

    def _is_said(self, value: Any, step: int, evidence: Evidence) -> bool:
        sources = successes(evidence, self.source_tool)
        earlier = [result_text(call.result) for number, call in sources if number < step]
        wanted = scalars(value)
        texts = [(text, words(text)) for text in earlier]
        return bool(wanted) and all(any(_occurs(scalar, *text) for text in texts) for scalar in wanted)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        value = other_value(MADE_UP)
        return [
            ("argument made up", with_argument(evidence, self.tool, self.argument, value)),
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

    kind = "trace"
    about = "an argument names what only the picture shows"

    tool: str
    argument: str
    values: tuple[str, ...]
    at_least: int = 1
    """How many of the values must be named, over all calls."""

    def __post_init__(self) -> None:
        if not 0 < self.at_least <= len(self.values):
            raise ValueError("at_least must be from 1 to the number of values")

    def look(self, evidence: Evidence) -> Verdict:
        texts = [
            scalar if isinstance(scalar, str) else shown(scalar, 40)
            for _, value in values_of(evidence, self.tool, self.argument)
            for scalar in scalars(value)
        ]
        count = sum(any(names(text, value) for text in texts) for value in self.values)
        quoted = shorten_middle(", ".join(texts), _MAX_SHOWN)
        reason = (
            f"{self.argument} of {self.tool} was {quoted}, which names {count} values of the picture "
            f"({', '.join(self.values)}); expected {self.at_least}"
        )
        return self.verdict(count >= self.at_least, reason)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        other = with_argument(evidence, self.tool, self.argument, MADE_UP)
        return [("named something else", other), ("tool left out", without_calls(evidence, self.tool))]
