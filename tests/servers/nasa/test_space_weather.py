"""The Sun's events: ranges agree with days, and ids resolve from tool to tool."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from tests.servers.asking import Asking

SERVER = "nasa-mcp"

KINDS = {
    "FLR": ("get_solar_flare", "flrID"),
    "CME": ("get_coronal_mass_ejection", "activityID"),
    "GST": ("get_geomagnetic_storm", "gstID"),
    "SEP": ("get_solar_energetic_particle", "sepID"),
    "MPC": ("get_magnetopause_crossing", "mpcID"),
    "RBE": ("get_radiation_belt_enhancement", "rbeID"),
    "HSS": ("get_hight_speed_stream", "hssID"),
}


def everything(ask: Asking, tool: str, first: str, last: str) -> list[dict[str, Any]]:
    """All events of a range, asking again where an answer was cut."""
    found: list[dict[str, Any]] = []
    start: str | None = first
    while start is not None:
        answer = ask(tool, start_date=start, end_date=last).data
        found += answer["events"]
        start = answer.get("continue_from")
    return found


def resolve(ask: Asking, event: str) -> dict[str, Any]:
    tool, key = KINDS[event.rsplit("-", 2)[1]]
    events = ask(tool, start_date=event[:10], end_date=event[:10]).data["events"]
    (found,) = (each for each in events if each[key] == event)
    return dict(found)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_range_is_the_sum_of_its_days_and_links_resolve_both_ways(ask: Asking, kind: str) -> None:
    tool, key = KINDS[kind]
    first = date(2025, 5, 1)
    length = 5 if kind in ("FLR", "CME") else 90
    events = everything(ask, tool, "2025-05-01", str(first + timedelta(days=length - 1)))
    assert events
    assert [each[key] for each in events] == sorted(each[key] for each in events)
    if kind in ("FLR", "CME"):
        days = [str(first + timedelta(days=step)) for step in range(length)]
        assert events == [each for day in days for each in everything(ask, tool, day, day)]
    for event in events[:8]:
        for link in event["linkedEvents"] or []:
            if "-IPS-" not in link["activityID"]:
                back = resolve(ask, link["activityID"])["linkedEvents"]
                assert {"activityID": event[key]} in back


def test_flares_have_order_class_and_place(ask: Asking) -> None:
    heard = ask("get_solar_flare", start_date="2025-01-03", end_date="2025-01-03")
    assert heard.sources == {"space": "invented"}
    assert heard.data["count"] == len(heard.data["events"]) > 0
    for flare in heard.data["events"]:
        assert flare["beginTime"] < flare["peakTime"] < flare["endTime"]
        assert flare["flrID"].startswith(flare["beginTime"][:-1])
        assert flare["classType"][0] in "CMX"
        assert flare["sourceLocation"][0] in "NS"


def test_the_default_is_the_last_thirty_days_and_answers_stay_small(ask: Asking) -> None:
    heard = ask("get_solar_flare")
    assert (heard.data["start_date"], heard.data["end_date"]) == ("2025-10-06", "2025-11-05")
    assert len(heard.text) < 20_000
    assert len(heard.data["events"]) < heard.data["count"]
    assert heard.data["continue_from"] > heard.data["events"][-1]["beginTime"][:10]
    total = everything(ask, "get_solar_flare", "2025-10-06", "2025-11-05")
    assert len(total) == heard.data["count"]
    assert all(each["beginTime"] <= "2025-11-05T15:00Z" for each in total)


def test_ejections_have_types_by_speed_and_forecasts_that_resolve(ask: Asking) -> None:
    ejections = everything(ask, "get_coronal_mass_ejection", "2025-05-01", "2025-05-10")
    runs = everything(ask, "get_wsa_enlil_simulation", "2025-05-01", "2025-05-12")
    by_id = {run["simulationID"]: run for run in runs}
    assert len(by_id) == len(runs)
    forecast = 0
    for ejection in ejections:
        (analysis,) = ejection["cmeAnalyses"]
        assert (analysis["type"] == "S") == (analysis["speed"] < 500)
        for each in analysis["enlilList"] or []:
            run = by_id[each["simulationID"]]
            assert run["cmeInputs"][0]["cmeid"] == ejection["activityID"]
            assert run["cmeInputs"][0]["speed"] == analysis["speed"]
            assert run["estimatedShockArrivalTime"] == each["estimatedShockArrivalTime"]
            forecast += 1
    assert forecast > 0


def test_storms_have_kp_of_storms(ask: Asking) -> None:
    storms = everything(ask, "get_geomagnetic_storm", "2025-05-01", "2025-07-30")
    for storm in storms:
        values = [reading["kpIndex"] for reading in storm["allKpIndex"]]
        assert all(5.67 <= value <= 9 for value in values)
        assert storm["linkedEvents"]


def test_notifications_tell_of_events_that_exist(ask: Asking) -> None:
    flares = ask(
        "get_notifications", start_date="2025-01-01", end_date="2025-01-10", notification_type="flr"
    ).data["notifications"]
    assert flares
    for message in flares:
        assert message["messageType"] == "FLR"
        flare = resolve(ask, message["activityID"])
        assert flare["classType"] in message["messageBody"]
        assert message["messageIssueTime"] > flare["peakTime"]
        assert message["messageID"].startswith(message["messageIssueTime"][:10].replace("-", ""))
    every = ask("get_notifications", start_date="2025-01-01", end_date="2025-01-10").data["notifications"]
    assert [message for message in every if message["messageType"] == "FLR"] == flares
    ids = [message["messageID"] for message in every]
    assert ids == sorted(set(ids))


def test_the_weekly_report_counts_right(ask: Asking) -> None:
    (report,) = ask(
        "get_notifications", start_date="2025-01-08", end_date="2025-01-08", notification_type="report"
    ).data["notifications"]
    flares = everything(ask, "get_solar_flare", "2025-01-01", "2025-01-07")
    ejections = everything(ask, "get_coronal_mass_ejection", "2025-01-01", "2025-01-07")
    assert f"{len(flares)} flares" in report["messageBody"]
    assert f"{len(ejections)} coronal mass ejections" in report["messageBody"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"start_date": "2025-01-05", "end_date": "2025-01-01"}, ["end_date"]),
        ({"start_date": "2024-01-01", "end_date": "2025-01-01"}, ["end_date", "100 days"]),
        ({"start_date": "2026-01-01"}, ["start_date", "2025-11-05"]),
        ({"start_date": "yesterday"}, ["YYYY-MM-DD"]),
        ({"end_date": "1999-01-01"}, ["end_date"]),
        ({"start_date": "2025-01-01", "notification_type": "XYZ"}, ["notification_type", "FLR"]),
    ],
)
def test_bad_ranges_are_refused(ask: Asking, arguments: dict[str, object], words: list[str]) -> None:
    heard = ask("get_notifications", **arguments)
    assert heard.is_error
    assert all(word in heard.text for word in words), heard.text
