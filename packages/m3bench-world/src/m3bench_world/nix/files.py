"""Handwritten lists of this package: headings in brackets, one entry per line."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files


def sections(name: str) -> Iterator[tuple[list[str], list[str]]]:
    """Return the parts of each heading, with the lines below it."""
    heading: list[str] = []
    lines: list[str] = []
    for line in (files(__package__) / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            if lines:
                yield heading, lines
            heading, lines = [part.strip() for part in line.strip("[]").split("|")], []
        elif line and not line.startswith("#"):
            lines.append(line)
    yield heading, lines


def table(name: str) -> dict[str, str]:
    """Read a list of two columns: key, tab, value."""
    lines = (files(__package__) / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)
