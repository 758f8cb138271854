"""Recorded once, replayed with no server and no network: the same trajectory, to the byte."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import anyio
import msgspec
import pytest

from m3bench.core import Call, Step, Trajectory
from m3bench.hosting import (
    CassetteMissError,
    CassetteWriter,
    Placeholders,
    Pool,
    RecordingHost,
    ReplayHost,
    Scope,
    Toolbox,
    ToolHost,
    read_cassette,
)
from tests.hanging import HANG_SECONDS
from tests.hosting.processes import MISBEHAVING, run, spec

STEPS = [
    [Call("well/echo", {"text": "one"}), Call("well/echo", {"text": "two"}), Call("well/image", {})],
    [Call("well/write", {"name": "${HERE}/a.txt", "text": "kept"}), Call("well/not_found", {})],
    [Call("well/die", {})],
    [Call("well/echo", {"text": "one"}), Call("well/nope", {}), Call("well/structured", {})],
]


def ticking() -> Callable[[], float]:
    """A clock that goes on by itself, so that a trajectory does not depend on how long things took."""
    ticks = itertools.count()
    return lambda: float(next(ticks))


async def carry_out(host: ToolHost, workspace: Path) -> bytes:
    """Run the steps one call at a time and give the trajectory as bytes, the workspace's path left out."""
    toolbox = await Toolbox.mount(host)
    clock = ticking()
    done = []
    for calls in STEPS:
        here = [_placed(call, workspace) for call in calls]
        done.append(Step(tuple([(await toolbox.run([call], clock=clock, origin=0))[0] for call in here])))
    trajectory = Trajectory(task_id="t", steps=tuple(done))
    return json.dumps(msgspec.to_builtins(trajectory)).replace(str(workspace), "WORKSPACE").encode()


def _placed(call: Call, workspace: Path) -> Call:
    arguments = {key: value.replace("${HERE}", str(workspace)) for key, value in call.arguments.items()}
    return Call(call.name, arguments)


def record(path: Path, folder: Path) -> bytes:
    async def work() -> bytes:
        async with Pool(folder) as pool, pool.lease([spec(scope=Scope.TASK)], ahead=0) as lease:
            with CassetteWriter(path) as writer:
                host = RecordingHost(lease.host, writer, Placeholders.of_workspace(lease.workspace))
                return await carry_out(host, lease.workspace)

    done: bytes = run(work)
    return done


def replay(path: Path, workspace: Path) -> bytes:
    host = ReplayHost(read_cassette(path), Placeholders.of_workspace(workspace))
    return anyio.run(carry_out, host, workspace)


def test_a_replay_gives_the_same_trajectory_to_the_byte(tmp_path: Path) -> None:
    cassette = tmp_path / "run.cassette"
    recorded = record(cassette, tmp_path / "pool")
    assert b"server_fault" in recorded
    assert replay(cassette, tmp_path / "elsewhere") == recorded


_REPLAYING = """
import sys
from pathlib import Path
from tests.hosting.test_replay import replay
sys.stdout.buffer.write(replay(Path(sys.argv[1]), Path(sys.argv[2])))
"""


def test_a_replay_needs_no_network(tmp_path: Path) -> None:
    cassette = tmp_path / "run.cassette"
    recorded = record(cassette, tmp_path / "pool")
    unshare = shutil.which("unshare")
    isolated = [unshare, "--net", "--map-root-user"] if unshare else []
    if not unshare or subprocess.run([*isolated, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no network namespace can be made here")
    command = [*isolated, sys.executable, "-c", _REPLAYING, str(cassette), str(tmp_path / "elsewhere")]
    done = subprocess.run(
        command, capture_output=True, check=True, cwd=MISBEHAVING.parents[3], timeout=HANG_SECONDS
    )
    assert done.stdout == recorded


def test_a_changed_argument_stops_with_the_nearest_recorded_call(tmp_path: Path) -> None:
    cassette = tmp_path / "run.cassette"
    record(cassette, tmp_path / "pool")

    async def changed() -> None:
        toolbox = await Toolbox.mount(ReplayHost(read_cassette(cassette)))
        await toolbox.run([Call("well/echo", {"text": "onee"})])

    with pytest.raises(CassetteMissError) as caught:
        anyio.run(changed)
    assert '"one"' in str(caught.value)
    assert "well/echo" in str(caught.value)
