"""The server `NASA Data`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.servers.mcp_bench.twins import Both, Calls, assert_same_answers

DAYS = {"start_date": "2025-10-20", "end_date": "2025-11-02"}
PLACE: dict[str, Any] = {"lat": 29.78, "lon": -95.33, "date": "2025-10-01"}


def calls(asteroid: str) -> Calls:
    return {
        "get_astronomy_picture_of_day": {"date": "2025-10-28"},
        "get_asteroids_feed": {"start_date": "2025-11-01", "end_date": "2025-11-02"},
        "get_asteroid_lookup": {"asteroid_id": asteroid},
        "browse_asteroids": {},
        "get_coronal_mass_ejection": DAYS,
        "get_geomagnetic_storm": {"start_date": "2025-09-01", "end_date": "2025-11-02"},
        "get_solar_flare": DAYS,
        "get_solar_energetic_particle": {"start_date": "2025-09-01", "end_date": "2025-11-02"},
        "get_magnetopause_crossing": {"start_date": "2025-09-01", "end_date": "2025-11-02"},
        "get_radiation_belt_enhancement": {"start_date": "2025-09-01", "end_date": "2025-11-02"},
        "get_hight_speed_stream": DAYS,
        "get_wsa_enlil_simulation": DAYS,
        "get_notifications": {**DAYS, "notification_type": "FLR"},
        "get_earth_imagery": PLACE,
        "get_earth_assets": PLACE,
        "get_epic_imagery": {},
        "get_epic_imagery_by_date": {"date": "2025-10-20"},
        "get_epic_dates": {},
        "get_exoplanet_data": {"query": "select pl_name from exoplanets"},
        "get_mars_rover_photos": {"rover_name": "curiosity", "sol": 1000},
        "get_mars_rover_manifest": {"rover_name": "opportunity"},
    }


def test_every_tool_answers_as_the_original(tmp_path: Path) -> None:
    (tmp_path / "ids").mkdir()
    here, _ = Both("NASA Data", tmp_path / "ids")("browse_asteroids")
    asteroid = here.data["near_earth_objects"][0]["id"]
    assert_same_answers("NASA Data", calls(asteroid), tmp_path)


def test_a_date_before_the_records_is_refused_in_the_same_words(tmp_path: Path) -> None:
    here, there = Both("NASA Data", tmp_path)("get_astronomy_picture_of_day", date="1901-01-01")
    assert here.is_error
    assert here == there
