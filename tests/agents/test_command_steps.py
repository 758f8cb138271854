"""The same outside program gives the same steps every time, on an idle machine and on a loaded one."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import msgspec
import pytest

from m3bench.agents import make_agent
from m3bench.core import Task, Trajectory
from m3bench.formats import read_trajectories
from tests.agents.workplace import solve
from tests.conftest import REPOSITORY

WORK = """
async def work(client):
    gate = Path(__file__).with_name("gate")
    if gate.exists():
        gate.read_bytes()

    async def add(number):
        return await client.call_tool("math__add", {"firstNumber": number, "secondNumber": 1})

    await asyncio.gather(add(1), add(2))
    await add(3)
    await asyncio.gather(add(4), add(5), add(6))
    await client.call_tool("submit_answer", {"answer": "7"})
"""
OVER_HTTP = f"""
import asyncio, os
from pathlib import Path
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
{WORK}
async def main():
    headers = {{"Authorization": "Bearer " + os.environ["M3BENCH_GATEWAY_TOKEN"]}}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=600) as http,
        Client(streamable_http_client(os.environ["M3BENCH_GATEWAY_URL"], http_client=http)) as client,
    ):
        await work(client)

asyncio.run(main())
"""
OVER_STDIO = f"""
import asyncio, sys
from pathlib import Path
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
{WORK}
async def main():
    launch = "import typer; from m3bench.cli.running.gateway import gateway; typer.run(gateway)"
    command = ["-c", launch, "math", "--request", "Add.", "--record", sys.argv[1]]
    gateway = StdioServerParameters(command=sys.executable, args=command)
    async with Client(stdio_client(gateway)) as client:
        await work(client)

asyncio.run(main())
"""
AT_WORK = """
import asyncio, os, time
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

async def main():
    headers = {"Authorization": "Bearer " + os.environ["M3BENCH_GATEWAY_TOKEN"]}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=600) as http,
        Client(streamable_http_client(os.environ["M3BENCH_GATEWAY_URL"], http_client=http)) as client,
    ):
        async def add(number):
            return await client.call_tool("math__add", {"firstNumber": number, "secondNumber": 1})

        first = asyncio.create_task(add(1))
        await asyncio.sleep(0.03)
        until = time.perf_counter() + 0.2
        while time.perf_counter() < until:
            pass
        await asyncio.gather(first, add(2))
        await client.call_tool("submit_answer", {"answer": "3"})

asyncio.run(main())
"""
"""Takes longer to send its second call than a quiet period, and knows no result when it does."""
TASK = Task(id="sums", request="Add some numbers.")
STEPS = [[1, 2], [3], [4, 5, 6]]
LIMIT_SECONDS = 300


@contextmanager
def load(gate: Path, processes: int) -> Iterator[None]:
    """Processes that do nothing but take time, from when a program waits at the gate. Then it may go on.

    Without the gate, most of the time would be taken while programs import what they need.
    """
    os.mkfifo(gate)
    burning: list[subprocess.Popen[bytes]] = []

    def let_in() -> None:
        with gate.open("wb"):  # waits for a reader, who reads until this is closed
            burning.extend(
                subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"], start_new_session=True)
                for _ in range(processes)
            )

    thread = threading.Thread(target=let_in)
    thread.start()
    try:
        yield
        assert len(burning) == processes
    finally:
        os.close(os.open(gate, os.O_RDONLY | os.O_NONBLOCK))  # lets the thread go on if no program came
        thread.join()
        gate.unlink()
        for process in burning:
            process.kill()
            process.wait()


def untimed(trajectory: Trajectory) -> bytes:
    """A trajectory to the byte, without its times."""
    steps = tuple(
        msgspec.structs.replace(
            step, calls=tuple(msgspec.structs.replace(call, timing=None) for call in step.calls)
        )
        for step in trajectory.steps
    )
    return msgspec.json.encode(msgspec.structs.replace(trajectory, steps=steps))


def numbers(trajectory: Trajectory) -> list[list[int]]:
    return [[call.arguments["firstNumber"] for call in step.calls] for step in trajectory.steps]


def over_http(folder: Path, source: str = OVER_HTTP) -> Trajectory:
    """One attempt of the program as a `command:` agent."""
    folder.mkdir()
    script = folder.parent / "over_http.py"
    script.write_text(source)
    agent = make_agent(f"command:{sys.executable} {script}")
    ending, attempt = solve(agent, folder, task=TASK)
    return attempt.trajectory(ending, agent=agent.name)


def over_stdio(folder: Path) -> Trajectory:
    """The program with a gateway that it starts itself."""
    folder.mkdir()
    script = folder.parent / "over_stdio.py"
    script.write_text(OVER_STDIO)
    command = [sys.executable, str(script), str(folder / "record.jsonl")]
    subprocess.run(command, check=True, timeout=LIMIT_SECONDS, cwd=REPOSITORY)
    (trajectory,) = read_trajectories(folder / "record.jsonl")
    return trajectory


WAYS: dict[str, Callable[[Path], Trajectory]] = {"http": over_http, "stdio": over_stdio}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the programs lie: their paths are part of what is recorded."""
    return tmp_path_factory.mktemp("steps")


@pytest.fixture(scope="module")
def first(home: Path) -> Callable[[str], Trajectory]:
    """What is recorded of a program as it is, made once for each way."""
    return cache(lambda way: WAYS[way](home / f"{way} first"))


@pytest.mark.parametrize("way", ["http", pytest.param("stdio", marks=pytest.mark.slow)])
def test_the_same_program_gives_the_same_trajectory(
    way: str, home: Path, first: Callable[[str], Trajectory]
) -> None:
    done = [first(way), WAYS[way](home / f"{way} again")]
    assert [numbers(each) for each in done] == [STEPS] * 2
    assert len({untimed(each) for each in done}) == 1
    assert all(call.timing and call.timing.seconds > 0 for each in done for _, call in each.calls())


@pytest.mark.slow
def test_a_program_that_is_kept_from_sending_its_next_call_has_not_ended_its_step(tmp_path: Path) -> None:
    assert numbers(over_http(tmp_path / "work", AT_WORK)) == [[1, 2]]


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_load_changes_nothing(way: str, home: Path, first: Callable[[str], Trajectory]) -> None:
    """Once as it is, and once with every core kept busy twice over."""
    idle = first(way)
    with load(home / "gate", 2 * (os.cpu_count() or 1)):
        loaded = WAYS[way](home / f"{way} loaded")
    assert numbers(idle) == numbers(loaded) == STEPS
    assert untimed(idle) == untimed(loaded)
