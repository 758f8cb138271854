"""The tools that a task permits, and what speaks against a call by what is known of them."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench.apps.audit.editing import Refused
from m3bench.core import Call, Task
from m3bench.core.text import nearest_names
from m3bench.hosting import Tool
from m3bench.hosting.toolbox import ArgumentChecker, UnreadableArguments, read_arguments

_LONGEST_NAME = 200
_MOST_NEAR = 3


class Toolshelf:
    """Tools by server. Of a server that is not here, nothing is known, and its tools are taken as named."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._servers: dict[str, dict[str, Tool]] = {}
        for tool in tools:
            self._servers.setdefault(tool.server, {})[tool.full_name] = tool
        self._checker = ArgumentChecker()

    def permitted(self, task: Task) -> list[Tool]:
        """The known tools of the task's servers."""
        return [tool for server in task.servers for tool in self._servers.get(server, {}).values()]

    def unknown(self, task: Task) -> list[str]:
        """The task's servers whose tools are not known."""
        return [server for server in task.servers if server not in self._servers]

    def require(self, task: Task, name: str) -> None:
        """Refuse a tool that the task does not permit."""
        if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > _LONGEST_NAME:
            raise Refused("That is no name of a tool.", "Name it as server/tool.")
        problem = self._name_problem(task, Call(name))
        if problem:
            raise Refused(problem, "Choose one of the tools that the task permits.")

    def doubts(self, task: Task, call: Call) -> list[str]:
        """What speaks against a call: a tool that is not permitted, or arguments that it does not take."""
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
            return f"{call.name} is of no server that the task permits ({', '.join(task.servers)})."
        tools = self._servers.get(call.server)
        if tools is None or call.name in tools:
            return None
        near = ", ".join(nearest_names(call.name, tools, most=_MOST_NEAR))
        return f"There is no tool {call.name}; near it: {near}." if near else f"There is no tool {call.name}."
