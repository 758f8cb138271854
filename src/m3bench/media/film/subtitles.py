"""Subtitles in the SubRip format (SRT)."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

_TIME = r"(\d{1,4}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})"
_SPAN = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?")
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]{0,40}>|\{\\[^{}]{0,40}\}")
MOST_SUBTITLES = 1_000
_LONGEST = 1_000_000


class Subtitle(msgspec.Struct, frozen=True):
    """A text and the time in which it is shown, in seconds."""

    start: float
    end: float
    text: str


def read_subtitles(text: str) -> list[Subtitle]:
    """Read SRT, in the order of the file. Markup such as `<i>` is removed.

    Raises:
        ValueError: It has no subtitles, too many, or times that cannot be read. The message says where.
    """
    if len(text) > _LONGEST:
        raise ValueError(f"it has more than {_LONGEST:,} characters")
    subtitles: list[Subtitle] = []
    for number, block in enumerate(re.split(r"\n[ \t]*\n", text.replace("\r", "").strip("\ufeff\n ")), 1):
        if block.strip():
            subtitles.append(_read_block(block.strip("\n").split("\n"), number))
        if len(subtitles) > MOST_SUBTITLES:
            raise ValueError(f"it has more than {MOST_SUBTITLES:,} subtitles")
    if not subtitles:
        raise ValueError("it has no subtitles")
    return subtitles


def _read_block(lines: list[str], number: int) -> Subtitle:
    head = lines[1:] if lines[0].strip().isdecimal() and len(lines) > 1 else lines
    match = _SPAN.fullmatch(head[0])
    if match is None:
        raise ValueError(f"block {number} has no times such as 00:00:01,000 --> 00:00:02,500")
    parts = match.groups()
    start, end = _seconds(parts[:4]), _seconds(parts[4:])
    if end <= start:
        raise ValueError(f"block {number} ends before it begins")
    return Subtitle(start, end, _MARKUP.sub("", "\n".join(head[1:])).strip())


def _seconds(parts: Sequence[str]) -> float:
    hours, minutes, seconds, fraction = parts
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + int(fraction.ljust(3, "0")) / 1000


def write_subtitles(subtitles: Sequence[Subtitle]) -> str:
    """Return SRT, with empty lines within a text left out."""
    blocks = []
    for number, subtitle in enumerate(subtitles, 1):
        lines = [line.strip() for line in subtitle.text.splitlines() if line.strip()]
        span = f"{_stamp(subtitle.start)} --> {_stamp(subtitle.end)}"
        blocks.append("\n".join([str(number), span, *lines]) + "\n")
    return "\n".join(blocks)


def _stamp(seconds: float) -> str:
    total = round(seconds * 1000)
    return f"{total // 3_600_000:02}:{total // 60_000 % 60:02}:{total // 1000 % 60:02},{total % 1000:03}"
