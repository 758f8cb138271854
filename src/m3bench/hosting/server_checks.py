"""Check that a server works: start it, list its tools, make one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import anyio
import msgspec

from m3bench.core import Call, Outcome, Proof
from m3bench.hosting.cassette import compare
from m3bench.hosting.catalog import put_samples
from m3bench.hosting.listings import StoredToolList, ToolListStore
from m3bench.hosting.pool import Lease, Pool
from m3bench.hosting.spec import Scope, ServerSpec
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox import Toolbox, service_problem

_EXCERPT = 200
_CHANGING_WORDS = frozenset(
    {"add", "create", "delete", "drop", "kill", "move", "remove", "reset", "send", "set", "write"}
)


class ServerCheck(msgspec.Struct, frozen=True, kw_only=True):
    """The result of checking one server."""

    name: str
    tools: int = 0
    start_seconds: float | None = None
    called: str | None = None
    outcome: Outcome | None = None
    call_seconds: float | None = None
    excerpt: str = ""
    """The start of the answer."""
    problem: str | None = None
    """The likely cause in the service behind a failed call, such as a missing key."""
    fault: str | None = None
    refused: dict[str, str] = {}
    """Tools that are left out because they break the protocol, and what is wrong with them."""
    drift: str | None = None
    """Differences from the tools that it listed at the last check."""

    @property
    def passed(self) -> bool:
        """Whether nothing failed: it started, has tools, and answered a call, if one could be chosen."""
        return self.fault is None and self.tools > 0 and self.outcome in (None, Outcome.SUCCESS)

    @property
    def works(self) -> bool:
        """Whether it answered a call."""
        return self.passed and self.outcome is Outcome.SUCCESS


async def check_servers(
    pool: Pool,
    specs: Sequence[ServerSpec],
    proofs: Mapping[str, Proof],
    *,
    at_once: int = 2,
    listings: ToolListStore | None = None,
    done: Callable[[ServerCheck], None] = lambda _: None,
) -> list[ServerCheck]:
    """Check each server in its own workspace.

    Args:
        proofs: The call to make, by server. Without one, a read-only tool without parameters is called.
        listings: Stored tool lists. Changes since the last check are reported, and the new lists are stored.
    """
    results: dict[str, ServerCheck] = {}
    slots = anyio.CapacityLimiter(at_once)

    async def check(spec: ServerSpec) -> None:
        async with slots:
            result, tools = await _check(pool, spec, proofs.get(spec.name))
        if listings and tools and not result.refused:  # a kept list could not say what is left out
            result = msgspec.structs.replace(result, drift=_drift(listings.of(spec), tools))
        results[spec.name] = result
        done(result)

    async with anyio.create_task_group() as tasks:
        for spec in specs:
            tasks.start_soon(check, spec)
    return [results[spec.name] for spec in specs]


def _drift(listing: StoredToolList, live: list[Tool]) -> str | None:
    known = listing.get()
    listing.put(live)
    changed = compare(known, live) if known is not None else None
    return changed.report() if changed else None


async def _check(pool: Pool, spec: ServerSpec, proof: Proof | None) -> tuple[ServerCheck, list[Tool]]:
    # Always a process of its own: it ends with the check.
    own = msgspec.structs.replace(spec, scope=Scope.TASK)
    async with pool.lease([own], ahead=0) as lease:
        if proof:
            put_samples(proof.files, lease.workspace)
        toolbox = await Toolbox.mount(lease.host)
        server = lease.host.servers[0]
        fault = lease.host.faults.get(spec.name) or toolbox.problems.get(spec.name)
        check = ServerCheck(
            name=spec.name,
            tools=len(toolbox.tools),
            start_seconds=server.start_seconds,
            fault=fault,
            refused=toolbox.refused,
        )
        call = None if fault else _call(spec.name, toolbox.tools, lease, proof)
        if call is None:
            return check, list(toolbox.tools)
        (answer,) = await toolbox.run([call])
    text = answer.result.text if answer.result else ""
    failed = answer.outcome is not Outcome.SUCCESS
    done = msgspec.structs.replace(
        check,
        called=call.name,
        outcome=answer.outcome,
        call_seconds=answer.timing.seconds if answer.timing else None,
        excerpt=" ".join(text.split())[:_EXCERPT],
        problem=service_problem(text) if failed else None,
    )
    return done, list(toolbox.tools)


def _call(server: str, tools: Sequence[Tool], lease: Lease, proof: Proof | None) -> Call | None:
    if proof is not None:
        return Call(f"{server}/{proof.tool}", _filled(proof.arguments, str(lease.workspace)))
    harmless = [tool for tool in tools if not tool.input_schema.get("required") and not _changes(tool)]
    return Call(harmless[0].full_name, {}) if harmless else None


def _changes(tool: Tool) -> bool:
    if tool.annotations.get("readOnlyHint") is True:
        return False
    words = tool.name.lower().replace("-", "_").split("_")
    return not _CHANGING_WORDS.isdisjoint(words)


def _filled(value: Any, workspace: str) -> Any:
    match value:
        case str():
            return value.replace("${WORKSPACE}", workspace)
        case dict():
            return {key: _filled(item, workspace) for key, item in value.items()}
        case list():
            return [_filled(item, workspace) for item in value]
    return value
