"""The museum lists its departments, finds objects and shows them."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "metmuseum-mcp"


def test_the_tests_cover_the_tools() -> None:
    assert set(load(SERVER).tools) == {"list-departments", "search-museum-objects", "get-museum-object"}


def test_departments(ask: Asking) -> None:
    heard = ask("list-departments")
    assert heard.sources == {"museum": "invented"}
    departments = {
        department["departmentId"]: department["displayName"] for department in heard.data["departments"]
    }
    assert len(departments) == 19
    assert departments[11] == "European Paintings"


def test_every_department_has_objects_that_say_so(ask: Asking) -> None:
    total = 0
    for department in ask("list-departments").data["departments"]:
        data = ask("search-museum-objects", q="", departmentId=department["departmentId"]).data
        total += data["total"]
        item = ask("get-museum-object", objectId=data["objectIDs"][0], returnImage=False).data
        assert item["department"] == department["displayName"]
    assert total == ask("search-museum-objects", q="").data["total"]


def test_search_by_words(ask: Asking) -> None:
    data = ask("search-museum-objects", q="whistling vessel", hasImages=True, departmentId=5, title=True).data
    assert 0 < len(data["objectIDs"]) <= min(100, data["total"])
    for number in data["objectIDs"][:5]:
        item = ask("get-museum-object", objectId=number, returnImage=False).data
        assert "whistling vessel" in item["title"].lower()
        assert item["classification"] == "Ceramics"
        assert item["primaryImage"]
    everywhere = ask("search-museum-objects", q="Egyptian").data["total"]
    assert everywhere > ask("search-museum-objects", q="Egyptian", title=False, departmentId=10).data["total"]


def test_an_object_with_its_picture(ask: Asking) -> None:
    number = ask("search-museum-objects", q="amphora", hasImages=True, departmentId=13).data["objectIDs"][0]
    heard = ask("get-museum-object", objectId=number)
    item = World().museum.object(number)
    assert item is not None
    assert heard.data["objectID"] == number
    assert heard.data["title"] == item.title
    assert heard.data["medium"] == item.medium
    assert f"Height {item.height:g} cm" in heard.data["dimensions"]
    assert heard.data["measurements"][0]["elementMeasurements"]["Height"] == item.height
    assert heard.pictures == [World().museum.picture(item)]
    assert Image.open(io.BytesIO(heard.pictures[0])).format == "PNG"
    assert ask("get-museum-object", objectId=number, returnImage=False).pictures == []


def test_an_object_without_a_picture(ask: Asking) -> None:
    museum = World().museum
    number = next(each for each in museum.search("", 5) if not museum._made(_place(each)).has_image)
    heard = ask("get-museum-object", objectId=number)
    assert heard.pictures == []
    assert heard.data["primaryImage"] == ""


def _place(number: int) -> int:
    museum = World().museum
    return next(index for index in range(museum.size) if museum._id(index) == number)


@pytest.mark.parametrize(
    ("tool", "arguments", "word"),
    [
        ("search-museum-objects", {"q": "amfora"}, "Did you mean: amphora"),
        ("search-museum-objects", {"q": "", "departmentId": 2}, "10 (Egyptian Art)"),
        ("search-museum-objects", {"q": "x" * 5000}, "5,000 characters"),
        ("search-museum-objects", {"q": "mask", "departmentId": 10.5}, "departmentId"),
        ("get-museum-object", {"objectId": 310542}, "Did you mean: 1000"),
        ("get-museum-object", {"objectId": -1e300}, "Not found"),
        ("get-museum-object", {"objectId": 1000000.5}, "Not found"),
    ],
)
def test_what_cannot_be_found_is_explained(
    ask: Asking, tool: str, arguments: dict[str, Any], word: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert word in heard.text
