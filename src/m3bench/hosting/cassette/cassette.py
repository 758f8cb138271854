"""Hosts that record to a cassette and replay one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import anyio.to_thread

from m3bench.core import M3BenchError, canonical_json
from m3bench.core.text import nearest_names
from m3bench.hosting.cassette.blocks import Entry, Fault, Key, Listing, Refusal, Ticket
from m3bench.hosting.cassette.file import Cassette, CassetteWriter
from m3bench.hosting.cassette.placeholders import Placeholders
from m3bench.hosting.host import Rejection, Reply, ServerFault, ToolHost
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox import is_long

_INVALID_PARAMS = -32602
_LONGEST_COMPARED = 1000
_SHOWN, _SHOWN_BEFORE, _MOST_DIFFERENCES = 80, 20, 8


class CassetteMissError(M3BenchError):
    """A call that was not recorded."""


class RecordingHost:
    """A host that also writes listings and answers to a cassette. It returns exactly what a replay will
    return: secrets are masked."""

    def __init__(
        self, host: ToolHost, cassette: CassetteWriter, placeholders: Placeholders | None = None
    ) -> None:
        self._host = host
        self._cassette = cassette
        self._placeholders = placeholders or Placeholders()
        self._requests = 0
        self._last: tuple[tuple[Tool, ...], dict[str, str]] | None = None

    async def tools(self) -> Sequence[Tool]:
        self._requests += 1
        order, request = self._cassette.next_order(), self._requests
        tools = tuple(self._placeholders.hide_tool(tool) for tool in await self._host.tools())
        faults = {server: self._placeholders.hide(reason) for server, reason in self._host.faults.items()}
        if self._last != (tools, faults):
            self._last = (tools, faults)
            self._cassette.listing(order, Listing(request=request, tools=tools, faults=faults))
        return tuple(self._placeholders.show_tool(tool) for tool in tools)

    @property
    def faults(self) -> dict[str, str]:
        return {server: self._masked(reason) for server, reason in self._host.faults.items()}

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        try:
            hidden = self._placeholders.hide_value(arguments)
            ticket = self._cassette.issue(tool.server, tool.name, hidden)
        except RecursionError:
            raise Rejection(tool.server, _INVALID_PARAMS, "the arguments are nested too deeply") from None
        try:
            reply = await self._host.call(tool, arguments)
            if is_long(reply.content):
                return await anyio.to_thread.run_sync(self._recorded, ticket, reply)
            return self._recorded(ticket, reply)
        except ServerFault as fault:
            reason = fault.reason
        except Rejection as refusal:
            message = self._placeholders.hide(refusal.message)
            self._cassette.answer(ticket, Refusal(refusal.code, message))
            raise Rejection(tool.server, refusal.code, self._placeholders.show(message)) from None
        except (RecursionError, TypeError, ValueError) as error:
            reason = f"its answer cannot be recorded ({error})"
        self._cassette.answer(ticket, Fault(self._placeholders.hide(reason)))
        raise ServerFault(tool.server, self._masked(reason))

    def _recorded(self, ticket: Ticket, reply: Reply) -> Reply:
        """Record a reply. Returns it as a replay will return it."""
        hidden = self._placeholders.hide_reply(reply)
        self._cassette.answer(ticket, hidden)
        return self._placeholders.show_reply(hidden)

    def _masked(self, text: str) -> str:
        return self._placeholders.show(self._placeholders.hide(text))


class ReplayHost:
    """A host that answers from a cassette instead of servers. Raises `CassetteMissError` for other calls."""

    def __init__(self, cassette: Cassette, placeholders: Placeholders | None = None) -> None:
        self._cassette = cassette
        self._placeholders = placeholders or Placeholders()
        self._entries = {(entry.key, entry.occurrence): entry for entry in cassette.entries}
        self._occurrences: Counter[Key] = Counter()
        self._requests = 0

    async def tools(self) -> Sequence[Tool]:
        self._requests += 1
        listing = self._listing()
        if listing is None:
            raise CassetteMissError(f"{self._cassette.file} contains no tool listing.", self._hint())
        return tuple(self._placeholders.show_tool(tool) for tool in listing.tools)

    @property
    def faults(self) -> dict[str, str]:
        listing = self._listing()
        faults = listing.faults if listing else {}
        return {server: self._placeholders.show(reason) for server, reason in faults.items()}

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        hidden = self._placeholders.hide_value(arguments)
        key = tool.server, tool.name, canonical_json(hidden)
        self._occurrences[key] += 1
        entry = self._entries.get((key, self._occurrences[key]))
        if entry is None:
            raise self._miss(key, hidden)
        if isinstance(entry.answer, Fault):
            raise ServerFault(tool.server, self._placeholders.show(entry.answer.reason))
        if isinstance(entry.answer, Refusal):
            raise Rejection(tool.server, entry.answer.code, self._placeholders.show(entry.answer.message))
        if is_long(entry.answer.content):
            return await anyio.to_thread.run_sync(self._placeholders.show_reply, entry.answer)
        return self._placeholders.show_reply(entry.answer)

    def _listing(self) -> Listing | None:
        asked = max(self._requests, 1)
        earlier = [listing for listing in self._cassette.listings if listing.request <= asked]
        return max(earlier, key=lambda listing: listing.request, default=None)

    def _miss(self, key: Key, arguments: dict[str, Any]) -> CassetteMissError:
        what = f"{key[0]}/{key[1]} {_shortened(key[2])}"
        times = sum(entry.key == key for entry in self._cassette.entries)
        if times:
            number = self._occurrences[key]
            message = f"Call {number} of {what} was not recorded in {self._cassette.file}, which has {times}."
            return CassetteMissError(message[0].upper() + message[1:], self._hint())
        message = f"{what} was not recorded in {self._cassette.file}."
        nearest = _nearest(key, self._cassette.entries)
        if nearest is not None:
            tool = f"{nearest.server}/{nearest.tool}"
            message += f"\nThe most similar recorded call is {tool} {_shortened(nearest.key[2])}"
            message += "".join(f"\n  {line}" for line in _differences(arguments, nearest.arguments))
        return CassetteMissError(message, self._hint())

    def _hint(self) -> str:
        if self._cassette.cut_off is None:
            return "Record the run again."
        return (
            f"The recording was interrupted: its last entry, at {self._cassette.cut_off}, is incomplete and "
            "was ignored. Record the run again."
        )


def _nearest(key: Key, entries: Sequence[Entry]) -> Entry | None:
    """Return the most similar call: by arguments among calls of the same tool, else by tool name."""
    same_tool = [entry for entry in entries if entry.key[:2] == key[:2]]
    if same_tool:
        wanted, texts = key[2], {entry.key[2][:_LONGEST_COMPARED]: entry for entry in reversed(same_tool)}
    else:
        wanted = f"{key[0]}/{key[1]}"
        texts = {f"{entry.server}/{entry.tool}": entry for entry in reversed(entries)}
    alike_names = nearest_names(wanted[:_LONGEST_COMPARED], texts, most=1, alike=0.0)
    return texts[alike_names[0]] if alike_names else None


def _differences(asked: dict[str, Any], recorded: dict[str, Any]) -> list[str]:
    here, there = dict(_leaves(asked)), dict(_leaves(recorded))
    lines = [
        f"{path}: {_difference(here.get(path), there.get(path))}"
        for path in sorted(here.keys() | there.keys())
        if here.get(path) != there.get(path)
    ]
    more = len(lines) - _MOST_DIFFERENCES
    return [*lines[:_MOST_DIFFERENCES], *([f"and {more} more"] if more > 0 else [])]


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and value:
        for key, child in value.items():
            yield from _leaves(child, f"{path}.{key}" if path else key)
    elif path:
        yield path, canonical_json(value)


def _difference(here: str | None, there: str | None) -> str:
    if here is None or there is None:
        return f"{_shortened(here or there or '')} only {'recorded' if here is None else 'asked'}"
    same = next((i for i, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1]), 0)
    start = max(0, same - _SHOWN_BEFORE) if same > _SHOWN - _SHOWN_BEFORE else 0
    return f"asked {_shortened(here, start)}, recorded {_shortened(there, start)}"


def _shortened(text: str, start: int = 0) -> str:
    before, after = "…" if start else "", "…" if len(text) > start + _SHOWN else ""
    return f"{before}{text[start : start + _SHOWN]}{after}"
