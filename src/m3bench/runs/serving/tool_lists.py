"""Tool lists of a run, stored for judges and reports, and their schemas."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from m3bench.hosting import StoredToolList, Tool, file_name
from m3bench.runs.serving.bundled import bundled_tools
from m3bench.servers import SERVERS, bundled_schemas

if TYPE_CHECKING:  # scoring, which needs the schemas, does not open runs
    from m3bench.runs.store import RunFolder

_FOLDER = "tools"


def tools_file(run: Path, server: str) -> Path:
    """Return where a run stores the tools of a server, if they differ from those of a bundled one."""
    return run / _FOLDER / f"{file_name(server)}.json"


class RunSchemas(Mapping[str, Mapping[str, Any]]):
    """JSON schemas of tools by full name: those stored in the runs, then those of bundled servers.

    If runs have different lists of one server, the first one is used.
    """

    def __init__(self, runs: Iterable[Path] = ()) -> None:
        self._runs = tuple(runs)
        self._found: dict[str, dict[str, Mapping[str, Any]]] = {}
        self._bundled = bundled_schemas()

    def __getitem__(self, tool: str) -> Mapping[str, Any]:
        server = tool.partition("/")[0]
        if server not in self._found:
            lists = (StoredToolList(tools_file(run, server)).get() for run in self._runs)
            stored = next(filter(None, lists), [])
            self._found[server] = {tool.full_name: tool.input_schema for tool in stored}
        return self._found[server].get(tool) or self._bundled[tool]

    def __iter__(self) -> Iterator[str]:
        return iter(self._bundled)

    def __len__(self) -> int:
        return len(self._bundled)


class ToolLists:
    """Stores one file per server whose tools differ from those of a bundled one. The first list is kept."""

    def __init__(self, folder: RunFolder) -> None:
        self._run = folder.path
        self._kept: set[str] = set()
        self._read: dict[str, list[Tool]] = {}

    def keep(self, tools: Iterable[Tool]) -> None:
        """Store the lists of servers that have none yet."""
        lists: dict[str, list[Tool]] = defaultdict(list)
        for tool in tools:
            lists[tool.server].append(tool)
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
