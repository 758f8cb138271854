"""Run folders for attacks: a real run, copies of it, and manipulations."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import anyio
import msgspec

from m3bench.core import Media, Result, Step
from m3bench.runs import FinishedAttempt, RunFolder, read_journal, run_settings, start_run
from m3bench.runs.store.records import Record

SECRET = "root:x:0:0 the victim's secret"


def make_smoke_run(path: Path) -> Path:
    """Make a run with six attempts, a blob and a kept workspace."""
    anyio.run(start_run, run_settings(suite="smoke", agent="noisy:0.3"), path)
    return path


def copy_run(run: Path, target: Path) -> RunFolder:
    shutil.copytree(run, target, symlinks=True)
    return RunFolder.open(target)


def rewrite_attempts(folder: RunFolder, change: Callable[[FinishedAttempt], Record]) -> None:
    """Change all attempts and update the checksums, as the author of a folder can."""
    records = [
        change(record) if isinstance(record, FinishedAttempt) else record
        for record in read_journal(folder.journal)
    ]
    folder.journal.unlink()
    (folder.path / "seal.json").unlink(missing_ok=True)
    with folder.open_journal() as journal:
        for record in records:
            journal.append(record)


def with_digest(record: Record, digest: str) -> Record:
    """Return the record with another digest for every blob."""
    if not isinstance(record, FinishedAttempt):
        return record
    steps = []
    for step in record.trajectory.steps:
        calls = []
        for call in step.calls:
            if call.result is None:
                calls.append(call)
                continue
            parts = tuple(
                msgspec.structs.replace(part, digest=digest) if isinstance(part, Media) else part
                for part in call.result.content
            )
            calls.append(msgspec.structs.replace(call, result=Result(parts)))
        steps.append(Step(tuple(calls), step.plan))
    return msgspec.structs.replace(
        record, trajectory=msgspec.structs.replace(record.trajectory, steps=tuple(steps))
    )


def blob_of(folder: RunFolder) -> Path:
    """Return the only blob of the run."""
    (found,) = (path for path in (folder.path / "blobs").rglob("*") if path.is_file())
    return found


def lines_of(folder: RunFolder) -> list[bytes]:
    return folder.journal.read_bytes().splitlines(keepends=True)


def write_lines(folder: RunFolder, lines: Iterator[bytes] | list[bytes]) -> None:
    folder.journal.write_bytes(b"".join(lines))
