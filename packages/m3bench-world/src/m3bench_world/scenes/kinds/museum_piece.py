"""A museum object in a showcase or a niche, with or without its label, sometimes with visitors."""

from __future__ import annotations

import io
import textwrap

from PIL import Image

from m3bench_world.museum import MuseumObject
from m3bench_world.scenes.painting import (
    Canvas,
    Cutout,
    Paint,
    darker,
    lighter,
    panel,
    polygon,
    rect,
    textures,
)
from m3bench_world.scenes.stage import Stage
from m3bench_world.scenes.views import stack_pictures

_WALLS = ("#8a3a34", "#3f5a4c", "#44546e", "#d8d2c4", "#c2b8a4", "#5a4a5e")
_FRAMES = ("#3a3c40", "#8a6a3a", "#5f3d26", "#b8bcc0")
_PLINTHS = ("#e8e4da", "#cfc8ba", "#4a4640", "#9a948a")
_SIDE = 380
_INK = "#26221e"


def compose(stage: Stage) -> None:
    dice = stage.dice
    item = chosen_object(stage)
    horizon = dice.whole(468, 500)
    wall = textures.plaster((800, horizon), dice, dice.pick(_WALLS))
    stage.backdrop = stack_pictures((800, 600), wall, textures.wood((800, 600 - horizon), dice))
    picture = Image.open(io.BytesIO(stage.world.museum.picture(item))).convert("RGB")
    plate = dice.happens(0.6)
    form = dice.pick(("showcase", "niche"))
    x = dice.between(300, 500)
    if form == "showcase":
        _put_showcase(stage, picture, x)
    else:
        _put_niche(stage, picture, x)
    if plate:
        side = x + (-1 if x > 400 else 1) * dice.between(304, 312)
        stage.put(_plate(item), side, dice.between(300, 380), depth=2)
    visitors = _visitors(stage, x, beside_plate=not plate)
    stage.facts |= {
        "object_id": item.id,
        "title": item.title,
        "kind": item.kind.name,
        "department": item.department.name,
        "form": form,
        "plate": plate,
        "people": visitors,
    }


def chosen_object(stage: Stage) -> MuseumObject:
    """Return the object of a scene. It is the first draw, so that it is known without drawing."""
    museum = stage.world.museum
    department = stage.dice.pick(museum.departments())
    item = museum.object(stage.dice.pick(museum.search("", department.id, only_images=True)))
    if item is None:
        raise ValueError("the museum lists an object that it does not have")
    return item


def _put_showcase(stage: Stage, picture: Image.Image, x: float) -> None:
    """Draw a glass case on a plinth."""
    dice = stage.dice
    frame, plinth = dice.pick(_FRAMES), dice.pick(_PLINTHS)
    canvas = Canvas((_SIDE + 60, 566))
    panel(canvas, polygon((24, 424), (_SIDE + 36, 424), (_SIDE + 30, 562), (30, 562)), plinth, edge=2)
    panel(canvas, rect(12, 412, _SIDE + 36, 16), lighter(plinth, 0.15), edge=1.5)
    panel(canvas, rect(20, 8, _SIDE + 20, 406), frame, edge=1.5)
    canvas.picture(picture, 30, 18, _SIDE, 386)
    _glass(canvas, (30, 18, _SIDE, 386))
    panel(canvas, rect(14, 2, _SIDE + 32, 12), lighter(frame, 0.1), edge=1.5)
    stage.put(canvas.cutout("showcase").trimmed(), x, 592, depth=5, anchor="foot", shadow="ground")


def _put_niche(stage: Stage, picture: Image.Image, x: float) -> None:
    """Draw a lit opening in the wall, with a frame around it and a lamp above."""
    dice = stage.dice
    frame = dice.pick(_FRAMES)
    canvas = Canvas((_SIDE + 70, _SIDE + 90))
    panel(canvas, rect(8, 38, _SIDE + 54, _SIDE + 44), frame, edge=2)
    canvas.fill(rect(22, 52, _SIDE + 26, _SIDE + 16), darker(frame, 0.5))
    canvas.picture(picture, 30, 60, _SIDE, _SIDE)
    canvas.glow(35 + _SIDE / 2, 60, _SIDE * 0.48, 90, "#fff4d0", opacity=0.3)
    middle = 35 + _SIDE / 2
    canvas.line((middle, 36), (middle, 14), colour="#8a6a3a", width=5)
    panel(canvas, rect(middle - 60, 6, 120, 14, 7), "#b8923a", edge=1.2)
    cutout = canvas.cutout("showcase").trimmed()
    stage.put(cutout, x, 40 + cutout.size[1] / 2, depth=5)


def _glass(canvas: Canvas, box: tuple[float, float, float, float]) -> None:
    left, top, wide, high = box
    with canvas.inside(rect(*box)):
        for start, across in ((0.1, 0.1), (0.26, 0.03), (0.72, 0.05)):
            x = left + wide * start
            band = polygon(
                (x + 120, top),
                (x + 120 + wide * across, top),
                (x + wide * across, top + high),
                (x, top + high),
            )
            canvas.fill(band, "#ffffff", opacity=0.13)
    canvas.stroke(rect(*box), "#e8f0f2", 1.5, closed=True, opacity=0.6)


def _plate(item: MuseumObject) -> Cutout:
    """Draw the label on the wall: title, date, medium."""
    lines = [*textwrap.wrap(item.title, 15)[:3], item.date, *textwrap.wrap(item.medium, 18)[:1]]
    paper: Paint = "#f7f4ec"
    canvas = Canvas((168, 26 + 23 * len(lines)))
    panel(canvas, rect(2, 2, 164, 22 + 23 * len(lines)), paper, contrast=0.04, edge=1)
    bold = len(lines) - 2
    for row, line in enumerate(lines):
        weight = 0.03 if row < bold else 0.0
        size = 18 if row < bold else 16
        canvas.text(line, 12, 24 + 23 * row, size, _INK, anchor="start", weight=weight, widest=146)
    return canvas.cutout()


def _visitors(stage: Stage, middle: float, *, beside_plate: bool) -> int:
    """Place visitors where they hide little, away from the label. Returns their number."""
    dice = stage.dice
    wide, narrow = (dice.between(50, 110), dice.between(690, 750)) if middle > 400 else (720.0, 80.0)
    for _ in range(dice.pick((0, 0, 0, 1, 2))):
        pose = dice.pick(("standing", "walking"))
        person = stage.cut("person", height=dice.between(250, 290), pose=pose, helmet="no", vest="no")
        side = dice.pick((wide, narrow)) if beside_plate else narrow
        stage.put(person, side, 596, depth=20, anchor="foot", shadow="ground", least=0.8)
    return stage.count("person")
