"""Pages give their pictures: as content and as files, the same whenever they are asked for."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from PIL import Image

from m3bench.servers import Answer, Files, ToolFailure
from m3bench_world import World
from m3bench_world.scenes import draw, pages
from m3bench_world.scenes.views import landmarks
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.linkimage import server

TOOL = "fetch_unsplash_image"


@pytest.fixture
def context(tmp_path: Path) -> ToolContext:
    return ToolContext(World(), Files(tmp_path))


def fetch(context: ToolContext, url: str) -> Answer:
    return server.call(context, TOOL, {"url": url})


def test_a_scene_page_shows_that_scene(context: ToolContext) -> None:
    answer = fetch(context, pages.scene_address(context.world, "postcard", 5))
    drawn = draw(World(), "postcard", 5)
    assert answer.pictures[0].data == drawn.png
    assert answer.sources == ("scenes",)
    data = json.loads(answer.text)
    assert context.files.read(data["file"]) == drawn.png
    assert (data["width"], data["height"]) == drawn.scene.size
    assert data["bytes"] == len(drawn.png)
    said = f"{answer.text}{context.files.names()}".casefold()
    assert not any(word in said for word in re.findall(r"\w+", drawn.scene.facts["landmark"].casefold()))


def test_the_words_before_the_code_are_free(context: ToolContext) -> None:
    address = pages.scene_address(context.world, "postcard", 5)
    other = address.replace("picture-", "a-lovely-day-")
    assert fetch(context, other).pictures == fetch(context, address).pictures


def test_codes_belong_to_one_world_and_one_kind(context: ToolContext) -> None:
    address = pages.scene_address(World(8), "postcard", 5)
    with pytest.raises(ToolFailure, match="Not found"):
        fetch(context, address)
    mine = pages.scene_address(context.world, "postcard", 5)
    with pytest.raises(ToolFailure, match="Not found"):
        fetch(context, mine.replace("/postcard/", "/postcard_pair/"))


def test_a_landmark_has_one_picture_under_all_its_addresses(context: ToolContext) -> None:
    site = context.world.atlas.famous("Eiffel Tower")
    assert site is not None
    assert site.website is not None
    addresses = ["https://photos.example/landmarks/eiffel-tower", site.website]
    addresses.append("https://en.wikipedia.org/wiki/Eiffel_Tower")
    answers = [fetch(context, address) for address in addresses]
    assert len({answer.pictures[0].data for answer in answers}) == 1
    assert {answer.sources for answer in answers} == {("scenes", "landmarks")}
    assert Image.open(io.BytesIO(answers[0].pictures[0].data)).size == (840, 600)
    assert json.loads(answers[0].text)["url"] == addresses[0]


def test_a_museum_object_is_fetched_by_its_page_and_by_its_picture(context: ToolContext) -> None:
    museum = context.world.museum
    item = museum.object(museum.search("amphora", only_images=True)[0])
    assert item is not None
    page = f"https://www.metmuseum.org/art/collection/search/{item.id}"
    for address in (item.image_url, page):
        answer = fetch(context, address)
        assert answer.pictures[0].data == museum.picture(item)
        assert answer.sources == ("museum",)


def test_real_photographs_are_not_part_of_the_world(context: ToolContext) -> None:
    with pytest.raises(ToolFailure, match="not part of this world") as caught:
        fetch(context, "https://unsplash.com/photos/a-tall-tower-with-a-flag-on-top-of-it-BRAKVv0qfrE")
    near = re.findall(r"https://photos\.example/\S+?(?=[,?])", str(caught.value).partition("Did you mean")[2])
    assert len(near) == 3
    towers = {pages.landmark_address(sight) for sight in landmarks.SIGHTS if sight.label == "tower"}
    assert set(near) <= towers
    for address in near:
        assert fetch(context, address).pictures


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/", "photos.example", "https://[::1", "ftp://photos.example/landmarks/eiffel-tower",
        "https://photos.example/landmarks/atlantis", "https://photos.example/postcard/x-0000zzzzzz",
        "https://photos.example/postcard/x-\x00\ud800", "https://www.metmuseum.org/art/collection/search/3",
        "https://nowhere.example.com/", "x" * 2_000,
    ],
)  # fmt: skip
def test_other_addresses_are_not_found(context: ToolContext, url: str) -> None:
    with pytest.raises(ToolFailure, match=r"Not found.*photos\.example"):
        fetch(context, url)


@pytest.mark.parametrize("url", ["", "   ", "x" * 2_001])
def test_no_address_is_refused(context: ToolContext, url: str) -> None:
    with pytest.raises(ToolFailure, match="url"):
        fetch(context, url)


def test_every_landmark_has_a_page() -> None:
    addresses = {pages.landmark_address(sight) for sight in landmarks.SIGHTS}
    assert len(addresses) == len(landmarks.SIGHTS)
