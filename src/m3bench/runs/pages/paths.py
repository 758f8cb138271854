"""Paths of the pages of an exported viewer. They depend on names alone."""

from __future__ import annotations

import hashlib
import re

_LONGEST = 80
_DIGITS = 10
_RESERVED = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")
"""Names that Windows keeps for devices."""


def run_path(run: str) -> str:
    """Return the folder of a run in an export, with a slash at its end.

    Args:
        run: The name of the run folder, without its parents.
    """
    return f"runs/{_file_name(run)}/"


def attempt_path(run: str, task: str, attempt: int = 1) -> str:
    """Return the page of an attempt, relative to the folder of the export.

    Args:
        run: The name of the run folder, without its parents.
        task: The id of the task.
        attempt: The epoch, counted from 1.
    """
    return f"{run_path(run)}{_file_name(task)}{f'.{attempt}' if attempt > 1 else ''}.html"


def _file_name(name: str) -> str:
    """Return a file name for any text. Different texts get different names, also if case is ignored."""
    plain = re.sub(r"[^a-z0-9_-]+", "-", name.lower()).strip("-")[:_LONGEST]
    if plain and plain == name and plain != "index" and not _RESERVED.fullmatch(plain):
        return plain
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    return f"{plain}-{digest}".lstrip("-")
