"""Find a call whose result a task can be made of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import anyio
import msgspec

from m3bench.core import Call, Outcome, Result
from m3bench.curation.scaffold.arguments import argument_choices
from m3bench.curation.scaffold.values import Value, stable_values, values_of
from m3bench.hosting import Tool, Toolbox

_MOST_TRIALS = 24
_SECONDS = 60.0
_ENOUGH = 2
_READING = frozenset({
    "check", "count", "describe", "fetch", "find", "get", "info", "list", "look", "lookup", "query", "read",
    "retrieve", "search", "show", "status", "view",
})  # fmt: skip
_CHANGING = frozenset({
    "add", "apply", "book", "buy", "cancel", "clear", "commit", "create", "delete", "drop", "edit", "execute",
    "insert", "kill", "move", "order", "pay", "post", "publish", "push", "put", "remove", "rename", "replace",
    "reset", "run", "save", "schedule", "send", "set", "stop", "submit", "update", "upload", "write",
})  # fmt: skip
_WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+")


class MadeCall(msgspec.Struct, frozen=True):
    """A call that succeeded, and the values in its result that stay the same."""

    call: Call
    values: list[Value]


class Trial(NamedTuple):
    """A call that was tried, and what came of it."""

    tool: str
    arguments: dict[str, Any]
    outcome: str


async def make_call(toolbox: Toolbox, tool: str, arguments: Any) -> tuple[MadeCall | None, Trial]:
    """Make a call twice. Returns it with what came of it; without it, if it gives nothing to ask for."""
    wanted = Call(tool, arguments)
    (done,) = await toolbox.run([wanted])
    if done.outcome is not Outcome.SUCCESS or done.result is None:
        said = " ".join((done.result or Result()).text.split())[:160]
        return None, Trial(tool, arguments, f"{done.outcome}: {said}" if said else str(done.outcome))
    (again,) = await toolbox.run([wanted])
    values = stable_values(values_of(done.result), values_of(again.result or Result()), arguments)
    if not values:
        return None, Trial(tool, arguments, "succeeded, but returned no short value that stays the same")
    return MadeCall(wanted, values), Trial(
        tool, arguments, f"succeeded with {', '.join(value.name for value in values)}"
    )


async def find_call(toolbox: Toolbox) -> tuple[MadeCall | None, list[Trial]]:
    """Try tools that only read, with arguments from their schemas and from results of other tools.

    Returns:
        The first call with two values or more, or else the first with one; None if none succeeded. And
        everything that was tried.
    """
    best: MadeCall | None = None
    trials: list[Trial] = []
    known: dict[str, Any] = {}
    with anyio.move_on_after(_SECONDS):
        for tool in _reading_tools(toolbox.tools):
            for arguments in argument_choices(tool, known):
                if len(trials) >= _MOST_TRIALS:
                    return best, trials
                made, trial = await make_call(toolbox, tool.full_name, arguments)
                trials.append(trial)
                if made is None:
                    continue
                if len(made.values) >= _ENOUGH:
                    return made, trials
                best = best or made
                known |= dict(_remembered(made))
                break
    return best, trials


def _remembered(made: MadeCall) -> Iterator[tuple[str, Any]]:
    for value in made.values:
        yield value.name, value.value
        yield value.name.rpartition("_")[2], value.value


def _reading_tools(tools: Sequence[Tool]) -> list[Tool]:
    """Return the tools that only read, as they say or as their names suggest: those without parameters last,
    because the others say more about a server; those whose parameters are ids after those that search."""
    return sorted(filter(_reads, tools), key=lambda tool: (_needs_id(tool), not _required(tool)))


def _required(tool: Tool) -> list[str]:
    names = tool.input_schema.get("required")
    return [str(name) for name in names] if isinstance(names, list) else []


def _needs_id(tool: Tool) -> bool:
    return any("id" in re.split(r"[^a-z]+", name.lower()) for name in _required(tool))


def _reads(tool: Tool) -> bool:
    stated = tool.annotations.get("readOnlyHint")
    if isinstance(stated, bool):
        return stated
    words = [word.lower() for word in _WORD.findall(tool.name)]
    return bool(words) and (words[0] in _READING or _CHANGING.isdisjoint(words))
