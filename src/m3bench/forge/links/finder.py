"""Finding links: call every tool, match its output with the inputs of others, and confirm by calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import numpy as np

from m3bench.core import Call
from m3bench.encoders import Encoder
from m3bench.forge.links.candidates import (
    AT_HOME,
    Ground,
    Guess,
    Origin,
    Place,
    are_tied,
    guess,
    make_origin,
    make_place,
    names_tool,
)
from m3bench.forge.links.chains import Graph, Link
from m3bench.forge.links.confirmation import Confirmation, Confirmer
from m3bench.forge.links.fields import Field, dotted, promised_fields
from m3bench.forge.links.samples import SAMPLES_PER_TOOL, Hints, Sample, first_samples, make_sample
from m3bench.forge.links.schemas import Slot, slots
from m3bench.forge.links.trials import Trials, succeeded
from m3bench.forge.names import subject, words
from m3bench.hosting import Tool

ROUNDS = 4
_GUESSES_PER_SLOT = 3
_WORDS_TRIED = 6
_NUMBERS = ("integer", "number")
_WRITING = frozenset({"create", "save", "export", "write"})
"""Files that these tools take as arguments are the files that they create."""

Progress = Callable[[str, int, int], None]
"""Reports progress: an activity, the number done, and the total."""


class LinkFinder:
    """Finds links between the tools of a toolbox."""

    def __init__(
        self,
        trials: Trials,
        encoder: Encoder,
        *,
        today: date,
        hints: Hints | None = None,
        on_progress: Progress = lambda _what, _done, _all: None,
    ) -> None:
        self._trials, self._encoder, self._on_progress = trials, encoder, on_progress
        self._today, self._hints = today, hints or {}
        self._tools = list(trials.toolbox.tools)
        pairs = ((tool, slot) for tool in self._tools for slot in slots(tool))
        self._places = [make_place(tool, slot) for tool, slot in pairs if can_be_filled(tool, slot)]
        self._columns = encoder.encode([place.phrase for place in self._places])
        self.samples: dict[str, list[Sample]] = {}
        self._tried: dict[tuple[str, str, str], tuple[int, int]] = {}
        self._confirmer = Confirmer(trials, self.samples, today, self._hints)

    async def find(self) -> Graph:
        """Find all links. Tools that must not be called are matched by name and description only."""
        await self.sample()
        links: dict[tuple[str, str, str], Link] = {}
        for _ in range(ROUNDS):
            before = self._sizes()
            for number, tool in enumerate(self._tools):
                self._on_progress("linking tools", number, len(self._tools))
                for link in await self._links_from(tool, links):
                    links[(*link.pair, link.slot)] = link
            if self._sizes() == before:
                break
        return Graph(links.values())

    def candidates(self, source: Tool) -> list[tuple[str, str]]:
        """Return the tools and slots that fields of a tool may fill, confirmed or not."""
        return [(place.tool.full_name, place.slot.name) for place, _ in self._guesses(source)]

    def _sizes(self) -> int:
        return sum(map(self._size, self._tools))

    def _size(self, tool: Tool) -> int:
        return len(self.samples.get(tool.full_name, ()))

    async def sample(self) -> None:
        """Call every tool that may be called, without looking for links."""
        for number, tool in enumerate(self._tools):
            self._on_progress("trying tools", number, len(self._tools))
            if self._trials.allows(tool):
                samples = await first_samples(tool, self._trials, self._hints, self._today)
                call = None if samples else await self._confirmer.advised(tool)
                self.samples[tool.full_name] = samples if call is None else [make_sample(call, tool)]
        await self._sample_again()

    async def _sample_again(self) -> None:
        """Try search tools with words from the results of related tools of the same server."""
        for tool in self._tools:
            if self.samples.get(tool.full_name) or not self._trials.allows(tool):
                continue
            needed = [slot for slot in slots(tool) if slot.needed]
            if len(needed) == 1 and needed[0].is_search:
                for word in self._words_for(tool):
                    call = await self._trials.call(tool, {needed[0].name: word})
                    if call is not None and succeeded(call):
                        self._keep(call, tool)
                        break

    def _words_for(self, tool: Tool) -> list[str]:
        texts = [
            value
            for name, samples in self.samples.items()
            if name.startswith(f"{tool.server}/")
            and set(subject(name.partition("/")[2])) & set(subject(tool.name))
            for sample in samples
            for field in sample.fields
            for value in field.values
            if isinstance(value, str) and value.isalpha()
        ]
        return list(dict.fromkeys(texts))[:_WORDS_TRIED]

    async def _links_from(self, source: Tool, known: dict[tuple[str, str, str], Link]) -> list[Link]:
        links = []
        for place, guesses in self._guesses(source):
            target = place.tool
            key = source.full_name, target.full_name, place.slot.name
            state = self._size(source), self._size(target)
            if key not in known and self._tried.get(key) != state:
                self._tried[key] = state
                link = await self._decided(source, target, guesses[:_GUESSES_PER_SLOT])
                links += [link] if link is not None else []
        return links

    def _guesses(self, source: Tool) -> list[tuple[Place, list[Guess]]]:
        """Return the best guesses for every slot that a field may fill."""
        origins = [make_origin(source, field) for field in self._fields(source)]
        near = self._nearness(origins)
        return [
            (place, guesses)
            for column, place in enumerate(self._places)
            if place.tool.full_name != source.full_name
            and (guesses := _best_guesses(source, place, origins, near[:, column]))
        ]

    def _fields(self, source: Tool) -> list[Field]:
        merged: dict[tuple[str, ...], Field] = {}
        for sample in self.samples.get(source.full_name, ()):
            for field in sample.fields:
                merged.setdefault(field.path, field)
        return list(merged.values()) or list(promised_fields(source.output_schema))

    def _nearness(self, origins: Sequence[Origin]) -> np.ndarray[Any, np.dtype[np.float32]]:
        """Return similarities, rounded because the last decimals differ between processors."""
        rows = self._encoder.encode([origin.phrase for origin in origins])
        return np.round(rows @ self._columns.T, 4)

    async def _decided(self, source: Tool, target: Tool, guesses: Sequence[Guess]) -> Link | None:
        if not self._trials.allows(target) or not self.samples.get(source.full_name):
            return _link(source, target, guesses[0]) if is_plain(guesses[0]) else None
        for candidate in guesses:
            listed = _is_listed(source, target, candidate.slot)
            may_be_selective = self._confirmer.may_be_selective(target, candidate.slot)
            if not is_enough(candidate, selective=may_be_selective, listed=listed):
                continue
            if source.server != target.server and not self._is_at_home(candidate):
                continue
            shown = await self._confirmer.confirm(source, target, candidate)
            if shown is None:
                continue
            if shown.second.result is not None:
                self._keep(shown.second, target)
            if is_enough(candidate, selective=shown.selective, listed=listed):
                return _link(source, target, candidate, shown)
        return None

    def _is_at_home(self, candidate: Guess) -> bool:
        """Return whether a field of another server is plausible.

        Identifiers, positions and files are; a common word must be similar to the description of the slot.
        """
        values = [value for value in candidate.field.values if isinstance(value, str)]
        if candidate.ground in (Ground.NAMED, Ground.FILE) or not values or not candidate.slot.description:
            return True
        if any(char.isdigit() for value in values for char in value) or all(map(str.isupper, values)):
            return True
        if candidate.slot.choices or not candidate.slot.needed:
            return False
        rows = self._encoder.encode([*values[:_WORDS_TRIED], candidate.slot.description])
        return float(np.round(np.max(rows[:-1] @ rows[-1]), 4)) >= AT_HOME

    def _keep(self, call: Call, target: Tool) -> None:
        kept = self.samples.setdefault(target.full_name, [])
        if len(kept) < SAMPLES_PER_TOOL:
            kept.append(make_sample(call, target))


def can_be_filled(tool: Tool, slot: Slot) -> bool:
    """Return whether a slot is part of the question, so that another tool's result can fill it."""
    if slot.is_file and words(tool.name)[:1] and words(tool.name)[0] in _WRITING:
        return False
    return slot.kind not in ("boolean", "object") and not slot.is_output


def is_plain(candidate: Guess) -> bool:
    """Return whether a guess needs no trial."""
    by_name = candidate.ground in (Ground.NAMED, Ground.SAME_NAME, Ground.ABOUT)
    return by_name and is_enough(candidate, selective=True, listed=False)


def is_enough(candidate: Guess, *, selective: bool, listed: bool) -> bool:
    """Return whether a guess is a link after its value was accepted. Weaker grounds need stronger trials.

    The slot is `selective` if it rejects made-up values, and `listed` as `_is_listed` says.
    """
    slot, ground = candidate.slot, candidate.ground
    if ground is Ground.NAMED:
        return True
    if slot.is_time or slot.is_search or (slot.is_control and (not listed or slot.kind in _NUMBERS)):
        return False
    if ground is Ground.SAME_NAME:
        return selective or slot.needed
    if ground is Ground.ABOUT:
        return selective
    return selective and slot.needed


def _is_listed(source: Tool, target: Tool, slot: Slot) -> bool:
    """Return whether both are on one server, and the slot is required or the topic of the source."""
    return source.server == target.server and (slot.needed or set(slot.words) <= set(subject(source.name)))


def _best_guesses(
    source: Tool, place: Place, origins: Sequence[Origin], near: np.ndarray[Any, np.dtype[np.float32]]
) -> list[Guess]:
    named, tied = names_tool(place.slot.description, source), are_tied(source, place.tool)
    if not origins:
        return [Guess(Field(()), place.slot, Ground.NAMED, 1.0)] if named else []
    guesses = (
        guess(origin, place, float(nearness), named=named, tied=tied)
        for origin, nearness in zip(origins, near, strict=True)
    )
    return sorted(filter(None, guesses), key=lambda candidate: -candidate.score)


def _link(source: Tool, target: Tool, candidate: Guess, shown: Confirmation | None = None) -> Link:
    return Link(
        source=source.full_name,
        target=target.full_name,
        field=dotted(candidate.field.path),
        slot=candidate.slot.name,
        ground=str(candidate.ground),
        score=round(candidate.score, 4),
        confirmed=shown is not None,
        selective=shown is not None and shown.selective,
        first=Call(shown.first.name, shown.first.arguments) if shown is not None else None,
        second=Call(shown.second.name, shown.second.arguments) if shown is not None else None,
    )
