"""What the tasks of a run will mount, known before the run, and whether the model can take it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from m3bench.agents import Agent, tool_budget
from m3bench.core import Task, UsageError
from m3bench.hosting import MountMode, MountSize, ServerInfo, Tool, mount, parse_mode
from m3bench.hosting.mounting import MaxScale, MountKind, ServerSizes
from m3bench.runs.serving.bundled import is_plugin, perception_tools
from m3bench.runs.serving.run_servers import required_servers
from m3bench.runs.serving.server_collections import within_collections
from m3bench.runs.serving.server_set import ServerSet
from m3bench.runs.settings import RunSettings
from m3bench.runs.store import MountRecord

_MANY_TOOLS = 3_000
"""As many as the larger modes have."""

Say = Callable[[str], None]


class MountPlan:
    """The sets of servers that tasks mount, each with its size."""

    def __init__(
        self,
        mounted: Iterable[tuple[str, ...]],
        available: Mapping[str, ServerInfo],
        hidden: frozenset[str] = frozenset(),
    ) -> None:
        """Plan for these sets. Those with a server whose tools are not known are left out.

        Args:
            mounted: Sets of servers.
            available: All servers.
            hidden: Tools that no agent sees.
        """
        sizes = ServerSizes()
        self._available = {name: _without(info, hidden) for name, info in available.items()}
        self._sizes = {
            servers: sizes.of(self._available[name] for name in servers)
            for servers in dict.fromkeys(mounted)
            if servers and all(available[name].tools for name in servers)
        }

    @property
    def record(self) -> MountRecord | None:
        """The least and the most that a task mounts; None if the tools of no task are known."""
        if not self._sizes:
            return None
        ordered = sorted(self._sizes.values(), key=lambda size: (size.tokens, size.tools, size.servers))
        return MountRecord(ordered[0], ordered[-1])

    def size(self, servers: tuple[str, ...]) -> MountSize | None:
        """Return the size of a set of servers; None if the tools of one are not known."""
        return self._sizes.get(servers)

    def tools(self, size: MountSize) -> list[Tool]:
        """Return the tools of a set of servers of this size."""
        servers = next(names for names, known in self._sizes.items() if known == size)
        return [tool for name in servers for tool in self._available[name].tools]


async def plan_mounts(
    settings: RunSettings,
    tasks: Sequence[Task],
    mounting: Sequence[Task],
    server_set: ServerSet,
    *,
    say: Say,
) -> MountPlan | None:
    """Plan what tasks mount.

    Args:
        settings: The settings of the run.
        tasks: The tasks of the run.
        mounting: The tasks whose servers are mounted.
        server_set: The servers of the run.
        say: Is told what is left out.

    Returns:
        The plan; None if calls are replayed, and if only an attempt decides (`retrieve:K`).

    Raises:
        UsageError: A server of a task is not available, or there are too few distractors.
    """
    mode = parse_mode(settings.mode)
    if settings.replay or mode.kind is MountKind.RETRIEVE:
        return None
    await learn_tools(mode, mounting, server_set, say=say)
    available, needed = mountable_servers(server_set, mounting, mode), sorted(required_servers(mounting))
    mounted = [mount(mode, task, needed, available, settings.seed).servers for task in tasks]
    return MountPlan(mounted, available, hidden_tools(settings))


def hidden_tools(settings: RunSettings) -> frozenset[str]:
    """Return the tools that no agent of the run sees."""
    return perception_tools() if settings.without_perception else frozenset()


def suggest_larger(plan: MountPlan, mode: MountMode, *, say: Say) -> None:
    """Say how many tools the plain mode `max` mounts, and which modes have more."""
    if plan.record is None or mode.kind is not MountKind.MAX or mode.scale is not MaxScale.INSTALLED:
        return
    most = plan.record.most
    if most.tools >= _MANY_TOOLS:
        return
    say(
        f"--mode {mode} mounts {most.servers} servers with {most.tools:,} tools. More than {_MANY_TOOLS:,} "
        "are in max:synthetic, which needs no installation, and in max:all, which needs the whole catalog."
    )


async def learn_tools(mode: MountMode, tasks: Sequence[Task], server_set: ServerSet, *, say: Say) -> None:
    """Learn the tools of the servers that a mode mounts, from kept lists.

    Servers without such a list are started once where all tasks mount the same servers, and for retrieval. A
    server that fails then is left out, unless a task needs it.
    """
    needed = sorted(required_servers(tasks))
    if mode.kind in (MountKind.MAX, MountKind.RETRIEVE):
        faults = await server_set.discover_tools()
    elif mode.kind is MountKind.STANDARD:
        faults = await server_set.discover_tools(needed)
    else:
        faults = {}
    for name in sorted(faults.keys() - set(needed)):
        server_set.leave_out(name, faults[name])
        say(f"{name} is not mounted: it {faults[name]}")
    await server_set.discover_tools(None if mode.distractors else needed, start=False)


def require_fit(
    plan: MountPlan, agent: Agent, model: str, mode: str, *, say: Say, window: int | None = None
) -> None:
    """Say how tools reach the model if that is not the usual way.

    Raises:
        UsageError: The model can take the tools of no task. Names the model, its limit, tools and tokens.
    """
    record = plan.record
    if record is None:
        return
    try:
        budget = tool_budget(agent, model, plan.tools(record.least), record.least.tokens, window)
    except UsageError as error:
        raise UsageError(f"--mode {mode} is too much for {model}: {error.message}", error.hint) from None
    if record.most != record.least:
        try:
            budget = tool_budget(agent, model, plan.tools(record.most), record.most.tokens, window)
        except UsageError as error:
            say(f"some tasks mount too much for {model}: {error.message}")
            return
    if budget is not None and budget.note:
        say(budget.note)


def mountable_servers(
    server_set: ServerSet, tasks: Iterable[Task], mode: MountMode | None = None
) -> dict[str, ServerInfo]:
    """Return the servers to mount and to draw distractors from.

    Where only servers of tasks are mounted, no others are described, which would import them. Otherwise,
    bundled servers come from the collections that the tasks use, in the mode `max:synthetic` from all, and
    the synthetic ones. An installed plugin must not change a run: its server is included only if a task needs
    it.
    """
    synthetic = mode is not None and mode.scale is MaxScale.SYNTHETIC
    chosen = list(tasks)
    required = required_servers(chosen)
    if mode is not None and mode.kind in (MountKind.ORACLE, MountKind.STANDARD) and not mode.distractors:
        return server_set.describe(name for name in server_set.names if name in required)
    named = {server for task in chosen for server in task.distractors}
    bundled = [name for name in server_set.names if name not in server_set.configured]
    joined = within_collections(bundled, required, named, all_collections=synthetic)
    known = {*joined, *server_set.configured}
    names = [name for name in server_set.names if name in known and (name in required or not is_plugin(name))]
    return server_set.describe([*names, *(server_set.synthetic if synthetic else ())])


def _without(info: ServerInfo, hidden: frozenset[str]) -> ServerInfo:
    tools = tuple(tool for tool in info.tools if tool.full_name not in hidden)
    return msgspec.structs.replace(info, tools=tools)
