"""What a server writes beside the protocol, kept in one file per server and bounded in size."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import BinaryIO

from m3bench.core.redaction import RedactingStream, redactor

_MOST_BYTES = 10 * 2**20


class ServerLog:
    """Appends to a file until it is full, without secrets, in whatever pieces they come."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO | None = path.open("ab")
        self._room = _MOST_BYTES - self._file.tell()
        self._stream = RedactingStream(redactor)

    def write(self, data: bytes) -> None:
        """Keep these bytes, as far as there is room."""
        self._put(self._stream.feed(data))

    def _put(self, data: bytes) -> None:
        if self._file is None or self._room <= 0 or not data:
            return
        kept = data[: self._room]
        self._room -= len(kept)
        self._file.write(kept if self._room > 0 else kept + b"\n[log is full; the rest is left out]\n")
        self._file.flush()

    def note(self, text: str) -> None:
        """A line of our own among the server's."""
        self.write(f"[m3bench] {text}\n".encode())

    def tail(self, lines: int = 3) -> str:
        """The last lines that say something, and the last that names an error, in one line."""
        try:
            with self.path.open("rb") as file:
                file.seek(0, 2)
                file.seek(max(0, file.tell() - 4096))
                text = file.read().decode("utf-8", "replace")
        except OSError:
            return ""
        said = [line.strip() for line in text.splitlines() if line.strip() and "[m3bench]" not in line]
        # The line that names the error often stands far above the last one.
        errors = [line for line in said[:-lines] if "error" in line.casefold()]
        return " | ".join([*errors[-1:], *said[-lines:]])

    def close(self) -> None:
        if self._file is not None:
            self._put(self._stream.finish())
            self._file.close()
        self._file = None


def log_path(folder: Path, server: str, run: str) -> Path:
    """Where a server's log of one run is kept: a folder per server."""
    return folder / file_name(server) / f"{run}.log"


def logs_of(folder: Path, server: str) -> list[Path]:
    """The logs of a server, the latest last."""
    return sorted((folder / file_name(server)).glob("*.log"), key=lambda path: path.stat().st_mtime)


def prune_logs(folder: Path, keep: int) -> None:
    """Remove all but the latest logs of every server."""
    for server in folder.glob("*"):
        for path in logs_of(folder, server.name)[:-keep]:
            path.unlink(missing_ok=True)


def file_name(server: str) -> str:
    """The name of a server as that of a file; different names stay different."""
    plain = re.sub(r"[^\w.-]", "_", server, flags=re.ASCII)[:80]
    if plain and plain == server and not plain.startswith("."):
        return plain
    return f"{plain.lstrip('.')}-{hashlib.sha256(server.encode()).hexdigest()[:8]}"
