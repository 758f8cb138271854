"""Run third-party programs in a bubblewrap sandbox."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.confinement import sandbox_problem
    from m3bench.hosting.sandbox.bubblewrap import environment_of, sandboxed
    from m3bench.hosting.sandbox.mode import SandboxMode, SandboxState, sandbox_state
    from m3bench.hosting.sandbox.program import GATEWAY_PORT, ProgramSandbox, check_program
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "GATEWAY_PORT",
    "ProgramSandbox",
    "SandboxMode",
    "SandboxState",
    "check_program",
    "environment_of",
    "sandbox_problem",
    "sandbox_state",
    "sandboxed",
]
