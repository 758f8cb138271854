"""Schemas of the tools of runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from m3bench.hosting import StoredToolList, file_name
from m3bench.servers import bundled_schemas

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
            stored = next(
                filter(None, (StoredToolList(tools_file(run, server)).get() for run in self._runs)), []
            )
            self._found[server] = {each.full_name: each.input_schema for each in stored}
        return self._found[server].get(tool) or self._bundled[tool]

    def __iter__(self) -> Iterator[str]:
        return iter(self._bundled)

    def __len__(self) -> int:
        return len(self._bundled)
