"""Pictures that suit a task, and what looking tools say of them, held against the truth."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.suites.m3.family import Pictured, TaskDraw
from m3bench.suites.planning import Found, Picture, PlanError

if TYPE_CHECKING:
    from m3bench.world.scenes import Scene

_OF_FAMILY, _OF_TASK, _OF_ROW = 1_000_000, 400, 100
"""How scenes are numbered: every family, task and row of a task has numbers of its own."""


def fitting(
    draw: TaskDraw,
    name: str,
    kind: str,
    suits: Callable[[Scene], bool],
    *,
    row: int = 0,
    tries: int = 60,
    glance: Callable[[int], bool] | None = None,
) -> Pictured:
    """The first picture of a kind that suits. `row` tells several pictures of one task apart; `glance` says
    of a scene's number, without drawing it, whether it may suit."""
    first = _OF_FAMILY * (draw.family.number + 1) + draw.number * _OF_TASK + row * _OF_ROW
    for number in range(first, first + min(tries, _OF_ROW)):
        if glance is not None and not glance(number):
            continue
        pictured = Pictured(draw.world, Picture(name, kind, number))
        if suits(pictured.scene):
            return pictured
    raise PlanError(f"{draw.id}: none of {tries} pictures of the kind {kind} suits.")


def sure(fact: object, why: str) -> None:
    """Gives the task up where a fact that it rests on does not hold."""
    if not fact:
        raise PlanError(f"The plan does not work out: {why}.")


class Seen(msgspec.Struct, frozen=True):
    """Something that the detector found."""

    name: str
    area: float


def seen(found: Found) -> list[Seen]:
    """What the detector found, as it lists it."""
    return [Seen(each["name"], _area(each["bbox"])) for each in found.data["detections"]]


def _area(box: dict[str, float]) -> float:
    return (box["xmax"] - box["xmin"]) * (box["ymax"] - box["ymin"])


def true_area(box: tuple[float, float, float, float]) -> float:
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def read_all(found: Found, texts: list[str]) -> None:
    """Gives the task up where reading the picture did not bring one of these texts."""
    lacking = [text for text in texts if text not in found.text]
    sure(not lacking, f"{found.tool} did not read {', '.join(lacking)}")


def first_sentence(text: str) -> str:
    """Up to the first full stop that ends a sentence."""
    sentence, stop, _ = text.partition(". ")
    return f"{sentence}." if stop else text


def rows(found: Found, key: str) -> list[Any]:
    """A list in an answer; empty where nothing was found."""
    data = found.data
    return list(data.get(key, ())) if isinstance(data, dict) else []


def listed(names: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)


def gist(text: str, *known: str) -> tuple[str, ...]:
    """Telling words of a summary's first sentence: one who has read it says at least one of them."""
    told = {word for each in known for word in re.findall(r"\w+", each.casefold())}
    long = [word for word in re.findall(r"[^\W\d_]{6,}", first_sentence(text)) if word.casefold() not in told]
    return tuple(dict.fromkeys(long))[:6]
