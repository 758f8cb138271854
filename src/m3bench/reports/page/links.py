"""Links into an exported viewer."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote, urlsplit

from m3bench.core import UsageError
from m3bench.reports.page.matrix import AttemptLink
from m3bench.runs.pages import attempt_path


def viewer_links(viewer: str, page: Path) -> AttemptLink:
    """Return what links to attempts in an exported viewer.

    Args:
        viewer: The folder of the export, or its address on the web.
        page: The page with the links; to a folder, they are relative to it.

    Raises:
        UsageError: It is neither an address with http or https, nor a folder.
    """
    base = _base(viewer, page)

    def link(run: str, task: str, attempt: int) -> str:
        return base + quote(attempt_path(run, task, attempt))

    return link


def _base(viewer: str, page: Path) -> str:
    if urlsplit(viewer).scheme in ("http", "https"):
        return viewer.rstrip("/") + "/"
    folder = Path(viewer)
    if not folder.is_dir():
        raise UsageError(
            f"{viewer} is neither a folder nor a web address.",
            "Export the viewer with m3bench view RUNS --export DIR, and give DIR, or where it is published.",
        )
    relative = os.path.relpath(folder.resolve(), page.resolve().parent)
    return quote(Path(relative).as_posix().rstrip("/")) + "/"
