"""`--sandbox`, for every command that starts servers or agents."""

from __future__ import annotations

from typing import Annotated

from rich.text import Text
from typer import Option

from m3bench.cli.console import remarks
from m3bench.hosting import SandboxMode, sandbox_state

Sandbox = Annotated[
    SandboxMode,
    Option(
        help="Run third-party servers and agent programs in a sandbox: auto (if bubblewrap is installed), "
        "require or off."
    ),
]


def use_sandbox(mode: SandboxMode) -> bool:
    """Return whether to use a sandbox. Print a warning if there is none."""
    state = sandbox_state(mode)
    if state.warning is not None:
        remarks().print(Text(f"WARNING: {state.warning}", style="bold red"), soft_wrap=True)
    return state.in_force
