"""Sibling calls: the same operation on something else."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from m3bench.core import Call, canonical_json, parsed_arguments

_MODE = re.compile(r"[A-Z][A-Z_]+")


def siblings(calls: Sequence[Call]) -> list[frozenset[int]]:
    """Return for each call its siblings, including itself.

    Siblings have the same tool, arguments of the same form, and equal modes, such as a means of travel.
    """
    forms: dict[str, list[int]] = defaultdict(list)
    for index, call in enumerate(calls):
        forms[f"{call.name} {canonical_json(_form(parsed_arguments(call.arguments)))}"].append(index)
    families: dict[int, frozenset[int]] = {}
    for group in forms.values():
        for family in _by_mode({number: dict(_modes(calls[number].arguments)) for number in group}):
            families.update(dict.fromkeys(family, family))
    return [families[index] for index in range(len(calls))]


def _by_mode(modes: dict[int, dict[str, str]]) -> Iterator[frozenset[int]]:
    """Group calls by capitalized values that several share; a value of one call alone is a name."""
    families: dict[str, set[int]] = defaultdict(set)
    shared = {
        path
        for path in {path for mode in modes.values() for path in mode}
        if len({mode.get(path) for mode in modes.values()}) < len(modes)
    }
    for index, mode in modes.items():
        families[canonical_json({path: mode.get(path) for path in shared})].add(index)
    yield from map(frozenset, families.values())


def _modes(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    value = parsed_arguments(value)
    if isinstance(value, dict):
        for key, child in value.items():
            yield from _modes(child, f"{path}.{key}")
    elif isinstance(value, str) and _MODE.fullmatch(value):
        yield path, value


def _form(value: Any) -> Any:
    """Replace scalars of a JSON value by their type; lists of scalars may have any length."""
    if isinstance(value, dict):
        return {key: _form(child) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return (
            ["…"] if all(not isinstance(child, dict | list) for child in value) else list(map(_form, value))
        )
    return (
        "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__
    )
