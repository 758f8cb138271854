"""Asteroids, exoplanets, rovers and pictures: lists and details agree."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "nasa-mcp"

HERE = {
    "get_astronomy_picture_of_day",
    "get_asteroids_feed",
    "get_asteroid_lookup",
    "browse_asteroids",
    "get_earth_imagery",
    "get_earth_assets",
    "get_epic_imagery",
    "get_epic_imagery_by_date",
    "get_epic_dates",
    "get_exoplanet_data",
    "get_mars_rover_photos",
    "get_mars_rover_manifest",
}
IN_SPACE_WEATHER = {
    "get_coronal_mass_ejection",
    "get_geomagnetic_storm",
    "get_solar_flare",
    "get_solar_energetic_particle",
    "get_magnetopause_crossing",
    "get_radiation_belt_enhancement",
    "get_hight_speed_stream",
    "get_wsa_enlil_simulation",
    "get_notifications",
}


def test_every_tool_is_tested() -> None:
    assert set(load(SERVER).tools) == HERE | IN_SPACE_WEATHER


def seen(data: bytes) -> Image.Image:
    """The picture, which must show more than one colour."""
    picture = Image.open(io.BytesIO(data))
    assert picture.format == "PNG"
    colours = picture.convert("RGB").getcolors(100_000)
    assert colours is not None
    assert len(colours) > 20
    return picture


def test_the_picture_of_a_day(ask: Asking) -> None:
    heard = ask("get_astronomy_picture_of_day", date="2025-10-28")
    assert heard.data["date"] == "2025-10-28"
    assert len(heard.data["explanation"]) > 100
    assert heard.data["media_type"] == "image"
    (picture,) = heard.pictures
    assert seen(picture).size == (288, 216)
    assert ask("get_astronomy_picture_of_day").data["date"] == "2025-11-05"


@pytest.mark.slow
def test_several_pictures_and_videos(ask: Asking) -> None:
    heard = ask("get_astronomy_picture_of_day", count=4, thumbs=True)
    assert len({plate["date"] for plate in heard.data}) == len(heard.pictures) == 4
    for plate in heard.data:
        alone = ask("get_astronomy_picture_of_day", date=plate["date"], thumbs=True)
        assert alone.data == plate
        assert alone.pictures[0] in heard.pictures
    space = World().space
    days = (date(2025, 1, 1) + timedelta(days=step) for step in range(300))
    video = next(str(day) for day in days if space.daily_picture(day).is_video)
    assert ask("get_astronomy_picture_of_day", date=video).pictures == []
    thumbed = ask("get_astronomy_picture_of_day", date=video, thumbs=True)
    assert "thumbnail_url" in thumbed.data
    assert thumbed.pictures


def test_the_feed_leads_to_asteroids(ask: Asking) -> None:
    feed = ask("get_asteroids_feed", start_date="2025-11-01", end_date="2025-11-03").data
    days = feed["near_earth_objects"]
    assert list(days) == ["2025-11-01", "2025-11-02", "2025-11-03"]
    assert feed["element_count"] == sum(map(len, days.values()))
    for day, passing in days.items():
        for asteroid in passing:
            (approach,) = asteroid["close_approach_data"]
            assert approach["close_approach_date"] == day
            details = ask("get_asteroid_lookup", asteroid_id=asteroid["id"]).data
            assert approach in details["close_approach_data"]
            assert details["name"] == asteroid["name"]
            hazard = details["orbital_data"]["minimum_orbit_intersection_au"] <= 0.05
            hazard = hazard and details["absolute_magnitude_h"] <= 22
            assert details["is_potentially_hazardous_asteroid"] == hazard
    week = ask("get_asteroids_feed", start_date="2025-11-01").data["near_earth_objects"]
    assert len(week) == 7
    assert {day: week[day] for day in days} == days


def test_browsing_leads_to_asteroids(ask: Asking) -> None:
    page = ask("browse_asteroids").data
    assert len(page["near_earth_objects"]) == page["page"]["size"] == 20
    for asteroid in page["near_earth_objects"]:
        orbit = asteroid["orbital_data"]
        assert orbit["perihelion_distance_au"] <= orbit["semi_major_axis_au"] <= orbit["aphelion_distance_au"]
        details = ask("get_asteroid_lookup", asteroid_id=asteroid["name"]).data
        assert details["id"] == asteroid["id"]
        assert orbit.items() <= details["orbital_data"].items()


def test_tiles_of_the_ground_come_from_the_scene_that_is_listed(ask: Asking) -> None:
    place = {"lat": 29.78, "lon": -95.33, "date": "2025-06-01", "dim": 0.1}
    heard = ask("get_earth_imagery", **place, cloud_score=True)
    asset = ask("get_earth_assets", **place).data
    assert heard.data["id"] == asset["id"]
    assert heard.data["date"] == asset["date"]
    assert abs(int(asset["date"][8:10]) + 30 * int(asset["date"][5:7]) - 181) <= 9
    assert 0 <= heard.data["cloud_score"] <= 1
    (picture,) = heard.pictures
    assert seen(picture).size == (200, 200)
    elsewhere = ask("get_earth_imagery", **(place | {"lat": 29.9}))
    assert elsewhere.pictures != heard.pictures
    assert "cloud_score" not in elsewhere.data
    assert ask("get_earth_imagery", lat=-90, lon=180, dim=1).pictures


def test_full_discs_turn_with_the_hour(ask: Asking) -> None:
    heard = ask("get_epic_imagery")
    images = heard.data["images"]
    assert len(images) == heard.data["count"] > 10
    longitudes = [image["centroid_coordinates"]["lon"] for image in images]
    for before, after in pairwise(longitudes):
        assert 15 < (before - after) % 360 < 35
    for image in images:
        distance = sum(part**2 for part in image["dscovr_j2000_position"].values()) ** 0.5
        assert 1.3e6 < distance < 1.7e6
    assert seen(heard.pictures[0]).size == (216, 216)


def test_dates_of_full_discs(ask: Asking) -> None:
    dates = ask("get_epic_dates").data
    newest = ask("get_epic_imagery").data
    assert dates["last_date"] == newest["date"] == dates["latest_dates"][0]
    natural = ask("get_epic_imagery_by_date", date=newest["date"])
    enhanced = ask("get_epic_imagery_by_date", date=newest["date"], collection="enhanced")
    assert natural.data == newest
    assert natural.pictures != enhanced.pictures
    heard = ask("get_epic_imagery_by_date", date=dates["dates_without_pictures"][0])
    assert heard.is_error
    assert "Did you mean" in heard.text


def rows(ask: Asking, query: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask("get_exoplanet_data", query=query).data["rows"]
    return found


def test_queries_select_filter_order_and_limit(ask: Asking) -> None:
    query = "select pl_name, pl_rade, sy_dist from exoplanets where pl_rade < 2 order by sy_dist desc limit 7"
    found = rows(ask, query)
    assert len(found) == 7
    assert list(found[0]) == ["pl_name", "pl_rade", "sy_dist"]
    assert all(row["pl_rade"] < 2 for row in found)
    assert [row["sy_dist"] for row in found] == sorted((row["sy_dist"] for row in found), reverse=True)
    text = ask("get_exoplanet_data", query=query, format="csv").text
    read = list(csv.DictReader(io.StringIO(text)))
    assert [row["pl_name"] for row in read] == [row["pl_name"] for row in found]


def test_conditions_add_up(ask: Asking) -> None:
    def total(condition: str) -> Any:
        return rows(ask, f"select count(*) where {condition}")[0]["count(*)"]

    every = ask("get_exoplanet_data").data["total"]
    assert total("pl_rade < 3") + total("not pl_rade < 3") == every
    assert total("pl_rade between 1 and 2") == total("pl_rade >= 1 and pl_rade <= 2")
    assert total("discoverymethod = 'transit'") == total("discoverymethod in ('Transit')")
    assert total("hostname like 'Orin-%' or hostname like 'vesper-%'") == total(
        "hostname like 'orin%'"
    ) + total("hostname like 'Vesper%'")
    assert total("pl_name is not null") == every
    assert ask("get_exoplanet_data", query="disc_year >= 2024").data["total"] == total("pl_disc >= 2024")
    (extremes,) = rows(ask, "select min(pl_rade), max(pl_rade), avg(pl_rade)")
    assert extremes["min(pl_rade)"] < extremes["avg(pl_rade)"] < extremes["max(pl_rade)"]
    (smallest,) = rows(ask, "select top 1 pl_rade order by pl_rade")
    assert smallest["pl_rade"] == extremes["min(pl_rade)"]


@pytest.mark.slow
@pytest.mark.parametrize("rover", ["curiosity", "opportunity", "spirit", "perseverance"])
def test_manifests_and_photographs_agree(ask: Asking, rover: str) -> None:
    manifest = ask("get_mars_rover_manifest", rover_name=rover).data
    assert sum(manifest["photos_by_year"].values()) == manifest["total_photos"]
    day = manifest["latest_sols"][0]
    assert day["sol"] == manifest["max_sol"]
    found = []
    pages = -(-day["total_photos"] // 25)
    for page in range(1, pages + 1):
        heard = ask("get_mars_rover_photos", rover_name=rover, sol=day["sol"], page=page)
        assert heard.data["earth_date"] == day["earth_date"]
        assert heard.data["pages"] == pages
        assert len(heard.pictures) == 1
        found += heard.data["photos"]
    assert len({photo["id"] for photo in found}) == day["total_photos"]
    for camera, number in day["cameras"].items():
        assert sum(photo["camera"]["name"] == camera for photo in found) == number
    camera = next(iter(day["cameras"]))
    by_date = ask(
        "get_mars_rover_photos", rover_name=rover.title(), earth_date=day["earth_date"], camera=camera.lower()
    )
    assert by_date.data["total_photos"] == day["cameras"][camera]
    assert by_date.data["sol"] == day["sol"]
    seen(by_date.pictures[0])


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("get_astronomy_picture_of_day", {"date": "2025-11-06"}, ["date", "2025-11-05"]),
        ("get_astronomy_picture_of_day", {"date": "1990-01-01"}, ["1995-06-16"]),
        ("get_astronomy_picture_of_day", {"date": "2025-01-01", "count": 2}, ["count"]),
        ("get_astronomy_picture_of_day", {"count": 0}, ["count"]),
        (
            "get_asteroids_feed",
            {"start_date": "2025-01-01", "end_date": "2025-01-09"},
            ["end_date", "7 days"],
        ),
        ("get_asteroids_feed", {"start_date": "9999-12-31"}, ["start_date"]),
        ("get_asteroid_lookup", {"asteroid_id": "3542519"}, ["Not found", "3542"]),
        ("get_asteroid_lookup", {"asteroid_id": "Ceres"}, ["Not found"]),
        ("get_earth_imagery", {"lat": 91, "lon": 0}, ["lat"]),
        ("get_earth_imagery", {"lat": 0, "lon": 0, "dim": 5}, ["dim"]),
        ("get_earth_assets", {"lat": 0, "lon": 0, "date": "2001-01-01"}, ["date", "2013"]),
        ("get_epic_imagery", {"collection": "xray"}, ["natural"]),
        ("get_exoplanet_data", {"query": "pl_radd < 2"}, ["pl_rade"]),
        ("get_exoplanet_data", {"query": "select pl_name group by hostname"}, ["group"]),
        ("get_exoplanet_data", {"query": "pl_rade < 'two'"}, ["number"]),
        ("get_exoplanet_data", {"query": "hostname = 3"}, ["text"]),
        ("get_exoplanet_data", {"query": "(" * 300 + "pl_rade < 2"}, ["nested"]),
        ("get_exoplanet_data", {"query": "pl_rade < 0"}, ["Not found"]),
        ("get_exoplanet_data", {"table": "stars"}, ["table"]),
        ("get_exoplanet_data", {"format": "xml"}, ["csv"]),
        ("get_mars_rover_photos", {"rover_name": "zhurong"}, ["curiosity"]),
        ("get_mars_rover_photos", {"rover_name": "spirit", "sol": 99_999}, ["2208"]),
        ("get_mars_rover_photos", {"rover_name": "spirit", "sol": 2, "camera": "MAST"}, ["PANCAM"]),
        ("get_mars_rover_photos", {"rover_name": "spirit", "earth_date": "2020-01-01"}, ["2010-03-21"]),
        ("get_mars_rover_photos", {"rover_name": "curiosity", "sol": 1_000, "page": 99}, ["pages"]),
    ],
)
def test_bad_arguments_are_refused_with_what_to_do(
    ask: Asking, tool: str, arguments: dict[str, object], words: list[str]
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert all(word in heard.text for word in words), heard.text
