"""A task of a file for `m3bench gateway`: what the client gets."""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from m3bench.core import NO_USER, Media, PathRefused, UsageError, confined_path, path_problem
from m3bench.formats import read_tasks
from m3bench.runs.task_choice import find_task

if TYPE_CHECKING:
    from m3bench.hosting.gateway import Assignment, GatewayUser

DEFAULT_NAME = "gateway"
_ADDRESSES = ("http://", "https://")
_FILE_URI = "m3bench://task/"


def asked_user(path: Path | None, wanted: str | None, user: str) -> GatewayUser | None:
    """Return the user of the task, if it has one and it may be asked."""
    if path is None or user == NO_USER:
        return None
    task = find_task(read_tasks(path), wanted, str(path), "--id ID")
    if task.user is None:
        return None
    from m3bench.agents.user import FormUser, RuleUser, UserHost  # noqa: PLC0415 - not needed without a user
    from m3bench.hosting.gateway import GatewayUser  # noqa: PLC0415

    host = UserHost(RuleUser(task.user, task.id, request=task.request or ""), task.turns)
    return GatewayUser(host, FormUser(task.user).elicit)


def assignment_of(
    path: Path | None, wanted: str | None, request: str | None, *, fuzzy: bool
) -> Assignment | None:
    if path is not None and request is not None:
        raise UsageError("--task and --request cannot be combined.", "Give one of them.")
    if fuzzy and path is None:
        raise UsageError("--fuzzy needs a task.", "Give a file of tasks with --task.")
    from m3bench.hosting.gateway import Assignment  # noqa: PLC0415

    if request is not None:
        return Assignment(id=wanted or DEFAULT_NAME, request=request)
    if path is None:
        return None
    task = find_task(read_tasks(path), wanted, str(path), "--id ID")
    text = task.fuzzy_request if fuzzy else task.request or task.fuzzy_request
    if not text:
        kind = "fuzzy request" if fuzzy else "request"
        raise UsageError(f"Task {task.id} has no {kind}.", "Choose another one with --id.")
    pictures = [_attachment(image, path.parent, task.id) for image in task.images]
    files = [_attachment(file.name, path.parent, task.id, file.media_type) for file in task.files]
    return Assignment(
        id=task.id, request=text, attachments=(*pictures, *files),
        family=task.family, form=task.form, role=task.role, rules=task.rules,
    )  # fmt: skip


def assets_of(assignment: Assignment | None) -> dict[str, bytes]:
    """Return the attached files for the workspace. Pictures with a URL are not downloaded."""
    parts = assignment.attachments if assignment is not None else ()
    media = [part for part in parts if isinstance(part, Media) and part.data is not None]
    files = {unquote((part.uri or "").removeprefix(_FILE_URI)): part.data or b"" for part in media}
    return {name: data for name, data in files.items() if path_problem(name) is None}


def _attachment(image: str, folder: Path, task_id: str, media_type: str | None = None) -> Media:
    media_type = media_type or mimetypes.guess_type(image)[0] or "application/octet-stream"
    if image.startswith(_ADDRESSES):
        return Media(media_type=media_type, uri=image)
    try:
        path = confined_path(os.path.realpath(folder), image, os.path.realpath, called="its folder")
        data = Path(path).read_bytes()
    except PathRefused as refused:
        hint = "Put the file below the folder of the task file."
        raise UsageError(f"A file of task {task_id} is refused: {image!r} {refused}.", hint) from None
    except OSError as error:
        raise UsageError(
            f"A file of task {task_id} cannot be read: {folder / image}: {error.strerror}.",
            "Paths are relative to the folder of the task file.",
        ) from None
    return Media(media_type=media_type, data=data, uri=f"{_FILE_URI}{quote(image)}")


def task_file(task: str | None) -> Path | None:
    """Return the file of tasks. Raise `UsageError` if it is the id of a task."""
    if task is not None and not Path(task).exists():
        hint = "If it is the id of a task, name its suite too: --suite m3 --task ID."
        raise UsageError(f"There is no file {task!r}.", hint)
    return None if task is None else Path(task)
