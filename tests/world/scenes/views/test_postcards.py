"""Postcards and museum pieces: their facts are the world's, their things are what is drawn."""

from __future__ import annotations

import pytest

from m3bench_world import World
from m3bench_world.scenes import compose, draw, sprites
from m3bench_world.scenes.views import landmarks

WORLD = World()


def test_every_sight_can_be_drawn_and_is_in_the_atlas() -> None:
    drawable = set(sprites.labels())
    known = set(WORLD.atlas.famous_names())
    for sight in landmarks.SIGHTS:
        assert sight.name in drawable
        facts = landmarks.facts(WORLD, sight)
        assert facts["landmark"] == sight.name
        assert facts["city"]
        assert facts["country"]
        assert -90 <= facts["lat"] <= 90
        assert sight.name in known or sight.name == "Moai of Easter Island"


def test_the_facts_of_a_postcard_are_those_of_the_atlas() -> None:
    for number in range(6):
        scene = compose(WORLD, "postcard", number).scene
        sights = [thing for thing in scene.things if "landmark" in thing.attributes]
        assert [thing.attributes["landmark"] for thing in sights] == [scene.facts["landmark"]]
        sight = landmarks.find(scene.facts["landmark"])
        assert sight is not None
        assert sights[0].label == sight.label
        assert sights[0].visible > 0.5
        assert scene.facts["people"] == scene.counts().get("person", 0)
        found = WORLD.atlas.famous(sight.name)
        if found:
            assert (scene.facts["lat"], scene.facts["lng"]) == (found.lat, found.lng)
            assert scene.facts["country"] == found.place.country_name


def test_a_pair_shows_two_sights_in_their_halves() -> None:
    for number in range(3):
        scene = compose(WORLD, "postcard_pair", number).scene
        left, right = scene.facts["left"], scene.facts["right"]
        assert left["landmark"] != right["landmark"]
        places = {
            thing.attributes["landmark"]: thing.box
            for thing in scene.things
            if "landmark" in thing.attributes
        }
        middle = scene.size[0] / 2
        assert places[left["landmark"]][2] <= middle <= places[right["landmark"]][0]
        assert left["people"] + right["people"] == scene.counts().get("person", 0)


def test_a_museum_piece_is_one_of_the_museum() -> None:
    for number in range(4):
        scene = compose(WORLD, "museum_piece", number).scene
        item = WORLD.museum.object(scene.facts["object_id"])
        assert item is not None
        assert (item.title, item.kind.name) == (scene.facts["title"], scene.facts["kind"])
        assert scene.counts()["showcase"] == 1
        assert bool(scene.letterings) == scene.facts["plate"]
        assert all(line.visible > 0.9 for line in scene.letterings)


@pytest.mark.parametrize("kind", ["postcard", "postcard_pair", "museum_piece"])
def test_the_same_seed_draws_the_same_bytes_and_another_seed_others(kind: str) -> None:
    first = draw(WORLD, kind, 1)
    assert draw(World(), kind, 1) == first
    assert draw(World(8), kind, 1).png != first.png


@pytest.mark.slow
def test_no_snow_falls_where_it_is_warm() -> None:
    scenes = [compose(WORLD, "postcard", number).scene for number in range(40, 52)]
    warm = [scene.facts for scene in scenes if scene.facts["landmark"] in landmarks.WARM]
    assert all(facts["weather"] != "snow" for facts in warm)
