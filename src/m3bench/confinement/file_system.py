"""The file system inside a sandbox, as bubblewrap arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
SETTINGS = (
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
"""What programs read in /etc."""
_NETWORK_SETTINGS = ("hosts", "resolv.conf")
READ_ONLY = ("--remount-ro", "/")
"""Makes the file system read-only, after everything is mounted."""
MOST_TMP_BYTES = 2 * 10**9
"""In each temporary folder, unless said otherwise."""
_FRESH, _READ, _HIDE, _WRITE = range(4)
_HIDDEN_BYTES = 2**16
_PACKAGES = ("lib*/python*/*-packages", "local/lib/python*/*-packages", "python*/*-packages")
_SOURCES = ("src", "packages/*/src", ".")
_PLACES = (*_PACKAGES, *_SOURCES, f"versions/*/{_PACKAGES[0]}", f".venv/{_PACKAGES[0]}")
_OURS = {"m3bench": "suites", "m3bench_suites": "released", "m3bench_world": "servers"}
"""Our packages, which have tasks and what their answers are made from, and a folder that each of them has."""
_INSTALLED = tuple(f"{folder}/{package}" for folder in _PLACES for package in _OURS)


def file_system(
    readonly: Iterable[Path],
    writable: Sequence[Path],
    hidden: Iterable[Path] = (),
    *,
    fresh: Iterable[Path] = (),
    network: bool = False,
    tmp_bytes: int = MOST_TMP_BYTES,
) -> Iterator[str]:
    """Return arguments for a read-only system, the shown paths, and a private /tmp.

    Paths are the same inside and outside. A hidden folder appears empty, but shown paths below it stay
    visible. Writable paths are mounted last. A fresh folder keeps its subfolders and accepts new files, which
    are discarded with the sandbox. Each folder in memory takes `tmp_bytes` at most.
    """
    renewed = list(fresh)
    shown = [*readonly, *(child for folder in renewed for child in folder.iterdir() if child.is_dir())]
    yield from _system(tmp_bytes, network=network)
    mounts = [*((path, _FRESH) for path in renewed), *((path, _READ) for path in shown)]
    seen = [*map(Path, SYSTEM), *shown]
    mounts += [(path, _HIDE) for path in _covered(seen, [*hidden, *_copies_of_us(seen)])]
    mounts += [(path, _WRITE) for path in writable]
    for path, kind in sorted(mounts, key=lambda mount: (mount[1] == _WRITE, mount[0].parts, mount[1])):
        yield from _mounted(path, kind, tmp_bytes)


def _system(tmp_bytes: int, *, network: bool) -> Iterator[str]:
    for folder in SYSTEM:
        # A second mount of the same folder would expose what the first one hides.
        if Path(folder).is_symlink():
            yield from ("--symlink", str(Path(folder).readlink()), folder)
        else:
            yield from ("--ro-bind-try", folder, folder)
    for name in (*SETTINGS, *(_NETWORK_SETTINGS if network else ())):
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")
    yield from ("--proc", "/proc", "--dev", "/dev")
    for folder in ("/dev/shm", "/tmp"):  # noqa: S108 - private
        yield from ("--size", str(tmp_bytes), "--tmpfs", folder)
    yield from ("--remount-ro", "/dev")  # it is in memory, and without a limit


def _copies_of_us(folders: Iterable[Path]) -> list[Path]:
    """Return installations of our packages, such as one in the program's own environment."""
    copies = (path for folder in folders for pattern in _INSTALLED for path in folder.glob(pattern))
    return [path for path in copies if (path / _OURS[path.name]).is_dir()]


def _covered(shown: Sequence[Path], hidden: Iterable[Path]) -> Iterator[Path]:
    """Yield where hidden paths would be visible, under every name that a shown folder gives them."""
    folders = {path: path.resolve() for path in shown if not path.is_symlink() or path.is_dir()}
    for secret in {path.resolve() for path in hidden if path.exists()}:
        for path, folder in folders.items():
            if secret.is_relative_to(folder) and not (path.is_symlink() and str(path) in SYSTEM):
                yield path / secret.relative_to(folder)


def _mounted(path: Path, kind: int, tmp_bytes: int) -> Iterator[str]:
    if kind == _READ:
        yield from ("--ro-bind", str(path), str(path))
    elif kind == _WRITE:
        yield from ("--bind", str(path), str(path))
    elif kind == _FRESH:
        yield from ("--size", str(tmp_bytes), "--tmpfs", str(path))
    elif path.is_dir():
        # Its owner can make it writable.
        yield from ("--perms", "0555", "--size", str(_HIDDEN_BYTES), "--tmpfs", str(path))
    else:
        yield from ("--ro-bind", "/dev/null", str(path))
