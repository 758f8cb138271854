"""Confirming links by calls, with a value from a real result and with a made-up one."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from m3bench.core import Call
from m3bench.forge.links.candidates import Ground, Guess, convert_value
from m3bench.forge.links.fields import Field, file_ending
from m3bench.forge.links.samples import Hints, Sample, likely_values, ready_arguments
from m3bench.forge.links.schemas import Slot, slots
from m3bench.forge.links.trials import Trials, succeeded
from m3bench.forge.names import words
from m3bench.hosting import Tool

_VALUES_TRIED = 2
_VALUES_OF_NAMED = 5
_FILLERS_TRIED = 2
_MOST_REFUSALS = 6
"""After this many rejected values at a slot, no more guesses on the same ground are tried."""
_MAX_RETRIES = 3
_NAMES_TRIED = 2
_MADE_UP = "zzqx"
_MADE_UP_NUMBER = 987_654_321
_OFFERS = re.compile(
    r"\b(?:did you mean|is not one of|not one of|must be one of|one of|allowed(?: values)?|available[\w ]*|"
    r"valid values(?: are)?|choose from|options are)\W*?[:=]?\s+(.+)",
    re.IGNORECASE | re.DOTALL,
)
_ARGUMENT = re.compile(r"(?:argument|parameter|field)\s+['\"`]([\w.-]+)['\"`]", re.IGNORECASE)
_QUOTED = re.compile(r"['\"`]([^'\"`\n]{1,80})['\"`]")
_MOST_OFFERS = 5
_LONGEST = 60


class Confirmation(msgspec.Struct, frozen=True):
    """Two calls; the second uses a value from the result of the first."""

    first: Call
    second: Call
    selective: bool


class Confirmer:
    """Calls tools with values from samples. `samples` may grow while it works."""

    def __init__(
        self, trials: Trials, samples: Mapping[str, Sequence[Sample]], today: date, hints: Hints
    ) -> None:
        self._trials, self._samples, self._today, self._hints = trials, samples, today, hints
        self._selective: dict[tuple[str, str], bool] = {}
        self._files: dict[tuple[str, str, str], dict[str, Any]] = {}
        self._refusals: Counter[tuple[str, str, Ground, str]] = Counter()

    async def confirm(self, source: Tool, target: Tool, guess: Guess) -> Confirmation | None:
        """Return the first pair of calls that confirms the guess; None if no value was accepted."""
        ending = file_ending(guess.field.values[0]) if guess.field.values else ""
        key = target.full_name, guess.slot.name, guess.ground, ending
        if guess.ground is not Ground.NAMED and self._refusals[key] >= _MOST_REFUSALS:
            return None
        for sample, value in self._values(source, guess):
            if alike := self._known_file(target, guess, value):
                return Confirmation(
                    sample.call, Call(target.full_name, {**alike, guess.slot.name: value}), True
                )
            for arguments in self.arguments(target, guess.slot, value, sample):
                light = arguments | _one_page(target, arguments)
                second = await self._retry_with_suggestions(target, light, kept=guess.slot.name)
                if second is not None:
                    selective = await self._is_selective(target, guess.slot, second)
                    self._remember_file(guess, second, selective)
                    return Confirmation(sample.call, second, selective)
                self._refusals[key] += 1
        return None

    def may_be_selective(self, target: Tool, slot: Slot) -> bool:
        """Return whether made-up values are rejected at a slot, as far as known."""
        return self._selective.get((target.full_name, slot.name), True)

    def _known_file(self, target: Tool, guess: Guess, value: Any) -> dict[str, Any] | None:
        """Return arguments with which the slot accepted a file of the same type.

        Another file of the same type is not tried, because reading files is slow.
        """
        return self._files.get((target.full_name, guess.slot.name, file_ending(_single(value))))

    def _remember_file(self, guess: Guess, call: Call, selective: bool) -> None:
        ending = file_ending(_single(call.arguments[guess.slot.name]))
        if ending and selective:
            self._files[(call.name, guess.slot.name, ending)] = call.arguments

    async def advised(self, tool: Tool) -> Call | None:
        """Call a tool that rejected its arguments again, with the values that its error message suggests."""
        for arguments in itertools.islice(ready_arguments(tool, self._hints, self._today), 2):
            done = await self._retry_with_suggestions(tool, arguments, kept=None)
            if done is not None:
                return done
        return None

    def arguments(self, target: Tool, slot: Slot, value: Any, sample: Sample) -> Iterator[dict[str, Any]]:
        """Yield arguments with the value in a slot.

        Other required arguments come from the same result, its arguments, or the tool description.
        """
        others = [other for other in slots(target) if other.needed and other.name != slot.name]
        fillers = {other.name: list(self._fillers(other, target, sample)) for other in others}
        if all(fillers.values()):
            for index in range(min(_FILLERS_TRIED, max(map(len, fillers.values()))) if fillers else 1):
                chosen = {name: values[min(index, len(values) - 1)] for name, values in fillers.items()}
                yield {slot.name: value, **chosen}

    def _values(self, source: Tool, guess: Guess) -> Iterator[tuple[Sample, Any]]:
        pairs = (
            (sample, fitted)
            for sample in self._samples.get(source.full_name, ())
            for field in sample.fields
            if field.path == guess.field.path
            for value in field.values
            if (fitted := convert_value(guess.slot, value)) is not None
        )
        return itertools.islice(pairs, _VALUES_OF_NAMED if guess.ground is Ground.NAMED else _VALUES_TRIED)

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

    async def _retry_with_suggestions(
        self, tool: Tool, arguments: dict[str, Any], *, kept: str | None
    ) -> Call | None:
        """Call a tool, and retry with values that error messages suggest, except for `kept`."""
        for _ in range(_MAX_RETRIES):
            call = await self._trials.call(tool, arguments)
            if succeeded(call):
                return call
            message = call.result.text if call is not None and call.result is not None else ""
            changed = _apply_suggestion(tool, arguments, message, kept)
            if changed is None or changed == arguments:
                return None
            arguments = changed
        return None

    async def _is_selective(self, target: Tool, slot: Slot, call: Call) -> bool:
        """Return whether a made-up value is rejected; tried once per slot."""
        key = target.full_name, slot.name
        if key not in self._selective:
            value = call.arguments[slot.name]
            control = await self._trials.call(target, {**call.arguments, slot.name: make_up_value(value)})
            self._selective[key] = control is not None and not succeeded(control)
        return self._selective[key]


def make_up_value(value: Any) -> Any:
    """Return a value of the same type that exists nowhere."""
    if isinstance(value, list):
        return [make_up_value(item) for item in value[:1]]
    if isinstance(value, dict):
        return {}
    if isinstance(value, int | float):
        return type(value)(_MADE_UP_NUMBER)
    ending = file_ending(value)
    return f"{_MADE_UP}.{ending}" if ending else f"{_MADE_UP}{value[::-1]}{_MADE_UP}"


def _one_page(target: Tool, arguments: Mapping[str, Any]) -> dict[str, int]:
    """Ask for one page of a file: enough to see whether the file is accepted."""
    if not any(file_ending(_single(value)) for value in arguments.values()):
        return {}
    return {slot.name: 1 for slot in slots(target) if slot.words == ("page",) and not slot.needed}


def _single(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else value


def _beside(slot: Slot, fields: Sequence[Field]) -> Iterator[Any]:
    """Yield values of the same result under the name of the slot."""
    alike = (field.values[0] for field in fields if field.words == slot.words and field.values)
    yield from (value for given in alike if (value := convert_value(slot, given)) is not None)


def _names_beside(fields: Sequence[Field]) -> Iterator[str]:
    """Yield search terms: the names of the items of the same result."""
    for field in fields:
        if {"name", "title"} & set(field.words):
            yield from (value for value in field.values[:_NAMES_TRIED] if isinstance(value, str))


def _apply_suggestion(
    tool: Tool, arguments: Mapping[str, Any], message: str, kept: str | None
) -> dict[str, Any] | None:
    offers = suggested_values(message)
    if not offers:
        return None
    known = {slot.name: slot for slot in slots(tool)}
    name = named_argument(message)
    if name not in arguments:
        texts = [key for key, value in arguments.items() if isinstance(value, str) and key != kept]
        name = next((key for key in texts if str(arguments[key]) in message), None)
    if name is None or name == kept or name not in known:
        return None
    fitted = convert_value(known[name], offers[0])
    return None if fitted is None else {**arguments, name: fitted}


def named_argument(text: str) -> str | None:
    match = _ARGUMENT.search(text)
    return match[1] if match else None


def suggested_values(text: str) -> list[str]:
    """Return the values that an error message suggests, at most five."""
    offers = _OFFERS.search(text)
    if offers is None:
        return []
    if quoted := _QUOTED.findall(offers[1]):
        return quoted[:_MOST_OFFERS]
    line = re.split(r"[?;\n]|\.(?:\s|$)", offers[1], maxsplit=1)[0]
    parts = (part.strip(" []()") for part in re.split(r",\s*|\s+or\s+", line))
    return [part for part in parts if part and len(part) <= _LONGEST][:_MOST_OFFERS]
