"""Repair a damaged run: keep intact records, report lost ones."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec

from m3bench.core import FormatError, UsageError
from m3bench.formats import write_atomically
from m3bench.runs.store import seal
from m3bench.runs.store.chain import FOREIGN, NO_RUN, START, TAIL, link_of, link_record
from m3bench.runs.store.damage import Damage
from m3bench.runs.store.folder import JUDGEMENTS, RunFolder
from m3bench.runs.store.integrity import RunCheck, concerns_whole_run
from m3bench.runs.store.journal import scan
from m3bench.runs.store.judgements import JUDGE_DECODER
from m3bench.runs.store.records import FinishedAttempt, Key
from m3bench.runs.store.whole_run import check_run


class RepairResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a repair."""

    lost: tuple[Damage, ...] = ()
    """All damage."""
    attempts: tuple[Key, ...] = ()
    """Attempts without an intact record. A resumed run repeats them."""
    kept: int = 0
    """The number of intact journal records."""
    backups: tuple[Path, ...] = ()
    """Copies of the original files."""


def repair_run(path: Path, *, accept: bool = False) -> RepairResult:
    """Rewrite journal and judgements without damaged records, and keep copies of the old files.

    Args:
        path: The run folder.
        accept: Accept a changed manifest or task file as it is.

    Raises:
        UsageError: The manifest or the tasks were changed, or the journal belongs to another run.
    """
    folder = RunFolder.open(path)
    with folder.lock():
        damages = check_run(folder).damages
        if not damages:
            return RepairResult()
        _require_repairable(folder, damages, accept=accept)
        return _repair(folder, damages)


def _require_repairable(folder: RunFolder, damages: Collection[Damage], *, accept: bool) -> None:
    changed = [damage for damage in damages if concerns_whole_run(damage)]
    if changed and not accept:
        raise UsageError(
            f"{folder.path}/{changed[0]}",
            "Restore the original. Or accept the file as it is, which later checks cannot detect: "
            "m3bench runs verify --repair --accept",
        )
    if any(damage.problem == FOREIGN for damage in damages) and not any(_intact(folder)):
        raise UsageError(
            f"{folder.journal} belongs to another run.",
            "Restore the journal of this run, or move it away and start over with --resume.",
        )


def _intact(folder: RunFolder) -> Iterator[bool]:
    known = {task.id for task in folder.tasks()}
    return (line.record is not None for line in RunCheck(folder).lines(known))


def _repair(folder: RunFolder, damages: tuple[Damage, ...]) -> RepairResult:
    manifest = folder.manifest
    bad_blobs = [damage for damage in damages if damage.file.startswith("blobs")]
    without = {damage.key for damage in bad_blobs if damage.key is not None}
    known = {task.id for task in folder.tasks()}
    lines = list(RunCheck(folder).lines(known))
    kept = [
        line
        for line in lines
        if line.record is not None
        and not (isinstance(line.record, FinishedAttempt) and line.record.key in without)
    ]
    left = {line.record.key for line in kept if isinstance(line.record, FinishedAttempt)}
    gone = {damage.key for damage in damages if damage.key is not None and damage.key.task_id in known}
    backups = [_backup(folder.journal)] if folder.journal.exists() else []
    write_atomically(folder.journal, _relink((line.raw for line in kept), manifest.id or NO_RUN))
    backups += _repair_judgements(folder, manifest.id or NO_RUN)
    paths = sorted({folder.path / damage.file for damage in bad_blobs})
    blobs = [path for path in paths if path.is_file() and not path.is_symlink()]
    backups += [path.rename(_free_name(path)) for path in blobs]
    (folder.path / seal.FILE).unlink(missing_ok=True)
    if any(map(concerns_whole_run, damages)):
        digest = folder.tasks_digest() if manifest.protected else None
        folder.write_manifest(msgspec.structs.replace(manifest, tasks_sha256=digest))
    return RepairResult(
        lost=damages, attempts=tuple(sorted(gone - left)), kept=len(kept), backups=tuple(backups)
    )


def _repair_judgements(folder: RunFolder, run: str) -> list[Path]:
    path = folder.path / JUDGEMENTS
    lines = list(scan(path, JUDGE_DECODER, folder.manifest.chain()))
    if all(line.damage is None for line in lines):
        return []
    backup = _backup(path)
    write_atomically(path, _relink((line.raw for line in lines if line.record is not None), run))
    return [backup]


def _relink(lines: Iterator[bytes], run: str) -> Iterator[bytes]:
    """Yield the same records with new checksums."""
    previous = START
    for raw in lines:
        body = raw.rstrip(b"\n") if link_of(raw) is None else raw[:-TAIL] + b"}"
        line, previous = link_record(body, run, previous)
        yield line


def _backup(path: Path) -> Path:
    target = _free_name(path)
    try:
        shutil.copyfile(path, target)
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror}", file=str(target)) from None
    return target


def _free_name(path: Path) -> Path:
    number = 1
    while (target := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return target
