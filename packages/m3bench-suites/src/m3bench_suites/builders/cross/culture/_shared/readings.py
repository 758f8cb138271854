"""Reading pages of the oracle."""

from __future__ import annotations

import re

import msgspec

from m3bench.suites import PlanError

READING, CONSULT = "Bibliomantic/i_ching_divination", "Bibliomantic/bibliomantic_consultation"
DETAILS = "Bibliomantic/get_hexagram_details"

_HEAD = re.compile(r"## Hexagram (\d+): (.+) \S+\n")
_CHANGING = re.compile(r"\*\*Changing lines:\*\* ([\d, ]+)\n")
_RESULT = re.compile(r"\*\*Resulting hexagram:\*\* Hexagram (\d+), (.+) \(")
_THEME = re.compile(r"This is the hexagram of (.+?)\. ")
_RELATED = r"\*\*{}:\*\* Hexagram (\d+), (.+) \("


class Page(msgspec.Struct, frozen=True):
    """What a reading or a consultation says about a cast."""

    number: int
    name: str
    changing: tuple[int, ...]
    result: int | None
    """The hexagram that the cast turns into; None if no line changes."""
    result_name: str = ""


def page(text: str) -> Page:
    """Return the cast that a page describes."""
    head, lines, result = _HEAD.search(text), _CHANGING.search(text), _RESULT.search(text)
    if head is None:
        raise PlanError("the page names no hexagram.")
    changing = tuple(int(place) for place in lines[1].split(", ")) if lines else ()
    if result is None:
        return Page(int(head[1]), head[2], changing, None)
    return Page(int(head[1]), head[2], changing, int(result[1]), result[2])


def theme(text: str) -> str:
    """Return what a hexagram is the hexagram of, from its details."""
    return _found(_THEME, text)[1]


def related(text: str, relation: str) -> tuple[int, str]:
    """Return number and name of the `Opposite` or the `Inverse`, from the details of a hexagram."""
    found = _found(re.compile(_RELATED.format(relation)), text)
    return int(found[1]), found[2]


def _found(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.search(text)
    if found is None:
        raise PlanError(f"the details have no {pattern.pattern!r}.")
    return found
