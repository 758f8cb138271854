"""The bench on a suite: attempts and steps in fresh workspaces, with the task's checks."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import anyio.to_thread
import msgspec

from m3bench.agents import Agent, Attempt, Ending, Limits
from m3bench.agents.baselines import prepare_calls
from m3bench.agents.shared import Detail, describe_tools
from m3bench.checks import CheckError
from m3bench.core import STATE_FOLDER, Media, Outcome, Status, Step, Task, Trajectory, records_folder
from m3bench.forge.references import ExecutedSteps, ExecutorRun
from m3bench.hosting import Manifest, Toolbox, Workspace, changes
from m3bench.hosting.workspace import fill_workspace
from m3bench.models import (
    ChatModel,
    ModelError,
    ModelIncapable,
    ModelMisconfigured,
    ReplyTooSlow,
    RequestTooLong,
    work_clock,
)
from m3bench.runs.engine import check_attempt, clean_trajectory, file_hashes
from m3bench.runs.serving import ServerSet
from m3bench.suites import Suite, workspace_assets


class Executor(msgspec.Struct, frozen=True):
    """A competing agent, with its model if it needs one."""

    agent: Agent
    model: ChatModel | None = None

    @property
    def name(self) -> str:
        return f"{self.agent.name} · {self.model.name}" if self.model is not None else self.agent.name


class SuiteBench:
    """A `Bench` on a suite. It supports several tasks at a time."""

    def __init__(
        self,
        suite: Suite,
        server_set: ServerSet,
        executors: Sequence[Executor],
        *,
        fuzzy: bool = False,
        seed: int = 0,
        max_steps: int | None = None,
        timeout: float = 600.0,
    ) -> None:
        self._suite, self._server_set = suite, server_set
        self._executors = {executor.name: executor for executor in executors}
        self._fuzzy, self._seed, self._timeout = fuzzy, seed, timeout
        self._limits = Limits(max_steps=max_steps)

    @property
    def executors(self) -> tuple[str, ...]:
        return tuple(self._executors)

    async def run_executor(self, task: Task, executor: str) -> ExecutorRun:
        """Run an attempt with the permitted tools. Failures that are not the executor's are kept apart."""
        who = self._executors[executor]
        async with self._place(task) as (toolbox, workspace):
            attempt = Attempt(
                task, toolbox, workspace, request=self._request(task), model=who.model,
                limits=self._limits, seed=self._seed,
            )  # fmt: skip
            ending, broken = await self._solved(who.agent, attempt)
            made = attempt.trajectory(ending, agent=who.agent.name)
            cleaned = clean_trajectory(made, workspace)
            failed = () if broken else await self._failed(task, cleaned, workspace)
        return ExecutorRun(
            executor=executor, trajectory=cleaned, failed=failed, broken=broken or _faults(made)
        )

    async def execute_steps(
        self, task: Task, steps: Sequence[Step], answer: str | None, fields: dict[str, Any] | None = None
    ) -> ExecutedSteps:
        """Execute steps in a fresh workspace; run the checks if there is an answer."""
        done: list[Step] = []
        wrote: list[frozenset[str]] = []
        async with self._place(task) as (toolbox, workspace):
            attempt = Attempt(task, toolbox, workspace, request=self._request(task))
            before = _content(workspace)
            for step in steps:
                done.append(Step(await attempt.call(prepare_calls(step.calls, attempt))))
                after = _content(workspace)
                changed = changes(before, after)
                wrote.append(frozenset((*changed.added, *changed.changed, *changed.removed)))
                before = after
            ending = Ending(answer, fields=fields)
            made = clean_trajectory(attempt.trajectory(ending, agent="reference"), workspace)
            failed = await self._failed(task, made, workspace) if answer is not None else ()
        return ExecutedSteps(steps=made.steps, wrote=tuple(wrote), failed=failed)

    def pictures(self, task: Task) -> list[Media]:
        assets = self._suite.assets(task)
        return [_picture(name, assets[name]) for name in task.images if name in assets]

    def tools(self, task: Task) -> str:
        known = [name for name in task.servers if name in self._server_set.names]
        tools = [tool for info in self._server_set.describe(known).values() for tool in info.tools]
        return describe_tools(tools, detail=Detail.LINE)

    @asynccontextmanager
    async def _place(self, task: Task) -> AsyncIterator[tuple[Toolbox, Path]]:
        left: Path | None = None
        try:
            async with self._server_set.lease(task.servers) as (workspace, host):
                left = workspace
                fill_workspace(workspace, workspace_assets(self._suite, task))
                yield await Toolbox.mount(host), workspace
        finally:
            if left is not None:
                Workspace(left).remove()

    def _request(self, task: Task) -> str:
        chosen = task.fuzzy_request if self._fuzzy else task.request
        return chosen or task.request or task.fuzzy_request or ""

    async def _solved(self, agent: Agent, attempt: Attempt) -> tuple[Ending, str]:
        problems = attempt.toolbox.problems
        lacking = [f"{name}: {problems[name]}" for name in attempt.task.servers if name in problems]
        if lacking:
            return Ending(status=Status.SERVER_FAILURE), f"servers not available: {'; '.join(lacking)}"
        try:
            with work_clock(self._timeout):
                return await agent.solve(attempt), ""
            return Ending(status=Status.OUT_OF_BUDGET, reason=f"timed out after {self._timeout:g} s"), ""
        except (RequestTooLong, ReplyTooSlow) as error:
            return Ending(status=Status.AGENT_FAILURE, reason=error.message), ""
        except ModelIncapable as error:
            if error.capability != "context":
                raise
            return Ending(status=Status.DOES_NOT_FIT, reason=error.message), error.message
        except ModelMisconfigured:
            raise
        except ModelError as error:
            return Ending(status=Status.HARNESS_FAILURE, reason=error.message), error.message

    async def _failed(self, task: Task, trajectory: Trajectory, workspace: Path) -> tuple[str, ...]:
        """Return the failed checks with their reasons."""
        given, world = self._suite.assets(task), self._server_set.world
        check = partial(
            check_attempt, task, trajectory, workspace, file_hashes(given), world, assets=lambda: given
        )
        try:
            verdicts = await anyio.to_thread.run_sync(check)
        except CheckError as error:
            return (error.message,)
        if verdicts is None or verdicts.passed:
            return ()
        return tuple(
            f"{verdict.check}: {verdict.reason}" for verdict in verdicts.verdicts if not verdict.passed
        )


def _faults(trajectory: Trajectory) -> str:
    """Describe calls that failed through no fault of the agent and may succeed next time."""
    kinds = (Outcome.SERVER_FAULT, Outcome.TOOL_ERROR)
    faults = [call.name for _, call in trajectory.calls() if call.outcome in kinds]
    return f"{len(faults)} calls failed on the server, the first: {faults[0]}" if faults else ""


def _picture(name: str, asset: bytes | Path) -> Media:
    data = asset if isinstance(asset, bytes) else asset.read_bytes()
    return Media(media_type=mimetypes.guess_type(name)[0] or "image/png", data=data, uri=name)


def _content(workspace: Path) -> Manifest:
    """Return the files of a workspace, and those of its records: a call that changes either acts."""
    records = Workspace(records_folder(workspace)).manifest().items
    hidden = {f"{STATE_FOLDER}/{name}": item for name, item in records.items()}
    return Manifest({**Workspace(workspace).manifest().items, **hidden})
