"""Faults of text files."""

from __future__ import annotations

import re

_TIME = re.compile(r"(\d+):(\d\d):(\d\d)([,.])(\d{3})")


def shift_subtitles(data: bytes, *, seconds: float = 1.5) -> bytes:
    """Move all times of a subtitle file (SRT or VTT) later; earlier if negative."""

    def later(match: re.Match[str]) -> str:
        hours, minutes, whole, mark, rest = match.groups()
        given = (int(hours) * 3600 + int(minutes) * 60 + int(whole)) * 1000 + int(rest)
        moved = max(0, given + round(seconds * 1000))
        second, thousandth = divmod(moved, 1000)
        return f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}{mark}{thousandth:03}"

    return _TIME.sub(later, data.decode("utf-8")).encode()


def drop_line(data: bytes, *, text: str) -> bytes:
    """Remove the last line that contains a text."""
    lines = data.decode("utf-8").splitlines(keepends=True)
    places = [index for index, line in enumerate(lines) if text in line]
    if not places:
        raise ValueError(f"no line contains {text!r}")
    return "".join(lines[: places[-1]] + lines[places[-1] + 1 :]).encode()
