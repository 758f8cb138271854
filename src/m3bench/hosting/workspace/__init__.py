"""Workspaces: the folders in which attempts work."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.hosting.workspace.archive import keep_workspace
    from m3bench.hosting.workspace.quota import FolderLimit, OverQuota, measure
    from m3bench.hosting.workspace.redaction import redact_file, redact_records, redact_workspace
    from m3bench.hosting.workspace.removal import remove_tree
    from m3bench.hosting.workspace.scratch import private_scratch
    from m3bench.hosting.workspace.sparse import data_ranges, pieces
    from m3bench.hosting.workspace.stopping import Stop, Stopped, run_stoppable
    from m3bench.hosting.workspace.workspace import (
        Changes,
        Manifest,
        Workspace,
        WorkspaceError,
        changes,
        fill_workspace,
    )
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "Changes",
    "FolderLimit",
    "Manifest",
    "OverQuota",
    "Stop",
    "Stopped",
    "Workspace",
    "WorkspaceError",
    "changes",
    "data_ranges",
    "fill_workspace",
    "keep_workspace",
    "measure",
    "pieces",
    "private_scratch",
    "redact_file",
    "redact_records",
    "redact_workspace",
    "remove_tree",
    "run_stoppable",
]
