"""Find calls of references that cannot work: unknown servers, unknown tools, invalid arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from m3bench.core import USER_SERVER, Call, Task, UsageError
from m3bench.core.text import did_you_mean, join, nearest_names, plural
from m3bench.hosting import Tool, load_catalog, parse_mode
from m3bench.hosting.mounting import MountKind
from m3bench.hosting.toolbox import ArgumentChecker, UnreadableArguments, nearest, parameters, read_arguments
from m3bench.runs.serving.run_servers import required_servers
from m3bench.runs.serving.server_set import ServerSet
from m3bench.runs.settings import RunSettings
from m3bench.servers import missing_servers
from m3bench.suites import SUITES

_YOURS = "If it is your own, give its configuration with --config."
_MOST_SHOWN = 10
_MOST_NAMED = 8


class ReferenceChecker:
    """Checks the calls of references against the servers that there are.

    Args:
        servers: The names of all servers.
        tools: The tools of servers, by server. Calls of other servers are not checked.
        own_only: Whether a task has its own servers only, as in the mode `oracle`.
    """

    def __init__(
        self, servers: Iterable[str], tools: Mapping[str, Sequence[Tool]], *, own_only: bool = True
    ) -> None:
        self._own_only = own_only
        self._servers = frozenset(servers)
        self._tools = {tool.full_name: tool for listed in tools.values() for tool in listed}
        self._listed = frozenset(tools)
        self._arguments = ArgumentChecker()

    def problems(self, task: Task) -> list[str]:
        """Return what is wrong with the servers and the references of a task, each with its place."""
        problems = [*self._unknown_servers(task)]
        for index, number, position, call in _calls(task):
            where = f"references[{index}].steps[{number}].calls[{position}]"
            if task.user is not None and call.server == USER_SERVER:
                continue
            if problem := self._problem(task, call):
                problems.append(f"{where}.{problem}")
        return problems

    def _unknown_servers(self, task: Task) -> Iterator[str]:
        for index, name in enumerate(task.servers):
            if name not in self._servers:
                missing = missing_servers()
                near = f"{missing}." if missing else did_you_mean(name, sorted(self._servers))
                yield f"servers[{index}]: there is no server {name!r}. {near} {_YOURS}".replace("  ", " ")

    def _problem(self, task: Task, call: Call) -> str | None:
        is_own = call.server in task.servers
        if not is_own and (self._own_only or call.server not in self._servers):
            return self._wrong_server(task, call)
        if call.server not in self._listed:
            return None
        tool = self._tools.get(call.name)
        if tool is None:
            return f"name: {call.server} has no tool {call.tool!r}. {self._suggestion(task, call)}"
        problem = self._wrong_arguments(tool, call)
        return f"arguments: {call.name}: {problem}. Its parameters: {parameters(tool)}." if problem else None

    def _wrong_server(self, task: Task, call: Call) -> str:
        servers = join(task.servers) or "none"
        said = f"{call.name!r} is not a tool of the task's servers ({servers})"
        if call.server in self._servers:
            return f"name: {said}. Add {call.server!r} to them."
        return f"name: {said}. {self._suggestion(task, call)}"

    def _suggestion(self, task: Task, call: Call) -> str:
        """Return the nearest tools of the task's servers; without any, all that fit in a line."""
        known = sorted(name for name, tool in self._tools.items() if tool.server in task.servers)
        if near := nearest(call.name, known):
            return f"Did you mean {join(near, 'or')}?"
        more = [f"{len(known) - _MOST_NAMED} more"] if len(known) > _MOST_NAMED else []
        return f"Tools: {join([*known[:_MOST_NAMED], *more])}." if known else "Tools are named server/tool."

    def _wrong_arguments(self, tool: Tool, call: Call) -> str | None:
        try:
            arguments = read_arguments(call.arguments)
        except UnreadableArguments as problem:
            return str(problem)
        return self._arguments.check(tool, arguments) or _mistyped_key(tool, arguments)


def _mistyped_key(tool: Tool, arguments: Mapping[str, object]) -> str | None:
    """Return an unknown key that is nearly the name of a parameter: many schemas allow any other keys."""
    properties = tool.input_schema.get("properties")
    known = [name for name in properties if name not in arguments] if isinstance(properties, Mapping) else []
    for key in arguments:
        if isinstance(properties, Mapping) and key not in properties and (near := nearest_names(key, known)):
            return f'"{key}" is not a parameter (did you mean "{near[0]}"?)'
    return None


def _calls(task: Task) -> Iterator[tuple[int, int, int, Call]]:
    """Yield calls with the places of their reference, their step, and in it."""
    for index, reference in enumerate(task.references):
        for number, step in enumerate(reference.steps):
            for position, call in enumerate(step.calls):
                yield index, number, position, call


def reference_checker(
    tasks: Iterable[Task], server_set: ServerSet, *, own_only: bool = True
) -> ReferenceChecker:
    """Return what checks the references of tasks, with the tools that are known of their servers."""
    servers = {*server_set.names, *server_set.synthetic, *(entry.name for entry in load_catalog().entries)}
    named = required_servers(tasks)
    described = server_set.describe(sorted(named & servers))
    tools = {name: info.tools for name, info in described.items() if info.tools}
    return ReferenceChecker(servers, tools, own_only=own_only)


async def require_references(settings: RunSettings, tasks: Sequence[Task], server_set: ServerSet) -> None:
    """Check the references of a file of tasks, before anything is spent on them.

    Servers of the tasks are started once if the lists of their tools are not kept.

    Raises:
        UsageError: A reference names something that does not exist. Has file, task, place and the nearest
            names.
    """
    name = settings.suite.name
    if settings.replay or name in SUITES or not Path(name).is_file():
        return
    tasks = [task for task in tasks if task.references]
    await server_set.discover_tools(required_servers(tasks))
    is_oracle = parse_mode(settings.mode).kind is MountKind.ORACLE
    checker = reference_checker(tasks, server_set, own_only=is_oracle)
    problems = [f"{name}, {task.id}, {problem}" for task in tasks for problem in checker.problems(task)]
    if not problems:
        return
    more = (
        [f"… and {plural(len(problems) - _MOST_SHOWN, 'more problem')}"]
        if len(problems) > _MOST_SHOWN
        else []
    )
    raise UsageError(
        "\n".join([*problems[:_MOST_SHOWN], *more]),
        f"Correct the file. To see the tools: m3bench list tools {_shown_servers(tasks, settings)}",
    )


def _shown_servers(tasks: Iterable[Task], settings: RunSettings) -> str:
    if settings.configs:
        return " ".join(f"--config {config}" for config in settings.configs)
    return " ".join(sorted(required_servers(tasks)))
