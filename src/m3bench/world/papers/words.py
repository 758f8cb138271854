"""Short lists of words, read from the file beside this."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def words(name: str) -> tuple[str, ...]:
    """The list of that name."""
    text = (files(__package__) / "words.txt").read_text(encoding="utf-8")
    section = text.partition(f"[{name}]\n")[2].partition("\n[")[0]
    return tuple(word.replace("~", " ") for word in section.split())
