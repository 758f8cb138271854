"""The files of an audit: tasks, decisions and preferences."""

from __future__ import annotations

from pathlib import Path

import msgspec

from m3bench.apps.audit.pairs import load_trajectories
from m3bench.core import FormatError, Trajectory, UsageError
from m3bench.formats import read_tasks

DECISIONS = "decisions.jsonl"
PREFERENCES = "preferences.jsonl"
ORIGINAL = "original.jsonl"
CONSOLIDATED = "consolidated.jsonl"

_PATTERNS = ("*.jsonl", "*.json")
# Other files that the forge writes there.
_BESIDE_CONSOLIDATED = {ORIGINAL, "forging.jsonl", "forge.json"}
_MAX_LISTED = 6


class AuditFolder(msgspec.Struct, frozen=True):
    """The files of tasks, the folder of decisions, and a line for each skipped file."""

    files: tuple[Path, ...]
    folder: Path
    skipped: tuple[str, ...] = ()

    def originals(self) -> list[Trajectory]:
        """Return the original trajectories of the tasks of `consolidated.jsonl`, with results."""
        files = [file.parent / ORIGINAL for file in self.files if file.name == CONSOLIDATED]
        return [trajectory for file in files if file.is_file() for trajectory in load_trajectories(file)]


def open_audit_folder(path: Path) -> AuditFolder:
    """Open a file of tasks, or a folder of such files."""
    if path.is_file():
        return AuditFolder((path,), path.resolve().parent)
    if not path.is_dir():
        raise UsageError(f"{path} does not exist.", "Name a file of tasks with references, or its folder.")
    problems = {file: _problem(file) for file in _candidates(path)}
    files = tuple(file for file, problem in problems.items() if problem is None)
    refused = tuple(f"{file.name}: {problem}" for file, problem in problems.items() if problem is not None)
    if not files:
        reasons = "; ".join(refused[:_MAX_LISTED]) or "it has no JSON file"
        raise UsageError(f"{path} has no tasks with references: {reasons}.")
    return AuditFolder(files, path.resolve(), refused)


def pair_files(folder: Path) -> tuple[Path, Path]:
    """Return the two files to compare."""
    both = folder / ORIGINAL, folder / CONSOLIDATED
    missing = [file.name for file in both if not file.is_file()]
    if missing:
        hint = f"Put the trajectories to compare into {ORIGINAL} and {CONSOLIDATED} in one folder."
        raise UsageError(f"{folder} has no {' and no '.join(missing)}.", hint)
    return both


def _candidates(folder: Path) -> list[Path]:
    excluded = {DECISIONS, PREFERENCES}
    if (folder / CONSOLIDATED).is_file():
        excluded |= _BESIDE_CONSOLIDATED
    return sorted(file for pattern in _PATTERNS for file in folder.glob(pattern) if file.name not in excluded)


def _problem(file: Path) -> str | None:
    try:
        tasks = read_tasks(file)
    except FormatError as error:
        return error.problem
    return None if any(task.references for task in tasks) else "no references"
