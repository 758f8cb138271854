"""Write the merged run: records with new epochs, and the blobs and workspaces that belong to them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from m3bench.core import UsageError, records_folder
from m3bench.formats.io import path_inside
from m3bench.records import move_records_out
from m3bench.runs.merging.plan import Source, plan_merge
from m3bench.runs.store import (
    ANNOTATIONS,
    FinishedAttempt,
    Key,
    LimitsChange,
    ParkedAttempt,
    Record,
    RetryRequest,
    RunFolder,
    judgements_file,
    read_journal,
    read_judge_records,
    require_intact,
)

_PARTIAL = ".partial"


class Merged(msgspec.Struct, frozen=True):
    """A merged run."""

    path: Path
    tasks: int
    epochs: int
    left: tuple[str, ...] = ()
    """What did not come along, and why."""


def merge_runs(paths: Sequence[Path], out: Path) -> Merged:
    """Merge runs into a new folder. The runs themselves are not changed.

    Runs of other tasks become one run of all tasks; runs of the same tasks become one with more epochs.

    Args:
        paths: Run folders, at least two.
        out: The folder of the merged run. It must be missing or empty.

    Raises:
        UsageError: The runs cannot be merged, or the folder is not empty.
        FormatError: A run was changed or damaged.
    """
    if len(paths) < 2:
        raise UsageError("There is nothing to merge.", "Name two runs or more.")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out} is not empty.", "Choose another folder with --out.")
    sources, manifest, tasks = plan_merge([RunFolder.open(path) for path in paths])
    partial = out.absolute().with_name(f"{out.absolute().name}{_PARTIAL}")
    try:
        folder = RunFolder.create(partial, manifest, tasks)
        left = _fill(folder, sources)
        folder.write_seal()
        require_intact(folder)
        if out.exists():
            out.rmdir()
        partial.rename(out)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}.", "Choose another --out.") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return Merged(out, len(tasks), manifest.recorded.epochs, tuple(left))


def _fill(folder: RunFolder, sources: Sequence[Source]) -> list[str]:
    left = []
    repeats = any(source.offset for source in sources)
    with folder.open_journal() as journal:
        for source in sources:
            for record in _records(source):
                journal.append(record)
    for source in sources:
        _copy_files(source, folder)
        name = source.folder.path.name
        if judgements_file(source.folder).exists():
            if repeats:
                why = "whose attempts have other numbers now: judge the merged run"
                left.append(f"judgements of {name}, {why}")
            else:
                with folder.open_journal(judgements_file(folder)) as judgements:
                    for judgement in read_judge_records(judgements_file(source.folder)):
                        judgements.append(judgement)
        if (source.folder.path / ANNOTATIONS).exists():
            left.append(f"annotations of {name}")
    return left


def _records(source: Source) -> Iterator[Record]:
    """Yield the records of a run as those of the merged one."""
    offset = source.offset
    for record in read_journal(source.folder.journal):
        match record:
            case LimitsChange():  # the merged run starts with the limits after all changes
                continue
            case RetryRequest():
                keys = tuple(Key(key.task_id, key.epoch + offset) for key in record.attempts)
                yield msgspec.structs.replace(record, attempts=keys)
            case FinishedAttempt():
                epoch, workspace = record.epoch + offset, _new_place(record, offset)
                yield msgspec.structs.replace(record, epoch=epoch, workspace=workspace)
            case ParkedAttempt():
                yield msgspec.structs.replace(record, epoch=record.epoch + offset)
            case _:
                yield record


def _new_place(attempt: FinishedAttempt, offset: int) -> str | None:
    """Return the path of a workspace, which ends with the epoch."""
    if attempt.workspace is None or not offset:
        return attempt.workspace
    return f"{attempt.workspace.removesuffix(f'-{attempt.epoch}')}-{attempt.epoch + offset}"


def _copy_files(source: Source, folder: RunFolder) -> None:
    old = source.folder.path
    for name in ("blobs", "tools"):
        if (old / name).is_dir():
            shutil.copytree(old / name, folder.path / name, symlinks=True, dirs_exist_ok=True)
    for attempt in read_journal(source.folder.journal):
        if not isinstance(attempt, FinishedAttempt) or attempt.workspace is None:
            continue
        kept = path_inside(old, attempt.workspace)
        target = path_inside(folder.path, _new_place(attempt, source.offset) or "")
        if kept.is_dir() and not target.exists():
            shutil.copytree(kept, target, symlinks=True)
            if records_folder(kept).is_dir():
                shutil.copytree(records_folder(kept), records_folder(target), symlinks=True)
            if source.manifest.has_records_inside:
                move_records_out(target)
