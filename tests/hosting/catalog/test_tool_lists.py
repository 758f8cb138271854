from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from m3bench.core import Text
from m3bench.hosting import Environments, Pool, ServerSpec, Tool, load_catalog
from m3bench.hosting.catalog import InstalledToolLists
from tests.hosting.installed import SHARED, TASK, install_small, starts, tools_of
from tests.hosting.processes import run


@pytest.fixture
def environments(tmp_path: Path) -> Environments:
    return Environments(tmp_path / "servers")


def spec_of(name: str, environments: Environments) -> ServerSpec:
    return load_catalog().spec(name, environments)


def test_a_kept_list_is_read_once_and_gives_the_same_tools(environments: Environments) -> None:
    install_small(environments, SHARED, kept=tools_of(SHARED))
    lists = InstalledToolLists(environments)
    first = lists.of(spec_of(SHARED, environments))
    assert first is not None
    assert first.get() == tools_of(SHARED)
    environments.tool_list_path(SHARED).unlink()
    again = lists.of(spec_of(SHARED, environments))
    assert again is not None
    assert again.get() is first.get()


def test_another_server_of_that_name_has_no_list(environments: Environments) -> None:
    install_small(environments, SHARED, kept=tools_of(SHARED))
    lists = InstalledToolLists(environments)
    installed = spec_of(SHARED, environments)
    assert lists.of(msgspec.structs.replace(installed, args=("--other",))) is None
    assert lists.of(ServerSpec(name=SHARED, command=sys.executable)) is None
    assert lists.of(ServerSpec(name="mine", command=sys.executable)) is None
    assert lists.of(spec_of(TASK, environments)) is None, "not installed"


def test_a_server_may_have_another_name_in_a_run(environments: Environments) -> None:
    install_small(environments, SHARED, kept=tools_of(SHARED))
    lists = InstalledToolLists(environments, {"calc": SHARED})
    listed = lists.of(msgspec.structs.replace(spec_of(SHARED, environments), name="calc"))
    assert listed is not None
    assert listed.get() == tools_of("calc")


def test_a_missing_list_is_kept_after_the_first_start(environments: Environments) -> None:
    log = install_small(environments, TASK)

    async def work() -> None:
        for count in (1, 1):
            async with Pool(listings=InstalledToolLists(environments)) as pool:
                found = await pool.list_tools([spec_of(TASK, environments)])
                assert [tool.name for tool in found.tools[TASK]] == ["count", "note", "grow"]
                assert starts(log) == count

    run(work)


def test_mounting_with_a_kept_list_starts_nothing_and_a_call_starts_one(environments: Environments) -> None:
    names = (SHARED, TASK)
    logs = {name: install_small(environments, name, kept=tools_of(name)) for name in names}
    specs = [spec_of(name, environments) for name in names]

    async def work() -> None:
        async with Pool(listings=InstalledToolLists(environments)) as pool:
            async with pool.lease(specs) as lease:
                assert await lease.host.tools() == [*tools_of(SHARED), *tools_of(TASK)]
                assert [starts(log) for log in logs.values()] == [0, 0]
                reply = await lease.host.call(Tool(server=TASK, name="count"), {})
                assert reply.content == (Text("1"),)
                assert lease.host.started == {TASK: 1}
            async with pool.lease(specs) as other:
                await other.host.call(Tool(server=SHARED, name="count"), {})
                assert other.host.started == {SHARED: 1}
                await other.host.call(Tool(server=SHARED, name="count"), {})
                assert other.host.started == {SHARED: 1}
            async with pool.lease(specs) as last:
                await last.host.call(Tool(server=SHARED, name="count"), {})
                assert last.host.started == {}, "it was running already"

    run(work)
    assert [starts(log) for log in logs.values()] == [1, 1]


def test_listing_leaves_no_process_and_names_what_failed(environments: Environments) -> None:
    install_small(environments, SHARED)
    broken = ServerSpec(name="broken", command=sys.executable, args=("-c", "raise SystemExit(3)"))

    async def work() -> None:
        async with Pool() as pool:
            specs = [spec_of(SHARED, environments), broken]
            found = await pool.list_tools(specs)
            assert found.tools.keys() == {SHARED}
            assert found.faults["broken"].startswith("exited with code 3")
            assert list(pool.folder.glob("listing-*")) == []
            unknown = await pool.list_tools(specs, start=False)
            assert (unknown.tools, unknown.faults) == ({}, {})

    run(work)
