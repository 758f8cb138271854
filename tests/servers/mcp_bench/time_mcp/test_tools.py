"""The server `Time MCP`. The clock stands at 15:00 UTC on Wednesday, 5 November 2025."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "Time MCP"


def test_the_time_now(ask: Asking) -> None:
    for zone, expected in [
        ("America/New_York", "2025-11-05T10:00:00-05:00"),
        ("Europe/London", "2025-11-05T15:00:00+00:00"),
        ("Asia/Tokyo", "2025-11-06T00:00:00+09:00"),
        ("Asia/Kolkata", "2025-11-05T20:30:00+05:30"),
        ("UTC", "2025-11-05T15:00:00+00:00"),
    ]:
        data = ask("get_current_time", timezone=zone).data
        assert (data["timezone"], data["datetime"], data["is_dst"]) == (zone, expected, False)
    assert ask("get_current_time", timezone="Asia/Tokyo").data["day_of_week"] == "Thursday"
    sydney = ask("get_current_time", timezone="australia/sydney").data
    assert (sydney["timezone"], sydney["is_dst"]) == ("Australia/Sydney", True)


def test_times_of_today_in_another_zone(ask: Asking) -> None:
    for source, time, target, expected, difference in [
        ("UTC", "09:00", "America/New_York", "2025-11-05T04:00:00-05:00", "-5.0h"),
        ("UTC", "20:00", "Asia/Tokyo", "2025-11-06T05:00:00+09:00", "+9.0h"),
        ("America/Los_Angeles", "9:30", "Asia/Kathmandu", "2025-11-05T23:15:00+05:45", "+13.75h"),
        ("Asia/Tokyo", "00:00", "UTC", "2025-11-05T15:00:00+00:00", "-9.0h"),
    ]:
        data = ask("convert_time", source_timezone=source, time=time, target_timezone=target).data
        assert (data["target"]["datetime"], data["time_difference"]) == (expected, difference)
        assert data["source"]["timezone"] == source


def test_summer_time_follows_the_clock_of_the_world(tmp_path: Path) -> None:
    july = InProcess(SERVER, tmp_path, World(now=datetime(2025, 7, 1, 12, tzinfo=UTC)))
    data = july("get_current_time", timezone="Europe/London").data
    assert (data["datetime"], data["is_dst"]) == ("2025-07-01T13:00:00+01:00", True)
    hours = july("convert_time", source_timezone="Europe/London", time="12:00", target_timezone="UTC").data
    assert hours["time_difference"] == "-1.0h"
    # On 9 March 2025 clocks in New York go from 02:00 to 03:00.
    change = InProcess(SERVER, tmp_path, World(now=datetime(2025, 3, 9, 12, tzinfo=UTC)))
    later = change(
        "convert_time", source_timezone="America/New_York", time="03:30", target_timezone="UTC"
    ).data
    assert later["target"]["datetime"] == "2025-03-09T07:30:00+00:00"


@pytest.mark.parametrize(
    "zone", ["Mars/Olympus", "../../etc/passwd", "", "\0", "Europe/Londn", "/etc/localtime"]
)
def test_unknown_zones_are_refused(ask: Asking, zone: str) -> None:
    assert ask("get_current_time", timezone=zone).is_error
    assert ask("convert_time", source_timezone="UTC", time="09:00", target_timezone=zone).is_error


def test_advice(ask: Asking) -> None:
    for near in ("London", "Europe/Londn", "london "):
        assert "Did you mean: Europe/London?" in ask("get_current_time", timezone=near).text
    assert "Asia/Tokyo" in ask("get_current_time", timezone="Tokyo").text
    for time in ("25:00", "9", "9:5", "noon", "09:00:00", "-1:00"):
        heard = ask("convert_time", source_timezone="UTC", time=time, target_timezone="UTC")
        assert heard.is_error
        assert "HH:MM" in heard.text
