"""Confirming a link by calls: a value out of a real result is put to the other tool, and a made-up one."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from m3bench.core import Call
from m3bench.forge.links.advice import named_argument, offered_values
from m3bench.forge.links.fields import Field, file_ending
from m3bench.forge.links.linking import Ground, Guess, fitting
from m3bench.forge.links.samples import Hints, Sample, likely_values, ready_arguments
from m3bench.forge.links.schemas import Slot, slots
from m3bench.forge.links.trials import Trials, succeeded
from m3bench.forge.wording import words
from m3bench.hosting import Tool

_VALUES_TRIED = 2
_VALUES_OF_NAMED = 5
_FILLERS_TRIED = 2
_MOST_REFUSALS = 6
"""After so many refusals at a slot, no more guesses on that ground are tried there."""
_MENDINGS = 3
_NAMES_TRIED = 2
_MADE_UP = "zzqx"
_MADE_UP_NUMBER = 987_654_321


class Shown(msgspec.Struct, frozen=True):
    """Two calls: the second took something out of the result of the first."""

    first: Call
    second: Call
    selective: bool


class Confirmer:
    """Puts values to tools. `samples` is read as it grows."""

    def __init__(
        self, trials: Trials, samples: Mapping[str, Sequence[Sample]], today: date, hints: Hints
    ) -> None:
        self._trials, self._samples, self._today, self._hints = trials, samples, today, hints
        self._selective: dict[tuple[str, str], bool] = {}
        self._files: dict[tuple[str, str, str], dict[str, Any]] = {}
        self._refusals: Counter[tuple[str, str, Ground, str]] = Counter()

    async def confirm(self, source: Tool, target: Tool, guess: Guess) -> Shown | None:
        """The first pair of calls that shows the guess to hold; None where no value was taken."""
        ending = file_ending(guess.field.values[0]) if guess.field.values else ""
        key = target.full_name, guess.slot.name, guess.ground, ending
        if guess.ground is not Ground.NAMED and self._refusals[key] >= _MOST_REFUSALS:
            return None
        for sample, value in self._values(source, guess):
            if alike := self._known_file(target, guess, value):
                return Shown(sample.call, Call(target.full_name, {**alike, guess.slot.name: value}), True)
            for arguments in self.arguments(target, guess.slot, value, sample):
                light = arguments | _one_page(target, arguments)
                second = await self._mended(target, light, kept=guess.slot.name)
                if second is not None:
                    selective = await self._is_selective(target, guess.slot, second)
                    self._remember_file(guess, second, selective)
                    return Shown(sample.call, second, selective)
                self._refusals[key] += 1
        return None

    def may_be_selective(self, target: Tool, slot: Slot) -> bool:
        """Whether made-up values are refused there, as far as is known."""
        return self._selective.get((target.full_name, slot.name), True)

    def _known_file(self, target: Tool, guess: Guess, value: Any) -> dict[str, Any] | None:
        """Arguments with which the slot took a file of that kind before: one file is as good as another, and
        looking into files is slow."""
        return self._files.get((target.full_name, guess.slot.name, file_ending(_single(value))))

    def _remember_file(self, guess: Guess, call: Call, selective: bool) -> None:
        ending = file_ending(_single(call.arguments[guess.slot.name]))
        if ending and selective:
            self._files[(call.name, guess.slot.name, ending)] = call.arguments

    async def advised(self, tool: Tool) -> Call | None:
        """A call of a tool that first refused, with the values that its refusal offers."""
        for arguments in itertools.islice(ready_arguments(tool, self._hints, self._today), 2):
            done = await self._mended(tool, arguments, kept=None)
            if done is not None:
                return done
        return None

    def arguments(self, target: Tool, slot: Slot, value: Any, sample: Sample) -> Iterator[dict[str, Any]]:
        """Arguments of calls with that value. The other needed ones come out of the same result, out of the
        arguments that led to it, or from what is said about the tool."""
        others = [other for other in slots(target) if other.needed and other.name != slot.name]
        fillers = {other.name: list(self._fillers(other, target, sample)) for other in others}
        if all(fillers.values()):
            for place in range(min(_FILLERS_TRIED, max(map(len, fillers.values()))) if fillers else 1):
                chosen = {name: values[min(place, len(values) - 1)] for name, values in fillers.items()}
                yield {slot.name: value, **chosen}

    def _values(self, source: Tool, guess: Guess) -> Iterator[tuple[Sample, Any]]:
        found = (
            (sample, fitted)
            for sample in self._samples.get(source.full_name, ())
            for field in sample.fields
            if field.path == guess.field.path
            for value in field.values
            if (fitted := fitting(guess.slot, value)) is not None
        )
        return itertools.islice(found, _VALUES_OF_NAMED if guess.ground is Ground.NAMED else _VALUES_TRIED)

    def _fillers(self, slot: Slot, target: Tool, sample: Sample) -> Iterator[Any]:
        yield from _beside(slot, sample.fields)
        if slot.is_search:
            yield from _names_beside(sample.fields)
        given = sample.call.arguments if isinstance(sample.call.arguments, dict) else {}
        yield from (value for name, value in given.items() if words(name) == slot.words)
        for earlier in self._samples.get(target.full_name, ()):
            if isinstance(earlier.call.arguments, dict) and slot.name in earlier.call.arguments:
                yield earlier.call.arguments[slot.name]
        yield from likely_values(slot, target, self._today)

    async def _mended(self, tool: Tool, arguments: dict[str, Any], *, kept: str | None) -> Call | None:
        """The call, tried again with what its refusals offer for arguments other than the one in question."""
        for _ in range(_MENDINGS):
            call = await self._trials.call(tool, arguments)
            if succeeded(call):
                return call
            said = call.result.text if call is not None and call.result is not None else ""
            mended = _mended_arguments(tool, arguments, said, kept)
            if mended is None or mended == arguments:
                return None
            arguments = mended
        return None

    async def _is_selective(self, target: Tool, slot: Slot, call: Call) -> bool:
        """Whether a made-up value is refused; asked once for each slot."""
        key = target.full_name, slot.name
        if key not in self._selective:
            value = call.arguments[slot.name]
            control = await self._trials.call(target, {**call.arguments, slot.name: made_up(value)})
            self._selective[key] = control is not None and not succeeded(control)
        return self._selective[key]


def made_up(value: Any) -> Any:
    """A value of the same kind that nothing has."""
    if isinstance(value, list):
        return [made_up(each) for each in value[:1]]
    if isinstance(value, dict):
        return {}
    if isinstance(value, int | float):
        return type(value)(_MADE_UP_NUMBER)
    ending = file_ending(value)
    return f"{_MADE_UP}.{ending}" if ending else f"{_MADE_UP}{value[::-1]}{_MADE_UP}"


def _one_page(target: Tool, arguments: Mapping[str, Any]) -> dict[str, int]:
    """Of a file one page is enough to see whether it is taken."""
    if not any(file_ending(_single(value)) for value in arguments.values()):
        return {}
    return {slot.name: 1 for slot in slots(target) if slot.words == ("page",) and not slot.needed}


def _single(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else value


def _beside(slot: Slot, fields: Sequence[Field]) -> Iterator[Any]:
    """Values of the same result under the slot's own name."""
    for field in fields:
        if field.words == slot.words and field.values:
            fitted = fitting(slot, field.values[0])
            if fitted is not None:
                yield fitted


def _names_beside(fields: Sequence[Field]) -> Iterator[str]:
    """Words to look for: what the things of the same result are called."""
    for field in fields:
        if {"name", "title"} & set(field.words):
            yield from (value for value in field.values[:_NAMES_TRIED] if isinstance(value, str))


def _mended_arguments(
    tool: Tool, arguments: Mapping[str, Any], said: str, kept: str | None
) -> dict[str, Any] | None:
    offers = offered_values(said)
    if not offers:
        return None
    known = {slot.name: slot for slot in slots(tool)}
    name = named_argument(said)
    if name not in arguments:
        texts = [each for each, value in arguments.items() if isinstance(value, str) and each != kept]
        name = next((each for each in texts if str(arguments[each]) in said), None)
    if name is None or name == kept or name not in known:
        return None
    fitted = fitting(known[name], offers[0])
    return None if fitted is None else {**arguments, name: fitted}
