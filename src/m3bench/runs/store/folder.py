"""The folder of a run: its layout, manifest and lock."""

from __future__ import annotations

import fcntl
import hashlib
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from m3bench.core import FormatError, Task, UsageError, content_hash
from m3bench.formats import read_tasks, write
from m3bench.formats.io import open_regular, path_inside
from m3bench.hosting import MountSize, SandboxState
from m3bench.runs.settings import RunLimits, RunSettings
from m3bench.runs.settings_record import SettingsRecord, located, settings_of
from m3bench.runs.store import seal
from m3bench.runs.store.blobs import Blobs
from m3bench.runs.store.chain import Chain
from m3bench.runs.store.documents import Stamp, read_document, write_document
from m3bench.runs.store.journal import Journal
from m3bench.runs.store.preflight import LeftOut, PreflightReport
from m3bench.suites import release_with

VERSION = 3
"""Since version 2, records have checksums. Since version 3, what tools changed lies beside the workspace."""
_UNPROTECTED = 1
_RECORDS_INSIDE = 2
MANIFEST = "manifest.json"
JUDGEMENTS = "judgements.jsonl"
ANNOTATIONS = "annotations.jsonl"
ERRORS = "errors"
"""The folder of tracebacks."""
_ENTRIES = (
    MANIFEST, seal.FILE, JUDGEMENTS, ANNOTATIONS, "tasks.jsonl", "journal.jsonl", "logs", "workspaces",
    "scratch", "blobs", "tools", ERRORS, ".lock",
)  # fmt: skip
MAX_ATTEMPTS = 10_000_000


class ServerRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hashes that identify a server: of its spec and of its tool list, where known."""

    spec: str | None = None
    tools: str | None = None


class MountRecord(msgspec.Struct, frozen=True):
    """How much the tasks of a run mount: the task with the fewest tools, and that with the most."""

    least: MountSize
    most: MountSize


class MergedRun(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A run that was merged into another one."""

    id: str
    name: str
    """The name of its folder."""
    created: datetime
    tasks: int
    first_epoch: int = 1
    """The number that its first epoch got."""
    epochs: int = 1
    seed: int = 0


class RunManifest(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Settings, suite and versions of a run."""

    m3bench: int = _UNPROTECTED
    kind: str = "run"
    id: str = ""
    """The run id in every record; empty for runs without checksums."""
    created: datetime
    recorded: SettingsRecord = msgspec.field(name="settings")
    """The settings in their flat form."""
    suite_digest: str
    tasks: int
    servers: dict[str, ServerRecord] = {}
    versions: dict[str, str] = {}
    prompts: str | None = None
    limits: RunLimits | None = None
    """The initial limits. Later changes are in the journal."""
    sandbox: SandboxState | None = None
    """Whether third-party servers and agents ran in a sandbox; None for runs of older versions."""
    tasks_sha256: str | None = None
    """The SHA-256 of `tasks.jsonl`."""
    mounted: MountRecord | None = None
    """Servers, tools and schema tokens of the tasks. None if only the attempt decides (`retrieve:K`), if
    calls are replayed, and for runs of older versions."""
    plugins: dict[str, str] = {}
    """Plugins that the run used, such as ``check:answer_regex``, and their distributions."""
    left_out: tuple[LeftOut, ...] = ()
    """Tasks of the suite that the run does not attempt, and why."""
    preflight: PreflightReport | None = None
    """What held when the agent was checked before the run, if it was."""
    started_in: str | None = None
    """The folder that relative paths of the settings start from; None if there are none."""
    sampled: tuple[str, ...] = ()
    """The tasks of a sample."""
    tags: tuple[str, ...] = ()
    note: str | None = None
    best_of: bool = False
    """Whether attempts that had been scored were made again, and the newest counts."""
    merged: tuple[MergedRun, ...] = ()
    """The runs that this one was merged from."""

    @property
    def settings(self) -> RunSettings:
        return settings_of(self.recorded)

    @property
    def located_settings(self) -> RunSettings:
        """The settings to use: relative paths start from the folder that the run was started in.

        The suite is named with its release, if it has another one by now.
        """
        settings = located(self.settings, self.started_in)
        name = release_with(settings.suite.name, self.suite_digest)
        return msgspec.structs.replace(settings, suite=msgspec.structs.replace(settings.suite, name=name))

    @property
    def protected(self) -> bool:
        """Whether its records have checksums."""
        return self.m3bench > _UNPROTECTED

    def chain(self) -> Chain:
        """Return a chain that checks records of this run."""
        return Chain(self.id or None, required=self.protected)

    @property
    def has_records_inside(self) -> bool:
        """Whether what tools changed may lie in a workspace, where the agent could write."""
        return self.m3bench <= _RECORDS_INSIDE


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
        """Create a run. The manifest is written last: a folder without one is not a run."""
        folder = cls(path)
        try:
            path.mkdir(parents=True, exist_ok=True)
            if any(path.iterdir()):
                raise UsageError(
                    f"{path} is not empty.", "Choose another folder with --out, or continue with --resume."
                )
            write(folder.tasks_file, tasks, format="jsonl")
            folder.write_manifest(
                msgspec.structs.replace(
                    manifest,
                    m3bench=VERSION,
                    id=content_hash(msgspec.to_builtins(manifest))[:16],
                    tasks_sha256=folder.tasks_digest(),
                )
            )
        except OSError as error:
            raise UsageError(
                f"{path} cannot be written: {error.strerror}.", "Choose another --out."
            ) from None
        return folder

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """Open an existing run. Links that lead out of the folder are refused."""
        if not is_run(path):
            raise UsageError(f"{path} is not a run folder.", f"A run folder has a {MANIFEST}.")
        for name in _ENTRIES:
            if (path / name).is_symlink():
                path_inside(path, name)
        return cls(path)

    @property
    def manifest(self) -> RunManifest:
        return self.read_manifest()[0]

    def read_manifest(self) -> tuple[RunManifest, Stamp]:
        """Read the manifest and its stamp."""
        file = self.path / MANIFEST
        manifest, stamp = read_document(file, RunManifest)
        if not _UNPROTECTED <= manifest.m3bench <= VERSION:
            error = FormatError(
                f"made by a newer m3bench (version {manifest.m3bench}; this one reads up to {VERSION})",
                file=str(file),
            )
            error.hint = "Update m3bench, or read the run with the version that made it."
            raise error
        epochs = manifest.recorded.epochs
        if not 1 <= epochs <= MAX_ATTEMPTS or epochs * max(1, manifest.tasks) > MAX_ATTEMPTS:
            raise FormatError(f"invalid size: {epochs} epochs of {manifest.tasks} tasks", file=str(file))
        return manifest, stamp

    def write_manifest(self, manifest: RunManifest) -> None:
        """Replace the manifest and remove the seal. The next session writes a new seal."""
        (self.path / seal.FILE).unlink(missing_ok=True)
        write_document(self.path / MANIFEST, manifest)

    def open_journal(self, path: Path | None = None) -> Journal:
        """Open the journal, or another record file of this run, to append to it."""
        run = self.manifest.id
        return Journal(path or self.journal, run) if run else Journal(path or self.journal)

    def write_seal(self) -> None:
        """Record the length of the files, so that records lost later are detected."""
        try:
            seal.write_seal(self.path, self.path / MANIFEST, (self.journal, self.path / JUDGEMENTS))
        except OSError as error:
            raise FormatError(
                f"cannot be written: {error.strerror}", file=str(self.path / seal.FILE)
            ) from None

    def tasks_digest(self) -> str:
        """The SHA-256 of `tasks.jsonl`."""
        try:
            with open_regular(self.tasks_file) as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", file=str(self.tasks_file)) from None

    def tasks(self) -> list[Task]:
        return read_tasks(self.tasks_file, format="jsonl")

    def task_ids(self) -> list[str]:
        return [task.id for task in self.tasks()]

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Lock the folder for this process."""
        with exclusive_lock(self.path / ".lock", self.path):
            yield


@contextmanager
def exclusive_lock(lock: Path, what: Path) -> Iterator[None]:
    """Hold an exclusive lock on a file. It is released when the process ends, even by a crash.

    Raises:
        UsageError: Another process holds the lock, or the file cannot be opened.
    """
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)
    except OSError as error:
        raise UsageError(
            f"{lock} cannot be opened: {error.strerror}.",
            "Use a writable folder, for example a copy of this one.",
        ) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise UsageError(f"Another process is running {what}.", "Wait until it ends, or stop it.") from None
    try:
        yield
    finally:
        os.close(handle)


def is_run(path: Path) -> bool:
    try:
        return (path / MANIFEST).is_file()
    except (OSError, ValueError):  # an invalid file name
        return False


def versions() -> dict[str, str]:
    """Return the versions that results may depend on."""
    known = {"python": platform.python_version(), "platform": f"{sys.platform} {platform.machine()}"}
    for package in ("m3bench", "mcp", "numpy", "onnxruntime", "pillow"):
        with suppress(PackageNotFoundError):
            known[package] = version(package)
    return known
