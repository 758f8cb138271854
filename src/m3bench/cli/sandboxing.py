"""`--sandbox`, for every verb that starts servers or agents."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from m3bench.cli.console import remarks
from m3bench.hosting import SandboxMode, sandbox_state

Sandbox = Annotated[
    SandboxMode,
    typer.Option(
        help="Third-party servers and agents in a sandbox: where bubblewrap is there, always, or never."
    ),
]


def sandbox_in_force(mode: SandboxMode) -> bool:
    """Whether there is to be a sandbox. Says it loudly where there is none."""
    state = sandbox_state(mode)
    if state.warning is not None:
        remarks().print(Text(f"WARNING: {state.warning}", style="bold red"), soft_wrap=True)
    return state.in_force
