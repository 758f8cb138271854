"""A damaged run made fit to go on: what is whole is kept, what is lost is said and can be made again."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec

from m3bench.core import FormatError, UsageError
from m3bench.formats import write_atomically
from m3bench.runs.store import seal
from m3bench.runs.store.chain import FOREIGN, NO_RUN, START, TAIL, link_of, linked
from m3bench.runs.store.damage import Damage
from m3bench.runs.store.folder import JUDGEMENTS, RunFolder
from m3bench.runs.store.integrity import RunCheck, check_run, concerns_whole_run
from m3bench.runs.store.journal import Line, scan
from m3bench.runs.store.judgements import JUDGE_DECODER
from m3bench.runs.store.records import Attempted, Key, Record


class Repaired(msgspec.Struct, frozen=True, kw_only=True):
    """What was done to a run folder."""

    lost: tuple[Damage, ...] = ()
    """Everything that was damaged."""
    attempts: tuple[Key, ...] = ()
    """Attempts of which no record is left: the run makes them again."""
    kept: int = 0
    """Records of the journal."""
    backups: tuple[Path, ...] = ()
    """What the files were before."""


def repair_run(path: Path, *, accept: bool = False) -> Repaired:
    """Write journal and judgements anew without what is damaged, beside copies of the old files.

    Manifest and tasks that were changed cannot be told from what they were: they are refused, or with
    `accept` taken as they are.
    """
    folder = RunFolder.open(path)
    with folder.locked():
        damages = check_run(folder).damages
        if not damages:
            return Repaired()
        _require_repairable(folder, damages, accept=accept)
        return _repaired(folder, damages)


def _require_repairable(folder: RunFolder, damages: Collection[Damage], *, accept: bool) -> None:
    changed = [damage for damage in damages if concerns_whole_run(damage)]
    if changed and not accept:
        raise UsageError(
            f"{folder.path}/{changed[0]}",
            "Put the original back. Or take the file as it is, which no later check can tell from the "
            "original: m3bench runs repair --accept",
        )
    if any(damage.problem == FOREIGN for damage in damages) and not any(_whole(folder)):
        raise UsageError(
            f"{folder.journal} belongs to another run than {folder.path}.",
            "Put the journal of this run in its place, or move it away to begin anew with --resume.",
        )


def _whole(folder: RunFolder) -> Iterator[bool]:
    known = {task.id for task in folder.tasks()}
    return (line.record is not None for line in RunCheck(folder).lines(known))


def _repaired(folder: RunFolder, damages: tuple[Damage, ...]) -> Repaired:
    manifest = folder.manifest
    bad_blobs = [damage for damage in damages if damage.file.startswith("blobs")]
    without = {damage.key for damage in bad_blobs if damage.key is not None}
    check = RunCheck(folder)
    known = {task.id for task in folder.tasks()}
    lines = list(check.lines(known))
    kept = [line for line in lines if line.record is not None and not _is_of(line, without)]
    left = {line.record.key for line in kept if isinstance(line.record, Attempted)}
    gone = {damage.key for damage in damages if damage.key is not None and damage.key.task_id in known}
    backups = [_backup(folder.journal)] if folder.journal.exists() else []
    write_atomically(folder.journal, _relinked((line.raw for line in kept), manifest.id or NO_RUN))
    backups += _repaired_judgements(folder, manifest.id or NO_RUN)
    named = {folder.path / damage.file for damage in bad_blobs}
    backups += [_moved(path) for path in sorted(named) if path.is_file() and not path.is_symlink()]
    (folder.path / seal.FILE).unlink(missing_ok=True)
    if any(map(concerns_whole_run, damages)):
        digest = folder.tasks_digest() if manifest.protected else None
        folder.write_manifest(msgspec.structs.replace(manifest, tasks_sha256=digest))
    return Repaired(lost=damages, attempts=tuple(sorted(gone - left)), kept=len(kept), backups=tuple(backups))


def _is_of(line: Line[Record], keys: Collection[Key]) -> bool:
    return isinstance(line.record, Attempted) and line.record.key in keys


def _repaired_judgements(folder: RunFolder, run: str) -> list[Path]:
    path = folder.path / JUDGEMENTS
    lines = list(scan(path, JUDGE_DECODER, folder.chain()))
    if all(line.damage is None for line in lines):
        return []
    backup = _backup(path)
    write_atomically(path, _relinked((line.raw for line in lines if line.record is not None), run))
    return [backup]


def _relinked(lines: Iterator[bytes], run: str) -> Iterator[bytes]:
    """The same records, tied to each other anew."""
    previous = START
    for raw in lines:
        body = raw.rstrip(b"\n") if link_of(raw) is None else raw[:-TAIL] + b"}"
        line, previous = linked(body, run, previous)
        yield line


def _backup(path: Path) -> Path:
    target = _free_name(path)
    try:
        shutil.copyfile(path, target)
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror}", file=str(target)) from None
    return target


def _moved(path: Path) -> Path:
    target = _free_name(path)
    path.rename(target)
    return target


def _free_name(path: Path) -> Path:
    number = 1
    while (target := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return target
