"""Measure the bundled servers: a cold first answer, memory of all of them together, and calls per second.

A cold answer is measured in a fresh process, from the first import of m3bench to the answer. Ratios compare
with the same call over the MCP SDK in one process, measured in the same run.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import anyio
from mcp import Client

from m3bench.core import Proof
from m3bench.hosting.catalog.samples import put_samples
from m3bench.runs.serving import bundled_proofs
from m3bench.servers import LISTED, Files, ToolContext, load
from m3bench.servers.sdk import sdk_server
from m3bench_world import World

REPEATS = 3
SECONDS = 0.4
MOST_COLD, MOST_MEGABYTES = 300.0, 700.0

_COLD = """
import json, sys, time
began = time.perf_counter()
from pathlib import Path
from m3bench.servers import Files, ToolContext, load
from m3bench_world import World
name, tool, arguments, folder = sys.argv[1:]
load(name).call(ToolContext(World(), Files(Path(folder))), tool, json.loads(arguments))
print(1000 * (time.perf_counter() - began))
"""
_MEMORY = """
import json, sys
from pathlib import Path
def resident():
    return next(int(line.split()[1]) / 1024 for line in open("/proc/self/status") if line.startswith("VmRSS"))
bare = resident()
from m3bench.servers import Files, ToolContext, load
from m3bench_world import World
calls, folder = json.loads(sys.argv[1]), Path(sys.argv[2])
context = ToolContext(World(), Files(folder))
for name, tool, arguments in calls:
    load(name).call(context, tool, arguments)
print(bare, resident())
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder)
        proofs = bundled_proofs(LISTED)
        put_samples({file for proof in proofs.values() for file in proof.files}, workspace)
        print(f"{'server':<20}{'cold ms':>9}{'calls/s':>10}{'over MCP':>10}{'ratio':>7}")
        slow = [name for name, proof in proofs.items() if _row(name, proof, workspace) > MOST_COLD]
        print(f"over {MOST_COLD:.0f} ms cold: {', '.join(slow) or 'none'}")
        bare, whole = _memory(proofs, workspace)
        print(f"all in one process: {whole:.0f} MB resident (at most {MOST_MEGABYTES:.0f}),")
        print(f"{whole / bare:.1f} times the bare interpreter's {bare:.0f} MB")


def _row(name: str, proof: Proof, workspace: Path) -> float:
    cold = statistics.median(_cold(name, proof, workspace) for _ in range(REPEATS))
    direct = _direct(name, proof, workspace)
    over_mcp = anyio.run(_over_mcp, name, proof, workspace)
    print(f"{name:<20}{cold:>9.0f}{direct:>10.0f}{over_mcp:>10.0f}{direct / over_mcp:>7.1f}", flush=True)
    return cold


def _cold(name: str, proof: Proof, workspace: Path) -> float:
    arguments = json.dumps(proof.arguments)
    return float(_output_of(_COLD, name, proof.tool, arguments, str(workspace)))


def _memory(proofs: dict[str, Proof], workspace: Path) -> tuple[float, float]:
    calls = [(name, proof.tool, proof.arguments) for name, proof in proofs.items()]
    bare, whole = _output_of(_MEMORY, json.dumps(calls), str(workspace)).split()
    return float(bare), float(whole)


def _output_of(program: str, *arguments: str) -> str:
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _direct(name: str, proof: Proof, workspace: Path) -> float:
    server, context = load(name), ToolContext(World(), Files(workspace))
    server.call(context, proof.tool, proof.arguments)
    began, calls = time.perf_counter(), 0
    while time.perf_counter() - began < SECONDS:
        server.call(context, proof.tool, proof.arguments)
        calls += 1
    return calls / (time.perf_counter() - began)


async def _over_mcp(name: str, proof: Proof, workspace: Path) -> float:
    speaking: Any = sdk_server(load(name), ToolContext(World(), Files(workspace)), "0")
    async with Client(speaking, mode="legacy") as client:
        await client.call_tool(proof.tool, proof.arguments)
        began, calls = time.perf_counter(), 0
        while time.perf_counter() - began < SECONDS:
            await client.call_tool(proof.tool, proof.arguments)
            calls += 1
    return calls / (time.perf_counter() - began)


if __name__ == "__main__":
    main()
