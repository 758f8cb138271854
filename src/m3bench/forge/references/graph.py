"""The call graph: observed dependencies, and those assumed because they cannot be observed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from m3bench.core import Call, parsed_arguments
from m3bench.forge.leaves import leaves
from m3bench.forge.opaque import is_opaque
from m3bench.forge.references.dataflow import (
    PassedValues,
    Value,
    is_near,
    is_number,
    numbers_in,
    passed_values,
)
from m3bench.forge.references.grounds import (
    choice_needs,
    file_needs,
    held_objects,
    looks_at_picture,
    names_file,
    object_needs,
    seen_needs,
)
from m3bench.forge.references.need import Action, Kind, Need
from m3bench.forge.references.siblings import siblings

__all__ = ["Action", "CallGraph", "Kind", "Need", "build_graph", "names_file", "siblings"]

_FEWEST_DIGITS = 3


class CallGraph(msgspec.Struct, frozen=True):
    """Calls in order, the values that they pass on, and their dependencies."""

    actions: tuple[Action, ...]
    passed: tuple[PassedValues, ...]
    needs: tuple[Need, ...]
    request: str
    answer: str
    seen: tuple[str, ...] = ()
    """What the pictures of the task show."""
    strict: bool = False
    """Whether calls on the same server-side object keep their order."""
    held: frozenset[int] = frozenset()
    """Calls that use server-side objects."""

    @property
    def calls(self) -> list[Call]:
        return [action.call for action in self.actions]

    def among(self, kept: Sequence[int]) -> CallGraph:
        """Build the graph of some of the calls, without the results of the others."""
        actions = [self.actions[index] for index in kept]
        return build_graph(actions, self.request, self.answer, seen=self.seen, strict=self.strict)

    def seeing(self, more: Iterable[str]) -> CallGraph:
        """Build the graph with further values known from the pictures."""
        seen = tuple(dict.fromkeys((*self.seen, *more)))
        return build_graph(self.actions, self.request, self.answer, seen=seen, strict=self.strict)

    def strictly(self) -> CallGraph:
        """Build the graph with all calls on the same object in order."""
        return build_graph(self.actions, self.request, self.answer, seen=self.seen, strict=True)


def build_graph(
    actions: Sequence[Action],
    request: str,
    answer: str = "",
    *,
    seen: Sequence[str] = (),
    strict: bool = False,
) -> CallGraph:
    """Build the graph of a sequence of calls. The parameters are those of the fields of `CallGraph`."""
    calls = [action.call for action in actions]
    passed = _with_seen(passed_values(calls, request), calls, seen)
    families = siblings(calls)
    held = held_objects(calls, passed)
    others = [
        *file_needs(actions),
        *object_needs(actions, held, strict=strict),
        *choice_needs(calls, passed, families),
        *seen_needs(actions, passed),
    ]
    needs = [*others, *_taken(actions, passed, families, others)]
    needs += [*_alike(calls, passed, families, needs), *_counted(actions, passed, families)]
    return CallGraph(
        tuple(actions), tuple(passed), tuple(sorted(set(needs))), request, answer, tuple(seen), strict,
        frozenset(index for indexes in held.values() for index in indexes),
    )  # fmt: skip


def _with_seen(
    passed: Sequence[PassedValues], calls: Sequence[Call], seen: Sequence[str]
) -> list[PassedValues]:
    """Mark values that the pictures show as known, unless a call read or derived them from a picture."""
    shown = {text.casefold() for text in seen if not is_opaque(text)}
    about = [{value.text.casefold() for value in own.all} for own in passed]

    def known(value: Value) -> Value:
        found_out = any(looks_at_picture(calls[source]) or about[source] & shown for source in value.sources)
        if found_out or value.text.casefold() not in shown:
            return value
        return msgspec.structs.replace(value, seen=True)

    return [
        PassedValues(tuple(map(known, own.values)), tuple(tuple(map(known, text)) for text in own.texts))
        for own in passed
    ]


class _Ranking:
    """Ranks several sources of a value.

    Preferred are sources of a tool that siblings also use, then those with the value as a whole field, then
    those of the same server, then the earliest possible.
    """

    def __init__(
        self,
        calls: Sequence[Call],
        passed: Sequence[PassedValues],
        family: frozenset[int],
        level: Sequence[int],
    ) -> None:
        self._names = [call.name for call in calls]
        self._server = calls[min(family)].server
        self._level = level
        self._saying = Counter(source for own in passed for value in own.all for source in value.sources)
        self._tools = Counter(
            tool
            for member in family
            for tool in {self._names[index] for value in passed[member].values for index in value.sources}
        )

    def best(self, value: Value) -> int:
        return min(value.sources, key=lambda index: self._rank(index, value))

    def _rank(self, index: int, value: Value) -> tuple[int, bool, bool, int, int, int]:
        name = self._names[index]
        foreign = name.partition("/")[0] != self._server
        like = -self._tools[name]
        inexact = index not in value.exact
        return like, inexact, foreign, self._level[index], -self._saying[index], index


def _taken(
    actions: Sequence[Action],
    passed: Sequence[PassedValues],
    families: Sequence[frozenset[int]],
    others: Sequence[Need],
) -> Iterator[Need]:
    """Yield dependencies by value, and by computed number."""
    calls = [action.call for action in actions]
    level: list[int] = []
    for target, own in enumerate(passed):
        ranked = _Ranking(calls, passed, families[target], level)
        taken = [
            Need(ranked.best(value), target, Kind.VALUE, value.text)
            for value in own.values
            if value.sources and not value.given
        ]
        taken += [need for words in own.texts for need in _composed(words, target, level)]
        taken += _computed(actions, own, target, families[target], level)
        yield from taken
        needed = [*taken, *(need for need in others if need.target == target)]
        level.append(1 + max((level[need.source] for need in needed), default=-1))


def _composed(words: Sequence[Value], target: int, level: Sequence[int]) -> Iterator[Need]:
    """Yield the source of a composed text: the result with most of its words. Other matches are chance."""
    counts = Counter(index for word in words if not word.given for index in word.sources)
    if counts:
        source = max(counts, key=lambda index: (counts[index], -level[index], index))
        yield Need(
            source, target, Kind.WORDS, " ".join(word.text for word in words if source in word.sources)
        )


def _computed(
    actions: Sequence[Action], passed: PassedValues, target: int, family: frozenset[int], level: Sequence[int]
) -> Iterator[Need]:
    """Yield sources of a number found in no result, which was computed from earlier numbers.

    The source is the result that most such numbers of the call are near to; otherwise the earliest results
    with numbers, or all of them if the number is part of a text or a written file.
    """
    unknown = [value.text for value in passed.all if not value.known and _is_exact(value.text)]
    numbers = {
        source: known
        for source in range(target)
        if source not in family and (known := numbers_in(actions[source].call.result))
    }
    near = Counter(source for text in unknown for source in numbers if is_near(float(text), numbers[source]))
    best = max(near, key=lambda source: (near[source], -source), default=None)
    first = min((level[source] for source in numbers), default=0)
    worded = {word.text for word in passed.words}
    for text in unknown:
        reported = text in worded or actions[target].wrote
        sources = [source for source in numbers if reported or level[source] == first]
        if best is not None and is_near(float(text), numbers[best]) and text not in worded:
            sources = [best]
        yield from (Need(source, target, Kind.COMPUTED, text) for source in sources)


def _is_exact(text: str) -> bool:
    """Return whether a number has enough digits to be computed; short and round numbers are settings."""
    return is_number(text) and len(text.lstrip("-").replace(".", "").strip("0")) >= _FEWEST_DIGITS


def _alike(
    calls: Sequence[Call],
    passed: Sequence[PassedValues],
    families: Sequence[frozenset[int]],
    needs: Sequence[Need],
) -> Iterator[Need]:
    """Yield dependencies by analogy with siblings.

    If one sibling has a value from a result, another sibling's own value is assumed to come from there if no
    result has it, or from a like call that returned it.
    """
    sources: dict[int, set[int]] = {index: set() for index in range(len(calls))}
    for need in needs:
        if need.kind is Kind.VALUE:
            sources[need.target].add(need.source)
    for target, family in enumerate(families):
        others = {value.text for other in family - {target} for value in passed[other].values}
        own = [value for value in passed[target].values if not value.asked and value.text not in others]
        known_from = {calls[source].name for source in sources[target]}
        theirs = {source for other in family - {target} for source in sources[other]} - family
        for source in sorted(theirs):
            if calls[source].name in known_from or not own:
                continue
            eyes = looks_at_picture(calls[source]) or not any(value.seen for value in own)
            if source < target and eyes and not any(value.sources for value in own):
                yield Need(source, target, Kind.ALIKE, own[0].text)
            for index in range(target):
                if calls[index].name == calls[source].name:
                    yield from _repeated(calls[index], own, index, target)


def _repeated(call: Call, own: Sequence[Value], index: int, target: int) -> Iterator[Need]:
    values_in_result = leaves(call.result)
    for value in own:
        if value.text.casefold() in values_in_result and not value.seen and not is_number(value.text):
            yield Need(index, target, Kind.ALIKE, value.text)


def _counted(
    actions: Sequence[Action], passed: Sequence[PassedValues], families: Sequence[frozenset[int]]
) -> Iterator[Need]:
    """Yield sources of small numbers in a written table: they may be counts over results."""
    about = [{value.text.casefold() for value in own.all if not value.given} for own in passed]
    for target, action in enumerate(actions):
        if not (action.wrote and _has_table(parsed_arguments(action.call.arguments))):
            continue
        named = {value.text.casefold() for value in passed[target].values if value.sources}
        named &= set().union(*about[:target])
        for source in range(target):
            theirs = set().union(*(about[index] for index in families[source] if index < target))
            if named and named <= theirs and named & about[source]:
                yield Need(source, target, Kind.COMPUTED, min(named & about[source]))


def _has_table(arguments: object) -> bool:
    """Return whether the arguments have rows with integers."""
    if not isinstance(arguments, dict):
        return False
    rows = [row for value in arguments.values() if isinstance(value, list) for row in value]
    return any(isinstance(cell, int) for row in rows if isinstance(row, list) for cell in row)
