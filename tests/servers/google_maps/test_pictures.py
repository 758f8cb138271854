"""Maps and street views are pictures of what the world has."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from m3bench_world.roads import encode_polyline
from m3bench_world.servers.google_maps.drawing.sheet import FINE, Sheet
from tests.servers.asking import Asking, Heard

SERVER = "google-maps"

MAP = {"center": "Paris, France", "zoom": 10, "size": "320x240", "scale": 1}


def image(heard: Heard) -> Image.Image:
    assert not heard.is_error, heard.text
    (data,) = heard.pictures
    return Image.open(BytesIO(data)).convert("RGB")


def near(colour: Any, wanted: tuple[int, int, int], tolerance: int = 24) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(colour, wanted, strict=True))


def share(picture: Image.Image, wanted: tuple[int, int, int]) -> float:
    """Of the pixels that have about a colour."""
    small = picture.resize((80, 60)).tobytes()
    pixels = [tuple(small[index : index + 3]) for index in range(0, len(small), 3)]
    return sum(near(pixel, wanted) for pixel in pixels) / len(pixels)


@pytest.mark.parametrize(("scale", "size"), [(1, (320, 240)), (2, (640, 480))])
def test_a_map_has_the_size_that_was_asked_for(ask: Asking, scale: int, size: tuple[int, int]) -> None:
    heard = ask("static_map", **(MAP | {"scale": scale}))
    assert image(heard).size == size
    assert (heard.data["widthPx"], heard.data["heightPx"]) == size
    assert heard.data["namesShown"][0] == "Paris"
    bounds = heard.data["bounds"]
    assert bounds["southwest"]["lat"] < 48.85 < bounds["northeast"]["lat"]
    assert heard.sources["roads"] == "invented"


def test_sea_and_land_are_told_apart(ask: Asking) -> None:
    sea = ask("static_map", center="40,-40", zoom=6, size="200x200", scale=1)
    land = ask("static_map", center="Paris", zoom=8, size="200x200", scale=1)
    assert share(image(sea), (170, 211, 235)) == 1
    assert share(image(land), (170, 211, 235)) < 0.02


def test_the_four_kinds_of_maps_differ(ask: Asking) -> None:
    kinds = ("roadmap", "satellite", "terrain", "hybrid")
    pictures = {kind: image(ask("static_map", **(MAP | {"maptype": kind}))).tobytes() for kind in kinds}
    assert len(set(pictures.values())) == 4
    dark, light = (sum(pictures[kind]) for kind in ("satellite", "roadmap"))
    assert dark < 0.8 * light


def test_a_marker_is_where_it_should_be(ask: Asking) -> None:
    point = (48.90, 2.45)
    heard = ask("static_map", **MAP, markers=[f"color:purple|label:Q|{point[0]},{point[1]}"])
    assert heard.data["markers"] == [
        {"label": "Q", "location": {"lat": 48.9, "lng": 2.45}, "place": "48.90000, 2.45000"}
    ]
    centre = heard.data["center"]
    sheet = Sheet((centre["lat"], centre["lng"]), 10, 320 * FINE, 240 * FINE)
    x, y = (part / FINE for part in sheet.at(point))
    assert near(image(heard).getpixel((round(x), round(y - 8))), (128, 60, 170), 40)
    assert share(image(ask("static_map", **MAP)), (128, 60, 170)) == 0


def test_a_path_is_drawn_and_framed(ask: Asking) -> None:
    path = [(48.85, 2.35), (47.32, 5.04), (45.75, 4.85)]
    plain = ask(
        "static_map", path="color:0xff00ff|weight:6|48.85,2.35|47.32,5.04|45.75,4.85", size="300x300", scale=1
    )
    coded = ask(
        "static_map", path=f"color:0xff00ff|weight:6|enc:{encode_polyline(path)}", size="300x300", scale=1
    )
    assert image(plain).tobytes() == image(coded).tobytes()
    assert share(image(plain), (255, 0, 255)) > 0.005
    bounds = plain.data["bounds"]
    assert bounds["southwest"]["lat"] < 45.75
    assert bounds["northeast"]["lng"] > 5.04


@pytest.mark.parametrize("zoom", [0, 4, 12, 20])
@pytest.mark.parametrize("center", ["35.68,139.77", "-16.8,179.9", "89,0"])
def test_every_zoom_everywhere(ask: Asking, zoom: int, center: str) -> None:
    heard = ask("static_map", center=center, zoom=zoom, size="160x120", scale=1)
    assert image(heard).size == (160, 120)
    assert len(heard.pictures[0]) < 1_000_000


def test_the_same_map_twice_is_the_same(ask: Asking) -> None:
    assert ask("static_map", **MAP).pictures == ask("static_map", **MAP).pictures


def test_a_street_view_shows_the_street(ask: Asking) -> None:
    heard = ask("street_view_image", location="48.8566,2.3522", size="320x240")
    picture = image(heard)
    assert picture.size == (320, 240)
    assert heard.data["light"] == "day"
    assert heard.data["localTime"] == "16:00"
    assert heard.data["surroundings"] in ("town", "city centre")
    road = ask("roads_nearest_roads", points=["48.8566,2.3522"]).data["snappedPoints"][0]
    assert heard.data["road"] == road["roadName"]
    sky, ground = picture.getpixel((160, 4)), picture.getpixel((160, 236))
    assert isinstance(sky, tuple)
    assert isinstance(ground, tuple)
    assert sky[2] > sky[0] + 30
    assert max(ground) - min(ground) < 40


def test_the_camera_turns(ask: Asking) -> None:
    views = [
        {},
        {"heading": 10},
        {"heading": 100},
        {"heading": 100, "pitch": 30},
        {"heading": 100, "fov": 40},
    ]
    where = {"location": "Lyon, France", "size": "160x120"}
    pictures = {image(ask("street_view_image", **where, **view)).tobytes() for view in views}
    assert len(pictures) == len(views)
    up = image(ask("street_view_image", **where, pitch=90))
    down = image(ask("street_view_image", **where, pitch=-90))
    assert up.tobytes() != down.tobytes()


def test_night_is_darker_than_day(ask: Asking) -> None:
    paris, sydney = (
        image(ask("street_view_image", location=where, size="160x120")) for where in ("Paris", "Sydney")
    )
    assert ask("street_view_image", location="Sydney", size="160x120").data["light"] == "night"
    assert sum(sydney.tobytes()) < 0.5 * sum(paris.tobytes())


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("static_map", {}, "center"),
        ("static_map", {"center": "Paris", "zoom": 21}, "zoom"),
        ("static_map", {"center": "Paris", "size": "9000x9000"}, "640"),
        ("static_map", {"center": "Paris", "size": "big"}, "640x400"),
        ("static_map", {"center": "Paris", "scale": 3}, "scale"),
        ("static_map", {"center": "Paris", "maptype": "moon"}, "roadmap"),
        ("static_map", {"center": "Pariss"}, "Did you mean"),
        ("static_map", {"markers": ["color:sparkling|Paris"]}, "colour"),
        ("static_map", {"path": "enc:\x01"}, "path"),
        ("static_map", {"path": "weight:99|Paris|Lyon"}, "weight"),
        ("street_view_image", {"location": "40,-40"}, "ZERO_RESULTS"),
        ("street_view_image", {"location": ""}, "location"),
    ],
)
def test_what_cannot_be_drawn_says_why(ask: Asking, tool: str, arguments: dict[str, Any], words: str) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert words in heard.text


def test_a_map_is_written_to_where_other_tools_find_it(ask: Asking) -> None:
    """The same map is the same file, and another one is another."""
    first, again = (ask("static_map", **MAP).data["file"] for _ in range(2))
    other = ask("static_map", **(MAP | {"zoom": 9})).data["file"]
    assert first == again
    assert first != other
    assert first.startswith("maps/map_")
    assert first.endswith(".png")
