"""Sandbox an agent program with bubblewrap: it sees its own files and a workspace, and reaches the
gateway."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from m3bench.confinement import READ_ONLY, bubblewrap, file_system, isolation
from m3bench.core import UsageError
from m3bench.hosting.path_guard import holds
from m3bench.hosting.process import THREADS_PER_PROCESS, open_file_limits
from m3bench.hosting.resource_limits import DEFAULT_LIMITS, ResourceLimits
from m3bench.hosting.sandbox.bubblewrap import environment_of
from m3bench.hosting.sandbox.view import checked, hidden_always, holds_home, home_folder, runs_below

GATEWAY_PORT = 8765
"""The gateway's port inside the sandbox. The sandbox has its own network, so the port is always free."""
_FORWARDER = Path(__file__).with_name("forwarder.py")
_INSIDE = "/run/m3bench"


class ProgramSandbox(msgspec.Struct, frozen=True, kw_only=True):
    """What a program may read, write and reach."""

    writable: tuple[Path, ...]
    readable: tuple[Path, ...] = ()
    """In addition to the program itself and the folder of its script."""
    hidden: tuple[Path, ...] = ()
    """Hidden even below visible folders. The home folder, this package and run folders always are."""
    socket: Path | None = None
    """The gateway's socket. None gives the program the network of this machine."""
    limits: ResourceLimits = DEFAULT_LIMITS

    def command(self, command: Sequence[str], folder: Path, ready: int) -> list[str]:
        """Return the command line in a sandbox. A byte is written to the descriptor `ready` once it has
        started."""
        hidden = [*self.hidden, *hidden_always()]
        program, *files = (path for path in map(Path, command) if path.is_absolute() and holds(path.is_file))
        own = [*environment_of(program), *environment_of(_python())]
        script = program if program in own else files[0] if files else None
        folders = [*self.readable, *_folder_of(script, hidden)]
        runs = [run for path in folders if path.is_dir() for run in runs_below(path)]
        shown = checked([*own, *files, *folders], "the agent")
        network = self.socket is None
        return [
            bubblewrap() or "bwrap",
            *isolation(network=network),
            "--as-pid-1",
            *file_system(
                shown,
                self.writable,
                [*hidden, *runs],
                network=network,
                tmp_bytes=self.limits.tmp_bytes,
            ),
            *self._gateway(),
            *READ_ONLY,
            *("--chdir", str(folder), "--"),
            *self._started(command, ready),
        ]

    def _gateway(self) -> Iterator[str]:
        yield from ("--dir", _INSIDE, "--ro-bind", str(_FORWARDER), f"{_INSIDE}/forwarder.py")
        if self.socket is not None:
            yield from ("--bind", str(self.socket), f"{_INSIDE}/gateway")

    def _started(self, command: Sequence[str], ready: int) -> Iterator[str]:
        yield from (str(_python()), "-I", "-S", f"{_INSIDE}/forwarder.py", str(ready))
        yield from (f"{_INSIDE}/gateway", str(GATEWAY_PORT)) if self.socket else ("", "0")
        yield from map(str, (*open_file_limits(self.limits), self.limits.processes * THREADS_PER_PROCESS))
        yield from command


def _python() -> Path:
    """Return the base interpreter, outside of any virtual environment, so that nothing else becomes
    visible."""
    return Path(getattr(sys, "_base_executable", None) or sys.executable)


def _folder_of(script: Path | None, hidden: Sequence[Path]) -> list[Path]:
    """Return the folder of a script, with its modules, unless it contains hidden paths."""
    if script is None or holds_home(script.parent):
        return []
    folder, home = script.parent.resolve(), home_folder()
    secrets = [secret.resolve() for secret in hidden if secret.exists()]
    has_secrets = any(secret.is_relative_to(folder) for secret in secrets)
    lies_in = any(folder.is_relative_to(secret) for secret in secrets if secret != home)
    return [] if has_secrets or lies_in else [script.parent]


def check_program(program: str) -> None:
    """Raise `UsageError` for a file that cannot be executed, before any attempt starts."""
    try:
        with open(program, "rb") as file:  # noqa: PTH123 - a path of any kind
            start = file.read(4)
    except OSError:
        return  # executable files need not be readable
    if not start.startswith((b"#!", b"\x7fELF")):
        raise UsageError(
            f"{program} cannot be started: {os.strerror(8)}.",
            "It must be a program, or a script that names its interpreter in its first line.",
        )
