"""The file system inside a sandbox, as bubblewrap arguments."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import m3bench
from m3bench.core import UsageError

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
_SETTINGS = (
    "alternatives",
    "ca-certificates",
    "fonts",
    "group",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "mime.types",
    "nsswitch.conf",
    "passwd",
    "pki",
    "ssl",
)
_NETWORK_SETTINGS = ("hosts", "resolv.conf")
READ_ONLY = ("--remount-ro", "/")
"""Makes the file system read-only, after everything is mounted."""
_FRESH, _READ, _HIDE, _WRITE = range(4)
_RUN_DEPTH = 3
_MOST_LOOKED_AT = 2_000
_PACKAGES = ("lib*/python*/*-packages", "local/lib/python*/*-packages", "python*/*-packages", "src", ".")
_PLACES = (*_PACKAGES, *(f"versions/*/{place}" for place in _PACKAGES[:1]), f".venv/{_PACKAGES[0]}")
_INSTALLED = tuple(f"{place}/m3bench" for place in _PLACES)
_NO_RUNS_IN = frozenset({".git", ".venv", "node_modules", "site-packages"})


def file_system(
    readonly: Iterable[Path],
    writable: Sequence[Path],
    hidden: Iterable[Path] = (),
    *,
    fresh: Iterable[Path] = (),
    network: bool = False,
) -> Iterator[str]:
    """Return arguments for a read-only system, the shown paths, and a private /tmp.

    Paths are the same inside and outside. A hidden folder appears empty, but shown paths below it stay
    visible. Writable paths are mounted last. A fresh folder keeps its subfolders and accepts new files, which
    are discarded with the sandbox.
    """
    renewed = list(fresh)
    shown = [*readonly, *(child for folder in renewed for child in folder.iterdir() if child.is_dir())]
    yield from _system(network=network)
    mounts = [*((path, _FRESH) for path in renewed), *((path, _READ) for path in shown)]
    seen = [*map(Path, SYSTEM), *shown]
    mounts += [(path, _HIDE) for path in _covered(seen, [*hidden, *_copies_of_us(seen)])]
    mounts += [(path, _WRITE) for path in writable]
    for path, kind in sorted(mounts, key=lambda mount: (mount[1] == _WRITE, mount[0].parts, mount[1])):
        yield from _mounted(path, kind)


def hidden_always() -> list[Path]:
    """Return what is always hidden: the home folder, and this package with its tasks and references."""
    home = home_folder()
    return [*([] if home is None else [home]), *map(Path, m3bench.__path__)]


def checked(paths: Iterable[Path], whose: str) -> list[Path]:
    """Return each path once. Raises `UsageError` if one does not exist or would expose the home folder."""
    kept: dict[Path, None] = {}
    for path in (Path(os.path.normpath(path.absolute())) for path in paths):
        if not path.exists():
            raise UsageError(f"The sandbox of {whose} cannot include {path}: it does not exist.")
        if holds_home(path):
            raise UsageError(
                f"The sandbox of {whose} would expose all of {path}.",
                "List the folders that it needs instead.",
            )
        if not any(path.is_relative_to(folder) for folder in SYSTEM):
            kept[path] = None
    return list(kept)


def home_folder() -> Path | None:
    """Return the user's home folder. In a container there may be none."""
    try:
        return Path.home().resolve()
    except RuntimeError:
        return None


def holds_home(path: Path) -> bool:
    """Return whether a folder is the home folder or a parent of it."""
    home = home_folder()
    return path.resolve() == Path("/") or (home is not None and home.is_relative_to(path.resolve()))


def runs_below(folder: Path) -> list[Path]:
    """Return run folders a few levels below a folder. They hold references."""
    found: list[Path] = []
    for count, (place, folders, files) in enumerate(os.walk(folder)):
        path = Path(place)
        if {"manifest.json", "tasks.jsonl"} <= set(files):
            found.append(path)
        deep = len(path.relative_to(folder).parts) >= _RUN_DEPTH or count >= _MOST_LOOKED_AT
        folders[:] = [] if deep else [name for name in folders if name not in _NO_RUNS_IN]
    return found


def _system(*, network: bool) -> Iterator[str]:
    for folder in SYSTEM:
        # A second mount of the same folder would expose what the first one hides.
        if Path(folder).is_symlink():
            yield from ("--symlink", str(Path(folder).readlink()), folder)
        else:
            yield from ("--ro-bind-try", folder, folder)
    for name in (*_SETTINGS, *(_NETWORK_SETTINGS if network else ())):
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")
    yield from ("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp")  # noqa: S108 - private


def _copies_of_us(folders: Iterable[Path]) -> list[Path]:
    """Return other installations of this package, such as one in the program's own environment."""
    found = (path for folder in folders for pattern in _INSTALLED for path in folder.glob(pattern))
    return [path for path in found if (path / "suites").is_dir()]


def _covered(shown: Sequence[Path], hidden: Iterable[Path]) -> Iterator[Path]:
    """Yield where hidden paths would be visible, under every name that a shown folder gives them."""
    folders = {path: path.resolve() for path in shown if not path.is_symlink() or path.is_dir()}
    for secret in {path.resolve() for path in hidden if path.exists()}:
        for path, place in folders.items():
            if secret.is_relative_to(place) and not (path.is_symlink() and str(path) in SYSTEM):
                yield path / secret.relative_to(place)


def _mounted(path: Path, kind: int) -> Iterator[str]:
    if kind == _READ:
        yield from ("--ro-bind", str(path), str(path))
    elif kind == _WRITE:
        yield from ("--bind", str(path), str(path))
    elif kind == _FRESH:
        yield from ("--tmpfs", str(path))
    elif path.is_dir():
        yield from ("--perms", "0555", "--tmpfs", str(path))
    else:
        yield from ("--ro-bind", "/dev/null", str(path))
