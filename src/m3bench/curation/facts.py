"""The facts behind an answer, found in the results of the reference."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from m3bench.checks import Expected
from m3bench.core import Call, Fact, Trajectory
from m3bench.scoring import folded_arguments, folded_result, says
from m3bench.suites import Blueprint
from m3bench.worlds import World, world_provider


def find_facts(
    fields: Mapping[str, Expected], trajectory: Trajectory, blueprint: Blueprint, world: World
) -> tuple[Fact, ...]:
    """Return a fact for each value behind a field, with the call or the picture that states it.

    Values that are too common to trace (small counts, yes and no) are left out.
    """
    texts = [_CallText(call) for _, call in trajectory.calls()]
    seen = _shown_in_pictures(blueprint, world)
    facts: dict[tuple[str, str | int | float], Fact] = {}
    for name, value, also in _grounds(fields):
        if says("", value) is None:
            continue
        spellings = (value, *also)
        picture = _any_says(seen, spellings)
        call = next((index for index, text in enumerate(texts) if text.adds(spellings)), None)
        if call is None and not picture and any(text.echoes(spellings) for text in texts):
            continue  # known before any result stated it, for instance from the request
        facts.setdefault((name, value), Fact(value, also, call, picture, name))
    return tuple(facts.values())


class _CallText:
    """The arguments of a call, and its result."""

    def __init__(self, call: Call) -> None:
        self._given = folded_arguments(call)
        self._said = folded_result(call.result) if call.result is not None else ""

    def adds(self, spellings: tuple[str | int | float, ...]) -> bool:
        return _any_says(self._said, spellings) and not _any_says(self._given, spellings)

    def echoes(self, spellings: tuple[str | int | float, ...]) -> bool:
        return _any_says(self._said, spellings) and _any_says(self._given, spellings)


def unsupported_facts(facts: tuple[Fact, ...], request: str) -> list[Fact]:
    """Return facts that no result, picture or request states: the reference guessed them."""
    folded = " ".join(request.casefold().split())
    return [
        fact
        for fact in facts
        if fact.call is None and not fact.picture and not _any_says(folded, (fact.value, *fact.also))
    ]


def _grounds(
    fields: Mapping[str, Expected], prefix: str = ""
) -> Iterator[tuple[str, str | int | float, tuple[str, ...]]]:
    """Yield each field with each value behind it, and other spellings of the value."""
    for name, expected in fields.items():
        path = f"{prefix}{name}"
        if expected.grounds is not None:
            yield from (
                (path, value, _bare(value)) for value in expected.grounds if not isinstance(value, bool)
            )
        for row in expected.rows or ():
            yield from _grounds(row, f"{path}.")
        for item in expected.items or ():
            yield from _grounds({name: item}, prefix)
        value = expected.value
        if expected.grounds is None and value is not None and not isinstance(value, bool):
            yield path, value, tuple(map(str, expected.also))


def _bare(value: str | int | float) -> tuple[str, ...]:
    """Return seconds without the unit: `121s` is `121` in other results."""
    match = re.fullmatch(r"(\d+)s", value) if isinstance(value, str) else None
    return (match[1],) if match else ()


def _any_says(text: str, values: tuple[str | int | float, ...]) -> bool:
    return any(says(text, value) for value in values)


def _shown_in_pictures(blueprint: Blueprint, world: World) -> str:
    """Return everything that the pictures show as text, in lower case."""
    contents = world_provider().picture_contents
    pictured = (part for picture in blueprint.pictures for part in contents(world, picture).shown)
    parts = [*blueprint.shown, *pictured]
    return "\0".join(" ".join(part.casefold().split()) for part in parts)
