"""`m3bench gateway`: serve several servers as one to an external agent, and record its trajectory."""

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

from m3bench.cli import options
from m3bench.cli.console import say
from m3bench.cli.running import gateway_options
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.cli.selection import configured_servers, select
from m3bench.core import (
    NO_USER,
    USER_BY_RULES,
    Media,
    PathRefused,
    Task,
    Trajectory,
    UsageError,
    confined_path,
    path_problem,
)
from m3bench.core.redaction import redactor
from m3bench.core.text import did_you_mean
from m3bench.formats import check_writable, read_tasks, write, write_atomically
from m3bench.hosting import SandboxMode

if TYPE_CHECKING:
    from m3bench.hosting import ServerSpec, ToolHost
    from m3bench.hosting.gateway import Assignment

_NAME = "gateway"
_ADDRESSES = ("http://", "https://")
_FILE_URI = "m3bench://task/"


def gateway(
    *,
    servers: gateway_options.Servers = None,
    config: options.Config = None,
    http: gateway_options.Http = None,
    token_file: gateway_options.TokenFile = None,
    allow_host: gateway_options.AllowHost = None,
    record: gateway_options.Record = None,
    task: gateway_options.TaskFile = None,
    task_id: gateway_options.TaskId = None,
    request: gateway_options.Request = None,
    fuzzy: gateway_options.Fuzzy = False,
    user: gateway_options.User = USER_BY_RULES,
    quiet_period: gateway_options.QuietPeriod = 0.05,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Serve several MCP servers as one to any agent, hand out a task and record the trajectory.

    Calls that the agent sends before it gets a result form one step of the trajectory.
    """
    specs = _specs(servers or [], config or [])
    assignment = _assignment(task, task_id, request, fuzzy=fuzzy)
    users = _user_hosts(task, task_id, user)
    if record is not None:
        check_writable(record)

    import anyio  # noqa: PLC0415 - with the SDK behind it, this takes a second

    from m3bench.hosting.gateway import read_address, serve_gateway  # noqa: PLC0415

    address = None if http is None else read_address(http)
    token = "" if address is None else _token(token_file)
    in_sandbox = use_sandbox(sandbox)
    recorder = None if record is None else _Recorder(record)

    async def serve() -> None:
        await serve_gateway(
            specs,
            record=recorder.record if recorder else _discard,
            keep=recorder.keep if recorder else None,
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
            further=users,
        )

    anyio.run(serve)


class _Recorder:
    """Writes the trajectory, and results that were too long for the agent to a folder next to it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._folder = path.with_name(f"{path.name}.files")

    def record(self, trajectory: Trajectory) -> None:
        write(self._path, [trajectory], format="jsonl")

    def keep(self, data: bytes, media_type: str) -> str:
        data = redactor().data(data)
        digest = hashlib.sha256(data).hexdigest()
        suffix = mimetypes.guess_extension(media_type.partition(";")[0].strip()) or ""
        with suppress(OSError):  # reported by the write below
            self._folder.mkdir(exist_ok=True)
        write_atomically(self._folder / f"{digest}{suffix}", [data])
        return f"{digest}{suffix}"


def _specs(names: Sequence[str], configs: Sequence[Path]) -> list[ServerSpec]:
    if not names and not configs:
        raise UsageError(
            "No servers were given.",
            "Name bundled servers or servers of the catalog, or give a client configuration with --config.",
        )
    named = select(names, None).specs if names else []
    specs = [*named, *configured_servers(configs)]
    repeated = [name for name, count in Counter(spec.name for spec in specs).items() if count > 1]
    if repeated:
        raise UsageError(
            f"More than one server is named {repeated[0]!r}.", "Tools are named server/tool: rename a server."
        )
    return specs


def _user_hosts(path: Path | None, wanted: str | None, user: str) -> list[ToolHost]:
    """Return the host of the user of the task, if it has one and it may be asked."""
    if user not in (USER_BY_RULES, NO_USER):
        raise UsageError(
            f"The gateway cannot play the user as {user!r}.", f"Choose {USER_BY_RULES} or {NO_USER}."
        )
    task = None if path is None or user == NO_USER else _select_task(read_tasks(path), wanted, path)
    if task is None or task.user is None:
        return []
    from m3bench.agents.user import RuleUser, UserHost  # noqa: PLC0415 - not needed without a user

    return [UserHost(RuleUser(task.user, task.id), task.turns)]


def _assignment(
    path: Path | None, wanted: str | None, request: str | None, *, fuzzy: bool
) -> Assignment | None:
    if path is not None and request is not None:
        raise UsageError("--task and --request cannot be combined.", "Give one of them.")
    if fuzzy and path is None:
        raise UsageError("--fuzzy needs a task.", "Give a file of tasks with --task.")
    from m3bench.hosting.gateway import Assignment  # noqa: PLC0415

    if request is not None:
        return Assignment(id=wanted or _NAME, request=request)
    if path is None:
        return None
    task = _select_task(read_tasks(path), wanted, path)
    text = task.fuzzy_request if fuzzy else task.request or task.fuzzy_request
    if not text:
        kind = "fuzzy request" if fuzzy else "request"
        raise UsageError(f"Task {task.id} has no {kind}.", "Choose another one with --id.")
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
    """Return the attached files for the workspace. Pictures with a URL are not downloaded."""
    parts = assignment.attachments if assignment is not None else ()
    media = [part for part in parts if isinstance(part, Media) and part.data is not None]
    files = {unquote((part.uri or "").removeprefix(_FILE_URI)): part.data or b"" for part in media}
    return {name: data for name, data in files.items() if path_problem(name) is None}


def _select_task(tasks: Sequence[Task], wanted: str | None, path: Path) -> Task:
    if wanted is None and len(tasks) == 1:
        return tasks[0]
    if wanted is None:
        raise UsageError(f"{path} holds {len(tasks)} tasks.", "Choose one with --id ID.")
    for task in tasks:
        if task.id == wanted:
            return task
    first = f"The first one is {tasks[0].id}." if tasks else ""
    hint = did_you_mean(wanted, (task.id for task in tasks), first)
    raise UsageError(f"{path} has no task {wanted!r}.", hint or None)


def _attachment(image: str, folder: Path, task_id: str, media_type: str | None = None) -> Media:
    media_type = media_type or mimetypes.guess_type(image)[0] or "application/octet-stream"
    if image.startswith(_ADDRESSES):
        return Media(media_type=media_type, uri=image)
    try:
        place = confined_path(os.path.realpath(folder), image, os.path.realpath, called="its folder")
        data = Path(place).read_bytes()
    except PathRefused as refused:
        raise UsageError(
            f"A file of task {task_id} is refused: {image!r} {refused}.",
            "Put the file below the folder of the task file.",
        ) from None
    except OSError as error:
        raise UsageError(
            f"A file of task {task_id} cannot be read: {folder / image}: {error.strerror}.",
            "Paths are relative to the folder of the task file.",
        ) from None
    return Media(media_type=media_type, data=data, uri=f"{_FILE_URI}{quote(image)}")


def _token(path: Path | None) -> str:
    """Return the token of the file or the environment, or a new one that is shown on the terminal only."""
    from m3bench.hosting.gateway import TOKEN_VARIABLE, checked_token, new_token, token_from_file  # noqa: PLC0415

    if path is not None:
        return token_from_file(path)
    if value := os.environ.get(TOKEN_VARIABLE):
        return checked_token(value, TOKEN_VARIABLE)
    if not sys.stderr.isatty():
        raise UsageError(
            "A gateway over HTTP needs a token, and there is no terminal to show a new one on.",
            f"Give --token-file FILE (it is created), or set {TOKEN_VARIABLE}.",
        )
    token = new_token()
    # Not with `say`, which would redact it.
    sys.stderr.write(f"clients must send the header   Authorization: Bearer {token}\n")
    return token


def _discard(_: Trajectory) -> None:
    return
