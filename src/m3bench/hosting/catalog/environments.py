"""Environments of installed third-party servers, one per server, created on demand.

An environment is created in its final place, because virtual environments cannot be moved. It is complete
once it contains a marker file; a folder without one is left over from an interrupted installation.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import msgspec

from m3bench.core import UsageError
from m3bench.hosting.catalog.entry import CatalogEntry, Registry, is_folder_name
from m3bench.hosting.catalog.install_commands import install_commands
from m3bench.hosting.catalog.install_process import InstallError, Progress, run_installer
from m3bench.hosting.listings import StoredToolList

MARKER = "m3bench-server.json"
_TOOLS = "m3bench-tools.json"
_LOCKS = ".locks"


class Installed(msgspec.Struct, frozen=True, kw_only=True):
    """A complete environment."""

    name: str
    registry: Registry
    package: str
    version: str
    digest: str
    """The entry's digest at installation."""
    folder: str


class Environments:
    """The folder in which servers are installed. Safe to share between processes."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = (root or default_root(os.environ)).absolute()

    def folder(self, name: str) -> Path:
        """Return where a server is or would be installed."""
        if not is_folder_name(name):
            raise UsageError(f"{name!r} is not a valid server name.")
        return self.root / name

    def marked(self, name: str) -> Installed | None:
        """Return what is installed under a name, regardless of the catalog."""
        folder = self.folder(name)
        try:
            installed = msgspec.json.decode((folder / MARKER).read_bytes(), type=Installed)
        except (OSError, msgspec.DecodeError):
            return None
        # Scripts of a virtual environment contain its path, so a moved one does not work.
        return installed if installed.folder == str(folder) else None

    def installed(self, entry: CatalogEntry) -> Installed | None:
        """Return the environment of this entry, or None if it is missing, outdated or damaged."""
        installed = self.marked(entry.name)
        if installed is None or installed.digest != entry.digest:
            return None
        return installed if _is_runnable(entry, self.folder(entry.name)) else None

    def list(self) -> tuple[Installed, ...]:
        """Return everything that is installed, by name."""
        names = sorted(path.name for path in self.root.glob("*"))
        return tuple(mark for name in names if is_folder_name(name) and (mark := self.marked(name)))

    def tool_list_path(self, name: str) -> Path:
        """Return where the tools of an installed server are kept. The list goes with its environment."""
        return self.folder(name) / _TOOLS

    def tool_list(self, name: str) -> StoredToolList:
        """Return the stored tools of an installed server."""
        return StoredToolList(self.tool_list_path(name))

    def install(self, entry: CatalogEntry, progress: Progress = lambda _: None) -> Installed:
        """Create the environment unless it exists.

        Args:
            entry: The server to install.
            progress: Called with each line of the installer's output.

        Raises:
            InstallError: The installation failed. Nothing is left behind.
        """
        if installed := self.installed(entry):
            return installed
        with _with_name(entry.name, "installed"), self._lock(entry.name, progress) as lock:
            # Another process may have created it while we waited.
            return self.installed(entry) or self._install(entry, progress, lock)

    def remove(self, name: str) -> bool:
        """Remove a server's environment. Returns False if there was none."""
        folder = self.folder(name)
        if not folder.exists():
            return False
        with _with_name(name, "removed"), self._lock(name, lambda _: None):
            _discard(folder)
        return True

    def _lock(self, name: str, progress: Progress) -> AbstractContextManager[int]:
        lock = self.root / _LOCKS / f"{name}.lock"
        return locked(lock, lambda: progress(f"{name} is being installed by another process. Waiting."))

    def _install(self, entry: CatalogEntry, progress: Progress, lock: int) -> Installed:
        folder = self.folder(entry.name)
        _discard(folder)
        try:
            folder.mkdir(parents=True)
            for command in install_commands(entry, folder):
                run_installer(command, progress, keep_open=lock)
            _require_program(entry, folder)
            return _mark(entry, folder)
        except BaseException:
            _discard(folder)
            raise


def default_root(environment: Mapping[str, str]) -> Path:
    """Return `$M3BENCH_SERVERS`, or a folder in the user's data folder."""
    if stated := environment.get("M3BENCH_SERVERS"):
        return Path(stated).expanduser()
    import platformdirs  # noqa: PLC0415

    return platformdirs.user_data_path("m3bench") / "servers"


def _mark(entry: CatalogEntry, folder: Path) -> Installed:
    """Mark the environment as complete, atomically."""
    installed = Installed(
        name=entry.name,
        registry=entry.registry,
        package=entry.package,
        version=entry.version,
        digest=entry.digest,
        folder=str(folder),
    )
    draft = folder / f"{MARKER}.tmp"
    draft.write_bytes(msgspec.json.encode(installed))
    draft.replace(folder / MARKER)
    return installed


def _discard(folder: Path) -> None:
    # Remove the marker first: an interrupted removal must not look complete.
    (folder / MARKER).unlink(missing_ok=True)
    if folder.exists():
        shutil.rmtree(folder)


def _is_runnable(entry: CatalogEntry, folder: Path) -> bool:
    # A virtual environment breaks when its base Python is removed.
    interpreter_is_there = entry.registry is Registry.NPM or (folder / "bin" / "python").exists()
    return interpreter_is_there and entry.program(folder).is_file()


def _require_program(entry: CatalogEntry, folder: Path) -> None:
    if not _is_runnable(entry, folder):
        raise InstallError(f"{entry.package} {entry.version} does not contain {entry.executable}.")


@contextmanager
def locked(path: Path, waiting: Callable[[], None]) -> Iterator[int]:
    """Hold the lock file and yield its descriptor. `waiting` is called once if another process holds it.

    The file is never removed: two processes could then lock two files with the same name.
    """
    # Imported here: not available on every platform, and only needed for installations.
    import fcntl  # noqa: PLC0415

    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting()
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        # Closing releases it, unless an installer that we started still has it open and keeps the lock.
        os.close(descriptor)


@contextmanager
def _with_name(name: str, doing: str) -> Iterator[None]:
    """Add the server's name to errors of the installer and of the file system."""
    try:
        yield
    except InstallError as error:
        raise InstallError(f"{name} could not be {doing}: {error.message}", error.hint) from None
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise InstallError(f"{name} could not be {doing}: {error.strerror or error}{where}.") from None
