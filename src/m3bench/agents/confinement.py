"""What a program of the user's may see and reach while it works on a task."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import msgspec

from m3bench.core import UsageError
from m3bench.hosting import sandbox_problem

_USEFUL = ("LANG", "LC_ALL", "PATH", "TERM", "TZ")
"""Variables that any program may need, and that hold no secrets."""


class Confinement(msgspec.Struct, frozen=True, kw_only=True):
    """Of a `command:` agent."""

    sandbox: bool | None = None
    """None: where this machine can."""
    env: tuple[str, ...] = ()
    """Names of variables of the user's that it gets."""
    read: tuple[Path, ...] = ()
    """Files and folders that it may read in the sandbox, beside its own."""
    network: bool = False
    """It may use the network in the sandbox, and not only reach the gateway."""
    hidden: tuple[Path, ...] = ()
    """What it must not see, wherever it lies."""
    scratch: Path | None = None
    """A private folder in which to make folders for it."""

    @property
    def in_sandbox(self) -> bool:
        return sandbox_problem() is None if self.sandbox is None else self.sandbox

    def check(self) -> None:
        """Complain of what is not there, before anything is started."""
        missing = [name for name in self.env if name not in os.environ]
        if missing:
            raise UsageError(
                f"--agent-env {missing[0]}: there is no such variable.", "Set it, or leave it out."
            )
        absent = [path for path in self.read if not path.exists()]
        if absent:
            raise UsageError(f"--agent-read {absent[0]}: there is no such file or folder.")

    def environment(self, home: Path) -> dict[str, str]:
        """The variables of the program, but for those of the task. Its home folder is private."""
        passed = {name: os.environ[name] for name in (*_USEFUL, *self.env) if name in os.environ}
        return {"HOME": str(home), "TMPDIR": str(home / "tmp"), **passed}

    def new_folder(self) -> Path:
        """A folder that only this user can open, for one attempt."""
        return Path(tempfile.mkdtemp(prefix="m3bench-agent-", dir=self.scratch)).resolve()
