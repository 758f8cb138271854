"""What mounting thousands of tools costs: time and memory, in ratios to 27 servers with 185 tools.

    python benchmarks/mounting.py [--servers 135] [--tools 25]
    python benchmarks/mounting.py --synthetic

The servers are folders with tool lists and with a program that fails if it is started, so that a start would
be noticed. Nothing is downloaded. Each step is made with the bundled servers alone, then with all of them.
With `--synthetic`, they are the bundled servers of the mode `max:synthetic` instead.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import anyio
import msgspec

from m3bench.core import Task
from m3bench.encoders import HashingEncoder
from m3bench.hosting import (
    CatalogEntry,
    Environments,
    Pool,
    Tool,
    Toolbox,
    ToolIndexCache,
    load_catalog,
    parse_mode,
)
from m3bench.hosting.catalog import InstalledToolLists
from m3bench.hosting.catalog.entry import Registry
from m3bench.hosting.catalog.environments import MARKER, Installed
from m3bench.hosting.mounting import Retriever, ServerSizes
from m3bench.runs import run_settings
from m3bench.runs.serving import THIRD_PARTY, Mounts, ServerSet, mountable_servers, plan_mounts, server_specs
from m3bench_world import World

TASK = Task(id="t", request="Add two numbers.", servers=("math",))
LIMIT_SECONDS, LIMIT_MEGABYTES = 60.0, 8_000.0


def put_servers(root: Path, servers: int, tools: int) -> None:
    """Make so many servers of the catalog look installed, with tool lists of ours."""
    environments = Environments(root)
    for entry in [each for each in load_catalog().entries if _is_usable(each)][:servers]:
        folder = environments.folder(entry.name)
        program = entry.program(folder)
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\nexit 9\n")
        program.chmod(0o755)
        (folder / "bin" / "python").symlink_to(sys.executable)
        marker = Installed(
            name=entry.name, registry=entry.registry, package=entry.package, version=entry.version,
            digest=entry.digest, folder=str(folder),
        )  # fmt: skip
        (folder / MARKER).write_bytes(msgspec.json.encode(marker))
        environments.tool_list(entry.name).put([_tool(entry.name, number) for number in range(tools)])


def _is_usable(entry: CatalogEntry) -> bool:
    """Return whether a program of its own stands for the server, and no other server does."""
    return (
        entry.registry is Registry.PYPI
        and entry.executable != "python"
        and entry.name not in THIRD_PARTY.values()
    )


def _tool(server: str, number: int) -> Tool:
    properties = {
        f"parameter_{index}": {"type": "string", "description": f"What number {index} of the call is about."}
        for index in range(4)
    }
    return Tool(
        server=server,
        name=f"do_work_{number}",
        description=f"Does the work number {number} of {server}. "
        + "It has some conditions and effects. " * 3,
        input_schema={"type": "object", "properties": properties, "required": ["parameter_0"]},
    )


class Cost(NamedTuple):
    """What the steps cost in one mode."""

    tools: int
    tokens: int
    seconds: dict[str, float]
    megabytes: float


async def measure(mode: str) -> Cost:
    """Mount the servers of a mode as a run does, twice, and rank them once."""
    seconds: dict[str, float] = {}

    async def step(name: str, work: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        result = work()
        result = await result if hasattr(result, "__await__") else result
        seconds[name] = time.perf_counter() - start
        return result

    settings = run_settings("smoke", "idle", mode=mode, sandbox="off")
    specs = await step("find servers", lambda: server_specs(settings, {"math"}))
    listings = InstalledToolLists(Environments(), THIRD_PARTY)
    async with Pool(listings=listings) as pool:
        server_set, cache = ServerSet(pool, World(), specs), ToolIndexCache()
        plan = await step("plan", lambda: plan_mounts(settings, [TASK], [TASK], server_set, say=print))
        available = mountable_servers(server_set, [TASK], parse_mode(mode))
        mounts = Mounts(parse_mode(mode), [TASK], available, seed=0)

        async def mounted() -> Toolbox:
            servers = (await mounts.servers(TASK, TASK.request or "", None)).servers  # type: ignore[arg-type]
            async with server_set.open_lease(servers) as lease:
                toolbox = await Toolbox.mount(lease.host, index_cache=cache)
                assert lease.started == {}, lease.started
                assert toolbox.tokens > 0
                return toolbox

        toolbox = await step("first mount", mounted)
        await step("next mount", mounted)
        await step("sizes", lambda: ServerSizes().of(available.values()))
        await step("rank", lambda: Retriever(HashingEncoder(), available.values()).top(["add numbers"], 5))
    assert plan is not None
    assert plan.record is not None
    return Cost(len(toolbox.tools), toolbox.tokens, seconds, _megabytes())


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--servers", type=int, default=125, help="third-party servers (at most 125)")
    parser.add_argument("--tools", type=int, default=25, help="tools of each")
    parser.add_argument("--synthetic", action="store_true", help="measure max:synthetic instead")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        os.environ["M3BENCH_SERVERS"] = folder
        few = anyio.run(measure, "max")
        if not options.synthetic:
            put_servers(Path(folder), options.servers, options.tools)
        many = anyio.run(measure, "max:synthetic" if options.synthetic else "max")
    print(f"{few.tools} tools, {few.tokens:,} tokens → {many.tools} tools, {many.tokens:,} tokens")
    print(f"tools: x {many.tools / few.tools:.1f}")
    for name, seconds in many.seconds.items():
        print(f"{name}: {seconds:.2f} s, x {seconds / few.seconds[name]:.1f}")
    print(f"memory: {many.megabytes:.0f} MB, x {many.megabytes / few.megabytes:.1f}")
    first = sum(many.seconds[name] for name in ("find servers", "plan", "first mount"))
    print(f"until the first step: {first:.2f} s ({first / LIMIT_SECONDS:.1%} of the limit)")
    if first > LIMIT_SECONDS or many.megabytes > LIMIT_MEGABYTES:
        sys.exit("too slow, or too much memory")


if __name__ == "__main__":
    main()
