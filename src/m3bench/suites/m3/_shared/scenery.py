"""Pictures that suit a task, and what tools and eyes make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from m3bench.suites.m3.family import Pictured, TaskDraw
from m3bench.suites.planning import Picture, PlanError

if TYPE_CHECKING:
    from m3bench.world.scenes import Scene

_PARTS = 10
"""A task may choose among so many pictures that no other task has."""
_OF_FAMILY, _OF_TASK, _OF_ROW = 1_000_000, 400, 100
"""How scenes of a series are numbered: every family, task and row of a task has numbers of its own."""


def fitting(
    draw: TaskDraw,
    name: str,
    kind: str,
    suits: Callable[[Scene], bool],
    *,
    among: range | None = None,
    glance: Callable[[int], bool] | None = None,
) -> Pictured:
    """The first picture of its kind that the task can be built on.

    `among` are the numbers of the scenes to choose from, by default the ten of the task. `glance` says of a
    scene's number, without drawing it, whether it may suit.
    """
    numbers = _own_numbers(draw) if among is None else among
    for number in numbers:
        if glance is not None and not glance(number):
            continue
        pictured = Pictured(draw.world, Picture(name, kind, number))
        if suits(pictured.scene):
            return pictured
    raise PlanError(f"{draw.id}: none of {len(numbers)} pictures of the kind {kind} suits.")


def _own_numbers(draw: TaskDraw) -> range:
    first = draw.picture("", "").picture.number
    return range(first, first + _PARTS)


def series(draw: TaskDraw, row: int = 0, *, tries: int = 60) -> range:
    """Numbers of more scenes than the ten of a task. `row` tells several pictures of one task apart.

    Released tasks stand on both ways of numbering, so neither can replace the other.
    """
    first = _OF_FAMILY * (draw.family.number + 1) + draw.number * _OF_TASK + row * _OF_ROW
    return range(first, first + min(tries, _OF_ROW))


def bare(text: str) -> str:
    """Letters and digits alone: what is left when line breaks and marks are taken for noise."""
    return "".join(char for char in text.casefold() if char.isalnum())


def must_read(text: str, expected: Iterable[str]) -> None:
    """Every word of the expected texts stands in what a tool has read."""
    seen = bare(text)
    missed = [word for words in expected for word in words.split() if bare(word) not in seen]
    if missed:
        raise PlanError(f"the text in the picture was misread: {missed[0]!r} is not in it.")
