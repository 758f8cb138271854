"""Compositions: plans executed for real, with every result and the facts at the end."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import msgspec

from m3bench.core import Call, Edge, Reference, Step, content_hash
from m3bench.forge.links import (
    Chain,
    Confirmer,
    Link,
    Sample,
    Slot,
    Trials,
    chain_tools,
    convert_value,
    dotted,
    extract_fields,
    is_invented,
    is_same,
    likely_values,
    listed_paths,
    make_sample,
    scalars,
    slots,
    succeeded,
    values_at,
)
from m3bench.forge.opaque import is_opaque
from m3bench.forge.tasks.facts import Fact, find_facts, is_number
from m3bench.forge.tasks.phrases import ordinal, quoted, thing_for
from m3bench.forge.tasks.plans import Plan, Shape
from m3bench.hosting import Tool

_VALUES_TRIED = 3
_STARTS_TRIED = 4
_LEVELS_ABOVE = 3
_SEVERAL = re.compile(r"\w[,|]\w")
_FOR_MACHINES = re.compile(r"[|{}<>\\]|[A-Za-z]:\w")
"""Machine notation that people do not use: ``color:red|label:A``."""


class PassedValue(msgspec.Struct, frozen=True):
    """A value passed from one call to the next."""

    thing: str
    """What it stands for, such as a film."""
    value: Any
    rank: int | None
    """Its position in the list that it came from; None if it was the only value."""


class Leg(msgspec.Struct, frozen=True):
    """A chain as executed."""

    links: Chain
    calls: tuple[Call, ...]
    passed: tuple[PassedValue, ...]
    own: tuple[dict[str, Any], ...]
    """Arguments of each call that no earlier call provides, which the user must state."""
    facts: tuple[Fact, ...]

    @property
    def fact(self) -> Fact:
        return self.facts[0]


class Composition(msgspec.Struct, frozen=True):
    """A plan as executed. Legs may share calls."""

    shape: Shape
    legs: tuple[Leg, ...]

    @property
    def tools(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(call.name for leg in self.legs for call in leg.calls))

    @property
    def servers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name.partition("/")[0] for name in self.tools))

    @property
    def levels(self) -> list[list[Call]]:
        """Calls that can be made together, each once."""
        rows = itertools.zip_longest(*(leg.calls for leg in self.legs))
        return [list({call_key(call): call for call in row if call is not None}.values()) for row in rows]

    @property
    def edges(self) -> tuple[Edge, ...]:
        calls = [call for level in self.levels for call in level]
        indexes = {call_key(call): index for index, call in enumerate(calls)}
        pairs = {
            (indexes[call_key(source)], indexes[call_key(target)])
            for leg in self.legs
            for source, target in itertools.pairwise(leg.calls)
        }
        return tuple(Edge(*pair) for pair in sorted(pairs))

    @property
    def answer(self) -> str:
        if self.shape in (Shape.CHAIN, Shape.FORK):
            return "; ".join(f"{leg.fact.words}: {leg.fact.value}" for leg in self.legs)
        said = "; ".join(f"{self.label(index)}: {leg.fact.value}" for index, leg in enumerate(self.legs))
        higher = max(range(len(self.legs)), key=lambda index: self.legs[index].fact.value)
        return f"{self.legs[0].fact.words}: {said}. Higher: {self.label(higher)}."

    @property
    def reference(self) -> Reference:
        steps = tuple(Step(tuple(Call(call.name, call.arguments) for call in level)) for level in self.levels)
        return Reference(steps=steps, edges=self.edges, answer=self.answer)

    def label(self, index: int) -> str:
        """Return what distinguishes the leg from the others."""
        leg = self.legs[index]
        if self.shape is Shape.PAIR:
            return f"the {ordinal(leg.passed[-1].rank or 0)} {leg.passed[-1].thing}"
        other = self.legs[1 - index].own[0]
        return ", ".join(quoted(value) for name, value in leg.own[0].items() if other.get(name) != value)


async def compose(plan: Plan, trials: Trials, tools: Mapping[str, Tool], today: date) -> Composition | None:
    """Execute a plan; return None if it fails or its parts do not fit together."""
    walker = Walker(trials, tools, today)
    chain = plan.chains[0]
    first = await walker.leg(chain, first_arguments(chain, tools))
    if first is None:
        return None
    if plan.shape is Shape.CHAIN:
        return Composition(plan.shape, (first,))
    if plan.shape is Shape.FORK:
        other = await walker.leg(plan.chains[1], first_arguments(chain, tools))
        return _forked(first, other) if other is not None else None
    if plan.shape is Shape.PAIR:
        return _compared(plan.shape, first, await walker.leg(chain, first_arguments(chain, tools), skipped=1))
    for start in other_starts(tools[chain[0].source], first.calls[0].arguments, today):
        if compared := _compared(plan.shape, first, await walker.leg(chain, start)):
            return compared
    return None


class Walker:
    """Executes chains."""

    def __init__(self, trials: Trials, tools: Mapping[str, Tool], today: date) -> None:
        self._trials, self._tools, self._today = trials, tools, today

    async def leg(
        self, chain: Chain, start: Mapping[str, Any] | None, *, skipped: int = 0, at: int = -1
    ) -> Leg | None:
        """Execute a chain; `skipped` values of the list are passed over at one link, by default the last."""
        names = chain_tools(chain)
        call = await self._trials.call(self._tools[names[0]], start) if start is not None else None
        if call is None or not succeeded(call):
            return None
        samples = [make_sample(call, self._tools[names[0]])]
        passed: list[PassedValue] = []
        for link in chain:
            onward = await self._follow(link, samples[-1], skipped if link is chain[at] else 0)
            if onward is None or _was_known(onward[1].value, samples[:-1]):
                return None
            samples.append(onward[0])
            passed.append(onward[1])
        calls = tuple(sample.call for sample in samples)
        own = tuple(self._own(chain, calls, index) for index in range(len(calls)))
        facts = [
            fact
            for fact in find_facts(samples[-1], self._tools[names[-1]])
            if not _is_told(fact, own) and not _was_known(fact.value, samples[:-1])
        ]
        if not facts or any(map(_is_unspoken, own)) or self._has_invented(names, own):
            return None
        return Leg(tuple(chain), calls, tuple(passed), own, tuple(facts))

    async def _follow(self, link: Link, sample: Sample, skipped: int) -> tuple[Sample, PassedValue] | None:
        target = self._tools[link.target]
        slot = _slot(target, link.slot)
        known = {link.target: [Sample(link.second, ())]} if link.second is not None else {}
        confirmer = Confirmer(self._trials, known, self._today, {})
        if target.server != self._tools[link.source].server and _is_nameless(link, slot, sample):
            return None
        for rank, value in list(_ranked(link, sample))[skipped : skipped + (1 if skipped else _VALUES_TRIED)]:
            fitted = convert_value(slot, value)
            for arguments in confirmer.arguments(target, slot, fitted, sample) if fitted is not None else ():
                if rank and _takes_more_of_it(arguments, slot, sample):
                    continue
                call = await self._trials.call(target, arguments)
                if call is not None and succeeded(call):
                    thing = thing_for(slot, tuple(link.field.split(".")), self._tools[link.source])
                    return make_sample(call, target), PassedValue(thing, value, rank)
        return None

    def _own(self, chain: Chain, calls: tuple[Call, ...], index: int) -> dict[str, Any]:
        if index == 0:
            return dict(calls[0].arguments)
        earlier = [Sample(call, extract_fields(call.result)) for call in calls[:index]]
        return {
            name: value
            for name, value in calls[index].arguments.items()
            if name != chain[index - 1].slot and not _was_known(value, earlier)
        }

    def _has_invented(self, names: tuple[str, ...], own: tuple[dict[str, Any], ...]) -> bool:
        return any(
            is_invented(value, _slot(self._tools[tool], name), self._tools[tool])
            or _is_number_of_a_thing(value, _slot(self._tools[tool], name))
            for tool, given in zip(names, own, strict=True)
            for name, value in given.items()
        )


def first_arguments(chain: Chain, tools: Mapping[str, Tool]) -> dict[str, Any] | None:
    """Return the first arguments of the chain, without those that only control the size of the result."""
    first = chain[0].first
    if first is None or not isinstance(first.arguments, dict):
        return None
    known = {slot.name: slot for slot in slots(tools[chain[0].source])}
    kept = {
        name: value
        for name, value in first.arguments.items()
        if name in known and _is_told_by_askers(known[name], value)
    }
    texts = [slot for slot in known.values() if slot.kind in ("string", "any")]
    filters = [slot for slot in texts if not (slot.is_control or slot.is_time or slot.choices)]
    if kept or not filters:
        return kept
    # People do not ask for all alerts: where a filter is possible, one is used.
    return next(({slot.name: slot.examples[0]} for slot in filters if slot.examples), None)


def _is_told_by_askers(slot: Slot, value: Any) -> bool:
    return slot.needed or not (slot.is_control or value == slot.default)


def other_starts(tool: Tool, given: Mapping[str, Any], today: date) -> Iterator[dict[str, Any]]:
    """Yield the same arguments with another value for a text."""
    for slot in slots(tool):
        if slot.name not in given or slot.kind not in ("string", "any") or slot.is_time or slot.is_control:
            continue
        others = [
            value
            for value in likely_values(slot, tool, today)
            if not is_same(value, given[slot.name])
            and not _SEVERAL.search(str(value))
            and not is_invented(value, slot, tool)
        ]
        for value in others[:_STARTS_TRIED]:
            yield {**given, slot.name: value}


def _forked(first: Leg, other: Leg) -> Composition | None:
    """Combine two branches if they use the same value and lead to different facts."""
    if first.passed[-1].value != other.passed[-1].value:
        return None
    facts = tuple(fact for fact in other.facts if fact.words != first.fact.words)
    return Composition(Shape.FORK, (first, msgspec.structs.replace(other, facts=facts))) if facts else None


def _compared(shape: Shape, first: Leg, other: Leg | None) -> Composition | None:
    """Combine two legs with the first number that both have and that differs."""
    if other is None or call_key(first.calls[-1]) == call_key(other.calls[-1]):
        return None
    if shape is Shape.PAIR and [leg.passed[-1].rank for leg in (first, other)] != [0, 1]:
        return None
    theirs = {fact.path: fact for fact in other.facts if is_number(fact.value)}
    for fact in first.facts:
        same = theirs.get(fact.path)
        if same is not None and is_number(fact.value) and fact.value != same.value:
            pairs = ((first, fact), (other, same))
            return Composition(shape, tuple(msgspec.structs.replace(leg, facts=(own,)) for leg, own in pairs))
    return None


def _is_unspoken(given: Mapping[str, Any]) -> bool:
    """Return whether a user would not say it: machine notation, or the same value twice."""
    if any(_FOR_MACHINES.search(value) for value in scalars(given) if isinstance(value, str)):
        return True
    said = [content_hash(value) for value in given.values() if not isinstance(value, int | float)]
    return len(said) != len(set(said))


def _is_number_of_a_thing(value: Any, slot: Slot) -> bool:
    """Return whether only a machine knows it, such as the number of a film."""
    return bool({"id", "key"} & set(slot.words)) and (is_number(value) or is_opaque(str(value)))


def _is_told(fact: Fact, own: tuple[dict[str, Any], ...]) -> bool:
    return any(is_same(fact.value, value) for given in own for value in scalars(given))


def _was_known(value: Any, earlier: list[Sample]) -> bool:
    """Return whether an earlier call had the value, so that the calls in between are not needed."""
    values = (
        known
        for sample in earlier
        for group in (scalars(sample.call.arguments), *(field.values for field in sample.fields))
        for known in group
    )
    return any(is_same(value, known) for known in values)


def _is_nameless(link: Link, slot: Slot, sample: Sample) -> bool:
    """Return whether a position belongs to nothing with a name: it may be on the Sun."""
    if not {"latitude", "longitude"} & set(slot.words):
        return False
    own = tuple(link.field.split("."))
    above = [own[:depth] for depth in range(len(own))][-_LEVELS_ABOVE:]
    return not any(
        field.path[:-1] in above and {"name", "title", "address", "label"} & set(field.words)
        for field in extract_fields(sample.call.result)
    )


def _takes_more_of_it(arguments: Mapping[str, Any], slot: Slot, sample: Sample) -> bool:
    """Return whether other arguments come from the same result, and so belong to its first item."""
    values = [value for field in sample.fields for value in field.values]
    return any(name != slot.name and value in values for name, value in arguments.items())


def _ranked(link: Link, sample: Sample) -> Iterator[tuple[int | None, Any]]:
    """Yield new values of the link's field, with their position among all values there."""
    values = values_at(extract_fields(sample.call.result), link.field)
    is_ranked = len(values) > 1 or link.field in map(dotted, listed_paths(sample.call.result))
    for value in values_at(sample.fields, link.field):
        yield (values.index(value) if is_ranked else None), value


def _slot(tool: Tool, name: str) -> Slot:
    return next(slot for slot in slots(tool) if slot.name == name)


def call_key(call: Call) -> str:
    """Return what two calls have in common that do the same."""
    return content_hash([call.name, call.arguments])
