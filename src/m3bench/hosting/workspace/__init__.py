"""Workspaces: the folders in which attempts work."""

from m3bench.hosting.workspace.archive import keep_workspace
from m3bench.hosting.workspace.redaction import redact_workspace
from m3bench.hosting.workspace.scratch import private_scratch
from m3bench.hosting.workspace.workspace import Changes, Manifest, Workspace, changes, fill_workspace

__all__ = [
    "Changes",
    "Manifest",
    "Workspace",
    "changes",
    "fill_workspace",
    "keep_workspace",
    "private_scratch",
    "redact_workspace",
]
