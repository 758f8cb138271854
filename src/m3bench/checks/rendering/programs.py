"""Other programs that a check needs: each in a folder of its own, for a bounded time, and gone afterwards."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 90.0
"""Seconds."""
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH")
_SAID = "said.txt"
_LONGEST_SAID = 4_000


@dataclass(frozen=True)
class Ended:
    """How a program ended, and what it said."""

    status: int
    said: str


def ran(
    command: Sequence[str],
    folder: Path,
    *,
    variables: Mapping[str, str] | None = None,
    patience: float = PATIENCE,
) -> Ended | None:
    """The program's end; None where it did not come in time. What it started is ended with it.

    It sees nothing of our environment, where there may be keys, but the variables. Its home is the folder.
    """
    given = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    environment = {
        **given,
        **(variables or {}),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "LANG": "C.UTF-8",
    }
    with (folder / _SAID).open("w+b") as said:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            status = process.wait(patience)
        except subprocess.TimeoutExpired:
            return None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        said.seek(0)
        return Ended(status, said.read(_LONGEST_SAID).decode("utf-8", "replace"))
