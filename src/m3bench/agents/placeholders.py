"""`${WORKSPACE}` in arguments: a path that differs between machines, in a form that is the same on all.

References hold it where a server wants whole paths. It is filled in for the call, and the record of a run
has it again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

WORKSPACE = "${WORKSPACE}"


def fill_placeholders(value: Any, workspace: Path) -> Any:
    """A JSON value with the workspace's path where the placeholder stands."""
    if isinstance(value, str):
        return value.replace(WORKSPACE, str(workspace))
    if isinstance(value, dict):
        return {key: fill_placeholders(child, workspace) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return [fill_placeholders(child, workspace) for child in value]
    return value
