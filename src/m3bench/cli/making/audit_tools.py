"""Load the tools that audited tasks permit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import anyio

from m3bench.cli.console import remark, remarks
from m3bench.cli.selection import configured_servers
from m3bench.core import M3BenchError
from m3bench.hosting import Environments, Pool, ServerSpec, Tool, load_catalog, sandbox_problem
from m3bench.runs import THIRD_PARTY
from m3bench.runs.serving import bundled_tools, third_party_spec
from m3bench.servers import SERVERS
from m3bench.suites import Suite

_TIMEOUT_SECONDS = 60.0


def load_suite_tools(suites: Iterable[Suite], configs: Sequence[Path] = ()) -> list[Tool]:
    """Return the tools of the bundled, installed and configured servers of the tasks. Print the others."""
    names = sorted({name for suite in suites for task in suite.tasks for name in task.servers})
    configured = {spec.name: spec for spec in configured_servers(configs)}
    others = [name for name in names if name not in SERVERS or name in configured]
    tools = [tool for name in names if name not in others for tool in bundled_tools(name)]
    specs = [spec for name in others for spec in ([configured[name]] if name in configured else _specs(name))]
    if specs:
        with remarks().status(f"asking {', '.join(spec.name for spec in specs)} for their tools"):
            tools += anyio.run(_list_tools, specs)
    missing = [name for name in others if name not in {tool.server for tool in tools}]
    if missing:
        remark(f"calls are not checked, because the tools are unknown: {', '.join(missing)}")
    return tools


def _specs(name: str) -> list[ServerSpec]:
    """Return the spec of a server in a list, which is empty if the server is not installed."""
    catalog, environments = load_catalog(), Environments()
    known = {entry.name for entry in catalog.entries if environments.installed(entry)}
    if THIRD_PARTY.get(name) in known:
        return [third_party_spec(name)]
    return [catalog.spec(name, environments)] if name in known else []


async def _list_tools(specs: Sequence[ServerSpec]) -> Sequence[Tool]:
    """Return the tools of the servers, or none if a server fails or does not answer in time."""
    try:
        with anyio.fail_after(_TIMEOUT_SECONDS):
            pool = Pool(ahead=0, sandbox=sandbox_problem() is None)
            async with pool, pool.lease(specs, ahead=0) as lease:
                return await lease.host.tools()
    except (M3BenchError, TimeoutError):
        return ()
