"""A program that probes the sandbox, as an agent and as a server, in one run of the real command line.

The program reads its targets from a file, tries all of them, and returns the results as JSON.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

import m3bench_suites
import m3bench_world
from m3bench.core import Call, Reference, SimulatedUser, Step, Task, UserFact
from m3bench.formats import write
from tests.runs.processes import completed_anew

CANARY = "canary-of-the-harness"
HIDDEN = (
    "tasks of the run",
    "journal of the run",
    "manifest of the run",
    "the run folder",
    "the suite's file",
    "another attempt's workspace",
    "another run",
    "released tasks",
    "builders of tasks",
    "the world",
    "the home folder",
)
"""Targets that neither agents nor servers may read."""
USER_FACT = "the parrot is called Bartholomew"
USER = SimulatedUser(persona=USER_FACT, goal=USER_FACT, facts=(UserFact("the parrot", USER_FACT),))
"""A secret that only the simulated user knows."""
SUITES, WORLD = (Path(package.__path__[0]) for package in (m3bench_suites, m3bench_world))
PROBES = """
import glob, json, os, pathlib, socket, sys

def tried(action):
    try:
        return action()
    except Exception as error:
        return type(error).__name__

def read(path):
    path = pathlib.Path(path)
    return sorted(os.listdir(path))[:9] if path.is_dir() else path.read_bytes()[:80].decode("latin-1")

def write(path):
    with open(path, "ab") as file:
        file.write(b"was here")
    return "written"

def connect(kind, address):
    with socket.socket(kind) as client:
        client.settimeout(3)
        client.connect(address)
        return "connected"

def send(address):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.sendto(b"hello", address)
        return "sent"

def climb(folder):
    found = []
    for up in range(1, 9):
        for name in ("tasks.jsonl", "journal.jsonl", "run/tasks.jsonl", "*/tasks.jsonl"):
            found += glob.glob("/".join([folder, *[".."] * up, name]))
    return [path for path in found if os.path.getsize(path)]

def environments(wanted):
    paths = map(pathlib.Path, glob.glob("/proc/[0-9]*/environ"))
    return sum(wanted in str(tried(lambda: path.read_bytes().decode("latin-1"))) for path in paths)

def signal_others(pids):
    return [pid for pid in pids if tried(lambda: os.kill(pid, 0)) is None]

def snooped(targets, workspace):
    found = {name: tried(lambda: read(path)) for name, path in targets["read"].items()}
    found |= {name: tried(lambda: write(path)) for name, path in targets["write"].items()}
    found["the host's port"] = tried(lambda: connect(socket.AF_INET, ("127.0.0.1", targets["port"])))
    found["an abstract socket"] = tried(lambda: connect(socket.AF_UNIX, "\\0" + targets["abstract"]))
    found["the internet"] = tried(lambda: send(("192.0.2.1", 53)))
    found["environments of processes"] = tried(lambda: environments(targets["canary"]))
    found["signals to processes"] = tried(lambda: signal_others(targets["pids"]))
    found["climbing up"] = tried(lambda: climb(workspace) + climb(os.getcwd()))
    found["other workspaces"] = tried(lambda: sorted(set(os.listdir(os.path.dirname(workspace)))
                                                     - {os.path.basename(workspace)}))
    found["the package"] = tried(lambda: __import__("m3bench.suites", fromlist=["x"]).__name__)
    found["its own workspace"] = tried(lambda: write(os.path.join(workspace, "made.txt")))
    found["environment"] = dict(os.environ)
    found["workspace"] = workspace
    return found
"""
AGENT = (
    PROBES
    + """
here = os.path.dirname(os.path.abspath(__file__))
targets = json.load(open(os.path.join(here, "targets.json")))
found = snooped(targets, os.environ["M3BENCH_WORKSPACE"])

import asyncio, httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

async def gateway():
    headers = {"Authorization": "Bearer " + os.environ["M3BENCH_GATEWAY_TOKEN"]}
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        Client(streamable_http_client(os.environ["M3BENCH_GATEWAY_URL"], http_client=http)) as client,
    ):
        answer = await client.call_tool("math__add", {"firstNumber": 1, "secondNumber": 2})
        told = await client.call_tool("get_task", {})
        listed = [await client.list_tools(), await client.list_prompts(), await client.list_resources()]
        read = [await client.get_prompt("task"), await client.read_resource("m3bench://task")]
        found["the gateway's words"] = "".join(map(repr, [told, *listed, *read, client.instructions]))
        return answer.content[0].text

found["the workspace"] = [(path, tried(lambda: read(path)))
                          for path in glob.glob(os.environ["M3BENCH_WORKSPACE"] + "/**", recursive=True)]
found["the gateway"] = tried(lambda: asyncio.run(gateway()))
print(json.dumps(found))
"""
)
SERVER = (
    PROBES
    + """
targets = json.load(open(sys.argv[1]))

def answer(method):
    if method == "initialize":
        return {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                "serverInfo": {"name": "snoop", "version": "1"}}
    if method == "tools/list":
        return {"tools": [{"name": "snoop", "description": "Snoops.", "inputSchema": {"type": "object"}}]}
    return {"content": [{"type": "text", "text": json.dumps(snooped(targets, sys.argv[2]))}]}

for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer(message["method"])}),
              flush=True)
"""
)


SUM = Call("math/add", {"firstNumber": 1, "secondNumber": 2})


class VictimFolder:
    """A folder with a suite, an old run, a home folder, and a separate folder of programs."""

    def __init__(self, root: Path, call: Call = SUM) -> None:
        """Make the folder. The references of its tasks make this call."""
        self.root, self.home, self.run = root, root / "home", root / "project" / "run"
        self.suite, self.old = root / "project" / "tasks.jsonl", root / "project" / "old"
        self.programs = root / "programs"
        for folder in (self.home, self.old, self.programs):
            folder.mkdir(parents=True)
        (self.home / "notes.txt").write_text("of the user")
        (self.old / "tasks.jsonl").write_text("references")
        (self.old / "manifest.json").write_text("{}")
        references, servers = (Reference(steps=(Step((call,)),), answer="3"),), (call.server,)
        tasks = [
            Task(
                id=f"sum-{n}",
                family="sums",
                request="Add.",
                servers=servers,
                references=references,
                user=USER,
            )
            for n in range(2)
        ]
        write(self.suite, tasks, format="jsonl")

    def targets(self, port: int, abstract: str) -> dict[str, Any]:
        return {
            "read": {
                "tasks of the run": str(self.run / "tasks.jsonl"),
                "journal of the run": str(self.run / "journal.jsonl"),
                "manifest of the run": str(self.run / "manifest.json"),
                "the run folder": str(self.run),
                "the suite's file": str(self.suite),
                "another attempt's workspace": str(self.run / "workspaces" / "sum-0-1" / "made.txt"),
                "another run": str(self.old / "tasks.jsonl"),
                "released tasks": str(SUITES / "released" / "m3.jsonl.xz"),
                "builders of tasks": str(SUITES / "builders"),
                "the world": str(WORLD / "world.py"),
                "the home folder": str(self.home / "notes.txt"),
            },
            "write": {
                "a write to the suite": str(self.suite),
                "a write to the run": str(self.run / "new.txt"),
                "a write to the home folder": str(self.home / "notes.txt"),
                "a write beside its program": str(self.programs / "new.txt"),
            },
            "canary": CANARY,
            "port": port,
            "abstract": abstract,
            "pids": [os.getpid(), os.getppid()],
        }

    def run_command(self, *options: str) -> tuple[str, list[dict[str, Any]]]:
        """Return the output of `m3bench run`, and the trajectories of the journal."""
        with listening() as (port, abstract):
            targets = self.targets(port, abstract)
            (self.programs / "targets.json").write_text(json.dumps(targets))
            environment = {"HOME": str(self.home), "SOME_CANARY": CANARY}
            arguments = [str(self.suite), "--out", str(self.run), "--concurrency", "1", *options]
            code, output = completed_anew(arguments, environment)
        assert code == 0, output
        lines = (self.run / "journal.jsonl").read_bytes().splitlines()
        return output, [msgspec.json.decode(line)["trajectory"] for line in lines]


@contextmanager
def listening() -> Iterator[tuple[int, str]]:
    """Open a port and an abstract socket that accept connections."""
    name = f"m3bench-attack-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind(f"\0{name}")
        abstract.listen()
        yield server.getsockname()[1], name


PYTHON = sys.executable
