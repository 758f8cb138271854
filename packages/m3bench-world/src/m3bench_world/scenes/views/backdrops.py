"""Backdrops of whole scenes: a wall over a floor or a table, and the open air."""

from __future__ import annotations

from PIL import Image, ImageDraw

from m3bench_world.scenes.painting import Canvas, Cutout, Dice, darker, rect, textures

Size = tuple[int, int]

_WALLS = ("#d8d2c4", "#c9d3d6", "#e2d3b8", "#b9c4b4", "#d6c2bd", "#aebccb", "#efe9dc")


def stack_pictures(size: Size, above: Image.Image, below: Image.Image) -> Image.Image:
    """Stack two pictures vertically."""
    picture = Image.new("RGB", size)
    picture.paste(above, (0, 0))
    picture.paste(below, (0, size[1] - below.height))
    return picture


def wall(size: Size, dice: Dice) -> Image.Image:
    """Draw a painted, tiled or panelled wall."""
    colour = dice.pick(_WALLS)
    if dice.happens(0.25):
        return textures.tiles(size, dice, colour, dice.whole(46, 80))
    picture = textures.plaster(size, dice, colour)
    if dice.happens(0.25):
        draw = ImageDraw.Draw(picture)
        step = dice.whole(40, 90)
        for x in range(dice.whole(0, step), size[0], step):
            draw.line((x, 0, x, size[1]), fill=darker(colour, 0.12), width=3)
    return picture


def tabletop(size: Size, dice: Dice, horizon: int) -> Image.Image:
    """Draw a table or counter seen from slightly above, in front of a wall."""
    low = size[0], size[1] - horizon
    style = dice.pick(("wood", "wood", "cloth", "stone"))
    if style == "wood":
        ground = textures.wood(low, dice)
    else:
        ground = (
            textures.fabric(low, dice)
            if style == "cloth"
            else textures.concrete(low, dice, dice.pick(_WALLS))
        )
    return _lit(stack_pictures(size, wall((size[0], horizon), dice), ground), horizon)


def room(size: Size, dice: Dice, horizon: int) -> Image.Image:
    """Draw a wall, a skirting board and a floor."""
    low = size[0], size[1] - horizon
    floor = textures.wood(low, dice) if dice.happens(0.7) else textures.fabric(low, dice)
    picture = stack_pictures(size, wall((size[0], horizon), dice), floor)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, horizon - 14, size[0], horizon), fill=dice.pick(("#f2eee4", "#8a6a4a", "#e2ddd0")))
    return _lit(picture, horizon)


def meadow(size: Size, dice: Dice, horizon: int) -> Image.Image:
    """Draw a clear sky over hills and grass, sand or pavement; clouds are added as things."""
    low = size[0], size[1] - horizon
    kind = dice.pick(("grass", "grass", "grass", "sand", "pavement"))
    if kind == "grass":
        ground = textures.grass(low, dice, dice.pick(("#6f9a3f", "#7fa34a", "#8a9a4a")))
    else:
        ground = textures.sand(low, dice) if kind == "sand" else textures.concrete(low, dice)
    picture = stack_pictures(size, textures.sky((size[0], horizon), dice, clouds=0), ground)
    draw = ImageDraw.Draw(picture)
    for tone in ("#9fb8b0", "#8aa88f"):
        x = -60.0
        while x < size[0]:
            wide, high = dice.between(180, 360), dice.between(20, 55)
            draw.chord((x, horizon - high, x + wide, horizon + high), 180, 360, fill=tone)
            x += wide * dice.between(0.5, 0.8)
    return picture


def window(dice: Dice, width: int, height: int) -> Cutout:
    """Draw a window on a wall, which is part of the setting."""
    canvas = Canvas((width, height), fine=1)
    frame = dice.pick(("#f2efe8", "#8a6642", "#dcd8ce"))
    canvas.fill(rect(0, 0, width, height), darker(frame, 0.3))
    canvas.fill(rect(2, 2, width - 5, height - 5), frame)
    pane = textures.sky((width - 20, height - 20), dice)
    canvas.picture(pane, 10, 10, width - 20, height - 20)
    canvas.fill(rect(width / 2 - 4, 5, 8, height - 10), frame)
    canvas.fill(rect(5, height / 2 - 4, width - 10, 8), frame)
    return canvas.cutout()


def _lit(picture: Image.Image, horizon: int) -> Image.Image:
    """Draw a soft dark line at the foot of the wall."""
    size = picture.width, 26
    levels = Image.linear_gradient("L").resize(size).point([90 - level * 90 // 255 for level in range(256)])
    picture.paste((25, 18, 14), (0, horizon), levels)
    return picture
