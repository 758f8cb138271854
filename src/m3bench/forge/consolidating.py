"""From the calls of an executor to a reference: what is not needed goes, what can run together does."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from m3bench.core import Call, Edge, Reference, Step, parsed_arguments
from m3bench.forge.needs import Need, Web, siblings
from m3bench.forge.tracing import Value, plain, said_in
from m3bench.scoring.match import call_key

_UNUSED = "nothing uses its result, and the answer does not rest on it"


class Removed(msgspec.Struct, frozen=True):
    """A call that is not in the reference, and why. Counted through all steps of the executor from 0."""

    call: int
    name: str
    why: str


class Plan(msgspec.Struct, frozen=True):
    """Which calls stay, in steps; counted as in the web."""

    steps: tuple[tuple[int, ...], ...]
    needs: tuple[Need, ...]

    @property
    def kept(self) -> tuple[int, ...]:
        return tuple(place for step in self.steps for place in step)


class Kept(msgspec.Struct, frozen=True):
    """A call that brought something: its place among the executor's, and how it is best made."""

    place: int
    call: Call


def without_failures(calls: Sequence[Call]) -> tuple[list[Kept], list[Removed]]:
    """The calls that brought something, and the others: failures, and repetitions with the same result.

    Where a call was repeated with fewer arguments, the others had no effect, and it is made that way.
    """
    kept: list[Kept] = []
    removed: list[Removed] = []
    for place, call in enumerate(calls):
        twin = next((index for index, each in enumerate(kept) if _same(each.call, call)), None)
        if call.outcome is None or not call.outcome.executed:
            removed.append(Removed(place, call.name, f"failed: {call.outcome or 'never ended'}"))
        elif twin is None:
            kept.append(Kept(place, call))
        else:
            removed.append(Removed(place, call.name, "repeats an earlier call, with the same result"))
            kept[twin] = Kept(kept[twin].place, min(kept[twin].call, call, key=_argument_count))
    return kept, removed


def _same(one: Call, other: Call) -> bool:
    """The same tool and result, and the same arguments but for some that only one of them has."""
    if one.name != other.name or plain(one.result) != plain(other.result):
        return False
    if call_key(one) == call_key(other):
        return True
    first, second = parsed_arguments(one.arguments), parsed_arguments(other.arguments)
    if not (isinstance(first, dict) and isinstance(second, dict)):
        return False
    shared = first.keys() & second.keys()
    return len(shared) == min(len(first), len(second)) and all(first[key] == second[key] for key in shared)


def _argument_count(call: Call) -> int:
    arguments = parsed_arguments(call.arguments)
    return len(arguments) if isinstance(arguments, dict) else 0


def consolidated(web: Web) -> tuple[Plan, list[Removed]]:
    """The calls that the answer and the files rest on, each as early as what it needs allows."""
    kept = list(range(len(web.actions)))
    removed: list[Removed] = []
    while True:
        # What is left is looked at afresh: values may have been taken from what is gone.
        inner = web if not removed else web.among(kept)
        useful = used(inner)
        idle = [place for index, place in enumerate(kept) if index not in useful]
        removed += [Removed(place, web.actions[place].call.name, _UNUSED) for place in idle]
        if not idle:
            break
        kept = [place for place in kept if place not in idle]
    return _planned(inner, kept), removed


def plan_of(web: Web, kept: Sequence[int]) -> Plan:
    """These calls of the web, each as early as what it needs allows."""
    return _planned(web.among(kept), kept)


def _planned(inner: Web, kept: Sequence[int]) -> Plan:
    needs = tuple(Need(kept[need.source], kept[need.target], need.kind, need.what) for need in inner.needs)
    return Plan(layered(kept, needs), needs)


def used(web: Web) -> set[int]:
    """What the answer or a file of the workspace rests on, and all that this needs in turn."""
    calls = web.calls
    acting = {place for place, action in enumerate(web.actions) if action.wrote or _acts(web, place)}
    kept = closure(acting, web.needs)
    refined = _refined(calls)
    told = [_without(value, refined) for value in said_in(web.answer, calls, web.request)]
    kept = _telling(web, told, kept)
    kept |= closure(_subjects(web) - kept, web.needs)
    families = siblings(calls)
    compared = {other for place in kept for other in families[place] if _alike(web, place, other)}
    return closure(kept | compared, web.needs)


def _refined(calls: Sequence[Call]) -> set[int]:
    """Calls that another of the same tool makes more exactly: with all their arguments, and further ones."""
    return {
        place
        for place, call in enumerate(calls)
        for other in calls
        if other.name == call.name and _is_part(call, other)
    }


def _is_part(call: Call, other: Call) -> bool:
    fewer, more = parsed_arguments(call.arguments) or {}, parsed_arguments(other.arguments)
    if not (isinstance(fewer, dict) and isinstance(more, dict)) or len(fewer) >= len(more):
        return False
    return all(key in more and more[key] == value for key, value in fewer.items())


def _without(value: Value, places: set[int]) -> Value:
    return msgspec.structs.replace(value, sources=value.sources - places)


def _subjects(web: Web) -> set[int]:
    """Calls that alone were about something that the answer speaks of, or that the request asks for by the
    name of their tool."""
    about: dict[str, list[int]] = {}
    for place, passed in enumerate(web.passed):
        for value in passed.values:
            about.setdefault(value.text, []).append(place)
    spoken = {text for text in about if len(about[text]) == 1 and _stands(text, web.answer)}
    named: dict[str, list[int]] = {}
    for place, action in enumerate(web.actions):
        named.setdefault(action.call.tool, []).append(place)
    asked = {tool for tool in named if len(named[tool]) == 1 and _stands(tool, web.request)}
    return {about[text][0] for text in spoken} | {named[tool][0] for tool in asked}


def _stands(text: str, within: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", within, re.IGNORECASE) is not None


def _acts(web: Web, place: int) -> bool:
    """Whether a call changes what a server holds, so that no result of it need be used."""
    return any(need.target == place and need.kind == "object" for need in web.needs)


def _alike(web: Web, place: int, other: int) -> bool:
    """Siblings that were found in the same way: the values in which they differ have the same origin."""
    return bool(_origins(web, place) & _origins(web, other))


def _origins(web: Web, place: int) -> set[object]:
    values = [value for value in web.passed[place].all if not value.asked]
    return {web.actions[source].call.name for value in values for source in value.sources} or {
        "asked" if web.passed[place].values and not values else None
    }


def _telling(web: Web, told: Sequence[Value], kept: set[int]) -> set[int]:
    """The fewest calls that say all that the answer says; of those that say as much, the earlier one."""
    chosen = set(kept)
    open_ = [value.sources for value in told if value.sources and not value.asked]
    while open_ := [sources for sources in open_ if not sources & chosen]:
        gains = {place: sum(place in sources for sources in open_) for place in set().union(*open_)}
        best = max(sorted(gains), key=lambda place: gains[place])
        chosen |= closure({best}, web.needs)
    return chosen


def closure(places: set[int], needs: Sequence[Need]) -> set[int]:
    """The calls, and all that they need in turn."""
    found: set[int] = set()
    waiting = set(places)
    while waiting:
        found |= waiting
        waiting = {need.source for need in needs if need.target in waiting} - found
    return found


def layered(kept: Sequence[int], needs: Sequence[Need]) -> tuple[tuple[int, ...], ...]:
    """Every call in the earliest step that comes after all it needs."""
    level: dict[int, int] = {}
    for place in kept:
        sources = [need.source for need in needs if need.target == place and need.source in level]
        level[place] = 1 + max((level[source] for source in sources), default=-1)
    return tuple(
        tuple(place for place in kept if level[place] == depth)
        for depth in range(max(level.values(), default=-1) + 1)
    )


def reference_of(web: Web, plan: Plan) -> Reference:
    """Names and arguments alone, and which call needs which."""
    number = {place: index for index, place in enumerate(plan.kept)}
    steps = tuple(
        Step(tuple(Call(web.actions[place].call.name, web.actions[place].call.arguments) for place in step))
        for step in plan.steps
    )
    pairs = {
        (number[need.source], number[need.target])
        for need in plan.needs
        if need.source in number and need.target in number
    }
    return Reference(steps=steps, answer=web.answer, edges=tuple(Edge(*pair) for pair in sorted(pairs)))
