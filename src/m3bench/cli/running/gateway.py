"""`m3bench gateway`: servers as one MCP server, for an agent from outside, with its trajectory on record."""

from __future__ import annotations

import hashlib
import mimetypes
import os
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from m3bench.cli.console import say
from m3bench.cli.running import gateway_options as given
from m3bench.cli.sandboxing import Sandbox, sandbox_in_force
from m3bench.cli.selection import configured, select
from m3bench.core import Media, PathRefused, Task, Trajectory, UsageError, confined_path, path_problem
from m3bench.core.redaction import redactor
from m3bench.core.text import did_you_mean
from m3bench.formats import check_writable, read_tasks, write, write_atomically
from m3bench.hosting import SandboxMode

if TYPE_CHECKING:
    from m3bench.hosting import ServerSpec
    from m3bench.hosting.gateway import Assignment

_NAME = "gateway"
_ADDRESSES = ("http://", "https://")
_FILE_URI = "m3bench://task/"


def gateway(
    *,
    servers: given.Servers = None,
    config: given.Config = None,
    http: given.Http = None,
    token_file: given.TokenFile = None,
    allow_host: given.AllowHost = None,
    record: given.Record = None,
    task: given.TaskFile = None,
    task_id: given.TaskId = None,
    request: given.Request = None,
    fuzzy: given.Fuzzy = False,
    quiet_period: given.QuietPeriod = 0.05,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Serve MCP servers as one, to any agent; hand out a task, take the answer, record the trajectory.

    Calls that are sent before any of their results are given out are one step of the trajectory.
    """
    specs = _specs(servers or [], config or [])
    assignment = _assignment(task, task_id, request, fuzzy=fuzzy)
    if record is not None:
        check_writable(record)

    import anyio  # noqa: PLC0415 - with the SDK behind it, this takes a second

    from m3bench.hosting.gateway import read_address, serve_gateway  # noqa: PLC0415

    address = None if http is None else read_address(http)
    token = "" if address is None else _token(token_file)
    in_sandbox = sandbox_in_force(sandbox)
    keeper = None if record is None else _Keeper(record)

    async def serve() -> None:
        await serve_gateway(
            specs,
            record=keeper.record if keeper else _forget,
            keep=keeper.keep if keeper else None,
            say=say,
            assignment=assignment,
            name=task_id or _NAME,
            http=address,
            token=token,
            hosts=allow_host or (),
            quiet_seconds=quiet_period,
            sandbox=in_sandbox,
            hidden=[path for path in (record, task) if path is not None],
            assets=_assets(assignment),
        )

    anyio.run(serve)


class _Keeper:
    """The file of the trajectory, and beside it a folder with results that were too long for the agent."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._folder = path.with_name(f"{path.name}.files")

    def record(self, trajectory: Trajectory) -> None:
        write(self._path, [trajectory], format="jsonl")

    def keep(self, data: bytes, media_type: str) -> str:
        data = redactor().data(data)
        digest = hashlib.sha256(data).hexdigest()
        suffix = mimetypes.guess_extension(media_type.partition(";")[0].strip()) or ""
        with suppress(OSError):  # told of by the writing
            self._folder.mkdir(exist_ok=True)
        write_atomically(self._folder / f"{digest}{suffix}", [data])
        return f"{digest}{suffix}"


def _specs(names: Sequence[str], configs: Sequence[Path]) -> list[ServerSpec]:
    if not names and not configs:
        raise UsageError(
            "No servers to serve.",
            "Name bundled servers or servers of the catalog, or give a client's file with --config.",
        )
    named = select(names, None).specs if names else []
    specs = [*named, *configured(configs)]
    repeated = [name for name, count in Counter(spec.name for spec in specs).items() if count > 1]
    if repeated:
        raise UsageError(
            f"More than one server is called {repeated[0]!r}.", "Tools are called server/tool: rename one."
        )
    return specs


def _assignment(
    path: Path | None, wanted: str | None, request: str | None, *, fuzzy: bool
) -> Assignment | None:
    if path is not None and request is not None:
        raise UsageError("--task and --request do not go together.", "Give one of them.")
    if fuzzy and path is None:
        raise UsageError("--fuzzy needs a task.", "Give a file of tasks with --task.")
    from m3bench.hosting.gateway import Assignment  # noqa: PLC0415

    if request is not None:
        return Assignment(id=wanted or _NAME, request=request)
    if path is None:
        return None
    task = _chosen(read_tasks(path), wanted, path)
    text = task.fuzzy_request if fuzzy else task.request or task.fuzzy_request
    if not text:
        kind = "fuzzy request" if fuzzy else "request"
        raise UsageError(f"The task {task.id} has no {kind}.", "Choose another one with --id.")
    pictures = [_attachment(image, path.parent, task.id) for image in task.images]
    files = [_attachment(file.name, path.parent, task.id, file.media_type) for file in task.files]
    return Assignment(
        id=task.id,
        request=text,
        attachments=(*pictures, *files),
        family=task.family,
        form=task.form,
        role=task.role,
        rules=task.rules,
    )


def _assets(assignment: Assignment | None) -> dict[str, bytes]:
    """The files that are handed out, for the workspace; pictures at an address stay there."""
    parts = assignment.attachments if assignment is not None else ()
    held = [part for part in parts if isinstance(part, Media) and part.data is not None]
    named = {unquote((part.uri or "").removeprefix(_FILE_URI)): part.data or b"" for part in held}
    return {name: data for name, data in named.items() if path_problem(name) is None}


def _chosen(tasks: Sequence[Task], wanted: str | None, path: Path) -> Task:
    if wanted is None and len(tasks) == 1:
        return tasks[0]
    if wanted is None:
        raise UsageError(f"{path} holds {len(tasks)} tasks.", "Say which one to hand out: --id ID.")
    for task in tasks:
        if task.id == wanted:
            return task
    first = f"The first one is {tasks[0].id}." if tasks else ""
    hint = did_you_mean(wanted, (task.id for task in tasks), first)
    raise UsageError(f"There is no task {wanted!r} in {path}.", hint or None)


def _attachment(image: str, folder: Path, task_id: str, media_type: str | None = None) -> Media:
    media_type = media_type or mimetypes.guess_type(image)[0] or "application/octet-stream"
    if image.startswith(_ADDRESSES):
        return Media(media_type=media_type, uri=image)
    try:
        place = confined_path(os.path.realpath(folder), image, os.path.realpath, called="its folder")
        data = Path(place).read_bytes()
    except PathRefused as refused:
        raise UsageError(
            f"A file of the task {task_id} is not handed out: {image!r} {refused}.",
            "Put the file itself below the folder that the file of tasks is in.",
        ) from None
    except OSError as error:
        raise UsageError(
            f"A file of the task {task_id} cannot be read: {folder / image}: {error.strerror}.",
            "Files of a task are looked for from the folder that the file of tasks is in.",
        ) from None
    return Media(media_type=media_type, data=data, uri=f"{_FILE_URI}{quote(image)}")


def _token(path: Path | None) -> str:
    """From the file or the environment; else a new one, shown on the user's terminal and nowhere else."""
    from m3bench.hosting.gateway import TOKEN_VARIABLE, checked_token, new_token, token_from_file  # noqa: PLC0415

    if path is not None:
        return token_from_file(path)
    if given := os.environ.get(TOKEN_VARIABLE):
        return checked_token(given, TOKEN_VARIABLE)
    if not sys.stderr.isatty():
        raise UsageError(
            "A gateway over HTTP needs a token, and there is no terminal to show a new one on.",
            f"Give --token-file FILE (it is made), or set {TOKEN_VARIABLE}.",
        )
    token = new_token()
    # Not by `say`, which would mask it.
    sys.stderr.write(f"clients must send the header   Authorization: Bearer {token}\n")
    return token


def _forget(_: Trajectory) -> None:
    return
