"""`m3bench gateway`: serve several servers as one to an external agent, and record its trajectory."""

from __future__ import annotations

import hashlib
import mimetypes
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from m3bench.agents import OBJECT
from m3bench.cli import options
from m3bench.cli.console import say
from m3bench.cli.running import gateway_options
from m3bench.cli.running.gateway_file import DEFAULT_NAME, asked_user, assets_of, assignment_of, task_file
from m3bench.cli.running.gateway_task import Service, serve_task
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.cli.selection import chosen_servers
from m3bench.core import NO_USER, USER_BY_RULES, Trajectory, UsageError
from m3bench.core.redaction import redactor
from m3bench.formats import check_writable, write, write_atomically
from m3bench.hosting import SandboxMode, read_features
from m3bench.runs import RunSettings, run_settings

if TYPE_CHECKING:
    from m3bench.hosting import ServerSpec


def gateway(
    *,
    servers: gateway_options.Servers = None,
    config: options.Config = None,
    http: gateway_options.Http = None,
    token_file: gateway_options.TokenFile = None,
    allow_host: gateway_options.AllowHost = None,
    record: gateway_options.Record = None,
    suite: gateway_options.Suite = None,
    task: gateway_options.TaskName = None,
    task_id: gateway_options.TaskId = None,
    out: gateway_options.Out = None,
    data: gateway_options.Data = None,
    request: gateway_options.Request = None,
    fuzzy: gateway_options.Fuzzy = False,
    user: gateway_options.User = USER_BY_RULES,
    quiet_period: gateway_options.QuietPeriod = 0.05,
    features: gateway_options.Features = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Serve several MCP servers as one to any agent, hand out a task and record the trajectory.

    Calls that the agent sends before it gets a result form one step of the trajectory. With --suite, the
    servers are those of the task, and the attempt becomes a run with checks and scores.
    """
    recorder = None if record is None else _Recorder(record)
    if suite is not None:
        _refuse_with_suite(servers, request, features)
        settings = _settings(suite, config, data, fuzzy=fuzzy, user=user, sandbox=sandbox)
        service = _service(http, token_file, allow_host, quiet_period, recorder)
        serve_task(settings, _task_id(task, task_id), service, out)
        return
    if out is not None or data is not None:
        raise UsageError("--out and --data are for a task of a suite.", "Name it with --suite and --task.")
    specs = _specs(servers or [], config or [])
    if features is not None:
        allowed = read_features(features)
        specs = [msgspec.structs.replace(spec, features=allowed) for spec in specs]
    path = task_file(task)
    assignment = assignment_of(path, task_id, request, fuzzy=fuzzy)
    _require_user(user)
    asked = asked_user(path, task_id, user)

    import anyio  # noqa: PLC0415 - with the SDK behind it, this takes a second

    from m3bench.hosting.gateway import serve_gateway  # noqa: PLC0415

    service = _service(http, token_file, allow_host, quiet_period, recorder)
    serve = partial(
        serve_gateway, specs, record=service.record or (lambda _: None), say=say,
        keep=recorder.keep if recorder else None, assignment=assignment,
        name=task_id or DEFAULT_NAME, http=service.http, token=service.token,
        hosts=service.hosts, quiet_seconds=service.quiet_seconds, sandbox=use_sandbox(sandbox),
        hidden=[file for file in (record, path) if file], assets=assets_of(assignment), user=asked,
    )  # fmt: skip
    anyio.run(serve)


def _service(
    http: str | None,
    token_file: Path | None,
    hosts: Sequence[str] | None,
    quiet_period: float,
    recorder: _Recorder | None,
) -> Service:
    from m3bench.hosting.gateway import TOKEN_VARIABLE, chosen_token, read_address  # noqa: PLC0415

    service = Service(
        hosts=hosts or (), quiet_seconds=quiet_period, record=recorder.record if recorder else None
    )
    if http is None:
        return service
    address, announce = read_address(http), "clients must send the header   Authorization: Bearer {}".format
    token = chosen_token(token_file, TOKEN_VARIABLE, announce, "A gateway over HTTP")
    return msgspec.structs.replace(service, http=address, token=token)


def _settings(
    suite: str,
    config: Sequence[Path] | None,
    data: Path | None,
    *,
    fuzzy: bool,
    user: str,
    sandbox: SandboxMode,
) -> RunSettings:
    """Return the settings of a run of one task."""
    _require_user(user)
    further = {} if data is None else {"data": str(data.absolute())}
    return run_settings(
        suite, f"{OBJECT}:{DEFAULT_NAME}", configs=tuple(str(path.absolute()) for path in config or ()),
        fuzzy=fuzzy, user=user, sandbox=sandbox, mode="oracle", **further,
    )  # fmt: skip


def _refuse_with_suite(*others: object) -> None:
    if any(others):
        hint = "Leave server names, --request and --features out."
        raise UsageError("With --suite, the servers and the request are those of the task.", hint)


def _task_id(task: str | None, task_id: str | None) -> str | None:
    if task is not None and task_id is not None:
        raise UsageError("With --suite, --task and --id are the same.", "Give one of them.")
    return task or task_id


class _Recorder:
    """Writes the trajectory, and results that were too long for the agent to a folder next to it."""

    def __init__(self, path: Path) -> None:
        check_writable(path)
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
        hint = "Name bundled servers or servers of the catalog, or give a client configuration with --config."
        raise UsageError("No servers were given.", hint)
    specs = chosen_servers(names, configs)
    repeated = [name for name, count in Counter(spec.name for spec in specs).items() if count > 1]
    if repeated:
        hint = "Tools are named server/tool: rename a server."
        raise UsageError(f"More than one server is named {repeated[0]!r}.", hint)
    return specs


def _require_user(user: str) -> None:
    if user not in (USER_BY_RULES, NO_USER):
        hint = f"Choose {USER_BY_RULES} or {NO_USER}."
        raise UsageError(f"The gateway cannot play the user as {user!r}.", hint)
