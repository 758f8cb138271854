"""Samples: results of trial calls, from which links start."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

import msgspec

from m3bench.core import Call
from m3bench.forge.links.fields import Field, extract_fields
from m3bench.forge.links.schemas import Slot, plain_value, slots
from m3bench.forge.links.trials import Trials, succeeded
from m3bench.forge.names import subject
from m3bench.hosting import Tool

SAMPLES_PER_TOOL = 2
_ARGUMENT_SETS = 5
_NEAR = 0.02
"""Coordinates that differ by less are the same location."""
_WEEK = timedelta(days=7)

Hints = Mapping[str, Sequence[Mapping[str, Any]]]
"""Arguments that are known to work, by the full name of a tool."""


class Sample(msgspec.Struct, frozen=True):
    """A successful call, and the fields of its result that were not among its arguments."""

    call: Call
    fields: tuple[Field, ...]


async def first_samples(tool: Tool, trials: Trials, hints: Hints, today: date) -> list[Sample]:
    """Collect samples of a tool with arguments from its own description."""
    samples: list[Sample] = []
    for arguments in ready_arguments(tool, hints, today):
        call = await trials.call(tool, arguments)
        if call is not None and succeeded(call):
            samples.append(make_sample(call, tool))
        if len(samples) == SAMPLES_PER_TOOL:
            break
    return samples


def make_sample(call: Call, tool: Tool) -> Sample:
    """Return the fields that a call added to its arguments."""
    given = {slot.name: slot.default for slot in slots(tool) if slot.default is not None}
    given |= call.arguments if isinstance(call.arguments, dict) else {}
    values = list(scalars(given))
    kept = []
    for field in extract_fields(call.result):
        fresh = tuple(value for value in field.values if not any(is_same(value, known) for known in values))
        if fresh:
            kept.append(Field(field.path, fresh))
    return Sample(call, tuple(kept))


def ready_arguments(tool: Tool, hints: Hints, today: date) -> Iterator[dict[str, Any]]:
    """Yield sets of arguments to try, the most likely first; none if a required one is unknown."""
    yield from map(dict, hints.get(tool.full_name, ()))
    parameters = slots(tool)
    needed = [slot for slot in parameters if slot.needed]
    options = {slot.name: likely_values(slot, tool, today) for slot in needed}
    if all(options.values()):
        for index in range(_ARGUMENT_SETS if needed else 1):
            if index and all(index >= len(values) for values in options.values()):
                break
            yield {name: values[min(index, len(values) - 1)] for name, values in options.items()}
    if not needed:  # tools without required arguments often need one of several
        for slot in parameters:
            if slot.examples and not slot.is_control:
                yield {slot.name: slot.examples[0]}


def likely_values(slot: Slot, tool: Tool, today: date) -> list[Any]:
    """Return likely values of a slot, from its schema and description."""
    if slot.choices:
        return list(slot.choices)
    values = [] if slot.default is None else [slot.default]
    if "YYYY-MM-DD" in slot.description:
        values.append((today - _WEEK if "start" in slot.words else today).isoformat())
    elif "ISO 8601" in slot.description:
        values.append(f"{today - _WEEK if 'start' in slot.words else today}T00:00:00Z")
    values += [value for value in slot.examples if value not in values]
    if not values and slot.kind in ("boolean", "number", "integer"):
        values.append(plain_value(slot.name, slot.kind))
    if not values and slot.kind == "string" and not slot.is_file:
        values += list(subject(tool.name))[-1:]
    return values


def is_invented(value: Any, slot: Slot, tool: Tool) -> bool:
    """Return whether a value is arbitrary: neither schema nor description of the slot gives it."""
    if slot.choices or value == slot.default or isinstance(value, bool):
        return False
    if slot.kind == "array":
        return value in slot.examples and not any(isinstance(item, str) for item in value)
    if {"latitude", "longitude"} & set(slot.words):
        return bool(value == 0)
    if value in slot.examples:
        return slot.is_search and not re.search(rf"['‘\"“`]{re.escape(str(value))}['’\"”`]", slot.description)
    if slot.kind in ("number", "integer"):
        return bool(value == plain_value(slot.name, slot.kind))
    return value in (slot.name, *subject(tool.name))


def scalars(value: Any) -> Iterator[Any]:
    """Yield the scalars of a JSON value."""
    if isinstance(value, Mapping | list):
        for below in value.values() if isinstance(value, Mapping) else value:
            yield from scalars(below)
    else:
        yield value


def is_same(value: Any, other: Any) -> bool:
    """Return whether two values are equal, ignoring case, or are coordinates of the same location."""
    if isinstance(value, float) and isinstance(other, int | float):
        return abs(value - other) < _NEAR
    return str(value).strip().casefold() == str(other).strip().casefold()
