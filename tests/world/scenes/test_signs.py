"""Signs of parks and notices with a code: what they show is what is true."""

from __future__ import annotations

from m3bench_world import World
from m3bench_world.scenes import compose
from m3bench_world.scenes.pages import fetch


def test_a_park_sign_names_its_park_and_points_to_another() -> None:
    world = World()
    met = set()
    for number in range(4):
        scene = compose(world, "park_sign", number).scene
        park, other = (world.parks.park(scene.facts[key]) for key in ("park", "other"))
        assert park is not None
        assert other is not None
        read = " ".join(lettering.text for lettering in scene.letterings)
        assert park.full_name in read
        assert f"{other.name} {scene.facts['miles']} mi" in read
        assert all(lettering.visible == 1 for lettering in scene.letterings)
        met.add(park.code)
    assert len(met) > 1


def test_the_code_of_a_notice_leads_to_the_sight_that_it_does_not_name() -> None:
    world = World()
    for number in range(3):
        scene = compose(world, "qr_sight", number).scene
        texts = [code.text for code in scene.codes]
        assert texts == [text for text in (scene.facts["address"], scene.facts["decoy"]) if text]
        read = " ".join(lettering.text for lettering in scene.letterings)
        assert scene.facts["shown"]["landmark"] not in read
        assert scene.facts["shown"]["city"] not in read
    page = fetch(world, scene.facts["address"])
    assert page is not None
    assert page.address == scene.facts["address"]
