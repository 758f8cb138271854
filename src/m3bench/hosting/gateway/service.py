"""Start servers and serve them as a gateway until the client or a signal ends it."""

from __future__ import annotations

import signal
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import anyio
import anyio.abc

from m3bench.core import UsageError
from m3bench.hosting.exception_groups import unwrap_group
from m3bench.hosting.gateway.gateway import Assignment, Gateway, Recorder
from m3bench.hosting.gateway.http import Address, serve_http
from m3bench.hosting.gateway.quiet import QUIET_SECONDS, QuietDetector, parent_process
from m3bench.hosting.gateway.sdk import make_server
from m3bench.hosting.gateway.stdio import standard_streams
from m3bench.hosting.host import JoinedHost, ToolHost
from m3bench.hosting.interaction import Elicit, ElicitingHost
from m3bench.hosting.pool import Pool
from m3bench.hosting.spec import ServerSpec
from m3bench.hosting.toolbox import Keep, Toolbox
from m3bench.hosting.workspace import fill_workspace

Say = Callable[[str], None]


class GatewayUser(NamedTuple):
    """The simulated user of a task."""

    host: ToolHost
    """Its tool, for the agent."""
    elicit: Elicit
    """Answers servers, unless the client does."""


async def serve_gateway(
    specs: Sequence[ServerSpec],
    *,
    record: Recorder,
    say: Say,
    assignment: Assignment | None = None,
    name: str = "gateway",
    http: Address | None = None,
    token: str = "",
    hosts: Sequence[str] = (),
    keep: Keep | None = None,
    quiet_seconds: float = QUIET_SECONDS,
    sandbox: bool = False,
    hidden: Sequence[Path] = (),
    assets: Mapping[str, Path | bytes] | None = None,
    user: GatewayUser | None = None,
) -> None:
    """Start the servers and serve their tools: over HTTP if an address is given, else over stdio.

    Ends when the client closes stdin, or on SIGTERM or SIGINT. By then the record is written and all server
    processes have ended.

    Args:
        token: Required from clients over HTTP.
        hosts: Further accepted host names (`name:port`) over HTTP.
        say: Called with messages for the user.
        keep: Stores the full content of truncated results.
        quiet_seconds: Results of a step are held back until the client has been quiet for this time.
        sandbox: Run servers that are not bundled in a sandbox.
        hidden: Paths that are hidden in the sandbox.
        assets: The files of the task, by their names in the workspace.
        user: The simulated user of the task.
    """
    pool = Pool(ahead=0, sandbox=sandbox, hidden=hidden)
    try:
        async with _until_signal(), pool, pool.lease(specs) as lease:
            fill_workspace(lease.workspace, assets or {})
            host: ToolHost = lease.host
            if user is not None:
                host = JoinedHost((ElicitingHost(host, user.elicit), user.host))
            toolbox = await Toolbox.mount(host, keep=keep)
            _require_tools(toolbox, say)
            gateway = Gateway(
                toolbox,
                assignment,
                record,
                clock=time.monotonic,
                name=name,
                quiet=quiet_detector(quiet_seconds, http),
            )
            await serve_client(gateway, http=http, token=token, hosts=hosts, say=say)
    except ExceptionGroup as errors:
        raise unwrap_group(errors) from None


def quiet_detector(seconds: float, http: Address | None, client: int | None = None) -> QuietDetector:
    """Return what knows when the client is quiet.

    Args:
        seconds: How long it must be silent.
        http: Where the gateway listens; None over stdio.
        client: The process of a client over stdio, if it is not the parent.
    """
    if http is not None:
        return QuietDetector(seconds)
    return QuietDetector(seconds, parent_process if client is None else lambda: [client])


async def serve_client(
    gateway: Gateway, *, say: Say, http: Address | None = None, token: str = "", hosts: Sequence[str] = ()
) -> None:
    """Serve a gateway to its client: over HTTP until cancelled, else over stdio until stdin is closed.

    Args:
        gateway: The gateway. What it recorded is saved at the start and at the end.
        say: Called with the address.
        http: Where to listen.
        token: Required from clients over HTTP.
        hosts: Further accepted host names (`name:port`) over HTTP.
    """
    server, arrived = make_server(gateway), gateway.quiet.message_arrived

    def ready(address: Address) -> None:
        say(f"serving {address.url}")

    try:
        await gateway.save()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_give_up_when_broken, gateway, tasks.cancel_scope)
            if http is not None:
                await serve_http(server, http, arrived, ready, token=token, hosts=hosts)
            else:
                async with standard_streams(arrived) as (received, outbox):
                    await server.run(received, outbox, server.create_initialization_options())
            tasks.cancel_scope.cancel()
    finally:
        await gateway.save()
        if gateway.failure is not None:
            raise gateway.failure


def _require_tools(toolbox: Toolbox, say: Say) -> None:
    for server, problem in toolbox.problems.items():
        say(f"{server} is not available: {problem}")
    for tool, problem in toolbox.refused.items():
        say(f"{tool} is left out: {problem}")
    if not toolbox.tools:
        raise UsageError("No server has any tools.", "For details, run: m3bench servers check")


async def _give_up_when_broken(gateway: Gateway, scope: anyio.CancelScope) -> None:
    await gateway.broken.wait()
    scope.cancel()


@asynccontextmanager
async def _until_signal() -> AsyncIterator[None]:
    """Cancel the block on SIGTERM or SIGINT."""
    async with anyio.create_task_group() as tasks:
        await tasks.start(cancel_on_signal, tasks.cancel_scope)
        yield
        tasks.cancel_scope.cancel()


async def cancel_on_signal(scope: anyio.CancelScope, *, task_status: anyio.abc.TaskStatus[None]) -> None:
    """Cancel a scope on SIGTERM or SIGINT."""
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        task_status.started()
        async for _ in signals:
            scope.cancel()
