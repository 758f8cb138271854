"""A chain, carried out for real: every call with what it brought, and the fact at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from m3bench.core import Call, Edge, Reference, Step
from m3bench.forge.chains import Link, tools_of
from m3bench.forge.confirming import Confirmer
from m3bench.forge.fields import Field, file_ending
from m3bench.forge.linking import fitting, origin_of
from m3bench.forge.samples import Sample, is_same, sample_of, scalars
from m3bench.forge.schemas import slots
from m3bench.forge.trials import Trials, succeeded
from m3bench.forge.wording import words
from m3bench.hosting import Tool

_VALUES_TRIED = 3
_LONGEST_FACT = 80
_NO_FACTS = frozenset(
    {
        "id",
        "url",
        "link",
        "code",
        "key",
        "total",
        "count",
        "page",
        "limit",
        "start",
        "query",
        "path",
        "file",
        "next",
        "status",
        "unit",
        "date",
        "time",
        "timestamp",
        "version",
        "image",
        "language",
        "latitude",
        "longitude",
        "type",
    }
)


class Fact(msgspec.Struct, frozen=True):
    """What a task asks for: a field of the last result, in words, and its value."""

    words: str
    value: Any


class Composition(msgspec.Struct, frozen=True):
    """A chain as it went."""

    links: tuple[Link, ...]
    calls: tuple[Call, ...]
    fact: Fact
    passed: tuple[tuple[str, Any], ...]
    """What went from each call to the next: the field in words, and the value."""

    @property
    def reference(self) -> Reference:
        steps = tuple(Step((Call(call.name, call.arguments),)) for call in self.calls)
        edges = tuple(Edge(place, place + 1) for place in range(len(self.calls) - 1))
        return Reference(steps=steps, edges=edges, answer=f"{self.fact.words}: {self.fact.value}")


async def compose(
    chain: Sequence[Link], trials: Trials, tools: Mapping[str, Tool], today: date
) -> Composition | None:
    """Carry a chain out from its beginning; None where it does not hold together."""
    names, start = tools_of(chain), chain[0].first
    if start is None or not isinstance(start.arguments, dict):
        return None
    call = await trials.call(tools[names[0]], start.arguments)
    if call is None or not succeeded(call):
        return None
    samples = [sample_of(call, tools[names[0]])]
    passed: list[tuple[str, Any]] = []
    for link in chain:
        onward = await _follow(link, samples[-1], trials, tools, today)
        if onward is None:
            return None
        sample, value = onward
        if _was_known(value, samples[:-1]):
            return None
        passed.append((_spoken(tools[link.source], link), value))
        samples.append(sample)
    fact = find_fact(samples[-1], tools[names[-1]])
    if fact is None:
        return None
    return Composition(tuple(chain), tuple(each.call for each in samples), fact, tuple(passed))


def find_fact(sample: Sample, tool: Tool) -> Fact | None:
    """Something worth asking for in a result: short, with a name that says what it is, and only one of it."""
    known = [field for field in sample.fields if _is_fact(field)]
    best = min(known, key=_plainness, default=None)
    if best is None:
        return None
    return Fact(origin_of(tool, best).phrase, best.values[0])


def _was_known(value: Any, earlier: Sequence[Sample]) -> bool:
    """Whether an earlier call had it already, so that the calls between are not needed."""
    known = (
        each
        for sample in earlier
        for each in (*scalars(sample.call.arguments), *(v for field in sample.fields for v in field.values))
    )
    return any(is_same(value, each) for each in known)


async def _follow(
    link: Link, sample: Sample, trials: Trials, tools: Mapping[str, Tool], today: date
) -> tuple[Sample, Any] | None:
    target = tools[link.target]
    slot = next(slot for slot in slots(target) if slot.name == link.slot)
    known = {link.target: [Sample(link.second, ())]} if link.second is not None else {}
    confirmer = Confirmer(trials, known, today, {})
    for value in _values(link, sample, _VALUES_TRIED):
        fitted = fitting(slot, value)
        if fitted is None:
            continue
        for arguments in confirmer.arguments(target, slot, fitted, sample):
            call = await trials.call(target, arguments)
            if call is not None and succeeded(call):
                return sample_of(call, target), value
    return None


def _values(link: Link, sample: Sample, most: int) -> Iterator[Any]:
    for field in sample.fields:
        if ".".join(key for key in field.path if key != "[]") == link.field:
            yield from field.values[:most]


def _spoken(tool: Tool, link: Link) -> str:
    return origin_of(tool, Field(tuple(link.field.split(".")))).phrase


def _plainness(field: Field) -> tuple[bool, int]:
    """Numbers are better facts than words, and what stands high up is better than what stands deep."""
    return isinstance(field.values[0], str), len(field.path)


def _is_fact(field: Field) -> bool:
    name = words(field.name)
    if not name or _NO_FACTS.intersection(name) or len(field.values) != 1:
        return False
    return all(
        isinstance(value, str | int | float) and not file_ending(value) and len(str(value)) <= _LONGEST_FACT
        for value in field.values
    )
