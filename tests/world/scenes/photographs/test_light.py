"""Light and shadows follow the landscape."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from m3bench_world.scenes.painting import Cutout
from m3bench_world.scenes.photographs.light import Light, gains_of
from m3bench_world.scenes.photographs.shading import cast_shadow


def standing() -> Cutout:
    image = Image.new("RGBA", (60, 100))
    ImageDraw.Draw(image).rectangle((20, 0, 39, 99), fill=(200, 200, 200, 255))
    return Cutout(image, "post")


def test_a_dark_view_darkens_and_a_warm_one_warms() -> None:
    dark, bright = (gains_of(Image.new("RGB", (80, 60), (level,) * 3)) for level in (70, 235))
    warm = gains_of(Image.new("RGB", (80, 60), (230, 190, 150)))
    assert max(dark) < 0.6 < 0.9 < min(bright)
    assert warm[0] > warm[1] > warm[2]


def test_light_changes_colours_but_not_the_outline() -> None:
    image = standing().image
    lit = Light(gains=(0.5, 1.0, 1.2)).on(image)
    assert lit.getpixel((30, 50)) == (100, 200, 240, 255)
    assert lit.getchannel("A").tobytes() == image.getchannel("A").tobytes()
    hazy = Light().on(image, ((0, 0, 200), 0.5))
    assert hazy.getpixel((30, 50)) == (100, 100, 200, 255)


def _middle(light: Light) -> float:
    """Where the darkness of a thrown shadow is, relative to the foot."""
    image, box = cast_shadow(standing(), 100, 100, "ground", light)
    mask = np.asarray(image.getchannel("A"), dtype=float)
    return float((mask.sum(axis=0) * np.arange(box[0], box[2])).sum() / mask.sum()) - 130


def test_shadows_fall_where_the_light_says() -> None:
    assert _middle(Light(side=0.8)) > 5
    assert _middle(Light(side=-0.8)) < -5
    assert abs(_middle(Light(side=0.0))) < 2


def test_a_shadow_is_darkest_at_the_foot_and_not_below_it() -> None:
    image, box = cast_shadow(standing(), 100, 100, "ground", Light(side=0.5))
    mask = np.asarray(image.getchannel("A"))
    rows = mask.max(axis=1)
    foot = 200 - box[1]
    assert rows[foot - 6 : foot + 4].max() == rows.max() > 90
    assert rows[foot + 14 :].max(initial=0) < 12


def test_shadows_on_a_table_surround_the_thing() -> None:
    image, box = cast_shadow(standing(), 100, 100, "flat", Light(side=0.5))
    row = np.asarray(image.getchannel("A"), dtype=int)[150 - box[1]]
    left, right = row[117 - box[0]], row[142 - box[0]]
    assert right > left > 0
