"""Arguments to try where a schema gives none: quotations of the description, and values by name."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from m3bench.core.text import quotations
from m3bench.forge import tool_subject
from m3bench.forge.links import Slot, slots
from m3bench.hosting import Tool

_SETS = 5
_BY_WORD: dict[str, tuple[Any, ...]] = {
    "query": ("a", "e"), "q": ("a", "e"), "keyword": ("a", "e"), "search": ("a", "e"),
    "text": ("The quick brown fox.",), "city": ("Paris", "London"), "location": ("Paris", "London"),
    "place": ("Paris", "London"), "address": ("Paris", "London"), "country": ("France", "FR"),
    "state": ("CA", "NY"), "language": ("en", "fr"), "currency": ("USD", "EUR"), "symbol": ("AAPL", "MSFT"),
    "ticker": ("AAPL", "MSFT"), "timezone": ("UTC", "Europe/Paris"), "unit": ("metric", "C"),
    "url": ("https://example.com",), "email": ("someone@example.com",), "expression": ("2 + 3",),
    "word": ("water", "house"), "color": ("red", "#ff0000"), "id": ("1", "2"),
}  # fmt: skip


def guess_arguments(tool: Tool, today: date) -> list[dict[str, Any]]:
    """Return sets of arguments for a tool whose schema gives no value for a required parameter."""
    needed = [slot for slot in slots(tool) if slot.needed]
    if not needed or all(slot.choices or slot.default is not None or slot.examples for slot in needed):
        return []
    options = {slot.name: _values(slot, tool, today) for slot in needed}
    if not all(options.values()):
        return []
    count = min(_SETS, max(map(len, options.values())))
    return [{name: values[index % len(values)] for name, values in options.items()} for index in range(count)]


def _values(slot: Slot, tool: Tool, today: date) -> Sequence[Any]:
    if slot.choices:
        return slot.choices
    if slot.default is not None or slot.examples:
        return [*([slot.default] if slot.default is not None else []), *slot.examples]
    if slot.kind in ("number", "integer"):
        return [1, 2, 10]
    if slot.kind == "boolean":
        return [True, False]
    if slot.kind == "array":
        has_numbers = slot.items in ("number", "integer")
        return [[1, 2, 3]] if has_numbers else [[text] for text in _texts(slot, tool, today)]
    return [{}] if slot.kind == "object" else _texts(slot, tool, today)


def _texts(slot: Slot, tool: Tool, today: date) -> list[Any]:
    names = {tool.name, *(slot.name for slot in slots(tool))}
    quoted = [text for text in quotations(tool.description) if text not in names]
    if slot.is_time:
        return [today.isoformat(), *quoted]
    by_name = [value for word in slot.words for value in _BY_WORD.get(word, ())]
    return list(dict.fromkeys([*quoted, *by_name, *tool_subject(tool.name)[-1:], "example"]))
