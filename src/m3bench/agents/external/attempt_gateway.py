"""The gateway of one attempt by a program."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import anyio.abc

from m3bench.agents.attempt import Attempt
from m3bench.agents.external.task_input import assignment
from m3bench.core import ANSWERED_AFTER, Trajectory
from m3bench.hosting.gateway import Address, Gateway, QuietDetector, make_server, serve_http, unix_listener
from m3bench.hosting.sandbox import GATEWAY_PORT


class AttemptGateway(Gateway):
    """Copies recorded steps to the attempt, and passes what was recorded to `record`."""

    def __init__(
        self,
        attempt: Attempt,
        *,
        quiet: QuietDetector | None = None,
        record: Callable[[Trajectory], None] | None = None,
    ) -> None:
        super().__init__(
            attempt.toolbox, assignment(attempt), self._copy_steps, clock=time.monotonic, quiet=quiet
        )
        self.answered = anyio.Event()
        self._attempt, self._further = attempt, record

    async def submit(self, answer: str, fields: dict[str, Any] | None = None) -> None:
        await super().submit(answer, fields)
        self.answered.set()

    def _copy_steps(self, done: Trajectory) -> None:
        self._attempt.steps[:] = done.steps
        if self._further is not None:
            self._further(done)

    def copy_record(self) -> Trajectory:
        """Copy to the attempt what was recorded up to its end, and return it."""
        recorded = self.trajectory()
        self._attempt.steps[:] = recorded.steps
        if ANSWERED_AFTER in recorded.extra:
            self._attempt.notes[ANSWERED_AFTER] = recorded.extra[ANSWERED_AFTER]
        return recorded


async def serve_attempt(
    gateway: Gateway, token: str, unix: Path | None, *, task_status: anyio.abc.TaskStatus[str]
) -> None:
    """Serve the gateway on a local port, or on a Unix socket for a sandbox."""
    address = Address() if unix is None else Address(port=GATEWAY_PORT)
    await serve_http(
        make_server(gateway),
        address,
        gateway.quiet.message_arrived,
        lambda at: task_status.started(at.url),
        token=token,
        listener=None if unix is None else unix_listener(unix),
    )


async def end_when_broken(gateway: Gateway, scope: anyio.CancelScope) -> None:
    await gateway.broken.wait()
    scope.cancel()


async def end_when_answered(gateway: AttemptGateway, patience: float, scope: anyio.CancelScope) -> None:
    """Cancel a program that keeps running after its answer."""
    await gateway.answered.wait()
    await anyio.sleep(patience)
    scope.cancel()
