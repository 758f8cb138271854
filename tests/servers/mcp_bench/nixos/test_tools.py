"""The server `NixOS`."""

from __future__ import annotations

from pathlib import Path

from tests.servers.mcp_bench.twins import Both, Calls, assert_same_answers

CALLS: Calls = {
    "nixos_search": {"query": "neovim", "limit": 3},
    "nixos_info": {"name": "ripgrep"},
    "nixos_channels": {},
    "nixos_stats": {"channel": "unstable"},
    "home_manager_search": {"query": "zsh", "limit": 3},
    "home_manager_info": {"name": "programs.tmux.enable"},
    "home_manager_stats": {},
    "home_manager_list_options": {},
    "home_manager_options_by_prefix": {"option_prefix": "programs.git"},
    "darwin_search": {"query": "dock autohide"},
    "darwin_info": {"name": "system.defaults.dock.autohide"},
    "darwin_stats": {},
    "darwin_list_options": {},
    "darwin_options_by_prefix": {"option_prefix": "system"},
    "nixos_flakes_stats": {},
    "nixos_flakes_search": {"query": "home-manager", "limit": 3},
    "nixhub_package_versions": {"package_name": "ripgrep", "limit": 3},
    "nixhub_find_version": {"package_name": "ripgrep", "version": "3.1.0"},
}


def test_every_tool_answers_as_the_original(tmp_path: Path) -> None:
    assert_same_answers("NixOS", CALLS, tmp_path)


def test_an_unknown_channel_is_refused_in_the_same_words(tmp_path: Path) -> None:
    here, there = Both("NixOS", tmp_path)("nixos_stats", channel="99.99")
    assert here.is_error
    assert here == there
