"""Which files of a folder are audited, and where decisions go."""

from __future__ import annotations

from pathlib import Path

import msgspec

from m3bench.apps.audit.pairing import trajectories_in
from m3bench.core import FormatError, Trajectory, UsageError
from m3bench.formats import read_tasks

DECISIONS = "decisions.jsonl"
PREFERENCES = "preferences.jsonl"
ORIGINAL = "original.jsonl"
CONSOLIDATED = "consolidated.jsonl"

_PATTERNS = ("*.jsonl", "*.json")
# What the forge writes there besides.
_BESIDE_CONSOLIDATED = {ORIGINAL, "forging.jsonl", "forge.json"}
_MOST_TOLD = 6


class Place(msgspec.Struct, frozen=True):
    """The files of tasks, the folder that the record is kept in, and what was left aside, a line each."""

    files: tuple[Path, ...]
    folder: Path
    left_aside: tuple[str, ...] = ()

    def originals(self) -> list[Trajectory]:
        """What executors did on the tasks of `consolidated.jsonl`, with what it brought them."""
        made = [file.parent / ORIGINAL for file in self.files if file.name == CONSOLIDATED]
        return [one for file in made if file.is_file() for one in trajectories_in(file)]


def place_of(path: Path) -> Place:
    """A file of tasks, or a folder of such files."""
    if path.is_file():
        return Place((path,), path.resolve().parent)
    if not path.is_dir():
        raise UsageError(f"There is no {path}.", "Name a file of tasks with references, or its folder.")
    files, refused = [], []
    for file in _candidates(path):
        problem = _problem(file)
        if problem is None:
            files.append(file)
        else:
            refused.append(f"{file.name}: {problem}")
    if not files:
        told = "; ".join(refused[:_MOST_TOLD]) or "it holds no JSON file"
        raise UsageError(f"There are no tasks with references in {path}: {told}.")
    return Place(tuple(files), path.resolve(), tuple(refused))


def pair_files(folder: Path) -> tuple[Path, Path]:
    """The two files that are compared."""
    both = folder / ORIGINAL, folder / CONSOLIDATED
    missing = [file.name for file in both if not file.is_file()]
    if missing:
        raise UsageError(
            f"{folder} has no {' and no '.join(missing)}.",
            f"For pairs, put the trajectories to compare into {ORIGINAL} and {CONSOLIDATED} of one folder.",
        )
    return both


def _candidates(folder: Path) -> list[Path]:
    aside = {DECISIONS, PREFERENCES}
    if (folder / CONSOLIDATED).is_file():
        aside |= _BESIDE_CONSOLIDATED
    found = {file for pattern in _PATTERNS for file in folder.glob(pattern) if file.name not in aside}
    return sorted(found)


def _problem(file: Path) -> str | None:
    try:
        tasks = read_tasks(file)
    except FormatError as error:
        return error.problem
    return None if any(task.references for task in tasks) else "no references in it"
