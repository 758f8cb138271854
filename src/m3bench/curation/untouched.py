"""What a task leaves alone: checks that follow from its references, and points that hold from the start."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from glob import escape
from pathlib import Path, PurePosixPath

import msgspec

from m3bench.checks import (
    Check,
    Evidence,
    FileExists,
    NoStrayFiles,
    UnchangedExcept,
    point_results,
    read_checks,
    run_checks,
)
from m3bench.checks.files import FileCheck, glob_pattern, listed
from m3bench.checks.wholes import (
    Contents,
    Differences,
    compare_contents,
    given_contents,
    is_compared,
    workspace_contents,
)
from m3bench.core import Call, Outcome, Step, Task, Trajectory
from m3bench.hosting.workspace import fill_workspace
from m3bench.runs.engine import file_hashes, make_server_query
from m3bench.worlds import World

_COPIED = (".docx", ".xlsx", ".db")
"""Kinds of files of which tasks ask for an edited copy."""
_ALIKE = 0.5
"""The share of a given file's items that a new file must have to count as its edited copy."""
_GIT = "/.git/"
CLAIM = "claim-done/claim_done"


class Left(msgspec.Struct, frozen=True):
    """What a reference left behind."""

    given: Mapping[str, bytes | Path]
    """The files that it was given."""
    made: frozenset[str]
    """New and changed files."""
    removed: frozenset[str]
    """Given files that are gone."""
    contents: Mapping[str, Contents]
    """What new and changed files hold, of the kinds that are compared item by item. A repository is one."""


def what_is_left(workspace: Path, given: Mapping[str, bytes | Path]) -> Left:
    """Compare a workspace with the files that were given."""
    paths = listed(workspace).files
    made = [
        path for path in paths if path not in given or (workspace / path).read_bytes() != _bytes(given[path])
    ]
    whole = dict.fromkeys(f"{path.partition(_GIT)[0]}/.git" if _GIT in path else path for path in made)
    return Left(
        given,
        frozenset(made),
        frozenset(given.keys() - paths.keys()),
        {path: workspace_contents(workspace, path) for path in whole if is_compared(path)},
    )


def with_untouched_checks(checks: Sequence[Check], left: Sequence[Left]) -> list[Check]:
    """Return the checks of a task, and that nothing else was changed as far as they do not say so.

    Args:
        checks: The checks of the task.
        left: What each of its references left behind.
    """
    stray = [check for check in checks if isinstance(check, NoStrayFiles)]
    more = [] if stray else [_stray_check(checks, left)]
    every = [*checks, *more, *_whole_checks(checks, left)]
    return [_keeping(check, left) if isinstance(check, NoStrayFiles) else check for check in every]


def _keeping(check: NoStrayFiles, left: Sequence[Left]) -> NoStrayFiles:
    """Return the check of stray files with the given files that its globs cover, and no reference changes."""
    touched = frozenset[str]().union(*(one.made | one.removed for one in left))
    kept = (path for path in sorted(left[0].given) if check.may_change(path) and path not in touched)
    return msgspec.structs.replace(check, kept=(*check.kept, *kept))


def _whole_checks(checks: Sequence[Check], left: Sequence[Left]) -> Iterator[Check]:
    """Yield the checks of what changed files hold."""
    given = left[0].given
    compared = {check.path for check in checks if isinstance(check, UnchangedExcept)}
    for path in sorted({path for one in left for path in one.contents} - compared):
        versions = [one.contents[path] for one in left if path in one.contents]
        source = _source(path, versions[0], given)
        if source is not None:
            name, original = source
            yield _whole_check(path, None if name == path else name, original, versions)


def mark_untouched(task: Task, given: Mapping[str, bytes | Path], world: World) -> Task:
    """Return the task with the points marked that hold when an agent only claims that it is done."""
    if not task.points:
        return task
    claim = Call(CLAIM, {"summary": "Done.", "artefacts": []}, outcome=Outcome.SUCCESS)
    idle = Trajectory(task_id=task.id, steps=(Step((claim,)),), answer="Done.")
    with tempfile.TemporaryDirectory(prefix="m3bench-") as folder:
        workspace = Path(folder)
        fill_workspace(workspace, given)
        query = make_server_query(world, workspace)
        evidence = Evidence(task, idle, workspace, file_hashes(given), query, assets=lambda: given)
        results = point_results(task, run_checks(read_checks(task.checks, task.id), evidence))
    points = [msgspec.structs.replace(result.point, untouched=result.passed is True) for result in results]
    return msgspec.structs.replace(task, points=tuple(points))


def _stray_check(checks: Sequence[Check], left: Sequence[Left]) -> Check:
    """Return the check of stray files. Other files of a kind that a reference makes on its way may stay."""
    wanted = {check.path for check in checks if isinstance(check, FileCheck)}
    wanted -= {check.path for check in checks if isinstance(check, FileExists) and check.count == 0}
    by_the_way = {
        f"**/*{PurePosixPath(path).suffix}" if PurePosixPath(path).suffix else escape(path)
        for path in frozenset[str]().union(*(one.made for one in left))
        if not any(glob_pattern(pattern).fullmatch(path) for pattern in wanted)
    }
    removed = {escape(path) for one in left for path in one.removed}
    return NoStrayFiles(tuple(sorted(wanted | by_the_way)), tuple(sorted(removed)))


def _source(path: str, made: Contents, given: Mapping[str, bytes | Path]) -> tuple[str, Contents] | None:
    """Return the given file that was changed or copied, and what it held; None if there is none."""
    if (original := given_contents(given, path)) is not None:
        return path, original
    for name in given if PurePosixPath(path).suffix in _COPIED else ():
        if PurePosixPath(name).suffix == PurePosixPath(path).suffix:
            original = given_contents(given, name) or {}
            items = sum(map(len, original.values()))
            if items and 1 - len(compare_contents(original, made).changed) / items >= _ALIKE:
                return name, original
    return None


def _whole_check(path: str, source: str | None, original: Contents, versions: Sequence[Contents]) -> Check:
    """Return the check that a file differs from the given one only where a reference changed it."""
    all_differences = [compare_contents(original, made) for made in versions]
    changed = sorted({escape(address) for one in all_differences for address in one.changed})
    return UnchangedExcept(path, source, tuple(changed), _most_added(path, all_differences))


def _most_added(path: str, all_differences: Sequence[Differences]) -> dict[str, int | None]:
    """Return how many items were added to each table or list, at most; to sheets, any number.

    Whoever adds a total to a sheet may add a word beside it.
    """
    most: Counter[str] = Counter()
    for one in all_differences:
        counts: Counter[str] = Counter()
        for address, count in one.added.items():
            counts[_around(path, address)] += count
        most |= counts
    unlimited = path.endswith(".xlsx")
    return {pattern: None if unlimited and pattern != "sheets" else most[pattern] for pattern in sorted(most)}


def _around(path: str, address: str) -> str:
    """Return the glob of the addresses around a new one: the rows of its table, the cells of its sheet."""
    for kind, mark in ((".xlsx", "!"), (".db", "/")):
        if path.endswith(kind) and mark in address:
            return f"{escape(address.partition(mark)[0])}{mark}*"
    return escape(address)


def _bytes(asset: bytes | Path) -> bytes:
    return asset if isinstance(asset, bytes) else asset.read_bytes()
