"""The drawing of the architecture shows the imports as they are, and its page names modules that exist."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from scripts import draw_architecture as drawing
from tests import test_rooms
from tests.conftest import REPOSITORY

PAGE = (REPOSITORY / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_drawing_is_up_to_date() -> None:
    hint = "docs/architecture.svg is out of date. Run: python scripts/draw_architecture.py"
    assert drawing.TARGET.read_text(encoding="utf-8") == drawing.drawing(), hint


@pytest.mark.slow
def test_the_drawing_shows_the_imports_that_the_rooms_are_held_to() -> None:
    """One reading for both: what `test_rooms` allows is what the drawing shows."""
    seen = {
        (drawing.room_of(each.importer), drawing.room_of(each.source)) for each in test_rooms.all_imports()
    }
    rooms = drawing.imports()
    assert {(room, other) for room, others in rooms.items() for other in others} == {
        (room, other) for room, other in seen if room != other and {room, other} <= rooms.keys()
    }


def test_every_room_is_drawn_once_and_stands_above_what_it_imports() -> None:
    root = ET.fromstring(drawing.drawing())
    names = [
        element.text
        for element in root.iter("{http://www.w3.org/2000/svg}text")
        if element.get("class") == "name"
    ]
    graph, layers = drawing.imports(), drawing.layers_of(drawing.imports())
    assert sorted(map(str, names)) == sorted(graph)
    assert all(layers[room] > layers[other] for room in graph for other in graph[room])


def test_boxes_do_not_overlap() -> None:
    graph = drawing.imports()
    layers = drawing.layers_of(graph)
    rows = drawing.order_layers(layers, drawing.chains(drawing.transitive_reduction(graph), layers))
    places = drawing.positions(rows)
    for row in rows:
        for left, right in pairwise(row):
            assert places[left][0] + left.width / 2 < places[right][0] - right.width / 2


def test_arrows_that_follow_from_others_are_left_out() -> None:
    graph = {"a": {"b", "c", "d"}, "b": {"c"}, "c": set(), "d": set()}
    assert drawing.transitive_reduction(graph) == {"a": {"b", "d"}, "b": {"c"}, "c": set(), "d": set()}
    assert drawing.layers_of(graph) == {"a": 2, "b": 1, "c": 0, "d": 0}


def test_imports_are_found_wherever_they_stand() -> None:
    text = (
        "import m3bench.core\nfrom m3bench import judges\ndef f():\n    from m3bench.models.errors import E\n"
    )
    assert list(drawing.imported_rooms(text)) == ["core", "judges", "models"]


def test_the_table_has_every_room() -> None:
    rooms = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(rooms) == drawing.rooms()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`(\w+(?:/\w+)+(?:\.py|/))`", PAGE))))
def test_what_the_page_names_exists(path: str) -> None:
    assert (REPOSITORY / path).exists() or (drawing.SOURCE / path).exists()
