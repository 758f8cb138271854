"""Agents on forged tasks, in a run folder like any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio.to_thread

from m3bench.agents import Agent, Attempt, Confinement, Ending, confine, make_agent
from m3bench.core import Task, Text
from m3bench.core.text import shorten
from m3bench.hosting import Reply, Tool, ToolHost, WrappedHost
from m3bench.reports import headline
from m3bench.runs import (
    DroppedAttempt,
    DropReason,
    RunLimits,
    RunResult,
    SilentWatcher,
    read_run,
    run_settings,
    start_run,
)
from m3bench.server_tests.confusions import find_confusions
from m3bench.server_tests.lint import seems_to_write
from m3bench.server_tests.records import AgentTest
from m3bench.server_tests.settings import ServerTestSettings

_SECONDS_PER_TASK = 300.0
_OF_THE_SERVER = (DropReason.SERVER_FAILURE, DropReason.DOES_NOT_FIT)
"""What a version of a server is to blame for."""
_LONGEST_REASON = 200
_REFUSAL = "This tool may change something, and is not carried out in this test. Use a tool that reads."


class _Watcher(SilentWatcher):
    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    def said(self, text: str) -> None:
        self._say(text)


class ReadingHost(WrappedHost):
    """Refuses calls of tools that may change something on the tested servers."""

    def __init__(self, host: ToolHost, servers: tuple[str, ...]) -> None:
        super().__init__(host)
        self._servers = servers

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        if tool.server in self._servers and seems_to_write(tool):
            return Reply((Text(_REFUSAL),), is_error=True)
        return await super().call(tool, arguments)


class ReadingAgent:
    """An agent whose calls of writing tools are refused."""

    def __init__(self, agent: Agent, servers: tuple[str, ...]) -> None:
        self._agent, self._servers = agent, servers
        self.name, self.needs_model = agent.name, agent.needs_model

    def confined(self, confinement: Confinement) -> ReadingAgent:
        """Apply the rules for programs to the agent inside."""
        return ReadingAgent(confine(self._agent, confinement), self._servers)

    async def solve(self, attempt: Attempt) -> Ending:
        attempt.toolbox = attempt.toolbox.around(lambda host: ReadingHost(host, self._servers))
        return await self._agent.solve(attempt)


async def run_agent(
    tasks_file: Path,
    tasks: Sequence[Task],
    settings: ServerTestSettings,
    *,
    config: Path,
    folder: Path,
    tools: Mapping[str, Tool],
    say: Callable[[str], None],
) -> AgentTest:
    """Run the agent on all tasks, with all tools of the tested servers mounted."""
    options = {"model": settings.model, "base_url": settings.base_url}
    chosen = run_settings(
        str(tasks_file), settings.agent, configs=(str(config),), live=True,
        mode=f"oracle+{settings.distractors}" if settings.distractors else "oracle",
        sandbox=settings.sandbox, seed=settings.seed,
        **{name: value for name, value in options.items() if value is not None},
    )  # fmt: skip
    limits = RunLimits(task_timeout=_SECONDS_PER_TASK, max_cost=settings.max_cost)
    servers = tuple({tool.server: None for tool in tools.values()})
    guarded = None if settings.allow_writes else ReadingAgent(make_agent(settings.agent), servers)
    await start_run(chosen, folder, limits=limits, watcher=_Watcher(say), agent=guarded)
    result = await anyio.to_thread.run_sync(read_run, folder)
    return _tested(result, tasks, folder, settings, tools)


def _tested(
    result: RunResult,
    tasks: Sequence[Task],
    folder: Path,
    settings: ServerTestSettings,
    tools: Mapping[str, Tool],
) -> AgentTest:
    decided = result.decided
    attempts = [
        (task, trajectory, decided.get(task.id, False))
        for task, trajectory in zip(result.tasks, result.trajectories, strict=True)
    ]
    passed = {task.id: decided[task.id] for task in tasks if task.id in decided}
    dropped = [attempt for attempt in result.dropped if attempt.id not in passed]
    return AgentTest(
        agent=settings.agent,
        model=settings.model,
        run=folder.name,
        successes=passed,
        unscored=len(tasks) - len(passed),
        failures={attempt.id: _why(attempt) for attempt in dropped if attempt.why in _OF_THE_SERVER},
        untried={
            **{attempt.id: _why(attempt) for attempt in dropped if attempt.why not in _OF_THE_SERVER},
            **{task.id: task.why for task in result.left_out},
        },
        rate=headline(result).success,
        confusions=find_confusions(attempts, tools),
    )


def _why(attempt: DroppedAttempt) -> str:
    name = attempt.why.value.replace("_", " ")
    return shorten(f"{name}: {attempt.detail}" if attempt.detail else name, _LONGEST_REASON)
