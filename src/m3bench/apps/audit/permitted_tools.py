"""The tools that a task permits, and the problems of calls to them."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench.apps.audit.edits import EditRefused
from m3bench.core import Call, Task
from m3bench.core.text import nearest_names
from m3bench.hosting import Tool
from m3bench.hosting.toolbox import ArgumentChecker, UnreadableArguments, read_arguments

_LONGEST_NAME = 200
_MAX_SIMILAR = 3


class PermittedTools:
    """Tools by server. Calls to tools of unknown servers are not checked."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._servers: dict[str, dict[str, Tool]] = {}
        for tool in tools:
            self._servers.setdefault(tool.server, {})[tool.full_name] = tool
        self._checker = ArgumentChecker()

    def permitted(self, task: Task) -> list[Tool]:
        """Return the known tools of the task's servers."""
        return [tool for server in task.servers for tool in self._servers.get(server, {}).values()]

    def unknown(self, task: Task) -> list[str]:
        """Return the task's servers whose tools are unknown."""
        return [server for server in task.servers if server not in self._servers]

    def require_permitted(self, task: Task, name: str) -> None:
        """Raise `EditRefused` if the task does not permit the tool."""
        if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > _LONGEST_NAME:
            raise EditRefused("Invalid tool name.", "Write it as server/tool.")
        problem = self._name_problem(task, Call(name))
        if problem:
            raise EditRefused(problem, "Choose one of the tools that the task permits.")

    def call_problems(self, task: Task, call: Call) -> list[str]:
        """Return the problems of a call: a tool that is not permitted, or invalid arguments."""
        problem = self._name_problem(task, call)
        if problem:
            return [problem]
        tool = self._servers.get(call.server, {}).get(call.name)
        if tool is None:
            return []
        try:
            misfit = self._checker.check(tool, read_arguments(call.arguments))
        except UnreadableArguments as error:
            return [f"{call.name} is given {error}."]
        return [f"{call.name} does not take these arguments: {misfit}."] if misfit else []

    def _name_problem(self, task: Task, call: Call) -> str | None:
        if task.servers and call.server not in task.servers:
            return f"{call.name} is not on a server that the task permits ({', '.join(task.servers)})."
        tools = self._servers.get(call.server)
        if tools is None or call.name in tools:
            return None
        near = ", ".join(nearest_names(call.name, tools, most=_MAX_SIMILAR))
        return f"There is no tool {call.name}." + (f" Similar tools: {near}." if near else "")
