"""The folder of a run: what lies where, and that only one process works in it."""

from __future__ import annotations

import fcntl
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

import msgspec

from m3bench.core import FormatError, Task, UsageError
from m3bench.core.redaction import redactor
from m3bench.formats import read_tasks, write, write_atomically
from m3bench.hosting import SandboxState
from m3bench.runs.blobs import Blobs
from m3bench.runs.settings import RunLimits, RunSettings

VERSION = 1
_MANIFEST = "manifest.json"


class ServerRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which server it was: hashes of how it is started and of its list of tools, where known."""

    spec: str | None = None
    tools: str | None = None


class RunManifest(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What the run is of, and with what it was made."""

    m3bench: int = VERSION
    kind: str = "run"
    created: datetime
    settings: RunSettings
    suite_digest: str
    tasks: int
    servers: dict[str, ServerRecord] = {}
    versions: dict[str, str] = {}
    prompts: str | None = None
    limits: RunLimits | None = None
    """Those that the run began with; later changes are in the journal."""
    sandbox: SandboxState | None = None
    """Whether servers and agents from outside ran in a sandbox; not known of runs of older versions."""


class RunFolder:
    """Paths of a run. See docs/runs.md for the layout."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.journal = path / "journal.jsonl"
        self.tasks_file = path / "tasks.jsonl"
        self.logs = path / "logs"
        self.workspaces = path / "workspaces"
        self.blobs = Blobs(path / "blobs")

    @classmethod
    def create(cls, path: Path, manifest: RunManifest, tasks: Sequence[Task]) -> RunFolder:
        """A new run. The manifest comes last: without one, a folder is no run."""
        folder = cls(path)
        try:
            path.mkdir(parents=True, exist_ok=True)
            if any(path.iterdir()):
                raise UsageError(
                    f"{path} is not empty.", "Choose another folder with --out, or go on with --resume."
                )
            write(folder.tasks_file, tasks, format="jsonl")
            write_atomically(
                path / _MANIFEST,
                [msgspec.json.format(msgspec.json.encode(redactor().value(manifest))), b"\n"],
            )
        except OSError as error:
            raise UsageError(
                f"{path} cannot be written: {error.strerror}.", "Choose another --out."
            ) from None
        return folder

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """A run that is there."""
        if not is_run(path):
            raise UsageError(f"{path} is no run folder.", f"A run folder has a {_MANIFEST}.")
        return cls(path)

    @property
    def manifest(self) -> RunManifest:
        file = self.path / _MANIFEST
        try:
            found = msgspec.json.decode(file.read_bytes(), type=RunManifest)
        except (OSError, msgspec.MsgspecError) as error:
            raise FormatError(f"no manifest of a run: {error}", file=str(file)) from None
        if found.m3bench != VERSION:
            raise FormatError(f"made by another version of m3bench ({found.m3bench})", file=str(file))
        return found

    def tasks(self) -> list[Task]:
        return read_tasks(self.tasks_file, format="jsonl")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else runs in this folder meanwhile."""
        with alone(self.path / ".lock", self.path):
            yield


@contextmanager
def alone(lock: Path, what: Path) -> Iterator[None]:
    """Nobody else who asks for this lock goes on meanwhile. It ends with the process, however that dies."""
    handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise UsageError(f"Another process is running {what}.", "Wait for it, or end it.") from None
    try:
        yield
    finally:
        os.close(handle)


def is_run(path: Path) -> bool:
    return (path / _MANIFEST).is_file()


def versions() -> dict[str, str]:
    """What the result may depend on."""
    packages = {name: version(name) for name in ("m3bench", "mcp", "numpy", "onnxruntime", "pillow")}
    return {
        "python": platform.python_version(),
        "platform": f"{sys.platform} {platform.machine()}",
        **packages,
    }
