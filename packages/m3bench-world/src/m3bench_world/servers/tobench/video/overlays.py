"""Pictures, text and subtitles over a film, and subtitles beside it."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Annotated, get_args

import msgspec
import numpy as np
from PIL import Image

from m3bench.core import local_path
from m3bench.media.film import (
    MOST_SECONDS,
    Film,
    Pixels,
    Place,
    Subtitle,
    draw_text,
    read_subtitles,
)
from m3bench.media.film import write_subtitles as subtitle_text
from m3bench.servers.kit import (
    Answer,
    BadArgument,
    Files,
    about,
    check_choice,
    check_range,
    check_text,
    load_picture,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.video.server import (
    FilmPath,
    OutputPath,
    check_span,
    edit_frames,
    open_film,
    server,
)

MOST_LINES = 300
PLACES: tuple[Place, ...] = get_args(Place)
_COLOURS = {"white": "#ffffff", "black": "#000000", "yellow": "#ffe14d", "red": "#e53935", "blue": "#1e63d0"}
PlaceName = Annotated[
    str, about("One of top left, top, top right, left, middle, right, bottom left, bottom, bottom right.")
]
Start = Annotated[float, about("From when on, in seconds.")]
End = Annotated[float | None, about("Until when, in seconds. By default the end of the film.")]


class SubtitleLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A subtitle: when it is shown, in seconds, and its text."""

    start: Annotated[float, about("When it appears, in seconds.")]
    end: Annotated[float, about("When it disappears, in seconds.")]
    text: Annotated[str, about("What it says; at most two lines are readable.")]


Lines = Annotated[list[SubtitleLine], about("The subtitles in the order of time, at most 300.")]


@server.tool(read_only=False, long_running=True)
def overlay_picture(
    context: ToolContext,
    path: FilmPath,
    picture_path: Annotated[str, about("Picture in the workspace; transparent parts stay transparent.")],
    output_path: OutputPath,
    place: PlaceName = "top right",
    width: Annotated[float, about("Width as a share of the film's width, 0.02 to 1.")] = 0.2,
    opacity: Annotated[float, about("From 0.05 (faint) to 1 (solid).")] = 1.0,
    start: Start = 0.0,
    end: End = None,
) -> Answer:
    """Write a film with a picture laid over it, such as a logo, at a place and for a time."""
    film = open_film(context.files, path)
    first, last = check_span(film, start, end)
    where = check_choice(place, "place", PLACES)
    check_range(width, "width", 0.02, 1)
    check_range(opacity, "opacity", 0.05, 1)
    picture = load_picture(context.files, picture_path, "picture_path").convert("RGBA")
    layer, box = _placed(film, picture, where, width, opacity)
    edit = _over(layer, first, last)
    return edit_frames(context, path, output_path, edit, box=box, start=first, end=last)


def _placed(
    film: Film, picture: Image.Image, place: str, width: float, opacity: float
) -> tuple[Image.Image, list[int]]:
    """Return a layer of the size of the film with the picture at its place, and its box."""
    size = film.info.width, film.info.height
    scale = min(size[0] * width / picture.width, size[1] / picture.height)
    small = picture.resize((max(1, round(picture.width * scale)), max(1, round(picture.height * scale))))
    small.putalpha(small.getchannel("A").point([round(level * opacity) for level in range(256)]))
    margin = min(round(size[1] * 0.03), size[0] - small.width, size[1] - small.height)
    left, top = (size[0] - small.width) // 2, (size[1] - small.height) // 2
    if "left" in place or "right" in place:
        left = margin if "left" in place else size[0] - small.width - margin
    if "top" in place or "bottom" in place:
        top = margin if "top" in place else size[1] - small.height - margin
    layer = Image.new("RGBA", size)
    layer.paste(small, (left, top))
    return layer, [left, top, left + small.width, top + small.height]


def _over(layer: Image.Image, first: float, last: float) -> _Edit:
    return _Edit([(first, last, layer)])


class _Edit:
    """Lays layers over the frames of their times."""

    def __init__(self, layers: list[tuple[float, float, Image.Image]]) -> None:
        self._layers = layers

    def __call__(self, seconds: float, pixels: Pixels) -> Pixels:
        shown = [layer for first, last, layer in self._layers if first - 1e-6 <= seconds < last - 1e-6]
        if not shown:
            return pixels
        picture = Image.fromarray(pixels)
        for layer in shown:
            picture.paste(layer, (0, 0), layer)
        return np.asarray(picture)


@server.tool(read_only=False, long_running=True)
def overlay_text(
    context: ToolContext,
    path: FilmPath,
    text: Annotated[str, about("What to write; long lines are broken, at most six lines.")],
    output_path: OutputPath,
    place: PlaceName = "bottom",
    height: Annotated[float, about("Height of a line as a share of the film's height, 0.03 to 0.4.")] = 0.09,
    colour: Annotated[str, about("white, black, yellow, red or blue.")] = "white",
    box: Annotated[bool, about("Whether there is a dark box behind the text.")] = True,
    start: Start = 0.0,
    end: End = None,
) -> Answer:
    """Write a film with text over it, such as a title, at a place and for a time."""
    film = open_film(context.files, path)
    first, last = check_span(film, start, end)
    where = PLACES[PLACES.index(check_choice(place, "place", PLACES))]
    check_range(height, "height", 0.03, 0.4)
    ink = _COLOURS[check_choice(colour, "colour", tuple(_COLOURS))]
    ground = ("#ffffffb0" if ink == "#000000" else "#000000b0") if box else None
    size = film.info.width, film.info.height
    layer = draw_text(size, check_text(text, "text"), where, height=height, colour=ink, ground=ground)
    return edit_frames(context, path, output_path, _over(layer, first, last), start=first, end=last)


@server.tool(read_only=False, long_running=True)
def burn_subtitles(
    context: ToolContext,
    path: FilmPath,
    output_path: OutputPath,
    subtitle_path: Annotated[str | None, about("SRT file in the workspace. Pass this or subtitles.")] = None,
    subtitles: Annotated[
        list[SubtitleLine] | None, about("The subtitles, at most 300. Pass this or subtitle_path.")
    ] = None,
) -> Answer:
    """Write a film with subtitles in its picture, at the bottom, in white on a dark box. They are given as an
    SRT file or as a list. Subtitles that begin after the end of the film are refused."""
    film = open_film(context.files, path)
    if (subtitle_path is None) == (subtitles is None):
        raise BadArgument("subtitles", "pass either subtitle_path or subtitles")
    lines = _listed(subtitles) if subtitles is not None else _read(context.files, subtitle_path or "")
    late = [line.start for line in lines if line.start >= film.info.seconds]
    if late:
        raise BadArgument(
            "subtitles", f"{late[0]:g} s is after the end of the film ({film.info.seconds:g} s)"
        )
    layer = lru_cache(maxsize=4)(lambda text: draw_text((film.info.width, film.info.height), text))

    def edit(seconds: float, pixels: Pixels) -> Pixels:
        shown = [line.text for line in lines if line.start - 1e-6 <= seconds < line.end - 1e-6]
        if not shown:
            return pixels
        picture, letters = Image.fromarray(pixels), layer("\n".join(shown))
        picture.paste(letters, (0, 0), letters)
        return np.asarray(picture)

    return edit_frames(context, path, output_path, edit, subtitles=len(lines))


@server.tool(read_only=False)
def write_subtitles(
    context: ToolContext,
    subtitles: Lines,
    output_path: Annotated[str, about("Path of the file to write; it must end in .srt.")],
) -> Answer:
    """Write subtitles as an SRT file beside a film. Players show them when it has the name of the film."""
    inner = local_path(output_path)
    if PurePosixPath(inner).suffix.lower() != ".srt":
        raise BadArgument("output_path", f"'{output_path[:80]}' must end in .srt")
    lines = _listed(subtitles)
    data = subtitle_text(lines).encode("utf-8")
    written = context.files.relative(context.files.write(inner, data, "output_path"))
    return Answer({"path": written, "subtitles": len(lines), "from": lines[0].start, "to": lines[-1].end})


def _listed(given: list[SubtitleLine]) -> list[Subtitle]:
    if not 1 <= len(given) <= MOST_LINES:
        raise BadArgument("subtitles", f"pass 1 to {MOST_LINES} subtitles")
    lines = []
    for number, line in enumerate(given, 1):
        check_range(line.start, f"subtitles[{number}].start", 0, MOST_SECONDS)
        if not line.start < line.end <= MOST_SECONDS * 2:
            raise BadArgument(
                f"subtitles[{number}].end", f"{line.end:g} is not after its start {line.start:g}"
            )
        lines.append(Subtitle(line.start, line.end, check_text(line.text, f"subtitles[{number}].text")))
    if any(later.start < line.start for line, later in pairwise(lines)):
        raise BadArgument("subtitles", "they are not in the order of time")
    return lines


def _read(files: Files, path: str) -> list[Subtitle]:
    text = files.read(local_path(path), "subtitle_path").decode("utf-8", "replace")
    try:
        return read_subtitles(text)
    except ValueError as problem:
        raise BadArgument("subtitle_path", f"'{path[:80]}' is no SRT file: {problem}") from None
