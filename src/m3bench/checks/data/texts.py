"""The check of text files."""

from __future__ import annotations

import re
from pathlib import Path

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import other_value
from m3bench.checks.data.values import shown_value
from m3bench.checks.files import FileCheck, content, made_text, only_file, with_contents
from m3bench.checks.reading import lists_candidates
from m3bench.workers import LimitExceeded, matches

_LONGEST_SEARCHED = 10_000
_UNLIKELY = ("", "nothing of the kind", "0", "\n")


class TextFile(FileCheck, frozen=True):
    """A text in UTF-8. Both kinds of line ends are the same; everything else is compared exactly."""

    about = "a text file has exactly these lines, or contains and lacks these texts"

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
    """Whether case and the number of spaces do not matter for `lines`, `contains` and `lacks`. The
    text is then prose: what it `contains` must not be one of many candidates."""

    def __post_init__(self) -> None:
        super().__post_init__()
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
        return self.verdict_on(path, faults, f"{path} has {len(lines)} lines, as expected")

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
        faults = [
            f"lacks {shown_value(part)}"
            for part in self.contains
            if self._plain(part) not in plain or (self.folded and lists_candidates(part, text))
        ]
        faults += [
            f"has {shown_value(part)}, which it must not" for part in self.lacks if self._plain(part) in plain
        ]
        if self.pattern is not None and not _occurs(self.pattern, text, path):
            faults.append(f"nothing matches {shown_value(self.pattern)}")
        return faults

    def _plain(self, text: str) -> str:
        return " ".join(text.split()).casefold() if self.folded else text

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        text = content(evidence.workspace, only_file(evidence, self.path)).decode("utf-8-sig")
        changes = [*_line_changes(self), *_part_changes(self, text)]
        if self.ends_with_newline is not None:
            other = text.rstrip("\r\n") if self.ends_with_newline else f"{text}\n"
            changes.append(("another end", other))
        if self.at_most_lines is not None:
            changes.append(("a dump", text.rstrip("\n") + "\nand more" * (self.at_most_lines + 1)))
        encoded = [(words, changed.encode()) for words, changed in changes]
        return with_contents(evidence, self.path, encoded, scratch)


def _occurs(pattern: str, text: str, path: str) -> bool:
    if len(text) > _LONGEST_SEARCHED:
        raise CheckFailed(f"{path} has {len(text):,} characters, more than {_LONGEST_SEARCHED:,}")
    try:
        return matches(pattern, text)
    except LimitExceeded:
        raise CheckFailed(f"{path}: searching for {pattern[:80]!r} timed out") from None


def _line_changes(check: TextFile) -> list[tuple[str, str]]:
    lines = list(check.lines or ())
    if not lines:
        return []
    end = "\n" if check.ends_with_newline is not False else ""
    changed = [
        ("a wrong line", [other_value(lines[0]), *lines[1:]]),
        ("a line too few", lines[:-1]),
        ("a line too many", [*lines, "one too many"]),
        ("a dump", ["Here is all that was found:", *lines, *lines]),
        ("one long line", [" and ".join([*lines, "more"])]),
    ]
    plain = [" ".join(line.split()).casefold() for line in lines]
    if plain[0] != plain[-1]:
        changed.append(("lines swapped", [lines[-1], *lines[1:-1], lines[0]]))
    return [(words, "\n".join(texts) + end) for words, texts in changed]


def _part_changes(check: TextFile, text: str) -> list[tuple[str, str]]:
    changes = [
        (
            f"without {part!r}",
            "\n".join(other for other in check.contains if part.casefold() not in other.casefold()),
        )
        for part in check.contains
    ]
    changes += [(f"with {part!r}", f"{text}\n{part}\n") for part in check.lacks]
    if check.pattern is not None:
        unfit = [other for other in _UNLIKELY if not re.search(check.pattern, other)]
        changes += [("nothing that matches", other) for other in unfit[:1]]
    return changes
