"""Scenes of every kind: the same bytes for the same seed, and a truth that the pixels bear out."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from importlib import import_module
from io import BytesIO
from random import Random

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from m3bench_world import World
from m3bench_world.scenes import Scene, compose, draw, kind_names
from m3bench_world.scenes.kinds.fruit_bowl import SIZES
from m3bench_world.scenes.kinds.still_life import SETTINGS
from m3bench_world.scenes.layers import LEAST_VISIBLE, SEEN_FROM, Layer, StageThing
from m3bench_world.scenes.painting import textures
from m3bench_world.scenes.painting.lens import Lens
from m3bench_world.scenes.painting.look import Dice
from m3bench_world.scenes.sheet import scenes_sheet, sprites_sheet
from m3bench_world.scenes.stage import Stage
from m3bench_world.scenes.views.backdrops import meadow, room, tabletop
from tests.volume import sample

KINDS = kind_names()
OURS = ("fruit_bowl", "still_life")
PROGRAM = """
import sys
from hashlib import blake2b
from m3bench_world import World
from m3bench_world.scenes import draw
world = World(11)
for ask in sys.argv[1:]:
    kind, number = ask.split(":")
    print(ask, blake2b(draw(world, kind, int(number)).png).hexdigest())
"""


def told_elsewhere(asks: list[str], hash_seed: str) -> dict[str, str]:
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, *asks],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    return dict(line.rsplit(" ", 1) for line in told.stdout.splitlines())


def test_the_same_seed_draws_the_same_bytes_in_any_process_and_order() -> None:
    asks = [f"{kind}:{number}" for kind in OURS for number in (0, 5)]
    first = told_elsewhere(asks, "1")
    assert first == told_elsewhere(asks[::-1], "2")
    kind, _, number = asks[1].partition(":")
    assert blake2b(draw(World(11), kind, int(number)).png).hexdigest() == first[asks[1]]
    assert len(set(first.values())) == len(asks)


def test_another_seed_draws_another_picture() -> None:
    assert draw(World(1), "still_life", 0).png != draw(World(2), "still_life", 0).png


def chunks(png: bytes) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    position = 8
    while position < len(png):
        length = int.from_bytes(png[position : position + 4], "big")
        kind, body = png[position + 4 : position + 8], png[position + 8 : position + 8 + length]
        assert int.from_bytes(png[position + 8 + length : position + 12 + length], "big") == zlib.crc32(
            kind + body
        )
        found[kind] = found.get(kind, b"") + body
        position += 12 + length
    return found


@pytest.mark.parametrize("kind", OURS)
def test_the_file_holds_the_pixels_and_nothing_else(kind: str) -> None:
    world = World()
    png = draw(world, kind, 2).png
    assert list(chunks(png)) == [b"IHDR", b"IDAT", b"IEND"]
    with Image.open(BytesIO(png)) as picture:
        assert picture.info == {}
        assert picture.mode == "RGB"
        assert picture.tobytes() == compose(world, kind, 2).image.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_truth_is_well_formed(kind: str) -> None:
    for number in range(2):
        scene = compose(World(), kind, number).scene
        width, height = scene.size
        assert (scene.kind, scene.number) == (kind, number)
        for thing in scene.things:
            left, top, right, bottom = thing.box
            assert 0 <= left < right <= width
            assert 0 <= top < bottom <= height
            assert LEAST_VISIBLE <= thing.visible <= 1
        boxes = [lettering.box for lettering in scene.letterings] + [code.box for code in scene.codes]
        for left, top, right, bottom in boxes:
            assert 0 <= left < right <= width
            assert 0 <= top < bottom <= height
        assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def painted_again(stage: Stage) -> dict[Layer, NDArray[np.float64]]:
    """Another way to the same truth: paint all layers on the whole picture and keep what each still shows."""
    width, height = stage.size
    shows: dict[Layer, NDArray[np.float64]] = {}
    for layer in sorted(stage._layers, key=lambda layer: (layer.depth, layer.order)):
        full = Image.new("L", (width, height))
        full.paste(layer.alpha, (layer.left, layer.top))
        alpha = np.asarray(full, dtype=np.float64) / 255
        if layer.solid:
            shows = {behind: shown * (1 - alpha) for behind, shown in shows.items()}
        shows[layer] = alpha
    return shows


def seen_again(shown: StageThing, shows: dict[Layer, NDArray[np.float64]]) -> NDArray[np.float64]:
    seen: NDArray[np.float64] = np.stack([shows[layer] for layer, _ in shown.pieces]).max(axis=0)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("kind", OURS)
@pytest.mark.parametrize("number", sample(range(4), 2))
def test_boxes_are_tight_and_shares_are_true(kind: str, number: int) -> None:
    stage = Stage(World(), kind, number)
    import_module(f"m3bench_world.scenes.kinds.{kind}").compose(stage)
    done = stage.finish()
    shows = painted_again(stage)
    for index, thing in enumerate(done.scene.things):
        seen = seen_again(done.shown[index], shows)
        rows, columns = np.nonzero(seen >= SEEN_FROM / 255)
        assert thing.box == pytest.approx(
            (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1), abs=1
        )
        whole = done.shown[index].whole() / 255
        assert thing.visible == pytest.approx(seen.sum() / whole, abs=0.03)
        assert np.abs(np.asarray(done.mask(index)) / 255 - seen).mean() < 0.002


@pytest.mark.slow
def test_fruit_is_counted_as_it_was_put() -> None:
    arrangements = set()
    for number in range(8):
        scene = compose(World(), "fruit_bowl", number).scene
        counts = {label: count for label, count in scene.counts().items() if label in SIZES}
        assert scene.facts["counts"] == counts
        assert scene.facts["total"] == sum(counts.values()) > 0
        arrangements.add(scene.facts["arrangement"])
        if "on_plates" in scene.facts:
            served = sum(sum(plate.values()) for plate in scene.facts["on_plates"])
            assert len(scene.facts["on_plates"]) == scene.counts()["plate"]
            assert served <= scene.facts["total"]
    assert arrangements == {"table", "bowl", "plates"}


def test_every_setting_comes_up_with_things_that_belong_there() -> None:
    met = set()
    for number in range(8):
        scene = compose(World(), "still_life", number).scene
        setting = SETTINGS[scene.facts["setting"]]
        met.add(scene.facts["setting"])
        assert scene.counts().keys() <= {*setting.near, *setting.back, *setting.above}
        assert len(scene.things) >= 2
    assert met == set(SETTINGS)


def test_unknown_kinds_are_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="fruit_bowl"):
        draw(World(), "dragons", 0)


def test_kinds_are_imported_when_they_are_drawn() -> None:
    program = (
        "import sys; from m3bench_world.scenes import kind_names; kind_names(); "
        "print(any('scenes.kinds.' in name or 'sprites.' in name for name in sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


@pytest.mark.parametrize("size", [(800, 600), (321, 123)])
def test_textures_and_backdrops_fill_their_size(size: tuple[int, int]) -> None:
    dice = Dice(Random(3))
    makers = (textures.wood, textures.grass, textures.fabric, textures.sky, textures.water, textures.concrete)
    pictures = [make(size, dice) for make in (*makers, textures.sand, textures.asphalt)]
    pictures += [textures.plaster(size, dice, "#ccbbaa"), textures.tiles(size, dice, "#ddeeff", 40)]
    pictures += [make(size, dice, size[1] // 2) for make in (room, tabletop, meadow)]
    for picture in pictures:
        assert (picture.size, picture.mode) == (size, "RGB")
        assert np.asarray(picture).std() > 0.5


def test_a_clean_lens_changes_nothing_and_others_little() -> None:
    picture = textures.wood((200, 150), Dice(Random(1)))
    assert Lens.clean().develop(picture, Dice(Random(1))).tobytes() == picture.tobytes()
    noisy = Lens(noise=3.0).develop(picture, Dice(Random(1)))
    change = np.asarray(noisy).astype(int) - np.asarray(picture)
    assert abs(change.mean()) < 0.3
    assert 2.5 < change.std() < 3.5
    dark = Lens(light=0.8, vignette=0.4).develop(picture, Dice(Random(1)))
    assert np.asarray(dark)[0, 0].sum() < np.asarray(dark)[75, 100].sum()


def test_contact_sheets() -> None:
    world = World()
    assert scenes_sheet(world, "still_life", range(3), columns=2, width=160).size == (320, 240)
    assert sprites_sheet(world, ["apple", "cup"], styles=3, size=40).size == (130 + 3 * 52, 2 * 52)


@pytest.mark.slow
def test_threads_do_not_draw_into_each_others_pictures() -> None:
    kinds = kind_names()[:4]
    alone, together = World(), World()
    expected = [draw(alone, kind, 0).png for kind in kinds]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda kind: draw(together, kind, 0).png, kinds)) == expected
