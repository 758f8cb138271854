"""Names and schemas of a list of tools, computed once and shared by toolboxes."""

from __future__ import annotations

import functools
import operator
from collections import Counter
from collections.abc import Sequence

import msgspec

from m3bench.core.schema import complexity_problem
from m3bench.core.text import shorten_middle
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox.aliases import Aliases
from m3bench.hosting.toolbox.arguments import ArgumentChecker
from m3bench.hosting.toolbox.tokens import count_tools

_MOST_KEPT = 32


class ToolIndex:
    """Tools in mount order, with their names and schemas."""

    def __init__(self, listed: Sequence[Tool]) -> None:
        self.listed = tuple(listed)
        self.repeated = _repeated(listed)
        """Servers whose tools are left out, with the reason."""
        self.checker = ArgumentChecker()
        self.tools = tuple(self._manageable(tool) for tool in listed if tool.server not in self.repeated)
        self.by_name = {tool.full_name: tool for tool in self.tools}
        self.aliases = Aliases(self.by_name)

    @functools.cached_property
    def tokens(self) -> int:
        """The tokens that the tools take in every request to a model, estimated."""
        return count_tools(self.tools, exact=False)

    def _manageable(self, tool: Tool) -> Tool:
        """Return the tool, with a schema for any object if its own is too large to process quickly."""
        problem = complexity_problem(tool.input_schema)
        if problem is None:
            return tool
        self.checker.leave_out(tool, problem)
        return msgspec.structs.replace(tool, input_schema={"type": "object"})


class ToolIndexCache:
    """Indexes of a run, reused when the same tools are listed again."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, ...], ToolIndex] = {}

    def of(self, listed: Sequence[Tool]) -> ToolIndex:
        servers = tuple(dict.fromkeys(tool.server for tool in listed))
        tool_index = self._kept.pop(servers, None)
        if tool_index is None or not _same(tool_index.listed, listed):
            tool_index = ToolIndex(listed)
        self._kept[servers] = tool_index
        if len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]  # the least recently used
        return tool_index


def _same(tools: Sequence[Tool], others: Sequence[Tool]) -> bool:
    return len(tools) == len(others) and all(map(operator.is_, tools, others))


def _repeated(tools: Sequence[Tool]) -> dict[str, str]:
    """Return servers that list a tool name twice, with a message: which tool a call means would be
    ambiguous."""
    uses = Counter(tool.full_name for tool in tools)
    names: dict[str, list[str]] = {}
    for tool in tools:
        if uses[tool.full_name] > 1 and tool.name not in names.setdefault(tool.server, []):
            names[tool.server].append(tool.name)
    return {
        server: shorten_middle(f"lists more than one tool named: {', '.join(repeated)}")
        for server, repeated in names.items()
    }
