"""Pages give their pictures: as content and as files, the same whenever they are asked for."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from PIL import Image

from m3bench.servers import Answer, Desk, Files, ToolFailure
from m3bench.servers.linkimage import server
from m3bench.world import World
from m3bench.world.scenes import draw, pages
from m3bench.world.scenes.views import landmarks

TOOL = "fetch_unsplash_image"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(World(), Files(tmp_path))


def fetch(desk: Desk, url: str) -> Answer:
    return server.call(desk, TOOL, {"url": url})


def test_a_scene_page_shows_that_scene(desk: Desk) -> None:
    answer = fetch(desk, pages.scene_address(desk.world, "postcard", 5))
    drawn = draw(World(), "postcard", 5)
    assert answer.pictures[0].data == drawn.png
    assert answer.sources == ("scenes",)
    data = json.loads(answer.text)
    assert desk.files.read(data["file"]) == drawn.png
    assert (data["width"], data["height"]) == drawn.scene.size
    assert data["bytes"] == len(drawn.png)
    said = f"{answer.text}{desk.files.names()}".casefold()
    assert not any(word in said for word in re.findall(r"\w+", drawn.scene.facts["landmark"].casefold()))


def test_the_words_before_the_code_are_free(desk: Desk) -> None:
    address = pages.scene_address(desk.world, "postcard", 5)
    other = address.replace("picture-", "a-lovely-day-")
    assert fetch(desk, other).pictures == fetch(desk, address).pictures


def test_codes_belong_to_one_world_and_one_kind(desk: Desk) -> None:
    address = pages.scene_address(World(8), "postcard", 5)
    with pytest.raises(ToolFailure, match="Not found"):
        fetch(desk, address)
    mine = pages.scene_address(desk.world, "postcard", 5)
    with pytest.raises(ToolFailure, match="Not found"):
        fetch(desk, mine.replace("/postcard/", "/postcard_pair/"))


def test_a_landmark_has_one_picture_under_all_its_addresses(desk: Desk) -> None:
    site = desk.world.atlas.famous("Eiffel Tower")
    assert site is not None
    assert site.website is not None
    addresses = ["https://photos.example/landmarks/eiffel-tower", site.website]
    addresses.append("https://en.wikipedia.org/wiki/Eiffel_Tower")
    answers = [fetch(desk, address) for address in addresses]
    assert len({answer.pictures[0].data for answer in answers}) == 1
    assert {answer.sources for answer in answers} == {("scenes", "landmarks")}
    assert Image.open(io.BytesIO(answers[0].pictures[0].data)).size == (840, 600)
    assert json.loads(answers[0].text)["url"] == addresses[0]


def test_a_museum_object_is_fetched_by_its_page_and_by_its_picture(desk: Desk) -> None:
    museum = desk.world.museum
    item = museum.object(museum.search("amphora", only_images=True)[0])
    assert item is not None
    page = f"https://www.metmuseum.org/art/collection/search/{item.id}"
    for address in (item.image_url, page):
        answer = fetch(desk, address)
        assert answer.pictures[0].data == museum.picture(item)
        assert answer.sources == ("museum",)


def test_real_photographs_are_not_part_of_the_world(desk: Desk) -> None:
    with pytest.raises(ToolFailure, match="not part of this world") as caught:
        fetch(desk, "https://unsplash.com/photos/a-tall-tower-with-a-flag-on-top-of-it-BRAKVv0qfrE")
    near = re.findall(r"https://photos\.example/\S+?(?=[,?])", str(caught.value).partition("Did you mean")[2])
    assert len(near) == 3
    towers = {pages.landmark_address(sight) for sight in landmarks.SIGHTS if sight.label == "tower"}
    assert set(near) <= towers
    for address in near:
        assert fetch(desk, address).pictures


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/", "photos.example", "https://[::1", "ftp://photos.example/landmarks/eiffel-tower",
        "https://photos.example/landmarks/atlantis", "https://photos.example/postcard/x-0000zzzzzz",
        "https://photos.example/postcard/x-\x00\ud800", "https://www.metmuseum.org/art/collection/search/3",
        "https://nowhere.example.com/", "x" * 2_000,
    ],
)  # fmt: skip
def test_other_addresses_are_not_found(desk: Desk, url: str) -> None:
    with pytest.raises(ToolFailure, match=r"Not found.*photos\.example"):
        fetch(desk, url)


@pytest.mark.parametrize("url", ["", "   ", "x" * 2_001])
def test_no_address_is_refused(desk: Desk, url: str) -> None:
    with pytest.raises(ToolFailure, match="url"):
        fetch(desk, url)


def test_every_landmark_has_a_page() -> None:
    addresses = {pages.landmark_address(sight) for sight in landmarks.SIGHTS}
    assert len(addresses) == len(landmarks.SIGHTS)
