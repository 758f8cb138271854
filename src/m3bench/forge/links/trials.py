"""Trial calls: limited in number and time, and never repeated."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anyio
import msgspec

from m3bench.agents import fill_placeholders
from m3bench.core import Call, Content, Data, Outcome, Result, Text, content_hash, part_value
from m3bench.hosting import Tool, Toolbox

MOST_CALLS = 6000
SECONDS_PER_CALL = 20.0
SECONDS_IN_ALL = 900.0
WORKSPACE = "${WORKSPACE}"
_COUNTS = frozenset({"total", "count", "returned", "total_results", "totalresults", "num_results"})


def is_read_only(tool: Tool) -> bool:
    """Return whether the server declares the tool as read-only."""
    return tool.annotations.get("readOnlyHint") is True


class Trials:
    """Trial calls to a toolbox. Tools that are not `allowed` are never called."""

    def __init__(
        self,
        toolbox: Toolbox,
        workspace: Path,
        *,
        allowed: Callable[[Tool], bool] = is_read_only,
        most: int = MOST_CALLS,
        seconds_per_call: float = SECONDS_PER_CALL,
        seconds: float = SECONDS_IN_ALL,
    ) -> None:
        self.toolbox, self._workspace = toolbox, workspace
        self._allowed, self._most = allowed, most
        self._seconds_per_call, self._ends = seconds_per_call, time.monotonic() + seconds
        self._made: dict[str, Call] = {}

    @property
    def count(self) -> int:
        return len(self._made)

    @property
    def made(self) -> tuple[Call, ...]:
        """The calls made, in their order, with results and outcomes."""
        return tuple(self._made.values())

    @property
    def exhausted(self) -> bool:
        return self.count >= self._most or time.monotonic() >= self._ends

    def allows(self, tool: Tool) -> bool:
        return self._allowed(tool)

    async def call(self, tool: Tool, arguments: Mapping[str, Any]) -> Call | None:
        """Return the call with its result; None if it is not allowed or a limit is reached."""
        if not self.allows(tool):
            return None
        key = content_hash([tool.full_name, dict(arguments)])
        if key not in self._made:
            if self.exhausted:
                return None
            self._made[key] = await self._execute(Call(tool.full_name, dict(arguments)))
        return self._made[key]

    async def _execute(self, call: Call) -> Call:
        with anyio.move_on_after(self._seconds_per_call):
            (done,) = await self.toolbox.run(
                [Call(call.name, fill_placeholders(call.arguments, self._workspace))]
            )
            result = done.result
            if result is not None:
                result = msgspec.structs.replace(result, content=tuple(map(self._portable, result.content)))
            return Call(call.name, call.arguments, None, result, done.outcome)
        return Call(call.name, call.arguments, outcome=Outcome.SERVER_FAULT)

    def _portable(self, part: Content) -> Content:
        """Replace the path of the temporary workspace by a placeholder."""
        here = str(self._workspace)
        if isinstance(part, Text):
            return Text(part.text.replace(here, WORKSPACE))
        if isinstance(part, Data):
            return Data(json.loads(json.dumps(part.value, default=str).replace(here, WORKSPACE)))
        return part


def succeeded(call: Call | None) -> bool:
    """Return whether a call returned something."""
    if call is None or call.outcome is not Outcome.SUCCESS or call.result is None or call.result.is_error:
        return False
    return not is_empty(call.result)


def is_empty(result: Result) -> bool:
    """Return whether a result is empty: no content, a count of 0, or only empty lists."""
    if not result.content:
        return True
    values = [part_value(part) for part in result.content if isinstance(part, Text | Data)]
    return bool(values) and len(values) == len(result.content) and all(map(_says_nothing, values))


def _says_nothing(value: Any) -> bool:
    if isinstance(value, Mapping):
        if any(str(key).casefold() in _COUNTS and count == 0 for key, count in value.items()):
            return True
        lists = [below for below in value.values() if isinstance(below, list | dict)]
        return bool(lists) and not any(lists)
    return value is None or value in ("", [])
