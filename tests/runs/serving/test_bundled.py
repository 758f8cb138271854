"""The bundled servers as hosts: in process and as commands, with the same answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from m3bench.core import Call, Outcome
from m3bench.hosting import Pool, Toolbox
from m3bench.hosting.catalog.samples import put_samples
from m3bench.runs import BundledHost, bundled_lease, bundled_servers, bundled_spec
from m3bench.runs.serving import bundled_proofs
from m3bench.servers import LISTED, load
from m3bench_world import World
from tests.hosting.processes import run

OURS = sorted(LISTED)


def test_every_bundled_server_has_a_proof() -> None:
    proofs = bundled_proofs(bundled_servers())
    assert proofs.keys() == set(bundled_servers())
    for name in LISTED:
        assert proofs[name].tool in load(name).tools


@pytest.mark.parametrize("server", OURS)
def test_the_proofs_succeed_in_process(server: str, tmp_path: Path) -> None:
    proof = bundled_proofs([server])[server]
    put_samples(proof.files, tmp_path)

    async def work() -> Call:
        toolbox = await Toolbox.mount(BundledHost([server], World(), tmp_path))
        return (await toolbox.run([Call(f"{server}/{proof.tool}", proof.arguments)]))[0]

    answer = run(work)
    assert answer.outcome is Outcome.SUCCESS
    assert answer.result.meta["m3bench/sources"]


@pytest.mark.slow
def test_a_command_gives_the_answer_that_the_process_gives(tmp_path: Path) -> None:
    world = World(11)
    calls = [Call("math/mean", {"numbers": [1, 2, 6]}), Call("okx/get_price", {"instrument": "X"})]

    async def in_process() -> Any:
        toolbox = await Toolbox.mount(BundledHost(["math", "okx"], world, tmp_path))
        return await toolbox.run(calls)

    async def as_commands() -> Any:
        async with (
            Pool() as pool,
            pool.lease([bundled_spec(name, world) for name in ("math", "okx")]) as lease,
        ):
            return await (await Toolbox.mount(lease.host)).run(calls)

    here, there = run(in_process), run(as_commands)
    assert [(call.outcome, call.result) for call in here] == [(call.outcome, call.result) for call in there]
    assert [call.outcome for call in here] == [Outcome.SUCCESS, Outcome.NOT_FOUND]


def test_a_bug_in_a_server_is_the_servers_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("out of cheese")

    monkeypatch.setattr(load("math"), "call", broken)
    host = BundledHost(["math"], World(), tmp_path)

    async def work() -> Call:
        toolbox = await Toolbox.mount(host)
        return (await toolbox.run([Call("math/mean", {"numbers": [1]})]))[0]

    done = run(work)
    assert done.outcome is Outcome.SERVER_FAULT
    assert done.result is not None
    assert done.result.text.startswith("math: failed inside: RuntimeError: out of cheese. The server failed")


def test_a_lease_without_third_party_servers_starts_no_process() -> None:
    async def work() -> tuple[int, bool]:
        async with Pool() as pool, bundled_lease(pool, World(), ["math", "tmdb"]) as (workspace, host):
            toolbox = await Toolbox.mount(host)
            return len(toolbox.tools), workspace.is_dir()

    assert run(work) == (22 + 13, True)
