"""List the tools of servers."""

from __future__ import annotations

from functools import partial
from typing import Any

import anyio

from m3bench.cli.console import output, print_json, remark, remarks
from m3bench.cli.kinds.table import ListRequest
from m3bench.cli.sandbox_option import use_sandbox
from m3bench.cli.selection import select
from m3bench.cli.server_commands import print_schema_problems, server_pool, tool_listings
from m3bench.hosting import ServerSpec, Toolbox
from m3bench.reports import print_tools


def list_tools(request: ListRequest) -> None:
    """List the tools of servers, in JSON with their schemas."""
    specs = select(request.names, request.configs, bundled=request.bundled).specs
    listed = anyio.run(partial(_tools, specs, sandbox=use_sandbox(request.sandbox)))
    if request.as_json:
        print_json(listed)
    else:
        print_tools(output(), listed)


async def _tools(specs: list[ServerSpec], *, sandbox: bool) -> list[dict[str, Any]]:
    async with server_pool(listings=tool_listings(), sandbox=sandbox) as pool:
        async with pool.lease(specs, ahead=0) as lease:
            toolbox = await Toolbox.mount(lease.host)
        for name, reason in {**lease.host.faults, **toolbox.problems}.items():
            remarks().print(f"{name}: {reason}")
        for name, reason in toolbox.refused.items():
            remark(f"{name} is left out: {reason}")
        print_schema_problems(toolbox)
    return [
        {"name": tool.full_name, "description": tool.description, "inputSchema": tool.input_schema}
        for tool in toolbox.tools
    ]
