"""What tools say of pictures and of the world, held against the truth."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.suites.planning import Found, PlanError

if TYPE_CHECKING:
    pass


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


def gist(text: str, *known: str) -> tuple[str, ...]:
    """Telling words of a summary's first sentence: one who has read it says at least one of them."""
    told = {word for each in known for word in re.findall(r"\w+", each.casefold())}
    long = [word for word in re.findall(r"[^\W\d_]{6,}", first_sentence(text)) if word.casefold() not in told]
    return tuple(dict.fromkeys(long))[:6]
