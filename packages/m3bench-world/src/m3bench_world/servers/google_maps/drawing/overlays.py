"""Markers and paths on a map, in the syntax of the Static Maps API."""

from __future__ import annotations

import msgspec

from m3bench.servers.kit import BadArgument
from m3bench_world import World
from m3bench_world.data import written
from m3bench_world.roads import Point, decode_polyline
from m3bench_world.servers.google_maps.drawing.maps import MapDrawing
from m3bench_world.servers.google_maps.drawing.sheet import FINE, Colour, Sheet, drawable, font
from m3bench_world.servers.google_maps.waypoints import End, locate

COLOURS = written("servers/google_maps/drawing", "colours", dict[str, tuple[int, int, int]])
MOST_MARKERS = 50
MOST_POINTS = 2_000
SIZES = {"tiny": 0.5, "small": 0.65, "mid": 0.8, "normal": 1.0}


class Marker(msgspec.Struct, frozen=True):
    end: End
    colour: Colour
    label: str
    size: float


class Line(msgspec.Struct, frozen=True):
    points: list[Point]
    colour: Colour
    alpha: int
    weight: int
    fill: tuple[Colour, int] | None


def read_colour(text: str, name: str) -> tuple[Colour, int]:
    """Parse a colour name, 0xRRGGBB or 0xRRGGBBAA into a colour and its opacity."""
    wanted = text.strip().casefold()
    if wanted in COLOURS:
        return COLOURS[wanted], 255
    digits = wanted.removeprefix("0x").removeprefix("#")
    if len(digits) in (6, 8) and all(digit in "0123456789abcdef" for digit in digits):
        red, green, blue, *alpha = bytes.fromhex(digits)
        return (red, green, blue), alpha[0] if alpha else 255
    raise BadArgument(name, f"'{text[:30]}' is not a colour; write a name such as red, or 0xRRGGBB")


def read_markers(world: World, texts: list[str]) -> list[Marker]:
    """`color:red|label:A|48.86,2.35|Lyon`: styles first, then the places that have them."""
    markers = []
    for index, text in enumerate(texts):
        name = f"markers[{index}]"
        colour, label, size = COLOURS["red"], "", 1.0
        for part in filter(None, (part.strip() for part in text.split("|"))):
            key, colon, value = part.partition(":")
            style = key.strip().casefold() if colon else ""
            if style in ("color", "colour"):
                colour = read_colour(value, name)[0]
            elif style == "label":
                label = drawable(value.strip().upper())[:1]
            elif style == "size":
                size = SIZES.get(value.strip().casefold(), 1.0)
            elif style not in ("icon", "scale", "anchor"):
                markers.append(Marker(locate(world, part, name), colour, label, size))
            if len(markers) > MOST_MARKERS:
                raise BadArgument("markers", f"there are more than {MOST_MARKERS} of them")
    return markers


def read_path(world: World, text: str) -> Line:
    """`color:0x0000ff80|weight:5|48.86,2.35|Lyon` or `enc:` with an encoded polyline."""
    colour, alpha, weight = (40, 100, 220), 190, 5
    fill: tuple[Colour, int] | None = None
    points: list[Point] = []
    head, mark, polyline = text.partition("enc:")
    for part in filter(None, (part.strip() for part in head.split("|"))):
        key, colon, value = part.partition(":")
        style = key.strip().casefold() if colon else ""
        if style in ("color", "colour"):
            colour, alpha = read_colour(value, "path")
        elif style == "fillcolor":
            fill = read_colour(value, "path")
        elif style == "weight":
            weight = _weight(value)
        elif style != "geodesic":
            points.append(locate(world, part, "path").point)
        if len(points) > 100:
            raise BadArgument("path", "there are more than 100 points; use an encoded polyline: 'enc:…'")
    if mark:
        points += _decode_path(polyline)
    if not points:
        raise BadArgument("path", "it has no points; write 'color:blue|weight:5|48.86,2.35|45.76,4.84'")
    return Line(points, colour, alpha, weight, fill)


def _weight(text: str) -> int:
    if not (text.strip().isascii() and text.strip().isdecimal()) or not 1 <= int(text.strip()[:4]) <= 30:
        raise BadArgument("path", f"weight '{text[:20]}' is not a whole number from 1 to 30")
    return int(text.strip()[:4])


def _decode_path(polyline: str) -> list[Point]:
    try:
        points = decode_polyline(polyline.strip())
    except ValueError as problem:
        raise BadArgument("path", f"after 'enc:' there is {problem}") from None
    if len(points) > MOST_POINTS or any(abs(lat) > 90 or abs(lng) > 180 for lat, lng in points):
        raise BadArgument("path", f"the encoded polyline must have up to {MOST_POINTS} points on Earth")
    return points


def draw_line(drawing: MapDrawing, line: Line) -> None:
    from PIL import Image, ImageDraw  # noqa: PLC0415 - only those who draw pay for it

    spots = [_clamp(drawing.sheet, point) for point in line.points]
    layer = Image.new("RGBA", drawing.canvas.size, (*line.colour, 0))
    draw = ImageDraw.Draw(layer)
    if line.fill and len(spots) > 2:
        draw.polygon(spots, fill=(*line.fill[0], line.fill[1]))
    if len(spots) > 1:
        draw.line(spots, fill=(*line.colour, line.alpha), width=line.weight * FINE, joint="curve")
    drawing.canvas.paste(layer, mask=layer.getchannel("A"))


def _clamp(sheet: Sheet, point: Point) -> tuple[float, float]:
    """Limit pixels far outside the sheet to small numbers."""
    x, y = sheet.at(point)
    return max(-20_000.0, min(20_000.0, x)), max(-20_000.0, min(20_000.0, y))


def draw_marker(drawing: MapDrawing, marker: Marker) -> None:
    """A pin whose tip is on the place."""
    x, y = _clamp(drawing.sheet, marker.end.point)
    radius = 11 * FINE * marker.size
    middle = y - 2.1 * radius
    draw = drawing.draw
    edge = tuple(part * 6 // 10 for part in marker.colour)
    side, drop = radius * 0.86, middle + radius * 0.5
    draw.ellipse(
        (x - radius * 0.5, y - radius * 0.14, x + radius * 0.5, y + radius * 0.14), fill=(90, 90, 90)
    )
    draw.polygon(((x - side, drop), (x + side, drop), (x, y)), fill=marker.colour, outline=edge)
    draw.ellipse(
        (x - radius, middle - radius, x + radius, middle + radius), fill=marker.colour, outline=edge, width=2
    )
    draw.polygon(((x - side * 0.96, drop - 1), (x + side * 0.96, drop - 1), (x, y - 3)), fill=marker.colour)
    if marker.label:
        ink = (20, 20, 20) if sum(marker.colour) > 480 else (255, 255, 255)
        draw.text((x, middle), marker.label, font=font(round(radius * 1.3)), fill=ink, anchor="mm")
    else:
        dot = radius * 0.38
        draw.ellipse((x - dot, middle - dot, x + dot, middle + dot), fill=edge)
