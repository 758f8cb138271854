"""Word lists of `words.tsv`: one per line, entries separated by bars."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def _lists() -> dict[str, str]:
    text = (files("m3bench_world.atlas") / "words.tsv").read_text(encoding="utf-8")
    return dict(line.split("\t") for line in text.splitlines())


@cache
def words(name: str) -> tuple[str, ...]:
    return tuple(_lists()[name].split("|"))


@cache
def pairs(name: str) -> dict[str, str]:
    """Return a list whose entries have the form `key=value`."""
    return dict(entry.split("=") for entry in words(name))
