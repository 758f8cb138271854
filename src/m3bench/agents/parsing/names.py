"""Resolve tool names as models write them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from m3bench.hosting import Aliases, Tool

_PREFIXES = ("functions.", "functions/", "tools.", "tools/", "default_api.", "mcp__")
_LONGEST = 300


class ResolvedName(NamedTuple):
    """The tool that a written name means."""

    name: str
    """Its full name."""
    is_exact: bool
    """It is written as it was shown to the model."""
    is_full: bool
    """It is written with its server, or belongs to none."""


class ToolNames:
    """Resolves names of the offered tools. A name that fits two tools is not resolved."""

    def __init__(self, tools: Iterable[Tool], *, own: Iterable[str] = (), native: bool = False) -> None:
        """Index the tools.

        Args:
            tools: The mounted tools.
            own: Names of tools that the agent adds, which belong to no server.
            native: Whether the model knows the tools by their aliases.
        """
        self._tools = {tool.full_name: tool for tool in tools}
        self._own, self._native = frozenset(own), native
        self._aliases = Aliases(self._tools)

    def name(self, written: str) -> str | None:
        """Return the full name of the tool that is meant; None if there is none, or more than one."""
        tool = self.resolve(written)
        return None if tool is None else tool.name

    def resolve(self, written: str) -> ResolvedName | None:
        """Return the tool that is meant: by its name, or by another spelling that fits only one tool."""
        written = written.strip()
        tool = self._find(written)
        if tool is not None or not written or len(written) > _LONGEST:
            return tool
        prefix = next((prefix for prefix in _PREFIXES if written.startswith(prefix)), None)
        if prefix is not None and (tool := self._find(written.removeprefix(prefix))) is not None:
            return tool._replace(is_exact=False)
        return self._find_spelling(written) or (
            self._find_spelling(written.removeprefix(prefix)) if prefix is not None else None
        )

    def properties(self, full_name: str) -> Mapping[str, Any] | None:
        """Return the schemas of a tool's parameters in their order; None if they are unknown."""
        tool = self._tools.get(full_name)
        properties = tool.input_schema.get("properties") if tool is not None else None
        return properties if isinstance(properties, dict) else None

    def required(self, full_name: str) -> tuple[str, ...]:
        """Return the names of a tool's required parameters."""
        tool = self._tools.get(full_name)
        required = tool.input_schema.get("required") if tool is not None else None
        names = required if isinstance(required, list) else ()
        return tuple(name for name in names if isinstance(name, str))

    def wants_text(self, full_name: str, parameter: str) -> bool:
        """Return whether the parameter takes only text, so that an unquoted ``42`` is text too."""
        schema = (self.properties(full_name) or {}).get(parameter)
        return isinstance(schema, dict) and schema.get("type") == "string"

    def _find(self, written: str) -> ResolvedName | None:
        if written in self._tools or written in self._own:
            return ResolvedName(written, True, True)
        full = self._aliases.name(written)
        if full is not None:
            return ResolvedName(full, self._native, True)
        fits = self._bare.get(written, ())
        return ResolvedName(fits[0], False, False) if len(fits) == 1 else None

    def _find_spelling(self, written: str) -> ResolvedName | None:
        plain = _plain(written)
        with_server, without = self._spellings.get(plain, ()), self._bare_spellings.get(plain, ())
        fits = {*with_server, *without} if plain else set()
        return ResolvedName(fits.pop(), False, bool(with_server)) if len(fits) == 1 else None

    @cached_property
    def _bare(self) -> dict[str, list[str]]:
        return _grouped((tool.name, full) for full, tool in self._tools.items())

    @cached_property
    def _spellings(self) -> dict[str, list[str]]:
        return _grouped((_plain(full), full) for full in self._tools)

    @cached_property
    def _bare_spellings(self) -> dict[str, list[str]]:
        mounted = [(_plain(tool.name), full) for full, tool in self._tools.items()]
        return _grouped([*mounted, *((_plain(name), name) for name in self._own)])


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    groups = defaultdict[str, list[str]](list)
    for key, name in pairs:
        groups[key].append(name)
    return groups


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()
