"""The log of a server's stderr: one file per server, limited in size."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import BinaryIO

from m3bench.core.redaction import RedactingStream, redactor

_MOST_BYTES = 10 * 2**20
_TAIL = 3


class ServerLog:
    """Appends to a file up to a size limit. Secrets are redacted, even if split between writes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO | None = path.open("ab")
        self._room = _MOST_BYTES - self._file.tell()
        self._stream = RedactingStream(redactor)

    def write(self, data: bytes) -> None:
        """Append bytes while there is room."""
        self._put(self._stream.feed(data))

    def _put(self, data: bytes) -> None:
        if self._file is None or self._room <= 0 or not data:
            return
        kept = data[: self._room]
        self._room -= len(kept)
        self._file.write(kept if self._room > 0 else kept + b"\n[log is full; further output is dropped]\n")
        self._file.flush()

    def note(self, text: str) -> None:
        """Write a line of our own."""
        self.write(f"[m3bench] {text}\n".encode())

    def close(self) -> None:
        if self._file is not None:
            self._put(self._stream.finish())
            self._file.close()
        self._file = None


def log_tail(path: Path) -> str:
    """Return the last lines of a log, preceded by the last earlier line with an error, as one line."""
    try:
        with path.open("rb") as file:
            file.seek(0, 2)
            file.seek(max(0, file.tell() - 4096))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return ""
    written = [line.strip() for line in text.splitlines() if line.strip() and "[m3bench]" not in line]
    # The line with the error is often far above the last one.
    errors = [line for line in written[:-_TAIL] if "error" in line.casefold()]
    return " | ".join([*errors[-1:], *written[-_TAIL:]])


def log_path(folder: Path, server: str, run: str) -> Path:
    """Return the log file of a server in one run."""
    return folder / file_name(server) / f"{run}.log"


def logs_of(folder: Path, server: str) -> list[Path]:
    """Return the logs of a server, oldest first."""
    return sorted((folder / file_name(server)).glob("*.log"), key=lambda path: path.stat().st_mtime)


def prune_logs(folder: Path, keep: int) -> None:
    """Delete all but the latest `keep` logs of every server."""
    for server in folder.glob("*"):
        for path in logs_of(folder, server.name)[:-keep]:
            path.unlink(missing_ok=True)


def file_name(server: str) -> str:
    """Return a safe file name for a server. Different servers get different names."""
    plain = re.sub(r"[^\w.-]", "_", server, flags=re.ASCII)[:80]
    if plain and plain == server and not plain.startswith("."):
        return plain
    digest = hashlib.sha256(server.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{plain.lstrip('.')}-{digest[:8]}"
