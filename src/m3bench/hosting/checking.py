"""Does a server work: started, tools listed, one real call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import anyio
import msgspec

from m3bench.core import Call, Outcome, Proof
from m3bench.hosting.cassette import compare
from m3bench.hosting.catalog import put_samples
from m3bench.hosting.listings import Listing, Listings
from m3bench.hosting.pool import Lease, Pool
from m3bench.hosting.spec import Scope, ServerSpec
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox import Toolbox, service_problem

_EXCERPT = 200
_CHANGING_WORDS = frozenset(
    {"add", "create", "delete", "drop", "kill", "move", "remove", "reset", "send", "set", "write"}
)


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """What was found out about one server."""

    name: str
    tools: int = 0
    start_seconds: float | None = None
    called: str | None = None
    outcome: Outcome | None = None
    call_seconds: float | None = None
    excerpt: str = ""
    """The beginning of the answer."""
    problem: str | None = None
    """What the words of a failed answer say about the service behind it, such as a missing key."""
    fault: str | None = None
    drift: str | None = None
    """How its tools differ from those it listed at the last check."""

    @property
    def passed(self) -> bool:
        """It started, has tools, and a call was carried out (or none could be made up for it)."""
        return self.fault is None and self.tools > 0 and self.outcome in (None, Outcome.SUCCESS)


async def check_servers(
    pool: Pool,
    specs: Sequence[ServerSpec],
    proofs: Mapping[str, Proof],
    *,
    at_once: int = 2,
    listings: Listings | None = None,
    done: Callable[[Check], None] = lambda _: None,
) -> list[Check]:
    """Check each server in a workspace of its own; proofs say which call to make.

    With listings, what changed since the last check is said, and the new lists are kept.
    """
    results: dict[str, Check] = {}
    slots = anyio.CapacityLimiter(at_once)

    async def check(spec: ServerSpec) -> None:
        async with slots:
            found, tools = await _check(pool, spec, proofs.get(spec.name))
        if listings and tools:
            found = msgspec.structs.replace(found, drift=_drift(listings.of(spec), tools))
        results[spec.name] = found
        done(found)

    async with anyio.create_task_group() as tasks:
        for spec in specs:
            tasks.start_soon(check, spec)
    return [results[spec.name] for spec in specs]


def _drift(listing: Listing, live: list[Tool]) -> str | None:
    known = listing.get()
    listing.put(live)
    changed = compare(known, live) if known is not None else None
    return changed.report() if changed else None


async def _check(pool: Pool, spec: ServerSpec, proof: Proof | None) -> tuple[Check, list[Tool]]:
    # A process of its own, whatever its scope: it ends when the check does.
    own = msgspec.structs.replace(spec, scope=Scope.TASK)
    async with pool.lease([own], ahead=0) as lease:
        if proof:
            put_samples(proof.files, lease.workspace)
        toolbox = await Toolbox.mount(lease.host)
        server = lease.host.servers[0]
        fault = lease.host.faults.get(spec.name) or toolbox.problems.get(spec.name)
        found = Check(
            name=spec.name, tools=len(toolbox.tools), start_seconds=server.start_seconds, fault=fault
        )
        call = None if fault else _call(spec.name, toolbox.tools, lease, proof)
        if call is None:
            return found, list(toolbox.tools)
        (answer,) = await toolbox.run([call])
    said = answer.result.text if answer.result else ""
    failed = answer.outcome is not Outcome.SUCCESS
    done = msgspec.structs.replace(
        found,
        called=call.name,
        outcome=answer.outcome,
        call_seconds=answer.timing.seconds if answer.timing else None,
        excerpt=" ".join(said.split())[:_EXCERPT],
        problem=service_problem(said) if failed else None,
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
