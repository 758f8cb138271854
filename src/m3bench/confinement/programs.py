"""Programs that read untrusted files: without a network, and without the files of this machine."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from m3bench.confinement import no_network, only_folders
from m3bench.confinement.bubblewrap import bubblewrap, isolation, sandbox_problem
from m3bench.confinement.file_system import READ_ONLY, SETTINGS, SYSTEM, file_system

_FONTS = "/var/cache/fontconfig"
"""Without it, fonts are searched anew at each start."""
_ORDINARY = "1000"
"""Programs such as Chromium refuse to use their own sandbox as root."""
_PYTHON = (sys.executable, "-I", "-S")
_PROBE_SECONDS = 10.0


def confined(command: Sequence[str], folder: Path, settings: Iterable[str] = ()) -> list[str]:
    """Return the command line of a program with the best confinement that works here.

    It has no network, and sees only the system, read-only, and a folder.

    Args:
        command: The program, by its full path, and its arguments.
        folder: It may write there. Not a link.
        settings: Files and folders that it reads in addition, as far as they exist.
    """
    if sandbox_problem() is None:
        return in_bubblewrap(command, folder, settings)
    return behind_filters(command, folder, settings)


def in_bubblewrap(
    command: Sequence[str], folder: Path, settings: Iterable[str] = (), *, outlives_thread: bool = False
) -> list[str]:
    """Return the command line of a program in namespaces of its own. See `confined` and `isolation`.

    Start it in a session of its own. To end it, kill its process group.
    """
    program = Path(command[0])
    if not _is_system(program):
        program = program.resolve()
    user = () if os.geteuid() else ("--uid", _ORDINARY, "--gid", _ORDINARY)
    return [
        bubblewrap() or "bwrap",
        *(*isolation(outlives_thread=outlives_thread), *user),
        *file_system(_shown(program, settings), [folder]),
        *(*READ_ONLY, "--chdir", str(folder), "--"),
        *(str(program), *command[1:]),
    ]


def behind_filters(command: Sequence[str], folder: Path, settings: Iterable[str] = ()) -> list[str]:
    """Return the command line of a program behind filters of the kernel, for network and files. See
    `confined`.

    Kernels before 5.13, and those without Landlock, do not filter files.
    """
    shown = _shown(Path(command[0]).resolve(), settings)
    own = [f"/etc/{name}" for name in SETTINGS]
    readable = [*SYSTEM, *own, *map(str, shown), "/proc", str(Path(sys.executable).resolve())]
    files = [*_PYTHON, only_folders.__file__, str(folder), *readable, "--"]
    return without_network([*files, *command])


def without_network(command: Sequence[str]) -> list[str]:
    """Return the command line of a program behind a filter of the kernel for the network. It can still create
    a sandbox for its own parts. Where `network_filter_problem` tells of one, it is the same command."""
    return list(command) if network_filter_problem() else [*_PYTHON, no_network.__file__, *command]


@functools.cache
def network_filter_problem() -> str | None:
    """Return why the network cannot be denied to a program without bubblewrap, or None. Tested once per
    process."""
    command = [*_PYTHON, no_network.__file__, *_PYTHON, "-c", ""]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_PROBE_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return done.stderr.decode(errors="replace").strip()[-300:] if done.returncode else None


def _shown(program: Path, settings: Iterable[str]) -> list[Path]:
    """Return what a program sees beyond the system."""
    paths = [path for path in map(Path, (*settings, _FONTS)) if path.exists() and not _is_system(path)]
    return paths if _is_system(program) else [*paths, program.parent]  # such as one in /opt


def _is_system(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in SYSTEM)
