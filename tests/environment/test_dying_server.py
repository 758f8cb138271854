"""A server process that dies in the middle of an episode."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from m3bench.core import Task
from m3bench.environment import Environment
from m3bench.hosting import SandboxMode
from tests.environment.tasks import SmallSuite, call, says

SERVER = Path(__file__).parents[1] / "hosting" / "servers" / "misbehaving.py"
TASK = Task(id="frail", request="Say something.", servers=("frail",))


@pytest.mark.slow
def test_the_episode_is_truncated_and_the_next_one_works(tmp_path: Path) -> None:
    config = tmp_path / "servers.json"
    server = {"command": sys.executable, "args": [str(SERVER)]}
    config.write_text(json.dumps({"mcpServers": {"frail": server}}))
    with Environment(SmallSuite(TASK), configs=(str(config),), sandbox=SandboxMode.OFF) as environment:
        environment.reset("frail")
        dead = environment.step(says(call("frail__die", {})))
        assert (dead.done, dead.reward, dead.info["status"]) == (True, None, "server_failure")
        environment.reset("frail")
        alive = environment.step(says(call("frail__echo", {})))
        assert (alive.done, alive.info["calls"][0]["outcome"]) == (False, "success")
