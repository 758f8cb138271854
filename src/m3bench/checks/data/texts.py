"""The check of text files."""

from __future__ import annotations

import re
from typing import ClassVar

from m3bench.checks.check import Check, CheckFailed, Evidence, Verdict
from m3bench.checks.data.made import joined, made_text
from m3bench.checks.data.values import shown_value
from m3bench.checks.files import relative
from m3bench.workers import LimitExceeded, matches

_LONGEST_SEARCHED = 10_000


class TextFile(Check, frozen=True):
    """A text in UTF-8. Both kinds of line ends are the same; everything else is compared exactly."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a text file has exactly these lines, or contains and lacks these texts"

    path: str
    lines: tuple[str, ...] | None = None
    """All lines of the file. Whether the last one ends with a newline does not matter."""
    contains: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    pattern: str | None = None
    """A regular expression that occurs in the file, which then has at most 10,000 characters."""
    ends_with_newline: bool | None = None
    at_most_lines: int | None = None
    """With `contains`: so that a file with everything in it does not pass."""
    folded: bool = False
    """Whether case and the number of spaces do not matter for `lines`, `contains` and `lacks`."""

    def __post_init__(self) -> None:
        relative(self.path)
        if self.lines is None and not self.contains and self.pattern is None:
            raise ValueError("lines, contains and pattern are all empty")
        if any("\n" in line for line in self.lines or ()) or not all((*self.contains, *self.lacks)):
            raise ValueError("a line has no line break, and texts are not empty")
        try:
            re.compile(self.pattern or "")
        except (re.error, RecursionError, OverflowError) as error:
            raise ValueError(f"{self.pattern!r} is not a regular expression: {error}") from None

    def look(self, evidence: Evidence) -> Verdict:
        path, text = made_text(evidence, self.path)
        lines = text.removesuffix("\n").split("\n") if text else []
        faults = [*self._line_faults(lines), *self._part_faults(text, path)]
        if self.ends_with_newline is not None and text.endswith("\n") is not self.ends_with_newline:
            faults.append("does not end with a newline" if self.ends_with_newline else "ends with a newline")
        if faults:
            return self.verdict(False, f"{path}: {joined(faults)}")
        return self.verdict(True, f"{path} has {len(lines)} lines, as expected")

    def _line_faults(self, lines: list[str]) -> list[str]:
        faults = []
        if self.at_most_lines is not None and len(lines) > self.at_most_lines:
            faults.append(f"{len(lines)} lines, expected at most {self.at_most_lines}")
        if self.lines is None:
            return faults
        if len(lines) != len(self.lines):
            faults.append(f"{len(lines)} lines, expected {len(self.lines)}")
        pairs = enumerate(zip(lines, self.lines, strict=False), 1)
        return faults + [
            f"line {number} is {shown_value(line)}, expected {shown_value(wanted)}"
            for number, (line, wanted) in pairs
            if self._plain(line) != self._plain(wanted)
        ]

    def _part_faults(self, text: str, path: str) -> list[str]:
        plain = self._plain(text)
        faults = [f"lacks {shown_value(part)}" for part in self.contains if self._plain(part) not in plain]
        faults += [
            f"has {shown_value(part)}, which it must not" for part in self.lacks if self._plain(part) in plain
        ]
        if self.pattern is not None and not _occurs(self.pattern, text, path):
            faults.append(f"nothing matches {shown_value(self.pattern)}")
        return faults

    def _plain(self, text: str) -> str:
        return " ".join(text.split()).casefold() if self.folded else text


def _occurs(pattern: str, text: str, path: str) -> bool:
    if len(text) > _LONGEST_SEARCHED:
        raise CheckFailed(f"{path} has {len(text):,} characters, more than {_LONGEST_SEARCHED:,}")
    try:
        return matches(pattern, text)
    except LimitExceeded:
        raise CheckFailed(f"{path}: searching for {pattern[:80]!r} timed out") from None
