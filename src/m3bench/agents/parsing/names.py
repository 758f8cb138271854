"""Resolve tool names as models write them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from m3bench.hosting import Aliases, Tool

_PREFIXES = ("functions.", "functions/", "tools.", "tools/", "mcp__")


class ToolNames:
    """Resolves names of the offered tools. An ambiguous name is not resolved."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._tools = {tool.full_name: tool for tool in tools}
        self._aliases = Aliases(self._tools)
        uses = Counter(tool.name for tool in self._tools.values())
        self._bare = {tool.name: full for full, tool in self._tools.items() if uses[tool.name] == 1}

    def name(self, written: str) -> str | None:
        """Return the full name for an alias, a full name, or a unique tool name; None for others."""
        found = self._find(written.strip())
        if found is not None:
            return found
        for prefix in _PREFIXES:
            if written.strip().startswith(prefix):
                return self._find(written.strip().removeprefix(prefix))
        return None

    def wants_text(self, full_name: str, parameter: str) -> bool:
        """Return whether the parameter takes only text, so that an unquoted ``42`` is text too."""
        tool = self._tools.get(full_name)
        properties = tool.input_schema.get("properties") if tool is not None else None
        schema = properties.get(parameter) if isinstance(properties, dict) else None
        return isinstance(schema, dict) and schema.get("type") == "string"

    def _find(self, written: str) -> str | None:
        return self._aliases.name(written) or self._bare.get(written)
