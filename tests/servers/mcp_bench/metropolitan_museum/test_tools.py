"""The server `Metropolitan Museum`."""

from __future__ import annotations

from pathlib import Path

from tests.servers.mcp_bench.twins import Both, Calls, assert_same_answers

CALLS: Calls = {
    "list-departments": {},
    "search-museum-objects": {"q": "amphora", "hasImages": True},
    "get-museum-object": {"objectId": 1197480},
}


def test_every_tool_answers_as_the_original(tmp_path: Path) -> None:
    both = Both("Metropolitan Museum", tmp_path)
    here, there = both("search-museum-objects", q="amphora")
    assert here == there
    objectid = here.data["objectIDs"][0]
    (tmp_path / "again").mkdir()
    calls = CALLS | {"get-museum-object": {"objectId": objectid}}
    assert_same_answers("Metropolitan Museum", calls, tmp_path / "again")


def test_unknown_arguments_are_refused(tmp_path: Path) -> None:
    here, there = Both("Metropolitan Museum", tmp_path)("search-museum-objects", q="amphora", colour="red")
    assert "colour" in here.text
    assert here.is_error
    assert not there.is_error
