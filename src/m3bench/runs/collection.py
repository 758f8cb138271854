"""Export of a run: every attempt with its pictures, scores and checks."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from m3bench.core import FormatError, M3BenchError, Media, Task, Trajectory
from m3bench.formats import AttemptRecord, Check, Collection
from m3bench.runs.store import (
    BlobError,
    Blobs,
    Conversation,
    FinishedAttempt,
    MalformedDigest,
    RunFolder,
    counted_attempts,
    read_conversation,
    with_media,
)
from m3bench.suites import Suite, ablate_suite, find_suite


def run_collection(
    path: Path, scores: Mapping[str, dict[str, float]], *, conversations: bool = False
) -> Collection:
    """Return the final, undamaged attempts of a run, including server and harness failures.

    Args:
        path: The run folder.
        scores: Scores by attempt id, as `read_run` names attempts.
        conversations: Include what the model was told and replied, where there are transcripts.
    """
    folder = RunFolder.open(path)
    manifest = folder.manifest
    tasks = {task.id: task for task in folder.tasks()}
    suite = _suite(folder)
    # Pictures come from the suite's tasks: a task in the folder may have been edited to name other files.
    own = {task.id: task for task in suite.tasks} if suite else {}

    def pictures(task_id: str) -> tuple[Media, ...]:
        return tuple(task_pictures(own[task_id], suite)) if suite and task_id in own else ()

    several = manifest.settings.epochs > 1
    attempts, _ = counted_attempts(folder)
    return Collection(
        name=manifest.settings.suite.name if suite is None else suite.name,
        created=manifest.created,
        attempt_records=tuple(
            _record(
                attempt,
                tasks[attempt.task_id],
                pictures(attempt.task_id),
                folder.blobs,
                scores,
                several=several,
                conversations=conversations,
            )
            for attempt in attempts.by_task()
        ),
        settings={key: str(value) for key, value in msgspec.to_builtins(manifest.recorded).items()},
        versions=manifest.versions,
    )


def run_trajectories(path: Path) -> Iterator[Trajectory]:
    """Yield the trajectories of `run_collection` with the pictures of their results, one at a time."""
    folder = RunFolder.open(path)
    several = folder.manifest.settings.epochs > 1
    attempts, _ = counted_attempts(folder)
    for attempt in attempts.by_task():
        yield _trajectory(attempt, folder.blobs, several=several)


def _suite(folder: RunFolder) -> Suite | None:
    """Return the suite of the run; None if its file is gone. Pictures are left out then."""
    try:
        settings = folder.manifest.located_settings
        suite = find_suite(settings.suite, settings.world)
        return ablate_suite(suite, settings.suite.pictures, settings.seed)
    except M3BenchError:
        return None


def _record(
    attempt: FinishedAttempt,
    task: Task,
    pictures: tuple[Media, ...],
    blobs: Blobs,
    scores: Mapping[str, dict[str, float]],
    *,
    several: bool,
    conversations: bool,
) -> AttemptRecord:
    known = read_conversation(blobs, attempt.transcript, attempt.reply_seconds) if conversations else None
    conversation = known or Conversation()
    trajectory = _trajectory(attempt, blobs, several=several)
    verdicts = attempt.verdicts.verdicts if attempt.verdicts else ()
    return AttemptRecord(
        trajectory=trajectory,
        task_id=attempt.task_id,
        epoch=attempt.epoch,
        task=task,
        pictures=pictures,
        scores=scores.get(trajectory.task_id, {}),
        checks=tuple(
            Check(verdict.check, None if verdict.undecided else verdict.passed, verdict.reason)
            for verdict in verdicts
        ),
        seconds=attempt.seconds,
        tools=conversation.tools,
        messages=conversation.messages,
        replies=conversation.replies,
    )


def _trajectory(attempt: FinishedAttempt, blobs: Blobs, *, several: bool) -> Trajectory:
    """Return the trajectory of an attempt under its name, with the pictures of its results."""
    name = f"{attempt.task_id}#{attempt.epoch}" if several else attempt.task_id
    try:
        whole = with_media(attempt.trajectory, partial(_loaded, blobs=blobs))
    except MalformedDigest as error:
        raise FormatError(error.problem, file=error.file, record=name) from None
    return msgspec.structs.replace(whole, task_id=name)


def task_pictures(task: Task, suite: Suite) -> Sequence[Media]:
    """Return the pictures of a task's request."""
    files = suite.assets(task) if task.images else {}
    return [
        Media(
            media_type=mimetypes.guess_type(name)[0] or "application/octet-stream", data=_bytes(files[name])
        )
        for name in task.images
        if name in files
    ]


def _bytes(file: bytes | Path) -> bytes:
    try:
        return file if isinstance(file, bytes) else file.read_bytes()
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", file=str(file)) from None


def _loaded(part: Media, blobs: Blobs) -> Media:
    """Return a picture with its bytes. Without its blob, it stays a digest."""
    if part.data is not None or part.digest is None:
        return part
    try:
        return msgspec.structs.replace(part, data=blobs.get(part.digest))
    except MalformedDigest:
        raise
    except BlobError:
        return part
