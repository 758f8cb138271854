"""Collections of bundled servers: what a run of one of them mounts, and that others change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from m3bench.core import Call, Outcome, Task, UsageError
from m3bench.forge.runner.tasks import _available
from m3bench.hosting import Environments, Pool, ServerInfo, ServerSpec, Tool, Toolbox, mount, parse_mode
from m3bench.runs import run_settings
from m3bench.runs.serving import (
    ServerSet,
    bundled_servers,
    mountable_servers,
    plan_mounts,
    server_specs,
    within_collections,
)
from m3bench.runs.serving.run_servers import catalog_choice
from m3bench.runs.serving.server_collections import used_collections
from m3bench.servers import ON_REQUEST, TWINS, collection_of, servers_by_collection
from m3bench.suites import make_suite
from m3bench_world import World
from tests.hosting.installed import install_small

M3, MCP, TO = (servers_by_collection()[name] for name in ("m3-bench", "mcp-bench", "tobench"))


def task(*servers: str, distractors: Sequence[str] = ()) -> Task:
    return Task(id="t", request="x", servers=servers, distractors=tuple(distractors))


def mountable(*tasks: Task, mode: str = "max") -> set[str]:
    return set(mountable_servers(ServerSet(Pool(), World()), tasks, parse_mode(mode)))


def test_every_bundled_server_is_in_one_collection() -> None:
    assert (len(M3), len(TO)) == (27, 25)
    assert sorted((*M3, *MCP, *TO), key=str.casefold) == list(bundled_servers())
    assert collection_of("excel") == "m3-bench"
    assert collection_of("mcp-server-time") is None


@pytest.mark.parametrize("suite", ["m3", "smoke", "verse"])
def test_released_suites_mount_what_they_mounted_before(suite: str) -> None:
    tasks = make_suite(suite, World()).tasks
    assert mountable(*tasks) == set(M3)
    assert mountable(tasks[0]) == set(M3)


def test_a_task_without_bundled_servers_is_surrounded_by_those_of_m3_bench() -> None:
    assert used_collections(["mcp-server-git"]) == {"m3-bench"}
    names = [*bundled_servers(), "mcp-server-git", "mcp-dice"]
    assert within_collections(names, ["mcp-server-git"]) == [*M3, "mcp-server-git", "mcp-dice"]


def test_a_task_of_mcp_bench_is_surrounded_by_its_servers() -> None:
    assert mountable(task("Paper Search")) == set(MCP)
    assert within_collections([*bundled_servers(), "mcp-dice"], ["NixOS"]) == [*MCP, "mcp-dice"]


def test_a_server_of_a_configuration_is_mountable_whatever_it_replaces() -> None:
    own = ServerSpec(name="Wikipedia", command="true")
    servers = ServerSet(Pool(), World(), [own], replacing=True)
    assert set(mountable_servers(servers, [task("math")])) == {*M3, "Wikipedia"}
    assert set(mountable_servers(servers, [task("Math MCP")])) == set(MCP)


def test_a_named_distractor_is_mountable_and_brings_no_others() -> None:
    assert mountable(task("math", distractors=["NixOS"])) == {*M3, "NixOS"} - {"nixos"}
    assert mountable(task("Math MCP", distractors=["weather", "no-such"])) >= {*MCP, "weather"} - TWINS.keys()


def test_twins_are_mounted_together_only_if_tasks_name_both() -> None:
    mixed = mountable(task("okx"), task("NixOS"))
    assert {"okx", "NixOS"} <= mixed
    assert mixed.isdisjoint({"OKX Exchange", "nixos"})
    unnamed = TWINS.keys() - {"NixOS"}
    assert mixed.isdisjoint(unnamed), "of two that no task names, the original is mounted"
    assert set(M3) - {"nixos"} <= mixed
    assert {"okx", "OKX Exchange"} <= mountable(task("okx", "OKX Exchange"))


def infos(names: Sequence[str]) -> dict[str, ServerInfo]:
    tools = {name: (Tool(server=name, name="x"),) for name in names}
    return {name: ServerInfo(name=name, tools=tools[name], bundled=True) for name in names}


@pytest.mark.parametrize("mode", ["max", "oracle+5", "standard+3"])
def test_what_is_drawn_is_what_would_be_drawn_without_the_other_collection(mode: str) -> None:
    for servers, names in ((("math",), M3), (("Math MCP",), MCP)):
        chosen_task = task(*servers)
        chosen = within_collections(bundled_servers(), servers)
        assert mount(parse_mode(mode), chosen_task, servers, infos(chosen), 3) == mount(
            parse_mode(mode), chosen_task, servers, infos(names), 3
        )


def test_distractors_of_forged_tasks_are_of_their_collections() -> None:
    servers = ServerSet(Pool(), World())
    assert set(_available(servers, ["math"])) - {"excel", "ppt"} == set(M3) - {"excel", "ppt"}
    assert set(_available(servers, ["Math MCP"])) == set(MCP)


def test_the_packages_behind_two_names_of_m3_bench_are_mounted_once(own_servers: Environments) -> None:
    install_small(own_servers, "excel-mcp-server")
    assert catalog_choice(parse_mode("max"), {"math"}, own_servers) == []
    assert catalog_choice(parse_mode("max"), {"Math MCP"}, own_servers) == ["excel-mcp-server"]


def test_the_synthetic_mode_mounts_all_collections_and_the_synthetic_servers() -> None:
    everything = {*M3, *MCP, *TO, *ON_REQUEST}
    assert mountable(task("math"), mode="max:synthetic") == everything - TWINS.keys()
    named = mountable(task("NixOS", "mail"), mode="max:synthetic")
    assert named == everything - TWINS.keys() - {"nixos"} | {"NixOS"}


def test_where_only_servers_of_tasks_are_mounted_no_others_are_described() -> None:
    tasks = [task("math"), task("weather")]
    assert mountable(*tasks, mode="oracle") == mountable(*tasks, mode="standard") == {"math", "weather"}


@pytest.mark.parametrize("mode", ["oracle+5", "standard+5", "max", "max:all", "retrieve:5"])
def test_other_modes_do_not_see_synthetic_servers(mode: str) -> None:
    assert mountable(task("math"), mode=mode) == set(M3)
    servers = ServerSet(Pool(), World())
    assert not ON_REQUEST.keys() & {*servers.names, *servers.describe(servers.names)}
    with pytest.raises(UsageError, match=r"crm \(not in the catalog\)"):
        mount(parse_mode("oracle"), task("crm"), (), mountable_servers(servers, [task("crm")]), 0)


def test_a_server_of_a_configuration_takes_the_place_of_a_synthetic_one() -> None:
    own = ServerSpec(name="crm", command="true")
    servers = ServerSet(Pool(), World(), [own])
    assert "crm" not in servers.synthetic
    mountable = mountable_servers(servers, [task("crm")], parse_mode("max:synthetic"))
    assert not mountable["crm"].bundled
    assert mountable["bakery"].bundled
    assert set(mountable_servers(servers, [task("crm")])) == {*M3, "crm"}
    assert used_collections(["crm"]) == {"m3-bench"}


@pytest.mark.anyio
async def test_mounting_thousands_of_tools_starts_nothing_and_a_call_is_answered(
    own_servers: Environments, tmp_path: Path
) -> None:
    settings = run_settings("smoke", "idle", mode="max:synthetic", sandbox="off")
    async with Pool(tmp_path, ahead=0) as pool:
        servers = ServerSet(pool, World(), server_specs(settings, {"math"}))
        plan = await plan_mounts(settings, [task("math")], [task("math")], servers, say=print)
        available = mountable_servers(servers, [task("math")], parse_mode(settings.mode))
        mounted = mount(parse_mode(settings.mode), task("math"), (), available, 0)
        async with servers.open_lease(mounted.servers) as lease:
            (done,) = await (await Toolbox.mount(lease.host)).run([Call("crm/get_deal", {"id": "deal-1001"})])
            assert lease.started == {}
    assert plan is not None
    assert plan.record is not None
    assert plan.record.least.servers == len(mounted.servers) >= 125
    assert plan.record.least.tools >= 3_000
    assert mounted.servers[0] == "math"
    assert done.outcome is Outcome.SUCCESS
    records = servers.records(["crm"])
    assert records["crm"].tools


def test_the_packages_behind_two_names_are_mounted_once_in_the_synthetic_mode(
    own_servers: Environments,
) -> None:
    install_small(own_servers, "excel-mcp-server")
    assert catalog_choice(parse_mode("max:synthetic"), {"Math MCP"}, own_servers) == []
