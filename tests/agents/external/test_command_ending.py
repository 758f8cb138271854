"""How programs as agents end: crashes, hangs, time-outs, and what is left behind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.agents import Confinement, confine, make_agent
from m3bench.agents.external.command import CommandAgent
from m3bench.core import (
    Call,
    M3BenchError,
    Outcome,
    Status,
    Step,
    UsageError,
)
from m3bench.hosting import Reply, Tool
from m3bench.hosting.process.harness import HARNESS
from m3bench.hosting.process.warden import marked_processes
from m3bench.runs import BundledHost
from m3bench_world import World
from tests.agents.external.programs import needs_sandbox, program, session
from tests.agents.workplace import an_attempt, call, run, shape, solve

HANGS = """
import os, subprocess, sys, time
child = "import time; time.sleep(600)"
subprocess.Popen([sys.executable, "-c", child], start_new_session=True, stdout=subprocess.DEVNULL)
print("working", flush=True)
{last}
time.sleep(600)
"""


def test_a_crash_without_an_answer_is_the_agents_failure(
    tmp_path: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_API_KEY", "sk-very-secret")
    source = "import os, sys\nprint('half')\nsys.exit('no luck with ' + os.environ['SOME_API_KEY'])"
    agent = confine(make_agent(program(tmp_path, source)), Confinement(env=("SOME_API_KEY",)))
    ending, attempt = solve(agent, workspace)
    assert (ending.status, ending.answer) == (Status.AGENT_FAILURE, None)
    assert ending.reason == "The program exited with code 1 without an answer: no luck with ${SECRET}"
    assert attempt.notes["program"] == {
        "exit": 1,
        "tools_listed": False,
        "stdout": "half",
        "stderr": "no luck with ${SECRET}",
    }


def test_a_program_that_is_killed_is_the_agents_failure(tmp_path: Path, workspace: Path) -> None:
    source = "import os\nos.kill(os.getpid(), 9)"
    ending, _ = solve(make_agent(program(tmp_path, source)), workspace)
    assert ending.reason == "The program was killed by SIGKILL without an answer."


@pytest.mark.slow
def test_an_answer_handed_in_counts_even_if_the_program_crashes_later(
    tmp_path: Path, workspace: Path
) -> None:
    name = session(
        tmp_path,
        "await client.call_tool('submit_answer', {'answer': 'first'})",
        "await client.call_tool('submit_answer', {'answer': 'second'})",
        "os._exit(3)",
    )
    ending, attempt = solve(make_agent(name), workspace)
    assert (ending.status, ending.answer) == (Status.COMPLETED, "second")
    assert attempt.notes["program"]["exit"] == 3


@pytest.mark.slow
def test_a_program_that_hangs_after_its_answer_is_ended(tmp_path: Path, workspace: Path) -> None:
    name = session(
        tmp_path,
        "await client.call_tool('math__sum', {'numbers': [2, 3]})",
        "await client.call_tool('submit_answer', {'answer': '5'})",
        "await asyncio.sleep(600)",
    )
    command = name.removeprefix("command:").split()
    ending, attempt = solve(CommandAgent("hangs", command, patience=0.01), workspace)
    assert (ending.status, ending.answer) == (Status.COMPLETED, "5")
    assert shape(attempt) == [["math/sum success"]]


def test_cancelling_ends_the_program_and_its_detached_children(tmp_path: Path, workspace: Path) -> None:
    flag = workspace / "started"
    name = program(tmp_path, HANGS.format(last=f"open({str(flag)!r}, 'w').close()"))

    async def work() -> None:
        attempt = await an_attempt(workspace)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(make_agent(name).solve, attempt)
            while not flag.exists():
                await anyio.sleep(0.005)
            assert len(marked_processes(HARNESS._mark)) >= 2
            tasks.cancel_scope.cancel()
        assert attempt.notes["program"]["stdout"] == "working"

    run(work)


@pytest.mark.parametrize("sandbox", [False, pytest.param(True, marks=needs_sandbox)])
def test_a_program_is_asked_before_it_is_ended(tmp_path: Path, workspace: Path, sandbox: bool) -> None:
    source = (
        "import os, signal, sys, time\n"
        "place = os.environ['M3BENCH_WORKSPACE']\n"
        "def asked(*_):\n"
        "    open(place + '/asked', 'w').close()\n"
        "    sys.exit(3)\n"
        "signal.signal(signal.SIGTERM, asked)\n"
        "open(place + '/started', 'w').close()\n"
        "time.sleep(600)\n"
    )
    agent = confine(make_agent(program(tmp_path, source)), Confinement(sandbox=sandbox))

    async def work() -> None:
        attempt = await an_attempt(workspace)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(agent.solve, attempt)
            while not (workspace / "started").exists():
                await anyio.sleep(0.005)
            tasks.cancel_scope.cancel()
        assert attempt.notes["program"]["exit"] == 3

    run(work)
    assert (workspace / "asked").exists()


@needs_sandbox
@pytest.mark.parametrize(("source", "code"), [("import sys; sys.exit(7)", 7), ("import os; os.abort()", -6)])
def test_a_sandbox_ends_as_its_program_does(source: str, code: int, tmp_path: Path, workspace: Path) -> None:
    agent = confine(make_agent(program(tmp_path, source)), Confinement(sandbox=True))
    _, attempt = solve(agent, workspace)
    assert attempt.notes["program"]["exit"] == code


def test_a_sandbox_that_cannot_be_set_up_is_the_harnesss_failure(
    tmp_path: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho 'bwrap: no room' >&2\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    agent = confine(make_agent(program(tmp_path, "print('never')")), Confinement(sandbox=True))
    ending, _ = solve(agent, workspace)
    assert ending.status is Status.HARNESS_FAILURE
    assert "The sandbox of the agent could not be set up: bwrap: no room" in (ending.reason or "")


def test_children_that_outlive_the_program_are_ended(tmp_path: Path, workspace: Path) -> None:
    ending, _ = solve(make_agent(program(tmp_path, HANGS.format(last="sys.exit()"))), workspace)
    assert ending.answer == "working"


class SlowHost(BundledHost):
    """Says when it is called, and never answers a second time."""

    def __init__(self, workspace: Path) -> None:
        super().__init__(["math"], World(7), workspace)
        self.stuck = anyio.Event()
        self._calls = 0

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        self._calls += 1
        if self._calls > 1:
            self.stuck.set()
            await anyio.sleep_forever()
        return await super().call(tool, arguments)


@pytest.mark.slow
def test_what_was_done_before_a_time_out_stays_on_record(tmp_path: Path, workspace: Path) -> None:
    name = session(
        tmp_path,
        "await client.call_tool('math__sum', {'numbers': [2, 3]})",
        "await client.call_tool('math__sum', {'numbers': [5, 5]})",
    )

    async def work() -> Sequence[Step]:
        host = SlowHost(workspace)
        attempt = await an_attempt(workspace, host=host)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(make_agent(name).solve, attempt)
            await host.stuck.wait()
            assert call(attempt).outcome is Outcome.SUCCESS
            tasks.cancel_scope.cancel()
        return attempt.steps

    first, second = run(work)
    assert first.calls[0].result.text == "5"
    assert second.calls == (Call("math/sum", {"numbers": [5, 5]}),)


class BrokenHost(BundledHost):
    """Cannot go on, and not because of a server."""

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        raise M3BenchError("The disk is full.")


def test_a_failure_of_the_harness_is_not_the_agents(tmp_path: Path, workspace: Path) -> None:
    name = session(
        tmp_path, "await client.call_tool('math__sum', {'numbers': [2]})", "await asyncio.sleep(600)"
    )
    with pytest.raises(M3BenchError, match="The disk is full"):
        solve(make_agent(name), workspace, host=BrokenHost(["math"], World(7), workspace))


def test_a_file_that_is_no_program_is_the_users_mistake(tmp_path: Path, workspace: Path) -> None:
    file = tmp_path / "agent"
    file.write_bytes(b"\x00\x01 no program")
    file.chmod(0o755)
    with pytest.raises(UsageError, match="cannot be started: Exec format error"):
        solve(make_agent(f"command:{file}"), workspace)
