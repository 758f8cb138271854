"""The placeholder `${WORKSPACE}`, which keeps the paths of one machine out of references and records.

References use it where a server needs absolute paths. It is replaced for the call and restored in the record.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

WORKSPACE = "${WORKSPACE}"


def fill_placeholders(value: Any, workspace: Path) -> Any:
    """Replace the placeholder in a JSON value with the path of the workspace."""
    if isinstance(value, str):
        return value.replace(WORKSPACE, str(workspace))
    if isinstance(value, dict):
        return {key: fill_placeholders(child, workspace) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return [fill_placeholders(child, workspace) for child in value]
    return value
