"""What servers offered in a run, as judges and reports need it afterwards, when the servers are gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from m3bench.hosting import StoredToolList, Tool, file_name
from m3bench.runs.serving.bundled import bundled_tools
from m3bench.runs.store import RunFolder
from m3bench.servers import SERVERS, bundled_schemas

_FOLDER = "tools"


class ToolLists:
    """One file for each server whose tools are not those of a bundled one. The first list counts."""

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder.path / _FOLDER
        self._kept: set[str] = set()
        self._read: dict[str, list[Tool]] = {}

    def keep(self, tools: Iterable[Tool]) -> None:
        """The lists of servers that are not kept yet."""
        lists: dict[str, list[Tool]] = {}
        for tool in tools:
            lists.setdefault(tool.server, []).append(tool)
        for server in lists.keys() - self._kept:
            offered = lists[server]
            if offered != list(_bundled(server)) and not self._path(server).exists():
                StoredToolList(self._path(server)).put(offered)
        self._kept |= lists.keys()

    def tools(self, server: str) -> list[Tool]:
        """As the server listed them in the run; of a bundled one, as it lists them today."""
        if server not in self._read:
            self._read[server] = self.as_kept(server) or list(_bundled(server))
        return self._read[server]

    def as_kept(self, server: str) -> list[Tool] | None:
        """As the run folder has them; None of a server whose list was that of a bundled one."""
        return StoredToolList(self._path(server)).get()

    def _path(self, server: str) -> Path:
        return self._folder / f"{file_name(server)}.json"


class RunSchemas(Mapping[str, Mapping[str, Any]]):
    """The JSON schemas of the tools of some runs, by full name: as a run's folder keeps them, else as the
    bundled servers have them. Of runs with different lists of one server, the first counts."""

    def __init__(self, runs: Iterable[Path] = ()) -> None:
        self._lists = [ToolLists(RunFolder.open(run)) for run in runs]
        self._found: dict[str, dict[str, Mapping[str, Any]]] = {}
        self._bundled = bundled_schemas()

    def __getitem__(self, tool: str) -> Mapping[str, Any]:
        server = tool.partition("/")[0]
        if server not in self._found:
            kept = next(filter(None, (lists.as_kept(server) for lists in self._lists)), [])
            self._found[server] = {each.full_name: each.input_schema for each in kept}
        return self._found[server].get(tool) or self._bundled[tool]

    def __iter__(self) -> Iterator[str]:
        return iter(self._bundled)

    def __len__(self) -> int:
        return len(self._bundled)


def _bundled(server: str) -> tuple[Tool, ...]:
    return bundled_tools(server) if server in SERVERS else ()
