"""Attempts at probes."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio

from m3bench.agents import Agent, Attempt, BudgetSpent, ContentFitter, ContextWindow, Ending, Limits
from m3bench.core import Task, UsageError
from m3bench.hosting import Toolbox, unwrap_group
from m3bench.models import (
    ChatModel,
    ModelError,
    ModelIncapable,
    ModelMisconfigured,
    ModelUnavailable,
    work_clock,
)
from m3bench.runs.models import known_window
from m3bench.runs.preflight.codes import Codes
from m3bench.runs.preflight.evidence import Evidence, ObservedModel
from m3bench.runs.preflight.probes import Probe
from m3bench.runs.preflight.server import ProbeServer, open_probe_host
from m3bench.runs.settings import RunSettings

_STEPS = 6
"""The most of an attempt, which bounds what it costs."""
_CANCEL_AFTER = 0.5
"""Seconds that a call runs before its attempt is ended."""
_STOP_SECONDS = 6.0


class _Ended(Exception):
    """An attempt ended without an answer of the agent. `seen` are fields of its evidence."""

    def __init__(self, error: ModelError, advice: str = "", **seen: bool) -> None:
        super().__init__(error.message)
        self.reason = error.message
        self.seen: dict[str, Any] = {"advice": error.hint or advice, **seen}


@dataclass(frozen=True, kw_only=True)
class Attempts:
    """Makes attempts at probes, and observes them."""

    agent: Agent
    model: ChatModel | None
    settings: RunSettings
    codes: Codes
    folder: Path
    fitter: ContentFitter
    seconds: float | None
    """The time of an attempt."""

    async def make(self, probe: Probe) -> Evidence:
        """Make one attempt.

        Raises:
            ModelMisconfigured: No request to the model can succeed.
            UsageError: The agent cannot be started.
        """
        # Each has a server of its own: few tools are easier for small models, and questions are not mixed up.
        server = ProbeServer(self.codes, probe)
        async with open_probe_host(server) as host:
            return await self._observe(probe, server, await Toolbox.mount(host))

    async def _observe(self, probe: Probe, server: ProbeServer, toolbox: Toolbox) -> Evidence:
        start = time.monotonic()
        workspace = self.folder / probe.name
        workspace.mkdir()
        observed = None if self.model is None else ObservedModel(self.model)
        attempt = self._attempt(probe, toolbox, workspace, observed)
        stopped_after, seen = None, dict[str, Any]()
        try:
            if probe.is_cancelled:
                ending, stopped_after = Ending(), await self._cancelled(server, probe, attempt)
            else:
                ending = await self._solve(attempt)
        except _Ended as error:
            ending, seen = Ending(reason=error.reason), error.seen
        program = attempt.notes.get("program", {})
        return Evidence(
            served=tuple(toolbox.aliases.alias(tool.full_name) for tool in toolbox.tools),
            mounted=tuple(tool.full_name for tool in toolbox.tools),
            steps=tuple(attempt.steps),
            answer=ending.answer or "",
            reason=ending.reason or "",
            requests=None if observed is None else tuple(observed.requests),
            client=program.get("client"),
            is_listed=program.get("tools_listed", True),
            stopped_after=stopped_after,
            usage=attempt.usage,
            seconds=round(time.monotonic() - start, 3),
            **seen,
        )

    def _attempt(
        self, probe: Probe, toolbox: Toolbox, workspace: Path, model: ObservedModel | None
    ) -> Attempt:
        return Attempt(
            Task(id=f"preflight/{probe.name}", request=probe.request),
            toolbox,
            workspace,
            model=model,
            settings=self.settings.model.settings,
            limits=Limits(max_steps=_STEPS),
            fitter=self.fitter,
            strict_format=self.settings.strict_format,
            window=ContextWindow(known_window(self.settings.model, self.model)),
        )

    async def _solve(self, attempt: Attempt, seconds: float | None = None) -> Ending:
        limit = self.seconds if seconds is None else seconds
        try:
            with work_clock(limit):
                return await self.agent.solve(attempt)
        except ModelIncapable as error:
            raise _Ended(error, refuses_tools=error.capability == "tools") from error
        except (BudgetSpent, ModelMisconfigured, UsageError):
            raise
        except ModelUnavailable as error:
            raise _Ended(error, is_outage=True) from error
        except ModelError as error:
            raise _Ended(error, "See docs/models.md.") from error
        return Ending(reason=f"There was no answer within {limit:g} s (--task-timeout).")

    async def _cancelled(self, server: ProbeServer, probe: Probe, attempt: Attempt) -> float | None:
        """Start an attempt, and end it while its call runs. Return how long the call then took to end."""
        name = probe.tools()[0].name
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_cancel_when_running, server, name, tasks.cancel_scope)
                await self._solve(attempt)
                tasks.cancel_scope.cancel()
        except ExceptionGroup as errors:
            raise unwrap_group(errors) from None
        end = anyio.current_time()
        with anyio.move_on_after(_STOP_SECONDS):
            await server.wait_until_running(name, running=False)
            return anyio.current_time() - end
        return math.inf


async def _cancel_when_running(server: ProbeServer, tool: str, scope: anyio.CancelScope) -> None:
    await server.wait_until_running(tool)
    await anyio.sleep(_CANCEL_AFTER)
    scope.cancel()


def total_requests(evidence: Sequence[Evidence]) -> int:
    """Return how many requests were sent to the model."""
    return sum(len(seen.requests or ()) for seen in evidence)
