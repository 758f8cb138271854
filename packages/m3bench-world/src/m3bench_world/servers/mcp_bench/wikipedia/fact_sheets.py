"""The sheets from which key facts are taken. They lag behind the articles in some numbers."""

from __future__ import annotations

import re

from m3bench_world import World

SOURCE = "fact sheets"
_NUMBERS = {
    "population": re.compile(r"(?<=population of about )[\d,]*\d"),
    "area": re.compile(r"(?<=an area of )[\d,]*\d(?= km²)"),
    "running time": re.compile(r"(?<=runs for )\d+(?= minutes)"),
    "takings": re.compile(r"(?<=It took about )[\d,]*\d(?= US dollars)"),
}
"""Numbers that a sheet may state otherwise than the article. All else is the same."""


def as_on_sheet(world: World, title: str, sentence: str) -> str:
    """Return a sentence of an article as its sheet has it: with errata in populations, areas, running times
    and takings."""
    for fact, pattern in _NUMBERS.items():
        found = pattern.search(sentence)
        if found is not None:
            stated = _stated(world, title, fact, found[0])
            sentence = sentence[: found.start()] + stated + sentence[found.end() :]
    return sentence


def _stated(world: World, title: str, fact: str, right: str) -> str:
    number = int(right.replace(",", ""))
    stated = world.errata.whole(SOURCE, f"{fact} of {title}", number)
    return f"{stated:,}" if "," in right else str(stated)
