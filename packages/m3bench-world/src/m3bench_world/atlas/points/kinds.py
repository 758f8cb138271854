"""Types of points of interest: frequency, names and opening hours."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec


class PlaceKind(msgspec.Struct, frozen=True):
    name: str
    types: tuple[str, ...]
    """The type and its supertypes."""
    share: float
    """Number in a town of 1,000 people."""
    least: int
    """Minimum population of a town that has any."""
    price: int
    """Usual price level, or 0."""
    hours: str
    words: tuple[str, ...]
    """Search words, folded."""
    patterns: tuple[str, ...]


@cache
def kinds() -> tuple[PlaceKind, ...]:
    text = (files("m3bench_world.atlas") / "kinds.tsv").read_text(encoding="utf-8")
    return tuple(_kind(line.split("\t")) for line in text.splitlines())


def _kind(fields: list[str]) -> PlaceKind:
    name, types, share, least, price, hours, words, patterns = fields
    return PlaceKind(
        name=name,
        types=tuple(dict.fromkeys((*types.split(), "point_of_interest", "establishment"))),
        share=float(share),
        least=int(least),
        price=int(price),
        hours=hours,
        words=tuple(words.split("|")),
        patterns=tuple(patterns.split("|")),
    )


@cache
def all_types() -> frozenset[str]:
    """Return all types of points of interest."""
    return frozenset(name for kind in kinds() for name in kind.types)


@cache
def words() -> dict[str, str]:
    """Map search words to types. An ambiguous word means the first type."""
    found: dict[str, str] = {}
    for kind in kinds():
        for word in (kind.name.replace("_", " "), *kind.words):
            found.setdefault(word, kind.name)
            found.setdefault(f"{word}s", kind.name)
        for name in kind.types:
            found.setdefault(name.replace("_", " "), name)
    return found


_WEEK = {
    "always": ("00:00-24:00",) * 7,
    "meals": ("11:30-14:30 17:30-22:00",) * 5 + ("11:30-23:00", "11:30-21:30"),
    "late_meals": ("11:00-23:00",) * 4 + ("11:00-01:00",) * 2 + ("11:00-22:00",),
    "morning": ("07:00-18:00",) * 5 + ("08:00-18:00", "08:00-16:00"),
    "night": ("17:00-00:00",) * 4 + ("17:00-02:00",) * 2 + ("16:00-23:00",),
    "evening": ("12:00-23:30",) * 7,
    "day": ("09:00-18:00",) * 7,
    "dawn": ("06:00-22:00",) * 7,
    "shop": ("09:30-19:00",) * 5 + ("09:30-18:00", ""),
    "market": ("07:30-21:30",) * 6 + ("09:00-20:00",),
    "office": ("08:30-17:00",) * 5 + ("", ""),
    "school": ("08:00-16:00",) * 5 + ("", ""),
    "museum": ("",) + ("10:00-18:00",) * 6,
    "library": ("10:00-19:00",) * 5 + ("10:00-16:00", ""),
}


def week(name: str, shift: int) -> tuple[tuple[str, ...], ...]:
    """Return opening hours from Monday to Sunday, shifted by half hours unless always open."""
    if name == "always":
        return tuple((day,) for day in _WEEK[name])
    return tuple(tuple(_shift_span(span, shift) for span in day.split()) for day in _WEEK[name])


def _shift_span(span: str, shift: int) -> str:
    return "-".join(_clock(end, shift) for end in span.split("-"))


def _clock(time: str, shift: int) -> str:
    hour, minute = map(int, time.split(":"))
    moved = (hour * 60 + minute + 30 * shift) % 1440
    return f"{moved // 60:02d}:{moved % 60:02d}"
