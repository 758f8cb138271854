"""The 7 tools that change pictures. Colours are [blue, green, red], as in OpenCV."""

from __future__ import annotations

import math
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal

import msgspec
from PIL import Image, ImageDraw, ImageFilter

from m3bench.core import local_path
from m3bench.servers.kit import (
    FORMATS,
    Answer,
    BadArgument,
    Proof,
    Server,
    about,
    load_picture,
    save_picture,
    to_picture,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.imagesorcery.fields import (
    FARTHEST,
    Colour,
    Fields,
    Point,
    check_length,
    colour,
    items,
    number,
    thickness,
)
from m3bench_world.servers.imagesorcery.lettering import draw_lettering, lettering, other_face

MOST_COPIES = 1_000


def save_and_show(
    context: ToolContext, image: Image.Image, paths: tuple[str, str | None], ending: str, **details: Any
) -> Answer:
    """Save a picture and return it in an answer.

    `paths` are the input and output paths. Without an output path the file gets the input's name with an
    ending, and a number if that name is taken.
    """
    given, wanted = paths
    path = save_picture(context.files, image, wanted or _free_name(context, given, ending), "output_path")
    data = {"output_path": path, "width": image.width, "height": image.height}
    return Answer(data | details, pictures=(to_picture(image),))


def _free_name(context: ToolContext, given: str, ending: str) -> str:
    path = PurePosixPath(context.files.relative(context.files.inside(local_path(given), "input_path")))
    suffix = path.suffix if path.suffix.lower() in FORMATS else ".png"
    for count in range(1, MOST_COPIES):
        copy = f"_{count}" if count > 1 else ""
        name = str(path.with_name(f"{path.stem}_{ending}{copy}{suffix}"))
        if not context.files.inside(name, "output_path").exists():
            return name
    raise BadArgument("output_path", f"there are {MOST_COPIES:,} such files already; name one")


USUAL_STRENGTH = 15
MOST_STRENGTH = 999
MOST_WORK = 400_000_000
"""Maximum pixels to blur in one call, over all strengths."""


def blur_areas(image: Image.Image, areas: list[Fields], *, invert: bool) -> Image.Image:
    """Blur the areas of a picture, or everything but the areas."""
    strengths = [area.number("blur_strength", 1, MOST_STRENGTH, USUAL_STRENGTH) for area in areas]
    shapes = [area.corners() for area in areas]
    if invert:
        return _outside(image, shapes, max(strengths))
    if len(set(strengths)) * image.width * image.height > MOST_WORK:
        raise BadArgument("areas", "too many different blur_strengths for so large a picture; use one")
    for strength in sorted(set(strengths)):
        alike = [shape for shape, own in zip(shapes, strengths, strict=True) if own == strength]
        image = _inside(image, alike, strength)
    return image


def _inside(image: Image.Image, shapes: list[list[Point]], strength: float) -> Image.Image:
    return Image.composite(_all_blurred(image, strength), image, _mask(image.size, shapes))


def _outside(image: Image.Image, shapes: list[list[Point]], strength: float) -> Image.Image:
    return Image.composite(image, _all_blurred(image, strength), _mask(image.size, shapes))


def _all_blurred(image: Image.Image, strength: float) -> Image.Image:
    # The strength is the width of the window, as in OpenCV, which derives the deviation in this way.
    deviation = max(0.0, 0.3 * ((strength - 1) * 0.5 - 1) + 0.8)
    return image.filter(ImageFilter.GaussianBlur(deviation))


def _mask(size: tuple[int, int], shapes: list[list[Point]]) -> Image.Image:
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    for shape in shapes:
        if _upright(shape):
            (left, top), _, (right, bottom), _ = shape
            # The right and lower edges of an area are its first pixels outside.
            box = (math.floor(left), math.floor(top), math.ceil(right) - 1, math.ceil(bottom) - 1)
            draw.rectangle(box, fill=255)
        else:
            draw.polygon(shape, fill=255)
    return mask


def _upright(shape: list[Point]) -> bool:
    if len(shape) != 4:
        return False
    (a, b), (c, d), (e, f), (g, h) = shape
    return a == g < c == e and b == d < f == h


TIP = 0.1
"""Length of an arrow's tip relative to the arrow."""
TIP_ANGLE = math.pi / 4


def draw_line(draw: ImageDraw.ImageDraw, line: Fields) -> None:
    start, end = line.ends()
    draw.line([start, end], fill=line.colour(), width=max(1, line.thickness()))


def draw_arrow(draw: ImageDraw.ImageDraw, arrow: Fields) -> None:
    start, end = arrow.ends()
    colour, width = arrow.colour(), max(1, arrow.thickness())
    tip = arrow.number("tip_length", 0, 1, TIP) * math.dist(start, end)
    back = math.atan2(start[1] - end[1], start[0] - end[0])
    draw.line([start, end], fill=colour, width=width)
    for angle in (back + TIP_ANGLE, back - TIP_ANGLE):
        side = end[0] + tip * math.cos(angle), end[1] + tip * math.sin(angle)
        draw.line([side, end], fill=colour, width=width)


def draw_circle(
    draw: ImageDraw.ImageDraw, centre: Point, radius: int, colour: Colour, thickness: int, *, filled: bool
) -> None:
    """The line's middle runs along the radius; a thickness of -1 fills, as in OpenCV."""
    if filled or thickness < 0:
        draw.circle(centre, radius, fill=colour)
    else:
        draw.circle(centre, radius + thickness // 2, outline=colour, width=thickness)


SOURCES = ("pixels",)
SEPIA = (0.393, 0.769, 0.189, 0, 0.349, 0.686, 0.168, 0, 0.272, 0.534, 0.131, 0)

server = Server(
    "imagesorcery-mcp",
    "Crops, blurs, recolours and draws on pictures of the workspace. The changed picture is saved and shown.",
    sources=SOURCES,
    uses_world=False,
    proof=Proof("crop", {"input_path": "sample.png", "x1": 0, "y1": 0, "x2": 99, "y2": 50}, ("sample.png",)),
)

InputPath = Annotated[
    str, about("The picture in the workspace, such as 'media/site.png' (PNG, JPEG, WebP, BMP, GIF, TIFF).")
]
OutputPath = Annotated[
    str | None,
    about("Where to save, in the workspace; the ending decides the format. Default: beside the input."),
]
Objects = list[dict[str, Any]]


class CircleItem(msgspec.Struct, frozen=True):
    """A circle; colour is [blue, green, red]."""

    center_x: Annotated[int, about("Pixels from the left.")]
    center_y: Annotated[int, about("Pixels from the top.")]
    radius: Annotated[int, about("In pixels.")]
    color: Annotated[tuple[int, ...], about("[blue, green, red], each 0 to 255; red is [0, 0, 255].")] = (
        0,
        0,
        0,
    )
    thickness: Annotated[int, about("Of the line, in pixels; -1 fills the circle.")] = 1
    filled: Annotated[bool, about("Whether the circle is filled.")] = False


@server.tool(read_only=False)
def crop(
    context: ToolContext,
    input_path: InputPath,
    x1: Annotated[int, about("Left edge, in pixels from the left.")],
    y1: Annotated[int, about("Upper edge, in pixels from the top.")],
    x2: Annotated[int, about("Right edge; greater than x1, itself no longer inside.")],
    y2: Annotated[int, about("Lower edge; greater than y1, itself no longer inside.")],
    output_path: OutputPath = None,
) -> Answer:
    """Cut a rectangle out of a picture, and save it as a new picture. What lies beyond the picture's edges is
    left away. Gives the new file, its size and the edges that were used."""
    image = load_picture(context.files, input_path, "input_path")
    left, right = (min(max(x, 0), image.width) for x in (x1, x2))
    top, bottom = (min(max(y, 0), image.height) for y in (y1, y2))
    if left >= right or top >= bottom:
        size = f"{image.width} × {image.height}"
        raise BadArgument(
            "x2" if left >= right else "y2", f"the crop is empty; the picture has {size} pixels"
        )
    used = {"x1": left, "y1": top, "x2": right, "y2": bottom}
    part = image.crop((left, top, right, bottom))
    return save_and_show(context, part, (input_path, output_path), "cropped", cropped=used)


@server.tool(read_only=False)
def blur(
    context: ToolContext,
    input_path: InputPath,
    areas: Annotated[
        Objects,
        about(
            "Areas to blur: {x1, y1, x2, y2} or {polygon: [[x, y], …]}, in pixels, each with an optional "
            "blur_strength (1 to 999, default 15; 45 makes faces unrecognizable)."
        ),
    ],
    invert_areas: Annotated[bool, about("Blur everything but the areas.")] = False,
    output_path: OutputPath = None,
) -> Answer:
    """Blur parts of a picture, to hide faces or texts, or everything else, to bring a part out."""
    shapes = items(areas, "areas")
    image = blur_areas(load_picture(context.files, input_path, "input_path"), shapes, invert=invert_areas)
    return save_and_show(context, image, (input_path, output_path), "blurred", areas=len(shapes))


@server.tool(read_only=False)
def draw_arrows(
    context: ToolContext,
    input_path: InputPath,
    arrows: Annotated[
        Objects,
        about(
            "Arrows from x1, y1 to their tip at x2, y2, with optional color [blue, green, red] (default "
            "black), thickness (1) and tip_length (0.1 of the arrow)."
        ),
    ],
    output_path: OutputPath = None,
) -> Answer:
    """Draw arrows on a picture."""
    shapes = items(arrows, "arrows")
    image = load_picture(context.files, input_path, "input_path")
    draw = _pen(image)
    for arrow in shapes:
        draw_arrow(draw, arrow)
    return save_and_show(context, image, (input_path, output_path), "with_arrows", arrows=len(shapes))


@server.tool(read_only=False)
def change_color(
    context: ToolContext,
    input_path: InputPath,
    palette: Annotated[Literal["grayscale", "sepia"], about("Shades of grey, or of brown as in old photos.")],
    output_path: OutputPath = None,
) -> Answer:
    """Turn a picture's colours into shades of grey or brown."""
    image = load_picture(context.files, input_path, "input_path")
    plain = image.convert("RGB")
    toned = plain.convert("L").convert("RGB") if palette == "grayscale" else plain.convert("RGB", SEPIA)
    if image.mode == "RGBA":
        toned.putalpha(image.getchannel("A"))
    return save_and_show(context, toned, (input_path, output_path), palette, palette=palette)


@server.tool(read_only=False)
def draw_circles(
    context: ToolContext,
    input_path: InputPath,
    circles: Annotated[list[CircleItem], about("The circles, 1 to 100.")],
    output_path: OutputPath = None,
) -> Answer:
    """Draw circles on a picture, for instance around things that need attention."""
    check_length(circles, "circles")
    image = load_picture(context.files, input_path, "input_path")
    draw = _pen(image)
    for at, circle in enumerate(circles):
        _circle(draw, circle, f"circles[{at}]")
    return save_and_show(context, image, (input_path, output_path), "with_circles", circles=len(circles))


@server.tool(read_only=False)
def draw_lines(
    context: ToolContext,
    input_path: InputPath,
    lines: Annotated[
        Objects,
        about(
            "Lines from x1, y1 to x2, y2, with optional color [blue, green, red] (default black) and "
            "thickness (1)."
        ),
    ],
    output_path: OutputPath = None,
) -> Answer:
    """Draw straight lines on a picture."""
    shapes = items(lines, "lines")
    image = load_picture(context.files, input_path, "input_path")
    draw = _pen(image)
    for line in shapes:
        draw_line(draw, line)
    return save_and_show(context, image, (input_path, output_path), "with_lines", lines=len(shapes))


@server.tool(read_only=False)
def draw_texts(
    context: ToolContext,
    input_path: InputPath,
    texts: Annotated[
        Objects,
        about(
            "Texts: {text, x, y}, where x, y is the left end of the base line, with optional font_scale "
            "(1.0; capitals are 21 pixels high), color [blue, green, red] (default black) and thickness (1)."
        ),
    ],
    output_path: OutputPath = None,
) -> Answer:
    """Write texts on a picture. Gives the box around each text, and whether all of it is inside."""
    given = items(texts, "texts")
    letterings = [lettering(text) for text in given]
    image = load_picture(context.files, input_path, "input_path")
    draw = _pen(image)
    boxes = [_describe_box(draw_lettering(draw, text), image.size) for text in letterings]
    notes = []
    if any(text.changed for text in letterings):
        notes.append("characters that the typeface lacks were replaced by plain ones")
    if any(other_face(text) for text in given):
        notes.append("all texts are in one sans-serif typeface; font_face has no effect")
    extra: dict[str, Any] = {"notes": notes} if notes else {}
    return save_and_show(context, image, (input_path, output_path), "with_texts", texts=boxes, **extra)


def _pen(image: Image.Image) -> ImageDraw.ImageDraw:
    return ImageDraw.Draw(image)


def _circle(draw: ImageDraw.ImageDraw, circle: CircleItem, label: str) -> None:
    centre = (
        number(circle.center_x, f"{label}.center_x", -FARTHEST, FARTHEST),
        number(circle.center_y, f"{label}.center_y", -FARTHEST, FARTHEST),
    )
    radius = round(number(circle.radius, f"{label}.radius", 0, FARTHEST))
    width = thickness(circle.thickness, f"{label}.thickness")
    draw_circle(draw, centre, radius, colour(circle.color, f"{label}.color"), width, filled=circle.filled)


def _describe_box(box: tuple[int, int, int, int], size: tuple[int, int]) -> dict[str, Any]:
    left, top, right, bottom = box
    inside = left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]
    return {"left": left, "top": top, "width": right - left, "height": bottom - top, "inside": inside}
