"""Textures: wood, grass, fabric, sky, water, concrete, plaster and others."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from m3bench_world.scenes.painting.fills import Paint, darker, lighter, mix, rgb
from m3bench_world.scenes.painting.look import Dice

Size = tuple[int, int]

_WOODS = ("#b98a56", "#8a5a34", "#d3aa78", "#6e4a30", "#c49a6c", "#a0714a")
_CLOTHS = ("#e8e2d4", "#c9d6df", "#d9b8b0", "#b7c4a8", "#7d8ca3", "#a45a52", "#f0ead8")


def cloudiness(size: Size, dice: Dice, cell: tuple[float, float], octaves: int = 3) -> Image.Image:
    """Return smooth grey noise whose largest patches have the size of `cell`."""
    finest = 2 ** (octaves - 1)
    wide, high = (
        side // 2 + 1 if patch / finest >= 4 and side > 64 else side
        for side, patch in zip(size, cell, strict=True)
    )
    whole: Image.Image | None = None
    for octave in range(octaves):
        across = min(wide, max(2, round(size[0] / cell[0] * 2**octave) + 1))
        down = min(high, max(2, round(size[1] / cell[1] * 2**octave) + 1))
        grid = Image.frombytes("L", (across, down), dice.noise(across * down))
        layer = _enlarge(grid, (wide, high))
        whole = layer if whole is None else Image.blend(whole, layer, 0.5 / (octave + 0.6))
    assert whole is not None
    return whole if whole.size == size else whole.resize(size, Image.Resampling.BILINEAR)


def _enlarge(grid: Image.Image, size: Size) -> Image.Image:
    """Enlarge smoothly, in two steps if that is faster."""
    between = min(size[0], grid.width * 6), min(size[1], grid.height * 6)
    return grid.resize(between, Image.Resampling.BICUBIC).resize(size, Image.Resampling.BILINEAR)


def tint(grey: Image.Image, dark: Paint, light: Paint) -> Image.Image:
    """Map a grey picture to a range from a dark to a light colour."""
    bands = zip(rgb(dark), rgb(light), strict=True)
    tables = [[round(low + (high - low) * level / 255) for level in range(256)] for low, high in bands]
    return Image.merge("RGB", [grey.point(table) for table in tables])


def vertical_gradient(size: Size, top: Paint, bottom: Paint) -> Image.Image:
    """Return a vertical gradient between two colours."""
    return tint(Image.linear_gradient("L").resize(size), top, bottom)


def plaster(size: Size, dice: Dice, colour: Paint) -> Image.Image:
    """A painted wall, nearly even."""
    grey = cloudiness((size[0] // 2, size[1] // 2), dice, (90, 90), 2).resize(size)
    return tint(grey, darker(colour, 0.07), lighter(colour, 0.07))


def wood(size: Size, dice: Dice, colour: Paint | None = None, planks: int | None = None) -> Image.Image:
    """Boards lying across, with grain."""
    tone = colour or dice.pick(_WOODS)
    grain = cloudiness(size, dice, (260, 9), 3)
    picture = tint(grain, darker(tone, 0.28), lighter(tone, 0.16))
    count = dice.whole(3, 6) if planks is None else planks
    draw = ImageDraw.Draw(picture, "RGBA")
    high = size[1] / max(1, count)
    for index in range(count):
        top = round(index * high)
        draw.rectangle((0, top, size[0], round(top + high)), fill=(*_shade(dice), dice.whole(0, 26)))
        draw.line((0, top, size[0], top), fill=(30, 18, 10, 130), width=2)
    return picture


def _shade(dice: Dice) -> tuple[int, int, int]:
    return (0, 0, 0) if dice.happens(0.5) else (255, 240, 220)


def grass(size: Size, dice: Dice, colour: Paint = "#6f9a3f") -> Image.Image:
    """A meadow: patches, and blades that grow larger towards the eye."""
    picture = tint(cloudiness(size, dice, (120, 40), 3), darker(colour, 0.25), lighter(colour, 0.2))
    draw = ImageDraw.Draw(picture)
    tones = [darker(colour, 0.3), darker(colour, 0.15), lighter(colour, 0.15), lighter(colour, 0.3)]
    for _ in range(round(size[0] * size[1] / 420)):
        x, nearness = dice.share() * size[0], dice.share()
        y, tall = nearness * size[1], 3 + 9 * nearness
        draw.line((x, y, x + (dice.share() - 0.5) * tall, y - tall), fill=dice.pick(tones), width=1)
    return picture


def fabric(size: Size, dice: Dice, colour: Paint | None = None) -> Image.Image:
    """A cloth: plain weave, checks or stripes, with soft folds."""
    tone = colour or dice.pick(_CLOTHS)
    picture = Image.new("RGB", size, rgb(tone))
    draw = ImageDraw.Draw(picture, "RGBA")
    pattern, step = dice.pick(("plain", "plain", "checks", "stripes")), dice.whole(28, 70)
    band = (*darker(tone, 0.3), 90)
    if pattern != "plain":
        for x in range(0, size[0], step):
            draw.rectangle((x, 0, x + step // 2 - 1, size[1]), fill=band)
    if pattern == "checks":
        for y in range(0, size[1], step):
            draw.rectangle((0, y, size[0], y + step // 2 - 1), fill=band)
    folds = cloudiness(size, dice, (240, 160), 2).point([round(206 + level * 0.19) for level in range(256)])
    weave = Image.frombytes("L", (4, 4), bytes([255, 246, 255, 240, 246, 255, 240, 255] * 2))
    tile = Image.new("L", size)
    for x in range(0, size[0], 4):
        tile.paste(weave, (x, 0))
    high = 4
    while high < size[1]:
        tile.paste(tile.crop((0, 0, size[0], min(high, size[1] - high))), (0, high))
        high *= 2
    return ImageChops.multiply(picture, Image.merge("RGB", [ImageChops.multiply(folds, tile)] * 3))


def sky(size: Size, dice: Dice, *, clouds: float | None = None) -> Image.Image:
    """Blue above, pale below, with soft clouds; `clouds` from 0 to 1 says how many."""
    top, bottom = dice.pick((("#3f86cf", "#cfe6f5"), ("#5aa0dc", "#e3f0f6"), ("#7fb2d9", "#f3e4cf")))
    picture = vertical_gradient(size, top, bottom)
    amount = dice.between(0.0, 0.7) if clouds is None else clouds
    if amount <= 0:
        return picture
    half = size[0] // 2, size[1] // 2
    start = 190 - 90 * amount
    levels = [round(max(0.0, min(1.0, (level - start) / 70)) * 215) for level in range(256)]
    mask = cloudiness(half, dice, (150, 60), 4).point(levels).resize(size, Image.Resampling.BILINEAR)
    picture.paste((255, 255, 255), (0, 0), mask)
    return picture


def water(size: Size, dice: Dice, colour: Paint = "#3f7f9f") -> Image.Image:
    """A lake or the sea with ripples, finer far away."""
    ripples = cloudiness((size[0], size[1] // 2 + 2), dice, (70, 6), 2)
    near = ripples.transform(
        size, Image.Transform.QUAD, (0, 0, 0, size[1] // 2, size[0] * 0.6, size[1] // 2, size[0], 0)
    )
    picture = tint(near, darker(colour, 0.22), lighter(colour, 0.3))
    return Image.blend(picture, vertical_gradient(size, lighter(colour, 0.35), darker(colour, 0.2)), 0.45)


def concrete(size: Size, dice: Dice, colour: Paint = "#a8a49c") -> Image.Image:
    """Grey and speckled, as of pavements and building sites."""
    patches = tint(cloudiness(size, dice, (160, 120), 3), darker(colour, 0.14), lighter(colour, 0.12))
    half = size[0] // 2 + 1, size[1] // 2 + 1
    speckles = Image.frombytes("L", half, dice.noise(half[0] * half[1])).filter(ImageFilter.BoxBlur(0.6))
    grains = tint(speckles, darker(colour, 0.3), lighter(colour, 0.3)).resize(size, Image.Resampling.NEAREST)
    return Image.blend(patches, grains, 0.22)


def sand(size: Size, dice: Dice) -> Image.Image:
    return concrete(size, dice, "#d8c194")


def asphalt(size: Size, dice: Dice) -> Image.Image:
    return concrete(size, dice, "#66676b")


def tiles(size: Size, dice: Dice, colour: Paint, side: int) -> Image.Image:
    """Square tiles with joints, as in kitchens and bathrooms."""
    picture = plaster(size, dice, colour)
    draw = ImageDraw.Draw(picture)
    joint = mix(colour, "#807a70", 0.45)
    for x in range(side, size[0], side):
        draw.line((x, 0, x, size[1]), fill=joint, width=2)
    for y in range(side, size[1], side):
        draw.line((0, y, size[0], y), fill=joint, width=2)
    return picture
