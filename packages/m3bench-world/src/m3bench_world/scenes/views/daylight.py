"""Time of day and weather: sky, light, rain, snow and fog."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from m3bench_world.scenes.painting import Cutout, Dice, Paint, rgb, textures

Size = tuple[int, int]


class Hour(NamedTuple):
    """A time of day.

    `gains` is the light on things, `ground` on the land; `skies` are colours above and below.
    """

    gains: tuple[float, float, float]
    ground: tuple[float, float, float]
    skies: tuple[tuple[Paint, Paint], ...] = ()


HOURS = {
    "day": Hour((1.0, 1.0, 1.0), (1.0, 1.0, 1.0)),
    "dusk": Hour(
        (0.98, 0.8, 0.7),
        (0.74, 0.6, 0.6),
        (("#4a4a86", "#f4a060"), ("#5a5a9a", "#f08a6a"), ("#38487a", "#f0b878")),
    ),
    "night": Hour((0.82, 0.72, 0.56), (0.3, 0.32, 0.42), (("#070b20", "#1c2a52"), ("#0a0e24", "#2a2a50"))),
}
WEATHERS = ("clear", "cloudy", "rain", "snow", "fog")


def sky(size: Size, dice: Dice, hour: str, weather: str) -> Image.Image:
    """Draw the sky at an hour in a weather."""
    if hour == "day":
        return _day_sky(size, dice, weather)
    picture = textures.vertical_gradient(size, *dice.pick(HOURS[hour].skies))
    if hour == "dusk":
        _sun(picture, dice)
    elif weather == "clear":
        _stars(picture, dice)
    if weather != "clear":
        _clouds(picture, dice, "#8a6a78" if hour == "dusk" else "#262c44")
    return picture


def _day_sky(size: Size, dice: Dice, weather: str) -> Image.Image:
    if weather == "clear":
        return textures.sky(size, dice, clouds=0)
    grey = textures.vertical_gradient(size, "#9aa6b0", "#dfe3e4")
    _clouds(grey, dice, "#f0f1f1" if weather == "snow" else "#c4cace")
    return grey


def _sun(picture: Image.Image, dice: Dice) -> None:
    wide, high = picture.size
    x, y, reach = dice.between(0.1, 0.9) * wide, dice.between(0.62, 0.9) * high, high * 0.055
    halo = Image.new("L", picture.size)
    ImageDraw.Draw(halo).ellipse((x - reach * 3, y - reach * 3, x + reach * 3, y + reach * 3), fill=130)
    picture.paste(rgb("#ffd890"), (0, 0), halo.filter(ImageFilter.GaussianBlur(reach)))
    ImageDraw.Draw(picture).ellipse((x - reach, y - reach, x + reach, y + reach), fill=rgb("#fff0c4"))


def _stars(picture: Image.Image, dice: Dice) -> None:
    draw = ImageDraw.Draw(picture)
    wide, high = picture.size
    for _ in range(round(wide * high / 3_500)):
        x, y, level = dice.share() * wide, dice.share() * high, dice.whole(120, 255)
        draw.point((x, y), fill=(level, level, min(255, level + 15)))
    x, y, reach = dice.between(0.08, 0.92) * wide, dice.between(0.1, 0.35) * high, high * 0.04
    draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=rgb("#f4f0dc"))


def _clouds(picture: Image.Image, dice: Dice, colour: Paint) -> None:
    half = picture.width // 2, picture.height // 2
    levels = [max(0, min(190, (level - 96) * 3)) for level in range(256)]
    veil = textures.cloudiness(half, dice, (150, 50), 4).point(levels).resize(picture.size)
    picture.paste(rgb(colour), (0, 0), veil)


def dim(picture: Image.Image, gains: tuple[float, float, float]) -> Image.Image:
    """Multiply the colour channels of a picture."""
    table = [min(255, round(level * gain)) for gain in gains for level in range(256)]
    if picture.mode == "RGBA":
        return picture.point([*table, *range(256)])
    return picture.point(table)


def light_cutout(cutout: Cutout, hour: str) -> Cutout:
    """Return a cutout in the light of the hour."""
    return replace(cutout, image=dim(cutout.image, HOURS[hour].gains))


def veil(size: Size, dice: Dice, weather: str) -> Cutout | None:
    """Draw rain, snow or fog in front of everything; None in clear weather."""
    if weather == "fog":
        levels = [40 + level * 70 // 255 for level in range(256)]
        mask = textures.cloudiness(size, dice, (220, 90), 2).point(levels)
    elif weather in {"rain", "snow"}:
        mask = _falling(size, dice, weather)
    else:
        return None
    image = Image.new("RGBA", size, (232, 236, 240, 0))
    image.putalpha(mask)
    return Cutout(image)


def _falling(size: Size, dice: Dice, weather: str) -> Image.Image:
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    lean = dice.between(-0.35, 0.35)
    for _ in range(round(size[0] * size[1] / (1_400 if weather == "rain" else 1_800))):
        x, y = dice.share() * size[0], dice.share() * size[1]
        if weather == "rain":
            long = dice.between(8, 18)
            draw.line((x, y, x + lean * long, y + long), fill=dice.whole(70, 130), width=1)
        else:
            reach = dice.between(0.8, 2.2)
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=dice.whole(150, 235))
    return mask
