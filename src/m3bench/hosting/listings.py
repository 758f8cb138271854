"""Tool lists kept between runs, so that a thousand tools mount without starting their servers."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

from m3bench.core import content_hash
from m3bench.core.redaction import redactor
from m3bench.hosting.spec import ServerSpec
from m3bench.hosting.tool import Tool

_decoder = msgspec.json.Decoder(list[Tool])


class Listing:
    """The last known tools of one server. A damaged file is as good as none."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self) -> list[Tool] | None:
        """The tools that it listed last, if it was ever asked."""
        try:
            return _decoder.decode(self._path.read_bytes())
        except (OSError, msgspec.MsgspecError):
            return None

    def put(self, tools: list[Tool]) -> None:
        """Keep a list without secrets; a place that cannot be written is done without."""
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


class Listings:
    """One small file per server, found again by its name and by what decides its tools."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, spec: ServerSpec) -> Listing:
        return Listing(self._folder / f"{content_hash([spec.name, spec.identity])}.json")
