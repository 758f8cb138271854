"""`m3bench gateway --suite`: one task of a suite for one client, recorded and scored as a run."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import anyio.abc
import msgspec
from typer import Exit

from m3bench.cli.console import output, print_line, results_on_stderr, say
from m3bench.cli.exit_codes import ExitCode
from m3bench.cli.installing import install_third_party
from m3bench.cli.live_run import print_scores
from m3bench.cli.running.ending import count_unscored
from m3bench.core import Task, Trajectory
from m3bench.hosting import unwrap_group
from m3bench.runs import (
    Halt,
    RunLimits,
    RunResult,
    RunSettings,
    SilentWatcher,
    choose_tasks,
    default_folder,
    start_run,
)
from m3bench.runs.task_choice import OneTaskSuite, find_task
from m3bench.suites import Suite, find_suite, world_of_suite

if TYPE_CHECKING:
    from m3bench.agents.external import AttemptGateway
    from m3bench.hosting.gateway import Address

_PATIENCE_SECONDS = 5.0
"""How long a gateway over HTTP serves after an answer: a client may correct it."""
_ORPHAN_SECONDS = 0.5
_FORCED = 3
"""The signal that ends the checks of an attempt as well."""


class Service(msgspec.Struct, frozen=True, kw_only=True):
    """How the client reaches the gateway."""

    http: Address | None = None
    token: str = ""
    hosts: Sequence[str] = ()
    quiet_seconds: float = 0.05
    record: Callable[[Trajectory], None] | None = None


def serve_task(settings: RunSettings, task_id: str | None, service: Service, out: Path | None) -> None:
    """Serve a task of a suite to one client. When it has left, run the checks and print the scores."""
    world = world_of_suite(settings.suite, settings.world)
    whole = find_suite(settings.suite, world)
    task = find_task(choose_tasks(whole, settings).tasks, task_id, settings.suite.name)
    install_third_party(task.servers)
    path = out or default_folder(settings)
    family = detach() if service.http is None else Family(os.getppid())
    with results_on_stderr(service.http is None):  # over stdio, standard output is the client's
        halt = anyio.run(_Attempt(settings, OneTaskSuite(whole, task), service, path, family).run)
        if halt is not None:
            say(f"The attempt was not finished: {halt.reason}")
            raise Exit(ExitCode.INCOMPLETE)
        result, _ = print_scores(output(), path)
        _print_checks(result, task)
    if count_unscored(result):
        say("The attempt could not be scored. Start the gateway again to repeat it.")
        raise Exit(ExitCode.INCOMPLETE)


class _Attempt:
    """The run of one attempt. A signal ends the attempt of the client; its checks are still run."""

    def __init__(
        self, settings: RunSettings, suite: Suite, service: Service, path: Path, family: Family
    ) -> None:
        self._settings, self._suite, self._path = settings, suite, path
        self._service, self._family, self._stop = service, family, anyio.Event()

    async def run(self) -> Halt | None:
        from m3bench.agents.external import ClientAgent  # noqa: PLC0415 - with the SDK of MCP
        from m3bench.hosting.gateway import quiet_detector  # noqa: PLC0415

        service = self._service
        agent = ClientAgent(
            self._serve,
            quiet=partial(quiet_detector, service.quiet_seconds, service.http, self._family.client),
            record=service.record,
        )
        limits = RunLimits(concurrency=1, retries=0, task_timeout=None)
        try:
            async with anyio.create_task_group() as tasks:
                await tasks.start(self._listen, tasks.cancel_scope)
                halt = await start_run(
                    self._settings, self._path,
                    limits=limits, agent=agent, suite=self._suite, watcher=_Remarks(),
                )  # fmt: skip
                tasks.cancel_scope.cancel()
                return halt
        except ExceptionGroup as errors:
            raise unwrap_group(errors) from None
        raise Exit(ExitCode.INTERRUPTED)

    async def _serve(self, gateway: AttemptGateway) -> None:
        from m3bench.agents.external import end_when_answered  # noqa: PLC0415
        from m3bench.hosting.gateway import serve_client  # noqa: PLC0415

        service = self._service
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._end_when_stopped, tasks.cancel_scope)
            tasks.start_soon(self._end_when_orphaned, tasks.cancel_scope)
            if service.http is not None:
                tasks.start_soon(end_when_answered, gateway, _PATIENCE_SECONDS, tasks.cancel_scope)
            await serve_client(gateway, say=say, http=service.http, token=service.token, hosts=service.hosts)
            tasks.cancel_scope.cancel()

    async def _end_when_stopped(self, scope: anyio.CancelScope) -> None:
        await self._stop.wait()
        scope.cancel()

    async def _end_when_orphaned(self, scope: anyio.CancelScope) -> None:
        while not self._family.is_orphaned:
            await anyio.sleep(_ORPHAN_SECONDS)
        scope.cancel()

    async def _listen(self, scope: anyio.CancelScope, *, task_status: anyio.abc.TaskStatus[None]) -> None:
        """Clients terminate their servers when they leave: only insisting ends the checks."""
        with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            task_status.started()
            for _ in range(_FORCED):
                await anext(signals)
                self._stop.set()
            scope.cancel()


class _Remarks(SilentWatcher):
    """Prints messages on stderr. The client may have closed it."""

    def said(self, text: str) -> None:
        with suppress(OSError):
            say(text)


def _print_checks(result: RunResult, task: Task) -> None:
    """Print the verdict of each check."""
    verdicts = result.verdicts.get(task.id)
    for verdict in verdicts.verdicts if verdicts is not None else ():
        state = "undecided" if verdict.undecided else "passed" if verdict.passed else "failed"
        print_line(f"check {state}: {verdict.check}: {verdict.reason}")


class Family(msgspec.Struct, frozen=True):
    """The processes before this one."""

    client: int
    """The one that started the command."""
    parent: int | None = None
    """The one that waits for this one; None if there is none."""

    @property
    def is_orphaned(self) -> bool:
        """Whether nobody waits any more."""
        return self.parent is not None and os.getppid() != self.parent


def detach() -> Family:
    """Go on in a child process of another session, and wait for it here, to end with its status.

    MCP clients kill the server that they started, and its process group, a few seconds after they have closed
    its input. The child is not reached, so it can finish its work. Signals to the parent are passed on.
    """
    client, parent = os.getppid(), os.getpid()
    # A terminal can be read by its own session only.
    if not hasattr(os, "fork") or sys.stdin is None or sys.stdin.isatty():
        return Family(client)
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        sys.exit(_wait(child))
    os.setsid()
    return Family(client, parent)


def _wait(child: int) -> int:
    def pass_on(number: int, _: object) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, pass_on)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code
