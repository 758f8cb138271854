"""Short word lists, read from a file of this package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def words(name: str) -> tuple[str, ...]:
    """Return the list with this name."""
    text = (files(__package__) / "words.txt").read_text(encoding="utf-8")
    section = text.partition(f"[{name}]\n")[2].partition("\n[")[0]
    return tuple(word.replace("~", " ") for word in section.split())
