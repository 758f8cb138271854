"""Whether third-party programs run in a sandbox: the setting, and what this machine supports."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from m3bench.confinement import sandbox_problem
from m3bench.core import UsageError

_MEANING = (
    "Third-party servers and agents can read references, other runs and your files, and use the network."
)


class SandboxMode(StrEnum):
    """The values of --sandbox."""

    AUTO = "auto"
    """Use a sandbox if possible; otherwise run without one and warn."""
    REQUIRE = "require"
    """Use a sandbox, or fail."""
    OFF = "off"


class SandboxState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The sandbox setting and its effect, as a run records it."""

    mode: SandboxMode
    in_force: bool
    reason: str | None = None
    """Why there is no sandbox although one was requested."""

    @property
    def warning(self) -> str | None:
        """A warning for readers of results without a sandbox, or None."""
        if self.in_force:
            return None
        why = self.reason or "disabled (--sandbox off)."
        return f"No sandbox: {why} {_MEANING}"


def sandbox_state(mode: SandboxMode) -> SandboxState:
    """Return the effect of `mode` on this machine. Raises `UsageError` if a required sandbox does not
    work."""
    if mode is SandboxMode.OFF:
        return SandboxState(mode, in_force=False)
    problem = sandbox_problem()
    if problem is not None and mode is SandboxMode.REQUIRE:
        raise UsageError(
            f"Sandboxes do not work here: {problem}", "To run without one, use --sandbox auto or off."
        )
    return SandboxState(mode, in_force=problem is None, reason=problem)
