"""Pictures that suit a task, and what tools and eyes make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from m3bench.suites.m3.family import Pictured, TaskDraw
from m3bench.suites.planning import PlanError

if TYPE_CHECKING:
    from m3bench.world.scenes import Scene

_PARTS = 10
"""A task may choose among so many pictures that no other task has."""


def fitting(draw: TaskDraw, name: str, kind: str, fits: Callable[[Scene], bool]) -> Pictured:
    """The first picture of its kind that the task can be built on."""
    for part in range(_PARTS):
        pictured = draw.picture(name, kind, part=part)
        if fits(pictured.scene):
            return pictured
    raise PlanError(f"{draw.id}: none of {_PARTS} pictures of the kind {kind} will do.")


def bare(text: str) -> str:
    """Letters and digits alone: what is left when line breaks and marks are taken for noise."""
    return "".join(char for char in text.casefold() if char.isalnum())


def must_read(text: str, expected: Iterable[str]) -> None:
    """Every word of the expected texts stands in what a tool has read."""
    seen = bare(text)
    missed = [word for words in expected for word in words.split() if bare(word) not in seen]
    if missed:
        raise PlanError(f"the text in the picture was misread: {missed[0]!r} is not in it.")


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    *first, final = words
    return f"{', '.join(first)} {last} {final}" if first else final
