"""The server `National Parks`."""

from __future__ import annotations

from pathlib import Path

from tests.servers.mcp_bench.twins import Both, Calls, assert_same_answers

CALLS: Calls = {
    "findParks": {"stateCode": "UT", "limit": 5},
    "getParkDetails": {"parkCode": "zion"},
    "getAlerts": {"parkCode": "yose"},
    "getVisitorCenters": {"parkCode": "zion"},
    "getCampgrounds": {"parkCode": "zion"},
    "getEvents": {"parkCode": "yose", "limit": 5},
}


def test_every_tool_answers_as_the_original(tmp_path: Path) -> None:
    assert_same_answers("National Parks", CALLS, tmp_path)


def test_an_unknown_park_is_refused_in_the_same_words(tmp_path: Path) -> None:
    here, there = Both("National Parks", tmp_path)("getParkDetails", parkCode="zzzz")
    assert here.is_error
    assert here == there
