"""One version of the servers: started, linted, called."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from m3bench.core import Task, UsageError
from m3bench.forge.links import Progress
from m3bench.hosting import (
    Pool,
    Scope,
    ServerSpec,
    Tool,
    Toolbox,
    ToolHost,
    named_specs,
    read_specs,
    sandbox_state,
)
from m3bench.server_tests.bad_calls import findings as bad_call_findings
from m3bench.server_tests.bad_calls import make_bad_calls
from m3bench.server_tests.lint import find, lint_tools, tool_costs
from m3bench.server_tests.proofs import SECONDS_PER_CALL, CarefulTrials, prove_tools
from m3bench.server_tests.records import BadCall, Finding, VersionTest
from m3bench.server_tests.settings import ServerTestSettings
from m3bench.server_tests.tasks import draft_tasks, repeatable_tasks
from m3bench.worlds import DEFAULT_NOW

UNUSABLE = ("server-unavailable", "server-start", "server-repeated-tool", "server-no-tools")
"""Rules whose breach leaves a server without tools."""
_WHOLE_RESULTS = 200_000


class ExaminedVersion(msgspec.Struct, frozen=True):
    """What is known of a version before an agent uses it."""

    test: VersionTest
    tasks: tuple[Task, ...]
    tools: dict[str, Tool]


def selected_servers(config: Path, names: Sequence[str]) -> list[ServerSpec]:
    """Return the servers of a configuration, or those named.

    Raises:
        UsageError: The configuration has no servers, or not one of that name.
    """
    chosen = named_specs(read_specs(config, os.environ), names, file=str(config))
    if not chosen:
        raise UsageError(f"{config} has no servers.", 'Add one: {"mcpServers": {"NAME": {"command": …}}}')
    return [_impatient(spec) for spec in chosen]


def _impatient(spec: ServerSpec) -> ServerSpec:
    """Return the server with a short time limit for calls, of which there are many, and its own process."""
    limits = msgspec.structs.replace(spec.timeouts, call=min(spec.timeouts.call, SECONDS_PER_CALL))
    return msgspec.structs.replace(spec, timeouts=limits, scope=Scope.TASK)


async def examine_version(
    config: Path, settings: ServerTestSettings, *, on_progress: Progress = lambda _what, _done, _all: None
) -> ExaminedVersion:
    """Start the servers, lint their tools, call them, and forge tasks."""
    specs = selected_servers(config, settings.servers)
    names = tuple(spec.name for spec in specs)
    async with Pool(ahead=0, sandbox=sandbox_state(settings.sandbox).in_force) as pool:
        async with _opened(pool, specs, settings) as (trials, host, broken):
            tools = list(trials.toolbox.tools)
            done = VersionTest(
                config=str(config), servers=names, tools=len(tools), costs=tool_costs(tools),
                findings=(*broken, *lint_tools(tools)),
            )  # fmt: skip
            if not tools:
                return ExaminedVersion(done, (), {})
            proofs = await prove_tools(
                trials, encoder=settings.encoder, today=DEFAULT_NOW.date(), on_progress=on_progress
            )
            drafts = await draft_tasks(proofs, trials, DEFAULT_NOW.date()) if settings.tasks else []
            bad: list[BadCall] = await make_bad_calls(host, tools, proofs.samples)
        working = tuple(name for name in names if any(tool.server == name for tool in tools))
        async with _opened(pool, specs, settings) as (again, _, broken_again):
            tasks = await repeatable_tasks(drafts, again, working, settings.tasks)
    known = {finding.key for finding in done.findings}
    fresh = (finding for finding in broken_again if finding.key not in known)
    findings = (*done.findings, *fresh, *proofs.findings, *bad_call_findings(bad))
    done = msgspec.structs.replace(
        done, findings=findings, proofs=proofs.calls, bad_calls=tuple(bad), links=len(proofs.graph.links)
    )
    return ExaminedVersion(done, tuple(tasks), {tool.full_name: tool for tool in tools})


@asynccontextmanager
async def _opened(
    pool: Pool, specs: Sequence[ServerSpec], settings: ServerTestSettings
) -> AsyncIterator[tuple[CarefulTrials, ToolHost, list[Finding]]]:
    """Start the servers in a new workspace. What does not start is a finding."""
    ready = [spec for spec in specs if spec.available]
    async with pool.lease(ready, ahead=0) as lease:
        toolbox = await Toolbox.mount(lease.host, limit=_WHOLE_RESULTS)
        trials = CarefulTrials(toolbox, lease.workspace, allow_writes=settings.allow_writes)
        yield trials, lease.host, list(_broken(specs, lease.host, toolbox))


def _broken(specs: Sequence[ServerSpec], host: ToolHost, toolbox: Toolbox) -> Iterator[Finding]:
    listed = {tool.server for tool in toolbox.tools}
    for tool, problem in toolbox.refused.items():
        yield find("schema-invalid", tool, "tool list", f"it is left out: {problem}")
    for spec in specs:
        if spec.unavailable_because:
            yield find("server-unavailable", spec.name, "start", spec.unavailable_because)
        elif spec.name in host.faults:
            yield find("server-start", spec.name, "start", f"it {host.faults[spec.name]}")
        elif spec.name in toolbox.problems:
            yield find("server-repeated-tool", spec.name, "tools", toolbox.problems[spec.name])
        elif spec.name not in listed:
            yield find("server-no-tools", spec.name, "tools", "it lists no tools")
