"""Tasks that a list of calls solves: arguments and values are paths into the results of the calls before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal

import msgspec

from m3bench.checks import Check, Expected, LiveCall, LiveValue, Tolerance
from m3bench.core import AnswerForm
from m3bench.suites import Blueprint, CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.tasks.draw import SuiteDraw
from m3bench_suites.builders.tasks.family import Family
from m3bench_suites.builders.tasks.guards import require
from m3bench_suites.builders.tasks.paths import (
    argument_paths,
    filled,
    has_slice,
    renumbered,
    renumbered_path,
    search,
    sources,
)
from m3bench_suites.builders.tasks.spec import TaskSpec
from m3bench_suites.builders.tasks.values import Value, described, expected_value, filled_in
from m3bench_suites.builders.tasks.wording import Wording

Guard = Callable[[list[Any]], None]
"""Raises `PlanError` if the results leave the answer open."""


class Lookups(TaskSpec, frozen=True, kw_only=True):
    """A task that a list of calls solves. Its plan, its values and its live values follow from them."""

    plans: tuple[Callable[[], Plan], ...] = ()
    """Further ways to solve it."""
    calls: tuple[LiveCall, ...]
    """An argument from `use` is taken from the results of earlier calls, which a path sees as one list."""
    steps: tuple[int, ...] = ()
    """How many calls each step makes. Without it, each is made as soon as there is what it takes."""
    uses: Mapping[int, tuple[int, ...]] = {}
    """The earlier calls on which a call depends, in order, where its arguments do not tell."""
    then: tuple[Callable[[list[Any]], tuple[LiveCall, ...]], ...] = ()
    """Further steps, made from all results so far. No value is taken from theirs."""
    values: Mapping[str, Value | str] = {}
    """The values of fields, or their paths."""
    known: Mapping[str, Expected] = {}
    """The values of fields that no path leads to."""
    live: Literal["needed", "all"] | None = "needed"
    """The calls that are repeated at check time: all, or those that a value needs. None: no value changes."""
    writes: tuple[str, ...] = ()
    """Tools that write files. They are not called at check time."""
    guards: tuple[Guard, ...] = ()
    checks: Callable[[list[Any]], tuple[Check, ...]] = lambda _: ()
    """Makes the checks of the state from all results."""
    answer: str | None = None
    """A sentence with the names of fields in braces. Without it, the form is filled in."""

    def blueprint(self, draw: SuiteDraw, family: Family, wording: Wording) -> Blueprint:
        """Return the task with the plan that makes the calls."""
        form = wording.form(self.words, self.fields)
        assert form is not None
        spec = msgspec.structs.replace(
            self,
            plans=(partial(self._plan, form), *self.plans),
            servers=self.servers or tuple(dict.fromkeys(each.tool.partition("/")[0] for each in self.calls)),
            time_sensitive=self.live is not None,
        )
        return TaskSpec.blueprint(spec, draw, family, wording)

    def live_values(self) -> dict[str, LiveValue]:
        """Return how the values that change are asked for at check time."""
        if self.live is None:
            return {}
        values = {name: _value(value) for name, value in self.values.items()}
        return {name: self._live_value(value) for name, value in values.items() if not value.fixed}

    def _plan(self, form: AnswerForm) -> Plan:
        results: dict[int, CallResult] = {}
        for step in self._steps():
            made = yield [self._planned(number, results) for number in step]
            results.update(zip(step, made, strict=True))
        ordered = [results[number] for number in range(len(self.calls))]
        for make in self.then:
            further = make([result.data for result in ordered])
            ordered += yield [call(each.tool, *ordered, **each.arguments) for each in further]
        data = [result.data for result in ordered]
        for guard in self.guards:
            guard(data)
        types = {field.name: field for field in form.fields}
        fields = {name: expected_value(types[name], _value(each), data) for name, each in self.values.items()}
        fields |= self.known
        answer = described(form, fields) if self.answer is None else filled_in(self.answer, fields)
        return Solution(answer, self.checks(data), fields, self.live_values())

    def _steps(self) -> list[list[int]]:
        """Return the numbers of the calls of each step."""
        numbers = iter(range(len(self.calls)))
        if self.steps:
            return [[next(numbers) for _ in range(count)] for count in self.steps]
        steps: list[list[int]] = []
        made: dict[int, int] = {}
        for number in numbers:
            made[number] = max((made[source] + 1 for source in self._sources(number)), default=0)
            steps += [[] for _ in range(made[number] + 1 - len(steps))]
            steps[made[number]].append(number)
        return steps

    def _sources(self, number: int) -> set[int]:
        """Return the numbers of the calls whose results a call takes."""
        return {source for path in argument_paths(self.calls[number].arguments) for source in sources(path)}

    def _planned(self, number: int, results: Mapping[int, CallResult]) -> PlannedCall:
        asked = self.calls[number]
        data = [
            results[index].data if index in results else None for index in range(max(results, default=-1) + 1)
        ]
        used = self.uses.get(number) or sorted(self._sources(number))
        if any(map(has_slice, argument_paths(asked.arguments))):
            used = sorted(results)
        return call(asked.tool, *(results[index] for index in used), **filled(asked.arguments, data))

    def _live_value(self, value: Value) -> LiveValue:
        if self.live == "all":
            calls = tuple(each for each in self.calls if each.tool not in self.writes)
            return LiveValue(calls, value.select, value.tolerance)
        needed: set[int] = set()
        missing = sources(value.select)
        while missing:
            needed |= missing
            missing = {source for number in missing for source in self._sources(number)} - needed
        numbers = {old: new for new, old in enumerate(sorted(needed))}
        calls = tuple(
            LiveCall(self.calls[old].tool, renumbered(self.calls[old].arguments, numbers)) for old in numbers
        )
        return LiveValue(calls, renumbered_path(value.select, numbers), value.tolerance)


def ask(tool: str, /, **arguments: Any) -> LiveCall:
    """Return a call of a tool, given by its full name."""
    return LiveCall(tool, arguments)


def apart(select: str, by: float = 0.0, *, share: float = 0.0, lowest: bool = False) -> Guard:
    """Guard the lead of the highest of several numbers (or of the lowest): it must be larger than `by`.

    `share` is a part of the first number.
    """

    def guard(results: list[Any]) -> None:
        ranked = sorted(search(select, results), reverse=not lowest)
        if len(ranked) > 1:
            lead = abs(ranked[0] - ranked[1])
            require(lead > max(by, share * abs(ranked[0])), "two values are about the same.")

    return guard


def holds(condition: str) -> Guard:
    """Guard an expression that must be true."""
    return lambda results: require(search(condition, results) is True, f"{condition} is not true.")


def within(absolute: float) -> Tolerance:
    return Tolerance(absolute=absolute)


def _value(value: Value | str) -> Value:
    return Value(value) if isinstance(value, str) else value
