"""Servers that misbehave on command: each ends as it should, and the others go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.core import Data, Media, Text
from m3bench.hosting import Rejection, Scope, ServerFault, ServerSpec, Tool
from m3bench.hosting.pool import Lease, Pool
from m3bench.hosting.process import exited
from m3bench.hosting.process.warden import marked_processes
from tests.hanging import HANG_SECONDS
from tests.hosting.processes import MISBEHAVING, run, spec, with_lease

Tools = dict[str, Tool]


def test_all_pages_are_listed() -> None:
    async def work(_: Lease, tools: Tools) -> list[str]:
        return list(tools)

    names = with_lease([spec()], work)
    assert names[0] == "well/echo"
    assert names[-1] == "well/internal_and_die"


def test_workspaces_have_whole_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def leased() -> Path:
        async with Pool(Path("runs/mine")) as pool, pool.lease([]) as lease:
            return lease.workspace

    assert (tmp_path / "runs" / "mine").resolve() in run(leased).parents


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("exits", "exited with code 7; end of its log: starting exits | no licence key"),
        ("never", "did not start within 2 s; end of its log: starting never"),
        ("slowly", "did not start within 2 s"),
        ("endless-pages", "sends the same page of tools repeatedly"),
    ],
)
def test_a_server_that_does_not_start_is_a_fault_and_the_others_go_on(mode: str, reason: str) -> None:
    start = 2.0 if "within" in reason else 20.0

    async def work(lease: Lease, tools: Tools) -> tuple[dict[str, str], Any]:
        return lease.host.faults, await lease.host.call(tools["well/echo"], {"text": "still here"})

    faults, reply = with_lease([spec(mode, start=start), spec()], work)
    assert faults.keys() == {mode}
    assert faults[mode].startswith(reason)
    assert reply.content == (Text("still here"),)


def test_a_missing_program_and_missing_variables_are_said() -> None:
    specs = [
        ServerSpec(name="nowhere", command="no-such-program"),
        ServerSpec(name="keyless", command=sys.executable, missing=("MAPS_KEY",)),
    ]

    async def work(lease: Lease, _: Tools) -> dict[str, str]:
        return lease.host.faults

    faults = with_lease(specs, work)
    assert faults["nowhere"] == "cannot be started: No such file or directory: no-such-program"
    assert faults["keyless"] == "cannot be started: set MAPS_KEY in the environment"


@pytest.mark.parametrize(
    ("tool", "content"),
    [
        ("image", Media(media_type="image/png", data=b"\x89PNG\r\n\x1a\n")),
        ("audio", Media(media_type="audio/wav", data=b"\x89PNG\r\n\x1a\n")),
        ("pdf", Media(media_type="application/pdf", data=b"\x89PNG\r\n\x1a\n", uri="file:///a.pdf")),
        ("link", Media(media_type="text/plain", uri="file:///b.txt")),
        ("structured", Data({"answer": 42})),
        ("garbage", Text("after the garbage")),
    ],
)
def test_answers_keep_their_type(tool: str, content: object) -> None:
    async def work(lease: Lease, tools: Tools) -> Any:
        return await lease.host.call(tools[f"well/{tool}"], {})

    assert with_lease([spec()], work).content[-1] == content


@pytest.mark.slow
def test_fifty_megabytes_arrive() -> None:
    async def work(lease: Lease, tools: Tools) -> int:
        reply = await lease.host.call(tools["well/big"], {"bytes": 50_000_000})
        assert isinstance(reply.content[0], Text)
        return len(reply.content[0].text)

    assert with_lease([spec()], work) == 50_000_000


def test_a_death_in_the_middle_of_a_call_is_a_fault_and_the_next_call_works() -> None:
    async def work(lease: Lease, tools: Tools) -> None:
        with pytest.raises(ServerFault, match="exited with code 3"):
            await lease.host.call(tools["well/die"], {})
        reply = await lease.host.call(tools["well/echo"], {"text": "back again"})
        assert reply.content == (Text("back again"),)

    with_lease([spec()], work)


@pytest.mark.slow
def test_a_server_that_keeps_dying_is_given_up() -> None:
    async def work(lease: Lease, tools: Tools) -> str:
        for _ in range(10):
            with pytest.raises(ServerFault) as caught:
                await lease.host.call(tools["well/die"], {})
        return caught.value.reason

    assert with_lease([spec()], work).startswith(
        "gave up after 5 starts without an answer; last error: exited with code 3"
    )


def test_a_hanging_call_is_a_fault_and_does_not_hold_up_others() -> None:
    async def work(lease: Lease, tools: Tools) -> None:
        async with anyio.create_task_group() as tasks:
            hung = anyio.Event()

            async def hang() -> None:
                with pytest.raises(ServerFault, match=r"did not answer within 1 s"):
                    await lease.host.call(tools["well/hang"], {})
                hung.set()

            tasks.start_soon(hang)
            reply = await lease.host.call(tools["well/echo"], {"text": "meanwhile"})
            assert reply.content == (Text("meanwhile"),)
            assert not hung.is_set()
        assert (await lease.host.call(tools["well/echo"], {"text": "after"})).content == (Text("after"),)

    with_lease([spec(call=1)], work)


@pytest.mark.slow
def test_a_deaf_server_is_started_again() -> None:
    async def work(lease: Lease, tools: Tools) -> None:
        for _ in range(2):
            with pytest.raises(ServerFault, match="did not answer"):
                await lease.host.call(tools["deaf/echo"], {})
        assert lease.host._servers["deaf"].starts == 2

    with_lease([spec("deaf", call=0.3)], work)


@pytest.mark.parametrize(
    ("tool", "reason"),
    [("nonsense", "broke the protocol"), ("broken_image", "not base64")],
)
def test_answers_against_the_protocol_are_faults(tool: str, reason: str) -> None:
    async def work(lease: Lease, tools: Tools) -> None:
        with pytest.raises(ServerFault, match=reason):
            await lease.host.call(tools[f"well/{tool}"], {})

    with_lease([spec()], work)


def test_a_refusal_keeps_its_code() -> None:
    async def work(lease: Lease, tools: Tools) -> int:
        with pytest.raises(Rejection) as caught:
            await lease.host.call(Tool(server="well", name="no such tool"), {})
        return caught.value.code

    assert with_lease([spec()], work) == -32602


@pytest.mark.slow
def test_an_endless_stream_of_notifications_does_not_stop_answers() -> None:
    async def work(lease: Lease, tools: Tools) -> Any:
        await lease.host.call(tools["well/flood"], {})
        return await lease.host.call(tools["well/echo"], {"text": "through"})

    assert with_lease([spec()], work).content == (Text("through"),)


def test_noise_on_stdout_goes_to_the_log(tmp_path: Path) -> None:
    async def work() -> str:
        async with Pool(tmp_path) as pool, pool.lease([spec("garbage")]) as lease:
            assert len(await lease.host.tools()) > 10
        (log,) = pool.logs_of("garbage")
        return log.read_text()

    log = run(work)
    assert "[stdout] Welcome to my server!" in log
    assert "starting garbage" in log


def test_eight_agents_share_a_server_and_never_see_each_others_results() -> None:
    async def work(lease: Lease, tools: Tools) -> None:
        async def agent(number: int) -> None:
            for turn in range(20):
                said = f"agent {number} turn {turn}"
                reply = await lease.host.call(tools["well/echo"], {"text": said})
                assert reply.content == (Text(said),)

        async with anyio.create_task_group() as tasks:
            for number in range(8):
                tasks.start_soon(agent, number)

    with_lease([spec()], work)


def test_tasks_on_a_task_server_never_see_each_others_files() -> None:
    specs = [spec(scope=Scope.TASK)]

    async def work() -> None:
        async with Pool() as pool:
            seen: list[Path] = []

            async def task(number: int) -> None:
                async with pool.lease(specs) as lease:
                    (tool,) = [tool for tool in await lease.host.tools() if tool.name == "write"]
                    reply = await lease.host.call(tool, {"name": f"{number}.txt", "text": "mine"})
                    assert reply.content == (Text(f"{number}.txt"),)
                    assert (lease.workspace / f"{number}.txt").read_text() == "mine"
                    seen.append(lease.workspace)

            async with anyio.create_task_group() as tasks:
                for number in range(4):
                    tasks.start_soon(task, number)
            assert len(set(seen)) == 4

    run(work)


def test_two_servers_of_one_name_are_two_servers() -> None:
    async def work() -> None:
        async with Pool() as pool:
            for mode, tools in (("well", 20), ("broken-schema", 1)):
                async with pool.lease([spec(mode, name="same")]) as lease:
                    assert len(await lease.host.tools()) == tools

    run(work)


def test_a_finished_lease_is_forgotten() -> None:
    async def work() -> None:
        async with Pool() as pool:
            for _ in range(3):
                async with pool.lease([spec(scope=Scope.TASK)], ahead=0) as lease:
                    assert lease.workspace.is_dir()
            assert pool._bundles == {}

    run(work)


def test_task_servers_are_kept_warm_ahead() -> None:
    specs = [spec(scope=Scope.TASK)]

    async def work() -> None:
        async with Pool() as pool:
            async with pool.lease(specs) as lease:
                await lease.host.tools()
                (stock,) = pool._stock.values()
                while not stock:
                    await anyio.lowlevel.checkpoint()
                await stock[0].servers[0].tools()
                waiting = stock[0].servers[0]
            async with pool.lease(specs) as lease:
                assert lease.host._servers["well"] is waiting
                assert waiting.starts == 1

    run(work)


def test_leaving_by_an_error_or_a_cancellation_leaves_nothing() -> None:
    async def fails() -> None:
        async with Pool() as pool, pool.lease([spec("detached")]) as lease:
            await lease.host.tools()
            raise LookupError

    with pytest.raises(LookupError):
        run(fails)

    async def cancelled() -> None:
        with anyio.CancelScope() as scope:
            async with Pool() as pool, pool.lease([spec("detached")]) as lease:
                tools = {tool.name: tool for tool in await lease.host.tools()}
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(lease.host.call, tools["hang"], {})
                    scope.cancel()

    run(cancelled)


def test_secrets_of_the_environment_do_not_reach_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    code = "import os, sys; sys.stderr.write(' '.join(sorted(os.environ))); sys.exit(1)"
    nosy = ServerSpec(name="nosy", command=sys.executable, args=("-c", code), env={"DECLARED": "yes"})

    async def work(lease: Lease, _: Tools) -> str:
        return lease.host.faults["nosy"]

    said = with_lease([nosy], work)
    assert "DECLARED" in said
    assert "OPENAI_API_KEY" not in said


_HARNESS_TO_KILL = """
    import sys, anyio
    from m3bench.hosting.process.harness import HARNESS
    from m3bench.hosting.pool import Pool
    from tests.hosting.processes import spec

    async def main():
        async with Pool() as pool, pool.lease([spec(), spec("detached")]) as lease:
            await lease.host.tools()
            print(HARNESS._mark, flush=True)
            await anyio.sleep_forever()

    anyio.run(main)
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_survives_the_death_of_the_harness(number: signal.Signals) -> None:
    root = MISBEHAVING.parents[3]
    harness = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(_HARNESS_TO_KILL)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert harness.stdout is not None
    with harness, harness.stdout:
        mark = harness.stdout.readline().strip()
        before = marked_processes(mark)
        os.kill(harness.pid, number)
        harness.wait(timeout=HANG_SECONDS)
    assert len(before) >= 3

    async def gone() -> None:
        with anyio.fail_after(HANG_SECONDS):
            for pid in before:
                await exited(pid)

    anyio.run(gone)
    assert marked_processes(mark) == []
