"""A third-party server that looks at what is none of its business. It runs under the real command line."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from m3bench.core import Call
from m3bench.hosting import sandbox_problem
from tests.attacks.probes import CANARY, HIDDEN, PYTHON, SERVER, VictimFolder
from tests.hanging import HANG_SECONDS

pytestmark = pytest.mark.skipif(sandbox_problem() is not None, reason=str(sandbox_problem()))


class Served:
    """What a snooping server found."""

    def __init__(self, root: Path, *options: str, scope: str = "task") -> None:
        self.victim = VictimFolder(root, Call("snoop/snoop", {}))
        folder = self.victim.programs
        (folder / "snoop.py").write_text(SERVER)
        arguments = [str(folder / "snoop.py"), str(folder / "targets.json"), "${WORKSPACE}"]
        entry = {"command": PYTHON, "args": arguments, "scope": scope, "env": {"ITS_KEY": "declared"}}
        (folder / "servers.json").write_text(json.dumps({"mcpServers": {"snoop": entry}}))
        given = ("--agent", "reference", "--config", str(folder / "servers.json"))
        self.said, self.trajectories = self.victim.run_command(*given, *options)
        self.calls = [trajectory["steps"][0]["calls"][0] for trajectory in self.trajectories]
        self.found: dict[str, Any] = json.loads(self.calls[-1]["result"]["content"][0]["text"])


@pytest.fixture(scope="module")
def caught(tmp_path_factory: pytest.TempPathFactory) -> Served:
    return Served(tmp_path_factory.mktemp("caught"))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Served:
    return Served(tmp_path_factory.mktemp("shared"), scope="shared")


@pytest.fixture(scope="module")
def free(tmp_path_factory: pytest.TempPathFactory) -> Served:
    return Served(tmp_path_factory.mktemp("free"), "--sandbox", "off")


@pytest.mark.parametrize("what", HIDDEN)
def test_reading(what: str, caught: Served, shared: Served, free: Served) -> None:
    """A server reads references, journal, package data, other runs, attempts or the home folder."""
    assert caught.found[what] == shared.found[what] == "FileNotFoundError"
    assert free.found[what] not in ("FileNotFoundError", [], ""), "the try is no try"


@pytest.mark.parametrize("what", ["the host's port", "an abstract socket", "the internet"])
def test_connecting(what: str, caught: Served, free: Served) -> None:
    """A server connects to anything at all."""
    assert caught.found[what] not in ("connected", "sent")
    assert what == "the internet" or free.found[what] == "connected"


@pytest.mark.parametrize(
    ("what", "where"),
    [
        ("a write to the suite", "project/tasks.jsonl"),
        ("a write to the run", "project/run/new.txt"),
        ("a write to the home folder", "home/notes.txt"),
        ("a write beside its program", "programs/new.txt"),
    ],
)
def test_writing(what: str, where: str, caught: Served, free: Served) -> None:
    """A server writes to the suite, the run, the home folder or the folder of its program."""
    assert (free.found[what], _written(free, where)) == ("written", True)
    # What it writes beside its program is private, and gone with the sandbox.
    assert caught.found[what] != "written" or what == "a write beside its program"
    assert not _written(caught, where)


def _written(served: Served, where: str) -> bool:
    path = served.victim.root / where
    return path.exists() and b"was here" in path.read_bytes()


@pytest.mark.parametrize("scope", ["task", "shared"])
def test_other_workspaces(scope: str, caught: Served, shared: Served) -> None:
    """A server looks for the workspaces of other attempts."""
    found = (caught if scope == "task" else shared).found
    assert found["other workspaces"] == []
    assert found["climbing up"] == []


def test_environments(caught: Served, free: Served) -> None:
    """A server reads the environments of all processes."""
    assert caught.found["environments of processes"] == 0
    assert free.found["environments of processes"] > 0
    assert CANARY not in caught.found["environment"].values()


def test_signals(caught: Served, free: Served) -> None:
    """A server sends signals to the harness."""
    assert caught.found["signals to processes"] == []
    assert len(free.found["signals to processes"]) == 2


def test_the_honest_server(caught: Served) -> None:
    """The sandbox keeps an honest server from its workspace and its own variables."""
    assert caught.found["its own workspace"] == "written"
    assert caught.found["environment"]["ITS_KEY"] in ("declared", "${SECRET}")
    assert [call["outcome"] for call in caught.calls] == ["success", "success"]
    assert (caught.victim.run / "workspaces" / "sum-1-1" / "made.txt").read_text() == "was here"


def _configured(tmp_path: Path) -> Path:
    """A snooping server in a client's file, with a home folder and a suite as targets."""
    victim = VictimFolder(tmp_path, Call("snoop/snoop", {}))
    (victim.programs / "targets.json").write_text(json.dumps(victim.targets(1, "none")))
    (victim.programs / "snoop.py").write_text(SERVER)
    arguments = [str(victim.programs / "snoop.py"), str(victim.programs / "targets.json"), "${WORKSPACE}"]
    config = victim.programs / "servers.json"
    config.write_text(json.dumps({"mcpServers": {"snoop": {"command": PYTHON, "args": arguments}}}))
    return config


def _by_call(config: Path, mode: str) -> dict[str, Any]:
    command = ["servers", "call", "snoop/snoop", "--config", str(config), "--sandbox", mode]
    done = subprocess.run(
        [PYTHON, "-m", "m3bench", *command], capture_output=True, text=True, timeout=HANG_SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.rpartition("outcome:")[0])
    return found


def _by_gateway(config: Path, mode: str) -> dict[str, Any]:
    command = ["-m", "m3bench", "gateway", "--config", str(config), "--sandbox", mode]

    async def work() -> dict[str, Any]:
        with anyio.fail_after(HANG_SECONDS):
            async with Client(stdio_client(StdioServerParameters(command=PYTHON, args=command))) as client:
                answer = await client.call_tool("snoop__snoop", {})
        found: dict[str, Any] = json.loads(answer.content[0].text)  # type: ignore[union-attr]
        return found

    return anyio.run(work)


@pytest.mark.parametrize("asked", [_by_call, _by_gateway])
def test_other_verbs(asked: Callable[[Path, str], dict[str, Any]], tmp_path: Path) -> None:
    """A server snoops under another verb than run."""
    config = _configured(tmp_path)
    targets = ("the home folder", "the suite's file", "another run", "released tasks")
    caught = asked(config, "auto")
    assert {caught[what] for what in targets} == {"FileNotFoundError"}
    free = asked(config, "off")
    assert not {free[what] for what in targets} & {"FileNotFoundError"}
