"""What is worked out of a list of tools, once for all toolboxes that hold the same ones."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Sequence

import msgspec

from m3bench.core.schema import complexity_problem
from m3bench.core.text import shorten_middle
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox.aliases import Aliases
from m3bench.hosting.toolbox.arguments import ArgumentChecker

_MOST_KEPT = 32


class ToolIndex:
    """Tools in the order of mounting, their names, and their schemas."""

    def __init__(self, listed: Sequence[Tool]) -> None:
        self.listed = tuple(listed)
        self.repeated = _repeated(listed)
        """Servers whose tools are left out, and why."""
        self.checker = ArgumentChecker()
        self.tools = tuple(self._manageable(tool) for tool in listed if tool.server not in self.repeated)
        self.by_name = {tool.full_name: tool for tool in self.tools}
        self.aliases = Aliases(self.by_name)

    def _manageable(self, tool: Tool) -> Tool:
        """The tool; with a schema that takes any object where its own would hold up whoever reads it."""
        problem = complexity_problem(tool.input_schema)
        if problem is None:
            return tool
        self.checker.leave_out(tool, problem)
        return msgspec.structs.replace(tool, input_schema={"type": "object"})


class ToolIndexCache:
    """Shelves of a run, found again where the very same tools are listed."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, ...], ToolIndex] = {}

    def of(self, listed: Sequence[Tool]) -> ToolIndex:
        servers = tuple(dict.fromkeys(tool.server for tool in listed))
        tool_index = self._kept.pop(servers, None)
        if tool_index is None or not _same(tool_index.listed, listed):
            tool_index = ToolIndex(listed)
        self._kept[servers] = tool_index
        if len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]  # the one that was not asked for longest
        return tool_index


def _same(tools: Sequence[Tool], others: Sequence[Tool]) -> bool:
    return len(tools) == len(others) and all(map(operator.is_, tools, others))


def _repeated(tools: Sequence[Tool]) -> dict[str, str]:
    """Servers that list a name more than once, each with a message: which tool is meant cannot be known."""
    uses = Counter(tool.full_name for tool in tools)
    names: dict[str, list[str]] = {}
    for tool in tools:
        if uses[tool.full_name] > 1 and tool.name not in names.setdefault(tool.server, []):
            names[tool.server].append(tool.name)
    return {
        server: shorten_middle(f"lists more than one tool of the same name: {', '.join(repeated)}")
        for server, repeated in names.items()
    }
