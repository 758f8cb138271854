"""Tool lists of installed servers: kept at installation, so that mounting a server does not start it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from m3bench.hosting.catalog.catalog import load_catalog
from m3bench.hosting.catalog.environments import Environments
from m3bench.hosting.listings import StoredToolList
from m3bench.hosting.spec import ServerSpec
from m3bench.hosting.tool import Tool


class InstalledToolLists:
    """The lists that lie in the environments of installed servers. Each is read once."""

    def __init__(self, environments: Environments, other_names: Mapping[str, str] | None = None) -> None:
        """Read lists from these environments.

        Args:
            environments: Where servers are installed.
            other_names: Further names of servers, with their names in the catalog.
        """
        self._environments, self._names = environments, other_names or {}
        self._lists: dict[tuple[str, str], StoredToolList | None] = {}

    def of(self, spec: ServerSpec) -> StoredToolList | None:
        """Return the list of a server; None if it is not the installed server of that name."""
        key = spec.name, spec.identity
        if key not in self._lists:
            self._lists[key] = self._find(spec)
        return self._lists[key]

    def _find(self, spec: ServerSpec) -> StoredToolList | None:
        catalog = load_catalog()
        name = self._names.get(spec.name, spec.name)
        if name not in catalog:
            return None
        installed = catalog.spec(name, self._environments)
        if not installed.available or spec.identity != installed.identity:
            return None
        return _ReadOnce(self._environments.tool_list_path(name), spec.name)


class _ReadOnce(StoredToolList):
    """Returns the same objects each time, under the name that the server has in a run."""

    def __init__(self, path: Path, server: str) -> None:
        super().__init__(path)
        self._server = server
        self._tools: list[Tool] | None = None

    def get(self) -> list[Tool] | None:
        if self._tools is None and (tools := super().get()) is not None:
            self._tools = [self._named(tool) for tool in tools]
        return self._tools

    def put(self, tools: list[Tool]) -> None:
        self._tools = tools
        super().put(tools)

    def _named(self, tool: Tool) -> Tool:
        return tool if tool.server == self._server else msgspec.structs.replace(tool, server=self._server)
