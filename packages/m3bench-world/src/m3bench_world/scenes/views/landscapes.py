"""Wide backdrops under a clear sky: savanna, farmland, forest, ice, shore, streets, building sites."""

from __future__ import annotations

from PIL import Image, ImageDraw

from m3bench_world.scenes.painting import Colour, Dice, Paint, darker, lighter, mix, rgb, textures
from m3bench_world.scenes.views.backdrops import Size, stack_pictures

_WALLS = ("#b8a08a", "#c8bfb0", "#a88878", "#9aa4ac", "#d0c0a0", "#8f8a94", "#b57a62")


def savanna(size: Size, dice: Dice, horizon: int) -> Image.Image:
    """Dry grass and far table mountains."""
    picture = _land(size, dice, horizon, dice.pick(("#c4a95c", "#b8a050", "#cbb26a")))
    _ridge(picture, dice, horizon, "#b0a088", (14, 40))
    return picture


def farmland(size: Size, dice: Dice, horizon: int) -> Image.Image:
    """A green pasture with a fence before rolling fields."""
    picture = _land(size, dice, horizon, dice.pick(("#7fa648", "#6f9a3f", "#8aa850")))
    _ridge(picture, dice, horizon, "#a8b87a", (18, 46))
    _ridge(picture, dice, horizon, "#8aa85e", (8, 26))
    _fence(picture, dice, horizon)
    return picture


def forest(size: Size, dice: Dice, horizon: int) -> Image.Image:
    """A clearing before a dark edge of blurred trunks and leaves."""
    picture = _land(size, dice, horizon, dice.pick(("#5f7f3a", "#6a7a40", "#567a3c")))
    draw = ImageDraw.Draw(picture)
    for tone in ("#7fa088", "#5f8a68", "#44704e"):
        x = -20.0
        while x < size[0] + 20:
            wide, high = dice.between(40, 80), dice.between(60, 130)
            draw.ellipse((x - wide / 2, horizon - high, x + wide / 2, horizon + 12), fill=tone)
            x += wide * dice.between(0.45, 0.7)
    for _ in range(26):
        x, thick = dice.between(0, size[0]), dice.between(4, 9)
        draw.rectangle(
            (x, horizon - dice.between(30, 60), x + thick, horizon + 6),
            fill=dice.pick(("#4a3c2e", "#5a4a3a")),
        )
    return picture


def ice(size: Size, dice: Dice, horizon: int) -> Image.Image:
    """Snow before cold water and white peaks."""
    low = size[0], size[1] - horizon
    picture = stack_pictures(
        size, textures.sky((size[0], horizon), dice, clouds=0), textures.plaster(low, dice, "#e6eef4")
    )
    _peaks(picture, dice, horizon - 18)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, horizon - 18, size[0], horizon + 8), fill=rgb("#4f86a6"))
    for _ in range(5):
        x, wide = dice.between(0, size[0]), dice.between(40, 120)
        draw.polygon(
            [
                (x, horizon - 4),
                (x + wide, horizon - 4),
                (x + wide * 0.8, horizon - 12),
                (x + wide * 0.3, horizon - 14),
            ],
            fill=rgb("#f4f8fa"),
        )
    edge = [(x, horizon + 8 + dice.between(-5, 5)) for x in range(0, size[0] + 40, 40)]
    draw.polygon([(0, horizon + 40), *edge, (size[0], horizon + 40)], fill=rgb("#e6eef4"))
    for _ in range(14):
        x, y, wide = dice.between(0, size[0]), dice.between(horizon + 40, size[1]), dice.between(60, 180)
        draw.arc((x, y, x + wide, y + wide * 0.2), 190, 350, fill=rgb("#c4d4e0"), width=2)
    return picture


def shore(size: Size, dice: Dice, horizon: int) -> Image.Image:
    """A pond behind, its grassy or sandy bank in front."""
    bank = horizon + round((size[1] - horizon) * 0.32)
    ground = (
        textures.grass((size[0], size[1] - bank), dice, "#7a9a48")
        if dice.happens(0.7)
        else textures.sand((size[0], size[1] - bank), dice)
    )
    picture = stack_pictures(size, textures.sky((size[0], horizon), dice, clouds=0), ground)
    _ridge(picture, dice, horizon, "#7f9f6a", (14, 44))
    picture.paste(textures.water((size[0], bank - horizon), dice, "#5b93a8"), (0, horizon))
    draw = ImageDraw.Draw(picture)
    for x in range(-10, size[0], 7):
        if dice.happens(0.55):
            tall = dice.between(10, 34)
            draw.line(
                (x, bank + 6, x + dice.between(-5, 5), bank - tall),
                fill=rgb(dice.pick(("#5a7a34", "#6f8a3c"))),
                width=3,
            )
    return picture


def street(size: Size, dice: Dice, horizon: int) -> Image.Image:
    """Fronts of houses, a pavement over three tenths of the ground, and a road with two lanes."""
    picture = Image.new("RGB", size)
    picture.paste(textures.sky((size[0], horizon), dice, clouds=0), (0, 0))
    kerb = horizon + round((size[1] - horizon) * 0.3)
    picture.paste(textures.concrete((size[0], kerb - horizon), dice, "#b4aea4"), (0, horizon))
    picture.paste(textures.asphalt((size[0], size[1] - kerb), dice), (0, kerb))
    x = -dice.between(0, 80)
    while x < size[0]:
        wide, high = dice.between(110, 190), dice.between(horizon * 0.55, horizon * 0.95)
        _front(picture, dice, (x, horizon - high, x + wide, horizon))
        x += wide
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, kerb, size[0], kerb + 7), fill=rgb("#cfcac0"))
    middle = round((kerb + size[1]) / 2) - 6
    for left in range(-20, size[0], 90):
        draw.rectangle((left, middle, left + 50, middle + 6), fill=rgb("#e8e6de"))
    return picture


def showroom(size: Size, dice: Dice, horizon: int) -> Image.Image:
    """A bright hall with a smooth floor and spotlights."""
    low = size[0], size[1] - horizon
    tone = dice.pick(("#dfe2e6", "#e8e2d8", "#c9d2da"))
    floor = textures.tiles(low, dice, mix(tone, "#9a9ea4", 0.35), dice.whole(90, 140))
    picture = stack_pictures(size, textures.plaster((size[0], horizon), dice, tone), floor)
    draw = ImageDraw.Draw(picture)
    step = size[0] / dice.whole(3, 5)
    for index in range(6):
        x = index * step + 14
        draw.rectangle(
            (x, 24, x + step - 28, horizon - 34),
            fill=lighter(tone, 0.45),
            outline=darker(tone, 0.35),
            width=4,
        )
    draw.rectangle((0, horizon - 12, size[0], horizon), fill=darker(tone, 0.45))
    return picture


def building_ground(size: Size, dice: Dice, horizon: int) -> Image.Image:
    """Trodden earth before the shell of an unfinished house."""
    low = size[0], size[1] - horizon
    ground = textures.concrete(low, dice, dice.pick(("#b89f78", "#a8a096", "#bda684", "#a58a66")))
    picture = stack_pictures(size, textures.sky((size[0], horizon), dice, clouds=0), ground)
    left = dice.between(-60, size[0] * 0.45)
    _shell(picture, dice, (left, 40 + dice.between(0, 40), left + dice.between(300, 460), horizon))
    draw = ImageDraw.Draw(picture)
    for _ in range(30):
        x, y = dice.between(0, size[0]), dice.between(horizon + 10, size[1])
        wide = dice.between(3, 9)
        draw.ellipse((x, y, x + wide, y + wide * 0.6), fill=darker("#a8a096", dice.between(0.1, 0.35)))
    return picture


def _land(size: Size, dice: Dice, horizon: int, colour: Paint) -> Image.Image:
    sky = textures.sky((size[0], horizon), dice, clouds=0)
    return stack_pictures(size, sky, textures.grass((size[0], size[1] - horizon), dice, colour))


def _ridge(picture: Image.Image, dice: Dice, horizon: int, tone: Paint, high: tuple[float, float]) -> None:
    draw = ImageDraw.Draw(picture)
    x = -80.0
    while x < picture.width:
        wide, rise = dice.between(180, 380), dice.between(*high)
        draw.chord((x, horizon - rise, x + wide, horizon + rise), 180, 360, fill=rgb(tone))
        x += wide * dice.between(0.5, 0.8)


def _peaks(picture: Image.Image, dice: Dice, base: int) -> None:
    draw = ImageDraw.Draw(picture)
    x = -60.0
    while x < picture.width:
        wide, high = dice.between(140, 260), dice.between(40, 110)
        top = (x + wide * dice.between(0.35, 0.65), base - high)
        draw.polygon([(x, base), top, (x + wide, base)], fill=rgb("#b4c6d4"))
        draw.polygon([(x, base), top, (x + wide * 0.42, base)], fill=rgb("#e4edf3"))
        x += wide * dice.between(0.5, 0.8)


def _fence(picture: Image.Image, dice: Dice, horizon: int) -> None:
    draw = ImageDraw.Draw(picture)
    tone = rgb(dice.pick(("#8a6a48", "#e8e4da", "#6f5a44")))
    for y in (horizon - 6, horizon + 4):
        draw.rectangle((0, y, picture.width, y + 4), fill=tone)
    for x in range(dice.whole(0, 30), picture.width, 46):
        draw.rectangle((x, horizon - 13, x + 6, horizon + 14), fill=tone)


def _front(picture: Image.Image, dice: Dice, box: tuple[float, float, float, float]) -> None:
    """The front of a house in a row of houses, with windows and a door."""
    draw = ImageDraw.Draw(picture)
    left, top, right, bottom = box
    wall: Colour = rgb(dice.pick(_WALLS))
    draw.rectangle(box, fill=wall, outline=darker(wall, 0.35), width=2)
    draw.rectangle((left - 2, top - 6, right + 2, top + 3), fill=darker(wall, 0.3))
    columns, pane = dice.whole(2, 4), rgb(dice.pick(("#7f9cae", "#5f7686", "#9ab4c4")))
    step = (right - left) / columns
    y = top + 18
    while y < bottom - 78:
        for column in range(columns):
            x = left + step * (column + 0.5)
            draw.rectangle((x - 10, y, x + 10, y + 28), fill=pane, outline=lighter(wall, 0.5), width=2)
        y += 48
    draw.rectangle(
        (left + 10, bottom - 56, right - 44, bottom - 10),
        fill=lighter(pane, 0.15),
        outline=darker(wall, 0.5),
        width=3,
    )
    draw.rectangle((right - 34, bottom - 58, right - 12, bottom), fill=darker(wall, 0.55))


def _shell(picture: Image.Image, dice: Dice, box: tuple[float, float, float, float]) -> None:
    """Floors and columns of concrete, some bays already walled up."""
    draw = ImageDraw.Draw(picture)
    left, top, right, bottom = box
    slab = rgb(dice.pick(("#aaa69e", "#b4aea4", "#9fa0a0")))
    floors, bays = dice.whole(2, 3), dice.whole(3, 4)
    high, wide = (bottom - top) / floors, (right - left) / bays
    draw.rectangle((left, top, right, bottom), fill=darker(slab, 0.5))
    for floor in range(floors):
        for bay in range(bays):
            cell = (left + bay * wide, top + floor * high, left + (bay + 1) * wide, top + (floor + 1) * high)
            if dice.happens(0.45):
                draw.rectangle(cell, fill=rgb(dice.pick(("#a8614a", "#b0705a"))))
                for y in range(round(cell[1]), round(cell[3]), 8):
                    draw.line((cell[0], y, cell[2], y), fill=rgb("#c8a898"), width=1)
    for bay in range(bays + 1):
        x = left + bay * wide
        draw.rectangle((x - 6, top, x + 6, bottom), fill=slab)
        for stub in (-3, 0, 3):
            draw.line((x + stub, top - 24, x + stub, top), fill=rgb("#7a4a34"), width=1)
    for floor in range(floors):
        level = top + floor * high
        draw.rectangle(
            (left - 8, level - 6, right + 8, level + 6), fill=lighter(slab, 0.12), outline=darker(slab, 0.3)
        )
