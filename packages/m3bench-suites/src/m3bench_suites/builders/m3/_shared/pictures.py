"""Pictures for tasks: finding a suitable one, and checking what a tool read from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from m3bench.suites import PlanError
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_PARTS = 10
"""Number of pictures that are reserved for one task."""
_OF_FAMILY, _OF_TASK, _OF_ROW = 1_000_000, 400, 100
"""Scene numbers reserved for a family, a task, and a row of a task."""


def find_picture(
    draw: TaskDraw,
    name: str,
    kind: str,
    suits: Callable[[Scene], bool],
    *,
    numbers: range | None = None,
    prefilter: Callable[[int], bool] | None = None,
) -> ScenePicture:
    """Return the first picture of a kind that suits the task. Raise `PlanError` if none does.

    `numbers` are the scenes to choose from, by default the ten of the task. `prefilter` judges by the number
    alone whether a scene may suit, without composing it.
    """
    numbers = _reserved_numbers(draw) if numbers is None else numbers
    for number in numbers:
        if prefilter is not None and not prefilter(number):
            continue
        pictured = draw.scene_picture(name, kind, number)
        if suits(pictured.scene):
            return pictured
    raise PlanError(f"{draw.id}: none of {len(numbers)} pictures of kind {kind} suits the task.")


def _reserved_numbers(draw: TaskDraw) -> range:
    first = draw.picture("", "").picture.number
    return range(first, first + _PARTS)


def scene_numbers(draw: TaskDraw, row: int = 0, *, tries: int = 60) -> range:
    """Return more scene numbers than the ten of a task. `row` numbers the pictures of one task.

    Released tasks use both numberings, so neither can replace the other.
    """
    first = _OF_FAMILY * (draw.family.number + 1) + draw.number * _OF_TASK + row * _OF_ROW
    return range(first, first + min(tries, _OF_ROW))


def alphanumeric(text: str) -> str:
    """Return the letters and digits of a text in lower case."""
    return "".join(char for char in text.casefold() if char.isalnum())


def require_words(text: str, expected: Iterable[str]) -> None:
    """Raise `PlanError` if a tool missed a word of the expected texts."""
    read = alphanumeric(text)
    missing = [word for words in expected for word in words.split() if alphanumeric(word) not in read]
    if missing:
        raise PlanError(f"the tool did not read {missing[0]!r} in the picture.")
