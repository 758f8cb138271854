"""Items of lists: what a result says about the thing whose value was passed on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from m3bench.core import Result
from m3bench.forge.leaves import documents
from m3bench.forge.links import Field
from m3bench.forge.names import words
from m3bench.forge.tasks.facts import Fact, is_fact
from m3bench.forge.tasks.phrases import fact_words
from m3bench.hosting import Tool

_LABELS = ("title", "name", "full_name", "fullName", "label", "display_name")


def find_item(result: Result | None, field: str, value: Any) -> dict[str, Any] | None:
    """Return the object of a list that has a value under the last key of a field; None without one."""
    key = field.rpartition(".")[2]
    items = (item for document in documents(result) for item in _items(document, listed=False))
    return next((item for item in items if item.get(key) == value), None)


def label_of(item: dict[str, Any]) -> str | None:
    return next((item[key] for key in _LABELS if isinstance(item.get(key), str) and item[key].strip()), None)


def item_facts(item: dict[str, Any], tool: Tool) -> list[Fact]:
    """Return the facts in the top level of an item, in their order."""
    said = set(words(tool.description))
    return [
        Fact(fact_words((key,), value), value, (key,))
        for key, value in item.items()
        if isinstance(value, str | int | float) and is_fact(Field((key,), (value,)), said)
    ]


def _items(value: Any, *, listed: bool) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if listed:
            yield value
        for below in value.values():
            yield from _items(below, listed=False)
    elif isinstance(value, list):
        for below in value:
            yield from _items(below, listed=True)
