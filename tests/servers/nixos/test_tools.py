"""Packages, options, flakes and histories: searches lead to what the details say."""

from __future__ import annotations

import re

import pytest

from m3bench.servers import load
from tests.servers.asking import Asking

SERVER = "nixos"

TESTED = {
    "nixos_search",
    "nixos_info",
    "nixos_channels",
    "nixos_stats",
    "home_manager_search",
    "home_manager_info",
    "home_manager_stats",
    "home_manager_list_options",
    "home_manager_options_by_prefix",
    "darwin_search",
    "darwin_info",
    "darwin_stats",
    "darwin_list_options",
    "darwin_options_by_prefix",
    "nixos_flakes_stats",
    "nixos_flakes_search",
    "nixhub_package_versions",
    "nixhub_find_version",
}


def test_every_tool_is_tested() -> None:
    assert set(load(SERVER).tools) == TESTED


@pytest.mark.parametrize("channel", ["unstable", "stable", "24.11"])
@pytest.mark.parametrize("name", ["fastapi", "pydantic", "torch", "firefox", "json"])
def test_what_a_search_finds_has_details_with_the_same_version(ask: Asking, name: str, channel: str) -> None:
    heard = ask("nixos_search", query=name, limit=3, channel=channel)
    assert heard.sources == {"nix": "invented"}
    data = heard.data
    assert data["returned"] == len(data["results"]) == min(3, data["total"])
    for result in data["results"]:
        details = ask("nixos_info", name=result["name"], channel=channel).data
        assert {key: details[key] for key in result} == result
        assert details["channel"] == data["channel"]
        assert details["license"]
        assert details["homepage"].startswith("https://")
        assert details["maintainers"]
        assert "x86_64-linux" in details["platforms"]


def test_options_are_found_and_told(ask: Asking) -> None:
    data = ask("nixos_search", query="openssh", search_type="options", limit=5).data
    assert data["results"][0]["name"] == "services.openssh.enable"
    told = ask("nixos_info", name="services.openssh.enable", type="option", channel="25.05").data
    assert told["type"] == "boolean"
    assert told["default"] == "false"
    assert told["example"] == "true"
    port = ask("nixos_info", name="services.jellyfin.port", type="option").data
    assert port["default"] == "8096"


def test_programs_are_found_by_command(ask: Asking) -> None:
    first = ask("nixos_search", query="rg", search_type="programs").data["results"][0]
    assert first == {"program": "rg", "packages": ["ripgrep"]}
    assert "rg" in ask("nixos_info", name="ripgrep").data["programs"]


def test_channels_and_statistics_count_the_same(ask: Asking) -> None:
    channels = ask("nixos_channels").data
    assert [channel["name"] for channel in channels["channels"]] == ["unstable", "25.05", "24.11"]
    assert channels["aliases"]["stable"] == "25.05"
    sizes = []
    for channel in channels["channels"]:
        stats = ask("nixos_stats", channel=channel["name"]).data
        assert stats["packages"] == channel["packages"] == sum(stats["packages_by_category"].values())
        assert stats["options"] == channel["options"] == sum(stats["options_by_prefix"].values())
        assert re.fullmatch("[0-9a-f]{40}", channel["commit"])
        sizes.append(stats["packages"])
    assert sizes == sorted(sizes, reverse=True)
    libraries = ask("nixos_search", query="python libraries", channel="unstable").data["total"]
    assert libraries == ask("nixos_stats").data["packages_by_category"]["Python libraries"]


@pytest.mark.parametrize(
    ("system", "prefix"), [("home_manager", "programs.git"), ("darwin", "system.defaults.dock")]
)
def test_options_of_users_and_of_macs(ask: Asking, system: str, prefix: str) -> None:
    stats = ask(f"{system}_stats").data
    listed = ask(f"{system}_list_options").data
    assert stats["options"] == listed["total"] == sum(row["options"] for row in listed["categories"])
    assert stats["options_by_prefix"] == {row["category"]: row["options"] for row in listed["categories"]}
    for row in listed["categories"]:
        assert (
            ask(f"{system}_options_by_prefix", option_prefix=row["category"]).data["total"] == row["options"]
        )
    below = ask(f"{system}_options_by_prefix", option_prefix=prefix).data
    assert below["total"] == len(below["options"]) > 3
    for option in below["options"]:
        assert option["name"].startswith(f"{prefix}.")
        told = ask(f"{system}_info", name=option["name"]).data
        assert {key: told[key] for key in option} == option
        assert told["default"]


def test_long_lists_are_cut_and_say_how_to_go_on(ask: Asking) -> None:
    below = ask("home_manager_options_by_prefix", option_prefix="programs").data
    assert len(below["options"]) < below["total"] == sum(below["next_parts"].values())
    assert (
        below["next_parts"]["zsh"]
        == ask("home_manager_options_by_prefix", option_prefix="programs.zsh").data["total"]
    )


def test_searches_of_users_and_of_macs(ask: Asking) -> None:
    data = ask("home_manager_search", query="zsh", limit=3).data
    assert data["results"][0]["name"] == "programs.zsh.enable"
    assert data["returned"] == 3
    assert all("zsh" in row["name"] or "Z shell" in row["description"] for row in data["results"])
    dock = ask("darwin_search", query="dock autohide").data["results"]
    assert [row["name"] for row in dock] == ["system.defaults.dock.autohide"]


def test_flakes(ask: Asking) -> None:
    stats = ask("nixos_flakes_stats").data
    data = ask("nixos_flakes_search", query="home-manager").data
    assert data["results"][0]["reference"] == "github:nix-community/home-manager"
    assert ask("nixos_search", query="home-manager", search_type="flakes").data == data
    assert stats["flakes"] > 50
    owned = ask("nixos_flakes_search", query="nix-community", limit=100).data["results"]
    mine = [row for row in owned if row["owner"] == "nix-community"]
    assert len(mine) == stats["flakes_by_owner"]["nix-community"]


def test_histories_agree_with_channels(ask: Asking) -> None:
    history = ask("nixhub_package_versions", package_name="ripgrep", limit=50).data
    versions = history["versions"]
    assert [row["date"] for row in versions] == sorted((row["date"] for row in versions), reverse=True)
    assert ask("nixos_info", name="ripgrep").data["version"] in [row["version"] for row in versions[:2]]
    for row in versions[:5]:
        assert re.fullmatch("[0-9a-f]{40}", row["commit"])
        data = ask("nixhub_find_version", package_name="ripgrep", version=row["version"]).data
        assert {key: data[key] for key in row} == row
        assert row["commit"] in data["flake_reference"]
    stable = ask("nixos_info", name="ripgrep", channel="25.05").data["version"]
    assert ask("nixhub_find_version", package_name="ripgrep", version=stable).data["date"] <= "2025-05-21"


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("nixos_search", {"query": "fakeapi_loader"}, ["Not found", "fastapi"]),
        ("nixos_search", {"query": "missing_dep_q"}, ["Not found"]),
        ("nixos_search", {"query": " "}, ["query"]),
        ("nixos_search", {"query": "x", "search_type": "things"}, ["search_type", "packages"]),
        ("nixos_search", {"query": "git", "channel": "19.03"}, ["channel", "unstable"]),
        ("nixos_search", {"query": "git", "limit": 0}, ["limit"]),
        ("nixos_search", {"query": "ripgrap", "search_type": "programs"}, ["Not found"]),
        ("nixos_search", {"query": "opensssh", "search_type": "options"}, ["Not found"]),
        ("nixos_info", {"name": "nunpy"}, ["Not found", "numpy"]),
        ("nixos_info", {"name": "services.opensh.enable", "type": "option"}, ["services.openssh.enable"]),
        ("home_manager_info", {"name": "programs.zhs.enable"}, ["Not found", "programs."]),
        ("home_manager_options_by_prefix", {"option_prefix": "program"}, ["Not found", "programs"]),
        ("darwin_info", {"name": "system.defaults.dock.autohid"}, ["system.defaults.dock.autohide"]),
        ("nixos_flakes_search", {"query": "qqqq"}, ["Not found"]),
        ("nixhub_package_versions", {"package_name": "ripgrap"}, ["ripgrep"]),
        ("nixhub_find_version", {"package_name": "ripgrep", "version": "999.9"}, ["Not found", "."]),
    ],
)
def test_what_does_not_exist_is_said_with_what_may_be_meant(
    ask: Asking, tool: str, arguments: dict[str, object], words: list[str]
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert all(word in heard.text for word in words), heard.text
