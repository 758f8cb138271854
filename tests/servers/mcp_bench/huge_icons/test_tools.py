"""The server `Huge Icons`."""

from __future__ import annotations

from pathlib import Path

from m3bench.servers import load
from tests.servers.mcp_bench.twins import Both, Calls, assert_same_answers

CALLS: Calls = {
    "list_icons": {},
    "search_icons": {"query": "add user"},
    "get_platform_usage": {"platform": "react-native"},
}


def test_every_tool_answers_as_the_original(tmp_path: Path) -> None:
    assert_same_answers("Huge Icons", CALLS, tmp_path)


def test_one_platform_less_than_the_original_has(tmp_path: Path) -> None:
    here, there = Both("Huge Icons", tmp_path)("get_platform_usage", platform="html")
    assert here.is_error
    assert not there.is_error


def test_the_description_is_the_originals() -> None:
    face, original = (load(name).tools["get_platform_usage"] for name in ("Huge Icons", "hugeicons-mcp"))
    assert face.description == original.description
