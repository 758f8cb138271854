"""Pictures of the clean level keep their bytes, and the truth has quadrangles."""

from __future__ import annotations

from hashlib import blake2b

import pytest

from m3bench.core import CameraLevel
from m3bench_world import World
from m3bench_world.scenes import Code, TextLine, compose, draw, kind_names

DIGESTS = {
    ("animals", 0): "18b54e216b28b45c",
    ("book_back", 0): "6163ad373e4e805f",
    ("building_site", 0): "18a1fb31c6ef8f2d",
    ("car_offer", 0): "e82ae569fdf2071c",
    ("cars", 0): "a49caaa7e620b0a5",
    ("class_supplies", 0): "e4f373fffb2404aa",
    ("class_table", 0): "8bb9cc414d4eb570",
    ("code_screen", 0): "e826825a86fc9dc5",
    ("fish", 0): "dcc153a6c22a32a5",
    ("food_web", 0): "bc5cf493f3a14ba7",
    ("fruit_bowl", 0): "b9f939aaf4ffffc9",
    ("medicine", 0): "b21bbf2f4d0d0fd1",
    ("museum_piece", 0): "9154d9a263addc8c",
    ("park_sign", 0): "b8d03fc0f91faeb2",
    ("postcard", 0): "7b5d0b081dc300e7",
    ("postcard_pair", 0): "a181e48d726f8806",
    ("poster", 0): "ac53e5655ceccecf",
    ("qr_page", 0): "3f5a761c9828eb2a",
    ("qr_sight", 0): "8a64ddb10466a53a",
    ("receipt", 0): "16596dffc142169d",
    ("shelf", 0): "bb2d228f6cb5141a",
    ("slide", 0): "96f1df3020e615c4",
    ("still_life", 0): "343d86c14e269b3f",
    ("watchlist", 0): "0b3d2a18127057c0",
    ("fish", 3): "136325c5071bd4e0",
    ("fruit_bowl", 3): "483bedfc8c0f407f",
    ("postcard", 3): "3e5793faa9b67075",
    ("qr_page", 3): "b5b8e0404d8996da",
    ("receipt", 3): "bd0dd621f761cbac",
    ("shelf", 3): "7d5d55a9cbeae397",
    ("slide", 3): "f3fa09db104292a5",
}

ON_ARM = {("cars", 0): "5b96d1b01306dc45", ("park_sign", 0): "e756afc09788d48a"}
"""Pictures of which some processors draw a few pixels otherwise."""


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "number"), DIGESTS)
def test_clean_pictures_keep_their_bytes(kind: str, number: int) -> None:
    png = draw(World(5), kind, number, camera=CameraLevel.CLEAN).png
    digest = blake2b(png, digest_size=8).hexdigest()
    assert digest in (DIGESTS[kind, number], ON_ARM.get((kind, number)))


def test_every_kind_of_the_first_release_is_there() -> None:
    assert {kind for kind, _ in DIGESTS} <= set(kind_names())


def test_a_clean_picture_has_quadrangles_that_fit_its_boxes() -> None:
    scene = compose(World(5), "qr_page", 0).scene
    assert scene.letterings
    assert scene.codes
    marks: list[TextLine | Code] = [*scene.letterings, *scene.codes]
    for mark in marks:
        assert mark.quad is not None
        xs, ys = zip(*mark.quad, strict=True)
        assert mark.box == pytest.approx((min(xs), min(ys), max(xs), max(ys)), abs=1.01)
