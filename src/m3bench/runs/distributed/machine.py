"""What the machine of a worker must have: the same suite, the servers, a sandbox."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from m3bench.core import M3BenchError, UsageError
from m3bench.hosting import SandboxMode, sandbox_state
from m3bench.runs.serving import prepare_machine
from m3bench.suites import Suite, SuiteRef, WorldRef, find_suite

_SAME_FILES = "Install the same version of m3bench and the same files on all machines."


@dataclass(frozen=True)
class SameSuite:
    """A suite that workers load by its name, and that must be the same everywhere."""

    ref: SuiteRef
    world: WorldRef
    digest: str

    @classmethod
    def of(cls, ref: SuiteRef, world: WorldRef) -> Self:
        """Describe the suite as it is here."""
        return cls(ref, world, find_suite(ref, world).digest)

    def load(self) -> Suite:
        """Return the suite. Raises `UsageError` if it is missing or different on this machine."""
        try:
            suite = find_suite(self.ref, self.world)
        except M3BenchError as error:
            problem = f"Suite {self.ref.name} cannot be loaded on {platform.node()}: {error.message}"
            raise UsageError(problem, _SAME_FILES) from None
        if suite.digest != self.digest:
            raise UsageError(f"Suite {self.ref.name} is not the same on {platform.node()}.", _SAME_FILES)
        return suite


def require_sandbox(mode: SandboxMode = SandboxMode.AUTO) -> None:
    """Raise `UsageError` if this machine has no sandbox."""
    state = sandbox_state(mode)
    if not state.in_force:
        raise UsageError(
            f"The work needs a sandbox, which is not available on {platform.node()}: {state.reason}",
            "Install bubblewrap on all machines, or start with --sandbox off.",
        )


def install_servers(servers: Iterable[str]) -> None:
    """Install third-party servers that are missing, once for all workers of a machine."""
    prepare_machine(servers, (), ())
