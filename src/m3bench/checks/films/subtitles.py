"""A check of subtitles beside a film."""

from __future__ import annotations

import re
from operator import attrgetter
from pathlib import Path

import msgspec

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import with_files, without_file
from m3bench.checks.files import FileCheck, content
from m3bench.checks.films.films import require_times
from m3bench.checks.films.reading import changed_content
from m3bench.media.film import Subtitle, read_subtitles, write_subtitles
from m3bench.media.speech import edit_distance

_WORD = re.compile(r"[\w']+")
_MOST_WORDS = 400


class SpokenLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said, and when."""

    start: float
    end: float
    text: str


class FilmSubtitles(FileCheck, frozen=True):
    """Each subtitle belongs to the line with which it shares the most time. A line may have several."""

    about = "an SRT file has the words of these lines in step with their times, and no others"

    lines: tuple[SpokenLine, ...]
    tolerance: float = 0.6
    """How far the first and the last subtitle of a line may be off, in seconds."""
    most_errors: float = 0.15
    """The share of words that may be wrong, missing or too many."""

    def __post_init__(self) -> None:
        super().__post_init__()
        require_times(self.tolerance, *(edge for line in self.lines for edge in (line.start, line.end)))
        if not self.lines or any(line.end <= line.start or not _words(line.text) for line in self.lines):
            raise ValueError("there must be lines, each with words and an end after its start")
        if not 0 <= self.most_errors < 1:
            raise ValueError("most_errors must be at least 0 and less than 1")

    def look(self, evidence: Evidence) -> Verdict:
        data = changed_content(evidence, self.path)
        try:
            subtitles = read_subtitles(data.decode("utf-8-sig", "replace"))
        except ValueError as problem:
            raise CheckFailed(f"{self.path} is no SRT file: {problem}") from None
        faults = self._faults(subtitles)
        return self.verdict(
            not faults, f"{self.path}: {'; '.join(faults[:5]) or f'all {len(self.lines)} lines are in step'}"
        )

    def _faults(self, subtitles: list[Subtitle]) -> list[str]:
        own: dict[int, list[Subtitle]] = {number: [] for number in range(len(self.lines))}
        faults = []
        for subtitle in subtitles:
            shared = [min(line.end, subtitle.end) - max(line.start, subtitle.start) for line in self.lines]
            best = max(range(len(shared)), key=shared.__getitem__)
            if shared[best] > -self.tolerance:
                own[best].append(subtitle)
            else:
                faults.append(f"{subtitle.text[:40]!r} at {subtitle.start:g} s belongs to no line")
        return faults + [
            fault for number, line in enumerate(self.lines) for fault in self._line(line, own[number])
        ]

    def _line(self, line: SpokenLine, own: list[Subtitle]) -> list[str]:
        """Return what is wrong with the subtitles of a line, at most one thing."""
        if not own:
            return [f"nothing for {line.text[:40]!r} at {line.start:g} s"]
        start, end = min(subtitle.start for subtitle in own), max(subtitle.end for subtitle in own)
        if abs(start - line.start) > self.tolerance or abs(end - line.end) > self.tolerance:
            return [f"{start:g}-{end:g} s for a line from {line.start:g} to {line.end:g} s"]
        said = _words(" ".join(subtitle.text for subtitle in sorted(own, key=attrgetter("start"))))
        expected = _words(line.text)
        wrong = edit_distance(expected, said[:_MOST_WORDS]) + max(0, len(said) - _MOST_WORDS)
        if wrong > self.most_errors * len(expected):
            return [f"{wrong} of {len(expected)} words are wrong at {line.start:g} s"]
        return []

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        lines = read_subtitles(content(evidence.workspace, self.path).decode("utf-8-sig", "replace"))
        by = 2 * self.tolerance + 1
        late = [Subtitle(line.start + by, line.end + by, line.text) for line in lines]
        other = [Subtitle(line.start, line.end, "something else was said here") for line in lines]
        dump = [Subtitle(lines[0].start, lines[-1].end + by, "\n".join(line.text for line in lines))]
        changed = {
            "late subtitles": late,
            "other words": other,
            "everything at once": dump,
            "one too few": lines[1:],
        }
        contents = [(words, write_subtitles(subtitles).encode()) for words, subtitles in changed.items()]
        return [
            ("no such file", without_file(evidence, self.path, scratch)),
            *with_files(evidence, self.path, contents, scratch),
        ]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold().replace("’", "'"))
