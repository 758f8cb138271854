"""The exit statuses of `m3bench`."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # every command imports this module
    from m3bench.runs import Halt


class ExitCode(IntEnum):
    """What an exit status means; see docs/ci.md."""

    OK = 0
    NOT_MET = 1
    """The command did its work and found something wrong: a gate, a check or a server that fails."""
    USAGE = 2
    """A wrong option, a missing file, a setting that cannot work. Nothing was run."""
    INCOMPLETE = 3
    """Attempts are missing or could not be scored, through no fault of the agent."""
    INTERRUPTED = 130
    """Ctrl-C or SIGTERM. What was finished is kept."""


def halt_code(halt: Halt) -> ExitCode:
    """Return the status of work that ended early."""
    return ExitCode.INTERRUPTED if halt.kind == "interrupted" else ExitCode.INCOMPLETE
