"""Measure the cost of hosting: starting, calling, mounting, and a thousand tasks in a row.

Ratios compare figures of the same run. Starts use installed servers of the catalog; if fewer than twenty are
installed, a simple server on the SDK takes their place. Arguments select the parts to measure: starts,
sandboxed_starts, calls, mounting, thousand_tasks.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from m3bench.core import Call, Outcome
from m3bench.hosting import (
    Environments,
    Pool,
    ServerSpec,
    Tool,
    Toolbox,
    ToolListStore,
    count_tools,
    load_catalog,
    sandbox_problem,
)

SERVERS, CALLS, TASKS = 20, 1_000, 1_000
STARTS = 20
MANY_SERVERS, TOOLS_EACH = 100, 30
SDK_SERVER = Path(__file__).with_name("sdk_server.py")


def main() -> None:
    chosen = sys.argv[1:]
    for part in (_starts, _sandboxed_starts, _calls, _mounting, _thousand_tasks):
        if chosen and part.__name__.strip("_") not in chosen:
            continue
        with tempfile.TemporaryDirectory() as folder:
            anyio.run(part, Path(folder))
        print(flush=True)


async def _starts(folder: Path) -> None:
    specs = _twenty_servers()
    await _start_together(folder / "before", specs[:1])  # imports and caches warm up
    alone = await _start_one_by_one(folder / "alone", specs)
    pooled = await _start_together(folder / "pooled", specs)
    print(f"start of {len(specs)} servers: one after another {alone:.1f} s, by the pool {pooled:.1f} s")
    print(f"pool / one after another: {pooled / alone:.2f} (at most 0.60 on two cores)")


async def _sandboxed_starts(folder: Path) -> None:
    """Alternate both variants, so that changes of the machine's load affect both."""
    problem = sandbox_problem()
    if problem is not None:
        print(f"start in a sandbox: not measured, {problem}")
        return
    spec = _sdk_spec("measured")
    seconds: dict[bool, list[float]] = {False: [], True: []}
    for number in range(STARTS):
        for sandbox in (number % 2 == 0, number % 2 == 1):
            place = folder / f"{number}-{sandbox}"
            async with Pool(place, starts_at_once=1, sandbox=sandbox) as pool:
                began = time.perf_counter()
                async with pool.lease([spec], ahead=0) as lease:
                    await lease.host.tools()
                    seconds[sandbox].append(time.perf_counter() - began)
                    _require_no_faults(lease.host.faults)
    bare, confined = (statistics.median(seconds[sandbox]) for sandbox in (False, True))
    print(f"start of a server, p50 of {STARTS}: bare {bare:.3f} s, in the sandbox {confined:.3f} s")
    print(f"sandbox / bare: {confined / bare:.2f} (at most 1.15)")


async def _start_one_by_one(folder: Path, specs: list[ServerSpec]) -> float:
    seconds = 0.0
    async with Pool(folder, starts_at_once=1) as pool:
        for spec in specs:
            async with pool.lease([spec], ahead=0) as lease:
                seconds += await _timed(lease.host.tools)
                _require_no_faults(lease.host.faults)
    return seconds


async def _start_together(folder: Path, specs: list[ServerSpec]) -> float:
    async with Pool(folder) as pool, pool.lease(specs, ahead=0) as lease:
        seconds = await _timed(lease.host.tools)
        _require_no_faults(lease.host.faults)
    return seconds


async def _calls(folder: Path) -> None:
    """Alternate both sides, so that changes of the machine's load affect both."""
    bare: list[float] = []
    ours: list[float] = []
    parameters = StdioServerParameters(command=sys.executable, args=[str(SDK_SERVER)])
    async with (
        Client(parameters, mode="legacy") as client,
        Pool(folder) as pool,
        pool.lease([_sdk_spec("measured")], ahead=0) as lease,
    ):
        toolbox = await Toolbox.mount(lease.host)
        step = [Call("measured/echo", {"text": "hello"})]
        for _ in range(CALLS):
            bare.append(await _timed(lambda: client.session.call_tool("echo", {"text": "hello"})))
            ours.append(await _timed(lambda: toolbox.run(step)))
    left, right = statistics.median(bare), statistics.median(ours)
    print(f"a call, p50 of {CALLS}: bare session {1000 * left:.2f} ms, toolbox {1000 * right:.2f} ms")
    print(f"toolbox / bare session: {right / left:.2f} (at most 1.15)")


async def _mounting(folder: Path) -> None:
    listings = ToolListStore(folder / "listings")
    specs = [ServerSpec(name=f"server-{number}", command="never-started") for number in range(MANY_SERVERS)]
    for spec in specs:
        listings.of(spec).put([_tool(spec.name, number) for number in range(TOOLS_EACH)])
    async with Pool(folder, listings=listings) as pool:
        began = time.process_time()
        async with pool.lease(specs, ahead=0) as lease:
            toolbox = await Toolbox.mount(lease.host)
            aliases = [toolbox.aliases.alias(tool.full_name) for tool in toolbox.tools]
            tokens = count_tools(toolbox.tools, exact=False)
        spent = time.process_time() - began
    print(f"{len(aliases)} tools of {MANY_SERVERS} servers mounted from kept lists, about {tokens} tokens")
    print(f"CPU: {spent:.2f} s (under 2)")


async def _thousand_tasks(folder: Path) -> None:
    memory: list[int] = []
    spec = _sdk_spec("measured")
    async with Pool(folder) as pool:
        for number in range(TASKS):
            async with pool.lease([spec]) as lease:
                toolbox = await Toolbox.mount(lease.host)
                step = [Call("measured/add", {"a": number, "b": other}) for other in (1, 2)]
                answers = await toolbox.run(step)
                assert all(answer.outcome is Outcome.SUCCESS for answer in answers)
            if number in (TASKS // 10, TASKS - 1):
                memory.append(_resident_mb())
    print(f"{TASKS} tasks of two parallel calls: {memory[0]} MB after a tenth, {memory[1]} MB at the end")
    print(f"growth: {memory[1] / memory[0]:.2f}")


def _twenty_servers() -> list[ServerSpec]:
    catalog, environments = load_catalog(), Environments()
    specs = [catalog.spec(entry.name, environments) for entry in catalog.entries]
    installed = [spec for spec in specs if spec.available][:SERVERS]
    filler = [_sdk_spec(f"sdk-{number}") for number in range(SERVERS - len(installed))]
    print(f"{len(installed)} installed servers of the catalog, {len(filler)} ordinary ones on the SDK")
    return installed + filler


def _sdk_spec(name: str) -> ServerSpec:
    return ServerSpec(name=name, command=sys.executable, args=(str(SDK_SERVER),))


def _tool(server: str, number: int) -> Tool:
    properties = {
        f"parameter_{index}": {"type": "string", "description": "What it is for."} for index in range(5)
    }
    return Tool(
        server=server,
        name=f"tool_{number}",
        description="Does one thing, and says here at some length what that is and when to use it. " * 3,
        input_schema={"type": "object", "properties": properties, "required": ["parameter_0"]},
    )


async def _timed(work: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await work()
    return time.perf_counter() - began


def _require_no_faults(faults: dict[str, str]) -> None:
    for name, reason in faults.items():
        sys.exit(f"{name} does not start: {reason}")


def _resident_mb() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 // 2**20


if __name__ == "__main__":
    main()
