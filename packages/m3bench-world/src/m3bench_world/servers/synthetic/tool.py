"""A tool for the records of one kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from m3bench.servers.kit import Answer, ToolDefinition
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.synthetic.parameters import Parameter, parameters
from m3bench_world.servers.synthetic.records import Records
from m3bench_world.servers.synthetic.table import Application, Kind


class RecordTool(NamedTuple):
    """A tool, before it is bound to its records."""

    name: str
    description: str
    parameters: list[Parameter]
    work: Callable[..., Answer]
    """Takes the records and the arguments."""
    read_only: bool = True

    def bind(self, application: Application, kind: Kind) -> ToolDefinition:
        """Return the tool of a server."""

        def handler(context: ToolContext, **arguments: Any) -> Answer:
            return self.work(Records(context, application, kind), **arguments)

        return ToolDefinition(
            name=self.name,
            description=self.description,
            parameters=parameters(self.name, self.parameters),
            handler=handler,
            needs_context=True,
            read_only=self.read_only,
        )
