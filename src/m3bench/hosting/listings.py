"""Tool lists stored between runs, so that a run can mount many tools without starting their servers."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Protocol

import msgspec

from m3bench.core import content_hash
from m3bench.core.redaction import redactor
from m3bench.hosting.spec import ServerSpec
from m3bench.hosting.tool import Tool

_decoder = msgspec.json.Decoder(list[Tool])


class StoredToolList:
    """The last known tools of one server. A damaged file counts as missing."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self) -> list[Tool] | None:
        """Return the stored tools, or None if there are none."""
        try:
            return _decoder.decode(self._path.read_bytes())
        except (OSError, msgspec.MsgspecError):
            return None

    def put(self, tools: list[Tool]) -> None:
        """Store a list without secrets. Nothing is stored if the folder is not writable."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=self._path.parent, delete=False) as draft:
                draft.write(json.dumps(msgspec.to_builtins(redactor().value(tools))).encode())
        except OSError:
            return
        try:
            Path(draft.name).replace(self._path)
        except OSError:
            Path(draft.name).unlink(missing_ok=True)


class ToolListSource(Protocol):
    """Knows where the tool lists of servers are stored."""

    def of(self, spec: ServerSpec) -> StoredToolList | None:
        """Return the stored list of a server; None if its list is not stored."""


class ToolListStore:
    """A folder with one file per server, keyed by the server's name and identity."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, spec: ServerSpec) -> StoredToolList:
        return StoredToolList(self._folder / f"{content_hash([spec.name, spec.identity])}.json")
