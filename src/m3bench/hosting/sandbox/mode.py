"""Whether programs that are not ours run in a sandbox: what was asked for, and what this machine can do."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from m3bench.core import UsageError
from m3bench.hosting.sandbox.bubblewrap import sandbox_problem

_MEANING = (
    "A server or an agent from outside can read the references, other runs and your files, and reach the "
    "network."
)


class SandboxMode(StrEnum):
    """As on the command line."""

    AUTO = "auto"
    """In a sandbox where that is possible; else without one, with a warning."""
    REQUIRE = "require"
    """In a sandbox, or not at all."""
    OFF = "off"


class SandboxState(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a run keeps on record of it."""

    mode: SandboxMode
    in_force: bool
    reason: str | None = None
    """Why there is none, where one was wanted."""

    @property
    def warning(self) -> str | None:
        """What a reader must know of results that were got without a sandbox."""
        if self.in_force:
            return None
        why = self.reason or "it was turned off (--sandbox off)."
        return f"No sandbox: {why} {_MEANING}"


def sandbox_state(mode: SandboxMode) -> SandboxState:
    """What `mode` means on this machine. Raises `UsageError` where a required sandbox cannot be had."""
    if mode is SandboxMode.OFF:
        return SandboxState(mode, in_force=False)
    problem = sandbox_problem()
    if problem is not None and mode is SandboxMode.REQUIRE:
        raise UsageError(f"There is no sandbox here: {problem}", "Without one: --sandbox auto, or off.")
    return SandboxState(mode, in_force=problem is None, reason=problem)
