"""Questions that a list of calls answers: plan, expected values and live values follow from it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from typing import Any

import jmespath
import msgspec

from m3bench.checks import Expected, LiveCall, LiveValue
from m3bench.core import AnswerForm
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.places._shared.fields import Wanted, expected_value

_INDEX = re.compile(r"\[(\d+)\]")
_PATH = "$"

Guard = Callable[[Sequence[Any]], None]
"""Raises `PlanError` if the results leave the answer open."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question, the calls that answer it, and where the values are in the list of their results."""

    level: str
    words: Mapping[str, object] = {}
    """What fills in the wordings of the question."""
    calls: tuple[LiveCall, ...]
    """An argument `{"$": PATH}` is taken from earlier results."""
    wanted: tuple[Wanted, ...]
    changes: bool = True
    """Whether the answer is another one a day later."""
    guard: Guard | None = None
    key_facts: tuple[str, ...] = ()


def ask(tool: str, /, **arguments: Any) -> LiveCall:
    """Return a call of a tool, given by its full name."""
    return LiveCall(tool, arguments)


def use(path: str) -> dict[str, str]:
    """Return an argument that is taken from earlier results: a JMESPath over their list."""
    return {_PATH: path}


def spread_of(records: str) -> LiveCall:
    """Return a call that subtracts the lowest `value` of records from the highest."""
    highest, lowest = use(f"max({records}[].value)"), use(f"min({records}[].value)")
    return ask("math/subtract", minuend=highest, subtrahend=lowest)


QuestionMaker = Callable[[TaskDraw], Question]
"""A function `_name` that draws a question, which `[name]` in the file of the family words."""


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Several forms of a request, to be filled in."""

    requests: tuple[str, ...]
    fuzzy_requests: tuple[str, ...]


@cache
def wordings(family: str) -> dict[str, Wording]:
    """Return the wordings of a family's questions, by their names."""
    data = files("m3bench_suites.builders.verse.places").joinpath("wordings", f"{family}.toml").read_bytes()
    return msgspec.convert(tomllib.loads(data.decode()), dict[str, Wording])


def make_task(draw: TaskDraw, family: VerseFamily, makers: Sequence[QuestionMaker]) -> Blueprint:
    """Return the task with the question whose turn it is."""
    maker = makers[draw.number % len(makers)]
    question, wording = maker(draw), wordings(family.name)[maker.__name__.lstrip("_")]
    return Blueprint(
        id=draw.id,
        family=family.title,
        request=draw.phrased(*wording.requests, **question.words),
        fuzzy_request=draw.phrased(*wording.fuzzy_requests, **question.words),
        servers=tuple(dict.fromkeys(each.tool.partition("/")[0] for each in question.calls)),
        plans=(partial(_plan, question),),
        form=AnswerForm(tuple(wanted.field for wanted in question.wanted)),
        level=question.level,
        kind="retrieval",
        time_sensitive=question.changes,
        key_facts=question.key_facts,
    )


def _plan(question: Question) -> Plan:
    """Make every call as soon as the results that it uses are there."""
    found: dict[int, CallResult] = {}
    while len(found) < len(question.calls):
        ready = [
            place
            for place, each in enumerate(question.calls)
            if place not in found and _sources(each) <= found.keys()
        ]
        results = yield [_planned(question.calls[place], found) for place in ready]
        found.update(zip(ready, results, strict=True))
    return _solution(question, [found[place].data for place in range(len(question.calls))])


def _planned(wanted: LiveCall, found: Mapping[int, CallResult]) -> PlannedCall:
    results = [found[place].data if place in found else None for place in range(max(found, default=-1) + 1)]
    uses = [found[place] for place in sorted(_sources(wanted))]
    return call(wanted.tool, *uses, **_filled(wanted.arguments, results))


def _filled(value: Any, results: Sequence[Any]) -> Any:
    """Return arguments with the values from earlier results."""
    if isinstance(value, dict):
        if value.keys() == {_PATH}:
            return _require(jmespath.search(value[_PATH], results), value[_PATH])
        return {name: _filled(part, results) for name, part in value.items()}
    return [_filled(part, results) for part in value] if isinstance(value, list) else value


def _require(value: Any, path: str) -> Any:
    if value is None:
        raise PlanError(f"the results have nothing at {path}.")
    return value


def _sources(wanted: LiveCall) -> set[int]:
    """Return the numbers of the calls whose results the arguments use."""
    return {place for path in _paths(wanted.arguments) for place in roots(path)}


def _paths(value: Any) -> list[str]:
    if isinstance(value, dict):
        if value.keys() == {_PATH}:
            return [value[_PATH]]
        return [path for part in value.values() for path in _paths(part)]
    return [path for part in value for path in _paths(part)] if isinstance(value, list) else []


def roots(path: str) -> set[int]:
    """Return the entries of the list that a path begins with: 0 and 2 in `sum([[0].rows[1].cost, [2]])`."""
    return {int(match[1]) for match in _root_matches(path)}


def _root_matches(path: str) -> list[re.Match[str]]:
    return [match for match in _INDEX.finditer(path) if path[: match.start()].rstrip()[-1:] in "[({,:"]


def live_value(question: Question, wanted: Wanted) -> LiveValue:
    """Return how to ask for a field at check time, with no more calls than it needs."""
    needed: set[int] = set()
    missing = roots(wanted.select)
    while missing:
        needed |= missing
        missing = {source for place in missing for source in _sources(question.calls[place])} - needed
    places = {old: new for new, old in enumerate(sorted(needed))}
    calls = tuple(
        LiveCall(question.calls[old].tool, _renumbered(question.calls[old].arguments, places))
        for old in places
    )
    return LiveValue(calls, _renumbered_path(wanted.select, places), wanted.tolerance)


def _renumbered(value: Any, places: Mapping[int, int]) -> Any:
    if isinstance(value, dict):
        if value.keys() == {_PATH}:
            return use(_renumbered_path(value[_PATH], places))
        return {name: _renumbered(part, places) for name, part in value.items()}
    return [_renumbered(part, places) for part in value] if isinstance(value, list) else value


def _renumbered_path(path: str, places: Mapping[int, int]) -> str:
    for match in reversed(_root_matches(path)):
        path = f"{path[: match.start()]}[{places[int(match[1])]}]{path[match.end() :]}"
    return path


def _solution(question: Question, results: Sequence[Any]) -> Solution:
    if question.guard is not None:
        question.guard(results)
    fields = {each.field.name: expected_value(each, results) for each in question.wanted}
    live = {
        each.field.name: live_value(question, each)
        for each in question.wanted
        if question.changes and not each.fixed
    }
    return Solution(answer=_describe(question, fields), fields=fields, live=live)


def _describe(question: Question, fields: Mapping[str, Expected]) -> str:
    parts = []
    for each in question.wanted:
        meaning, unit = each.field.meaning, f" {each.field.unit}" if each.field.unit else ""
        parts.append(f"{meaning[:1].upper()}{meaning[1:]}: {_shown(fields[each.field.name])}{unit}.")
    return " ".join(parts)


def _shown(expected: Expected) -> str:
    if expected.items is not None:
        return ", ".join(map(_shown, expected.items))
    if expected.rows is not None:
        return "; ".join(", ".join(map(_shown, row.values())) for row in expected.rows)
    value = expected.value
    return f"{round(value, 4):.12g}" if isinstance(value, float) else str(value)
