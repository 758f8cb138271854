"""A program as agent that looks for the answers instead of working. It runs under the real command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from m3bench.hosting import sandbox_problem
from tests.attacks.snooping import AGENT, CANARY, PYTHON, Scene

pytestmark = pytest.mark.skipif(sandbox_problem() is not None, reason=str(sandbox_problem()))

READS = (
    "tasks of the run",
    "journal of the run",
    "manifest of the run",
    "the run folder",
    "the suite's file",
    "another attempt's workspace",
    "another run",
    "released tasks",
    "the world",
    "the home folder",
)
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
        self.scene = Scene(root)
        (self.scene.programs / "snoop.py").write_text(AGENT)
        before = self.scene.suite.read_bytes()
        agent = f"command:{PYTHON} {self.scene.programs / 'snoop.py'}"
        self.said, self.trajectories = self.scene.ran("--agent", agent, *options)
        self.suite_changed = self.scene.suite.read_bytes() != before
        self.found: dict[str, Any] = json.loads(self.trajectories[-1]["answer"])


@pytest.fixture(scope="module")
def caught(tmp_path_factory: pytest.TempPathFactory) -> Snooped:
    return Snooped(tmp_path_factory.mktemp("caught"))


@pytest.fixture(scope="module")
def free(tmp_path_factory: pytest.TempPathFactory) -> Snooped:
    """Without a sandbox: what the tries would bring."""
    return Snooped(tmp_path_factory.mktemp("free"), "--sandbox", "off")


@pytest.mark.parametrize("what", READS)
def test_reading(what: str, caught: Snooped, free: Snooped) -> None:
    """An agent reads references, journal, package data, other runs, attempts or the home folder."""
    assert caught.found[what] == "FileNotFoundError"
    assert free.found[what] not in ("FileNotFoundError", [], ""), "the try is no try"


@pytest.mark.parametrize("what", WRITES)
def test_writing(what: str, caught: Snooped, free: Snooped) -> None:
    """An agent writes to the suite, the run, the home folder or the folder of its program."""
    assert caught.found[what] != "written"
    assert free.found[what] == "written"
    assert not caught.suite_changed
    assert (caught.scene.home / "notes.txt").read_text() == "of the user"


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
    assert not workspace.is_relative_to(free.scene.run), "workspaces do not lie below the run folder"


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
    ids = [json.loads(each["answer"])["environment"]["M3BENCH_TASK_ID"] for each in caught.trajectories]
    assert len(set(ids)) == 2
    seen = json.dumps([json.loads(each["answer"])["environment"] for each in caught.trajectories])
    assert not any(f"sum-{number}" in seen for number in range(2))
    assert [each["task_id"] for each in caught.trajectories] == ["sum-0", "sum-1"]


def test_the_honest_agent(caught: Snooped, free: Snooped) -> None:
    """The sandbox keeps an honest agent from its work."""
    for snooped in (caught, free):
        assert snooped.found["the gateway"] == "3"
        assert snooped.found["its own workspace"] == "written"
        assert [call["name"] for call in snooped.trajectories[0]["steps"][0]["calls"]] == ["math/add"]
        assert (snooped.scene.run / "workspaces" / "sum-0-1" / "made.txt").read_text() == "was here"


def test_what_is_on_record(caught: Snooped, free: Snooped) -> None:
    """A run without a sandbox passes for one with a sandbox."""
    manifests = [json.loads((each.scene.run / "manifest.json").read_bytes()) for each in (caught, free)]
    assert manifests[0]["sandbox"] == {"mode": "auto", "in_force": True}
    assert manifests[1]["sandbox"] == {"mode": "off", "in_force": False}
    assert "WARNING: No sandbox" not in caught.said
    assert free.said.lstrip().startswith("WARNING: No sandbox: it was turned off")
