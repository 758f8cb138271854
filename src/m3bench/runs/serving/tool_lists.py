"""Tool lists of a run, stored for judges and reports."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench.hosting import StoredToolList, Tool
from m3bench.runs.serving.bundled import bundled_tools
from m3bench.runs.serving.run_schemas import tools_file
from m3bench.runs.store import RunFolder
from m3bench.servers import SERVERS


class ToolLists:
    """Stores one file per server whose tools differ from those of a bundled one. The first list is kept."""

    def __init__(self, folder: RunFolder) -> None:
        self._run = folder.path
        self._kept: set[str] = set()
        self._read: dict[str, list[Tool]] = {}

    def keep(self, tools: Iterable[Tool]) -> None:
        """Store the lists of servers that have none yet."""
        lists: dict[str, list[Tool]] = {}
        for tool in tools:
            lists.setdefault(tool.server, []).append(tool)
        for server in lists.keys() - self._kept:
            listed = lists[server]
            file = tools_file(self._run, server)
            if listed != list(_bundled(server)) and not file.exists():
                StoredToolList(file).put(listed)
        self._kept |= lists.keys()

    def tools(self, server: str) -> list[Tool]:
        """Return the tools of a server as stored in the run; by default, those of the bundled server."""
        if server not in self._read:
            self._read[server] = self.stored(server) or list(_bundled(server))
        return self._read[server]

    def stored(self, server: str) -> list[Tool] | None:
        """Return the stored tools of a server; None if the run has no list of it."""
        return StoredToolList(tools_file(self._run, server)).get()


def _bundled(server: str) -> tuple[Tool, ...]:
    return bundled_tools(server) if server in SERVERS else ()
