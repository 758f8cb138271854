"""Postcard views: one sight in its surroundings, drawn into part of a stage."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from m3bench_world.scenes.layers import overlap
from m3bench_world.scenes.painting import Cutout, Paint, mix, rgb, textures
from m3bench_world.scenes.stage import Stage
from m3bench_world.scenes.views import landmarks
from m3bench_world.scenes.views.daylight import HOURS, WEATHERS, dim, light_cutout, sky, veil
from m3bench_world.scenes.views.landmarks import Sight

_WET = frozenset(("water", "island"))
_TALLEST = 0.82


class View(NamedTuple):
    """Part of a picture (left, top, right, bottom) with its hour and weather."""

    box: tuple[int, int, int, int]
    hour: str
    weather: str
    horizon: int

    @property
    def size(self) -> tuple[int, int]:
        return self.box[2] - self.box[0], self.box[3] - self.box[1]


def view_of(stage: Stage, box: tuple[int, int, int, int], sight: Sight) -> View:
    dice = stage.dice
    high = box[3] - box[1]
    low = 0.78 if sight.setting in _WET else dice.between(0.78, 0.84)
    hour = dice.pick(("day", "day", "day", "dusk", "night"))
    weather = dice.pick((*WEATHERS, "clear", "clear", "clear"))
    if weather == "snow" and sight.name in landmarks.WARM:
        weather = "clear"
    return View(box, hour, weather, box[1] + round(high * low))


def show(stage: Stage, view: View, sight: Sight, *, people: bool = True) -> dict[str, Any]:
    """Paint the view's part of the backdrop, place the sight and people, and return the facts."""
    if stage.backdrop is None:
        stage.backdrop = Image.new("RGB", stage.size, (244, 242, 236))
    stage.backdrop.paste(_surroundings(stage, view, sight), view.box[:2])
    before = stage.count("person")
    _put_sight(stage, view, sight)
    if sight.setting == "park":
        _put_trees(stage, view)
    if people:
        _put_people(stage, view)
    air = veil(view.size, stage.dice, view.weather)
    if air:
        stage.put(air, view.box[0], view.box[1], depth=9_000, anchor="corner", solid=False)
    seen = {"time": view.hour, "weather": view.weather, "people": stage.count("person") - before}
    return landmarks.facts(stage.world, sight) | seen


def _surroundings(stage: Stage, view: View, sight: Sight) -> Image.Image:
    dice, (wide, high) = stage.dice, view.size
    horizon = view.horizon - view.box[1]
    picture = Image.new("RGB", view.size)
    above = sky((wide, horizon), dice, view.hour, view.weather)
    if sight.setting in {"square", "park", "water", "island"}:
        _skyline(above, stage, view)
    picture.paste(above, (0, 0))
    land = _ground((wide, high - horizon), stage, view, sight)
    picture.paste(dim(land, HOURS[view.hour].ground), (0, horizon))
    return picture


def _skyline(above: Image.Image, stage: Stage, view: View) -> None:
    """Draw far houses, pale in the haze, dark with lights at night."""
    dice = stage.dice
    draw = ImageDraw.Draw(above)
    wide, foot = above.size
    haze = above.getpixel((wide // 2, foot - 2))
    base = rgb("#5a6474") if view.hour != "night" else rgb("#10152c")
    colour = mix(haze if isinstance(haze, tuple) else base, base, 0.34 if view.hour == "day" else 0.6)  # type: ignore[arg-type]
    x = -10.0
    while x < wide:
        across, tall = dice.between(0.025, 0.07) * wide, dice.between(0.04, 0.14) * foot
        draw.rectangle((x, foot - tall, x + across, foot), fill=colour)
        if view.hour == "night":
            for _ in range(round(across * tall / 90)):
                at = x + dice.share() * across, foot - dice.share() * tall
                draw.point(at, fill=(230, 200, 120))
        x += across * dice.between(0.8, 1.2)


def _ground(size: tuple[int, int], stage: Stage, view: View, sight: Sight) -> Image.Image:
    dice = stage.dice
    if view.weather == "snow" and sight.setting not in _WET:
        return textures.plaster(size, dice, "#e8edf2")
    if sight.setting in _WET:
        sea = textures.water(size, dice, dice.pick(("#3f7f9f", "#4a7f8f", "#3a6f96")))
        quay = round(size[1] * 0.3)
        sea.paste(textures.concrete((size[0], quay), dice), (0, size[1] - quay))
        ImageDraw.Draw(sea).line((0, size[1] - quay, size[0], size[1] - quay), fill=rgb("#7a766e"), width=3)
        return sea
    grounds = {"square": "#b8b2a6", "desert": "#d8bd86"}
    if sight.setting in grounds:
        return textures.concrete(size, dice, grounds[sight.setting])
    return textures.grass(size, dice, dice.pick(("#6f9a3f", "#7aa048", "#668f44")))


def _put_sight(stage: Stage, view: View, sight: Sight) -> None:
    (wide, high), dice = view.size, stage.dice
    left, top, right, _ = view.box
    if sight.setting == "landscape":
        cutout = _landscape(stage, sight, wide)
        foot = max(view.horizon + round(high * 0.1), top + round(high * 0.09) + cutout.size[1])
        stage.put(_named(cutout, sight, view), left, foot - cutout.size[1], depth=10, anchor="corner")
        return
    room = view.horizon + high * 0.03 - top
    across = (sight.width or 0.62) * wide * dice.between(0.94, 1.0)
    cutout = stage.cut(sight.name, height=room * _TALLEST * dice.between(0.92, 1.06))
    if cutout.size[0] > across:
        cutout = stage.cut(sight.name, width=across * 0.96)
    x = (left + right) / 2
    if cutout.size[0] < wide * 0.6:
        x += dice.between(-0.16, 0.16) * wide
    level = view.horizon + high * (0.02 if sight.setting in _WET else 0.035)
    if sight.setting == "island":
        stage.put(_island(cutout.size[0] * 2.2, view), x, level + high * 0.012, depth=5, anchor="foot")
    stage.put(_named(cutout, sight, view), x, level, depth=10, anchor="foot")


def _named(cutout: Cutout, sight: Sight, view: View) -> Cutout:
    return light_cutout(replace(cutout, label=sight.label, attributes={"landmark": sight.name}), view.hour)


def _landscape(stage: Stage, sight: Sight, wide: int) -> Cutout:
    """Draw a sight that fills the picture from side to side, without its edges."""
    cutout = stage.cut(sight.name, width=wide * 1.05)
    spare = max(0, cutout.size[0] - wide) // 2
    box = (spare, 0, min(cutout.size[0], spare + wide), cutout.size[1])
    return replace(cutout, image=cutout.image.crop(box))


def _island(wide: float, view: View) -> Cutout:
    size = round(wide), max(8, round(wide * 0.1))
    image = Image.new("RGBA", size)
    draw = ImageDraw.Draw(image)
    colour: Paint = "#5f8050"
    draw.ellipse((0, 0, size[0] - 1, size[1] * 2), fill=(*rgb(mix(colour, "#000000", 0.25)), 255))
    draw.ellipse((size[0] * 0.02, 0, size[0] * 0.98, size[1] * 1.5), fill=(*rgb(colour), 255))
    return replace(light_cutout(Cutout(image), view.hour), label=None)


def _put_trees(stage: Stage, view: View) -> None:
    (wide, high), dice = view.size, stage.dice
    for _ in range(dice.whole(0, 3)):
        tree = light_cutout(stage.cut("tree", height=high * dice.between(0.12, 0.2)), view.hour)
        x = view.box[0] + wide * dice.pick((dice.between(0.05, 0.16), dice.between(0.84, 0.95)))
        y = view.horizon + high * dice.between(0.04, 0.1)
        _put_within(stage, tree, (x, y), view)


def _put_people(stage: Stage, view: View) -> None:
    (wide, high), dice = view.size, stage.dice
    near = view.box[3] - high * 0.015
    for _ in range(dice.pick((0, 0, 1, 2, 3, 4, 5))):
        y = dice.between(near - high * 0.05, near)
        pose = dice.pick(("standing", "walking", "standing"))
        tall = high * 0.115 * dice.between(0.9, 1.1)
        person = stage.cut("person", height=tall, pose=pose, helmet="no", vest="no")
        x = view.box[0] + wide * dice.between(0.06, 0.94)
        _put_within(stage, light_cutout(person, view.hour), (x, y), view)


def _put_within(stage: Stage, cutout: Cutout, at: tuple[float, float], view: View) -> None:
    """Place something on the ground, completely inside the view and barely hidden."""
    wide, tall = cutout.size
    box = (round(at[0] - wide / 2), round(at[1] - tall), round(at[0] + wide / 2), round(at[1]))
    if overlap(box, view.box) == box:
        stage.put(cutout, at[0], at[1], depth=at[1], anchor="foot", shadow="ground", least=0.8)


def mount(stage: Stage, boxes: list[tuple[int, int, int, int]], paper: Paint) -> None:
    """Draw the paper around the views, which hides everything outside them."""
    image = Image.new("RGBA", stage.size, (*rgb(paper), 255))
    for box in boxes:
        image.paste((0, 0, 0, 0), box)
    stage.put(Cutout(image), 0, 0, depth=9_999, anchor="corner")
