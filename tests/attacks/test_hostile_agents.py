"""A program as agent that looks for the answers instead of working. It runs under the real command line."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from m3bench.agents import Confinement, confine, make_agent
from m3bench.core import Outcome
from m3bench.hosting import sandbox_problem
from tests.agents.workplace import png, solve
from tests.attacks.probes import AGENT, CANARY, HIDDEN, PYTHON, USER_FACT, VictimFolder
from tests.runs.processes import DEADLINE, completed_anew, started

pytestmark = pytest.mark.skipif(sandbox_problem() is not None, reason=str(sandbox_problem()))

WRITES = (
    "a write to the suite",
    "a write to the run",
    "a write to the home folder",
    "a write beside its program",
)
ADDRESSES = ("the host's port", "an abstract socket", "the internet")


class Snooped:
    """What a snooping agent found, and the scene afterwards."""

    def __init__(self, root: Path, *options: str) -> None:
        self.victim = VictimFolder(root)
        (self.victim.programs / "snoop.py").write_text(AGENT)
        before = self.victim.suite.read_bytes()
        agent = f"command:{PYTHON} {self.victim.programs / 'snoop.py'}"
        self.said, self.trajectories = self.victim.run_command("--agent", agent, *options)
        self.suite_changed = self.victim.suite.read_bytes() != before
        self.found: dict[str, Any] = json.loads(self.trajectories[-1]["answer"])


@pytest.fixture(scope="module")
def caught(tmp_path_factory: pytest.TempPathFactory) -> Snooped:
    return Snooped(tmp_path_factory.mktemp("caught"))


@pytest.fixture(scope="module")
def free(tmp_path_factory: pytest.TempPathFactory) -> Snooped:
    """Without a sandbox: what the tries would bring."""
    return Snooped(tmp_path_factory.mktemp("free"), "--sandbox", "off")


@pytest.mark.parametrize("what", HIDDEN)
def test_reading(what: str, caught: Snooped, free: Snooped) -> None:
    """An agent reads references, journal, package data, other runs, attempts or the home folder."""
    assert caught.found[what] == "FileNotFoundError"
    assert free.found[what] not in ("FileNotFoundError", [], ""), "the try is no try"


def test_finding_what_only_the_user_knows(caught: Snooped, free: Snooped) -> None:
    """An agent looks for the simulated user's facts: files, environment, workspace, gateway."""
    assert USER_FACT in caught.victim.suite.read_text()  # it is there to be found
    assert "Add." in caught.found["the gateway's words"]
    assert not [name for name, found in caught.found.items() if "Bartholomew" in json.dumps(found)]
    for name in ("environment", "the gateway's words", "the workspace"):
        assert "Bartholomew" not in json.dumps(free.found[name]), name
    kept = caught.victim.run / "journal.jsonl"
    assert USER_FACT not in kept.read_text()


@pytest.mark.parametrize("what", WRITES)
def test_writing(what: str, caught: Snooped, free: Snooped) -> None:
    """An agent writes to the suite, the run, the home folder or the folder of its program."""
    assert caught.found[what] != "written"
    assert free.found[what] == "written"
    assert not caught.suite_changed
    assert (caught.victim.home / "notes.txt").read_text() == "of the user"


@pytest.mark.parametrize("what", ADDRESSES)
def test_connecting(what: str, caught: Snooped, free: Snooped) -> None:
    """An agent connects to another address than the gateway's."""
    assert caught.found[what] not in ("connected", "sent")
    if what != "the internet":  # this machine may have none
        assert free.found[what] == "connected"


def test_climbing(caught: Snooped, free: Snooped) -> None:
    """An agent looks for tasks.jsonl above its workspace and its folder."""
    assert caught.found["climbing up"] == []
    workspace = Path(free.found["workspace"])
    assert not workspace.is_relative_to(free.victim.run), "workspaces do not lie below the run folder"


def test_environments(caught: Snooped, free: Snooped) -> None:
    """An agent reads the environments of all processes."""
    assert caught.found["environments of processes"] == 0
    assert free.found["environments of processes"] > 0


@pytest.mark.parametrize("mode", ["auto", "off"])
def test_environment(mode: str, caught: Snooped, free: Snooped) -> None:
    """An agent looks for keys in its own environment."""
    found = (caught if mode == "auto" else free).found["environment"]
    assert CANARY not in found.values()
    ours = {name for name in found if name.startswith("M3BENCH_")}
    usual = {"HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "PWD", "TERM", "TMPDIR", "TZ"}
    assert found.keys() - ours <= usual


def test_signals(caught: Snooped, free: Snooped) -> None:
    """An agent sends signals to the harness."""
    assert caught.found["signals to processes"] == []
    assert len(free.found["signals to processes"]) == 2


def test_importing(caught: Snooped, free: Snooped) -> None:
    """An agent imports the harness from its own interpreter to ask it for the answers."""
    assert caught.found["the package"] == "ModuleNotFoundError"
    assert free.found["the package"] == "m3bench.suites"


def test_ids(caught: Snooped) -> None:
    """An agent looks up the id of its task in the public suite."""
    ids = [
        json.loads(trajectory["answer"])["environment"]["M3BENCH_TASK_ID"]
        for trajectory in caught.trajectories
    ]
    assert len(set(ids)) == 2
    seen = json.dumps([json.loads(trajectory["answer"])["environment"] for trajectory in caught.trajectories])
    assert not any(f"sum-{number}" in seen for number in range(2))
    assert [trajectory["task_id"] for trajectory in caught.trajectories] == ["sum-0", "sum-1"]


def test_the_honest_agent(caught: Snooped, free: Snooped) -> None:
    """The sandbox keeps an honest agent from its work."""
    for snooped in (caught, free):
        assert snooped.found["the gateway"] == "3"
        assert snooped.found["its own workspace"] == "written"
        assert [call["name"] for call in snooped.trajectories[0]["steps"][0]["calls"]] == ["math/add"]
        assert (snooped.victim.run / "workspaces" / "sum-0-1" / "made.txt").read_text() == "was here"


def test_what_is_on_record(caught: Snooped, free: Snooped) -> None:
    """A run without a sandbox passes for one with a sandbox."""
    manifests = [json.loads((each.victim.run / "manifest.json").read_bytes()) for each in (caught, free)]
    assert manifests[0]["sandbox"] == {"mode": "auto", "in_force": True}
    assert manifests[1]["sandbox"] == {"mode": "off", "in_force": False}
    assert "WARNING: No sandbox" not in caught.said
    assert free.said.lstrip().startswith("WARNING: No sandbox: disabled (--sandbox off)")


LINGERING = """
import os, subprocess, sys, time
child = "import time; time.sleep(600) # {token}"
subprocess.Popen([sys.executable, "-c", child], env={{}}, start_new_session=True)
open(os.environ["M3BENCH_WORKSPACE"] + "/started", "w").close()
time.sleep(600)
"""


def _alive(token: str) -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if token.encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue
    return found


def _wait_until(happens: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + DEADLINE
    while not happens():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_outliving(number: signal.Signals, tmp_path: Path) -> None:
    """An agent detaches a child that has forgotten its mark, to outlive a harness that is killed."""
    token = f"lingering-{os.getpid()}-{number}"
    victim = VictimFolder(tmp_path)
    script = victim.programs / "linger.py"
    script.write_text(LINGERING.format(token=token))
    asked = [str(victim.suite), "--out", str(victim.run), "--limit", "1"]
    process = started([*asked, "--agent", f"command:{PYTHON} {script}"], {"TMPDIR": str(tmp_path)})
    try:
        _wait_until(lambda: list(tmp_path.glob("m3bench-work-*/workspaces/*/started")), "it did not start")
        _wait_until(lambda: _alive(token), "the child did not start")
        process.send_signal(number)
        process.communicate(timeout=DEADLINE)
        _wait_until(lambda: not _alive(token), "something of the agent is left")
    finally:
        process.kill()
        process.communicate()
    left = list(tmp_path.glob("m3bench-work-*"))
    assert bool(left) == (number is signal.SIGKILL), "a killed run leaves its folder to the next one"
    if left:
        code, said = completed_anew(
            [str(victim.suite), "--out", str(tmp_path / "next"), "--agent", "idle"], {"TMPDIR": str(tmp_path)}
        )
        assert code == 0, said
        assert not list(tmp_path.glob("m3bench-work-*"))


def test_what_is_given_on_purpose(tmp_path: Path) -> None:
    """An agent that may use the network and a key gets more than that, or the key gets on record."""
    given = ("--agent-network", "--agent-env", "SOME_CANARY")
    snooped = Snooped(tmp_path, *given)
    assert snooped.found["the host's port"] == "connected"
    assert snooped.found["environment"]["SOME_CANARY"] in (CANARY, "${SECRET}")
    assert snooped.found["the gateway"] == "3"
    assert {snooped.found[what] for what in HIDDEN} == {"FileNotFoundError"}
    assert snooped.found["environments of processes"] <= 2, "its own ones alone"
    manifest = (snooped.victim.run / "manifest.json").read_text()
    assert CANARY not in manifest
    settings = json.loads(manifest)["settings"]
    assert (settings["agent_env"], settings["agent_network"]) == (["SOME_CANARY"], True)


TRICKS = """
import asyncio, json, os, httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
place = os.environ["M3BENCH_WORKSPACE"]
os.symlink(os.environ["TARGET"], place + "/link.png")
os.symlink(os.path.dirname(os.environ["TARGET"]), place + "/folder")
os.mkfifo(place + "/pipe.png")
os.symlink("/dev/zero", place + "/zero.png")

async def main():
    said = []
    headers = {"Authorization": "Bearer " + os.environ["M3BENCH_GATEWAY_TOKEN"]}
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        Client(streamable_http_client(os.environ["M3BENCH_GATEWAY_URL"], http_client=http)) as client,
    ):
        for path in ("link.png", "folder/secret.png", "pipe.png", "zero.png", "photo.png"):
            crop = {"input_path": path, "output_path": "out.png", "x1": 0, "y1": 0, "x2": 5, "y2": 5}
            said.append((await client.call_tool("imagesorcery-mcp__crop", crop)).is_error)
    print(json.dumps(said))

asyncio.run(main())
"""


def test_links_for_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent in the sandbox lets tools outside of it follow its links, or wait for its pipes."""
    (tmp_path / "secret.png").write_bytes(png())
    monkeypatch.setenv("TARGET", str(tmp_path / "secret.png"))
    for name in ("agent", "workspace"):
        (tmp_path / name).mkdir()
    script = tmp_path / "agent" / "agent.py"
    script.write_text(TRICKS)
    agent = confine(make_agent(f"command:{PYTHON} {script}"), Confinement(sandbox=True, env=("TARGET",)))
    ending, attempt = solve(agent, tmp_path / "workspace")
    assert json.loads(ending.answer or "") == [True, True, True, True, False]
    outcomes = [call.outcome for step in attempt.steps for call in step.calls]
    assert outcomes[:2] == [Outcome.INVALID_ARGUMENTS] * 2
    assert outcomes[4] is Outcome.SUCCESS
