"""What a program as agent may see and reach."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import msgspec

from m3bench.core import UsageError
from m3bench.hosting import DEFAULT_LIMITS, ResourceLimits, sandbox_problem

_PASSED = ("LANG", "LC_ALL", "PATH", "TERM", "TZ")
"""Variables that programs need and that hold no secrets."""


class Confinement(msgspec.Struct, frozen=True, kw_only=True):
    """Rules for a `command:` agent."""

    sandbox: bool | None = None
    """None: use a sandbox if this machine supports it."""
    env: tuple[str, ...] = ()
    """Environment variables that are passed to it."""
    read: tuple[Path, ...] = ()
    """Additional files and folders that it may read in the sandbox."""
    network: bool = False
    """Allow the network in the sandbox, not only the gateway."""
    hidden: tuple[Path, ...] = ()
    """Paths that it must never see."""
    scratch: Path | None = None
    """A private folder for its working folders."""
    limits: ResourceLimits = DEFAULT_LIMITS
    """What its processes may use."""

    @property
    def in_sandbox(self) -> bool:
        return sandbox_problem() is None if self.sandbox is None else self.sandbox

    def check(self) -> None:
        """Raise `UsageError` if a named variable or path is missing."""
        missing = [name for name in self.env if name not in os.environ]
        if missing:
            raise UsageError(f"--agent-env {missing[0]}: the variable is not set.", "Set it, or omit it.")
        absent = [path for path in self.read if not path.exists()]
        if absent:
            raise UsageError(f"--agent-read {absent[0]}: no such file or folder.")

    def environment(self, home: Path) -> dict[str, str]:
        """Return the environment of the program, without the variables of the task. Its home is private."""
        passed = {name: os.environ[name] for name in (*_PASSED, *self.env) if name in os.environ}
        return {"HOME": str(home), "TMPDIR": str(home / "tmp"), **passed}

    def new_folder(self) -> Path:
        """Create a private folder for one attempt."""
        return Path(tempfile.mkdtemp(prefix="m3bench-agent-", dir=self.scratch)).resolve()
