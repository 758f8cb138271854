"""Changing all frames of a film: crop, resize, rotate, fade."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from PIL import Image

from m3bench.media.film import MOST_SIZE, Film, Pixels
from m3bench.servers.kit import Answer, BadArgument, about, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.video.server import FilmPath, OutputPath, edit_frames, open_film, server

_LEAST = 16
_TURNS = {"90": 3, "180": 2, "270": 1}


@server.tool(read_only=False, long_running=True)
def crop(
    context: ToolContext,
    path: FilmPath,
    left: Annotated[int, about("Left edge of the part that is kept, in pixels.")],
    top: Annotated[int, about("Top edge in pixels.")],
    width: Annotated[int, about("Width in pixels, at least 16; odd widths are reduced by one.")],
    height: Annotated[int, about("Height in pixels, at least 16; odd heights are reduced by one.")],
    output_path: OutputPath,
) -> Answer:
    """Write a film with only a rectangle of every frame."""
    info = open_film(context.files, path).info
    check_range(left, "left", 0, info.width - _LEAST)
    check_range(top, "top", 0, info.height - _LEAST)
    check_range(width, "width", _LEAST, info.width - left)
    check_range(height, "height", _LEAST, info.height - top)
    part = slice(top, top + height), slice(left, left + width)
    return edit_frames(context, path, output_path, lambda _, pixels: pixels[part])


@server.tool(read_only=False, long_running=True)
def resize(
    context: ToolContext,
    path: FilmPath,
    output_path: OutputPath,
    width: Annotated[int | None, about("New width, 16 to 1280. By default as the height demands.")] = None,
    height: Annotated[int | None, about("New height, 16 to 720. By default as the width demands.")] = None,
) -> Answer:
    """Write a film in another size. With only a width or a height, the shape is kept."""
    info = open_film(context.files, path).info
    if width is None and height is None:
        raise BadArgument("width", "pass a width, a height or both")
    wide = width if width is not None else (height or 0) * info.width / info.height
    high = height if height is not None else (width or 0) * info.height / info.width
    check_range(wide, "width", _LEAST, MOST_SIZE[0])
    check_range(high, "height", _LEAST, MOST_SIZE[1])
    size = max(_LEAST, 2 * round(wide / 2)), max(_LEAST, 2 * round(high / 2))

    def resized(_: float, pixels: Pixels) -> Pixels:
        return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BILINEAR))

    return edit_frames(context, path, output_path, resized)


@server.tool(read_only=False, long_running=True)
def rotate(
    context: ToolContext,
    path: FilmPath,
    degrees: Annotated[Literal["90", "180", "270"], about("By how much, clockwise.")],
    output_path: OutputPath,
) -> Answer:
    """Write a film turned by a quarter, half or three quarters of a turn, clockwise."""
    turns = _TURNS[degrees]
    return edit_frames(context, path, output_path, lambda _, pixels: np.rot90(pixels, turns))


@server.tool(read_only=False, long_running=True)
def fade(
    context: ToolContext,
    path: FilmPath,
    output_path: OutputPath,
    fade_in: Annotated[float, about("Seconds from black at the beginning; 0 for none.")] = 1.0,
    fade_out: Annotated[float, about("Seconds to black at the end; 0 for none.")] = 1.0,
) -> Answer:
    """Write a film whose picture fades in from black and out to black. The sound stays as it is."""
    film = open_film(context.files, path)
    for name, seconds in (("fade_in", fade_in), ("fade_out", fade_out)):
        check_range(seconds, name, 0, film.info.seconds)
    return edit_frames(
        context, path, output_path, lambda at, pixels: _dimmed(pixels, _level(film, at, fade_in, fade_out))
    )


def _level(film: Film, at: float, fade_in: float, fade_out: float) -> float:
    """Return how bright the film is at a time, from 0 to 1."""
    last = film.info.seconds - float(1 / film.rate)
    level = 1.0
    if fade_in > 0:
        level = min(level, at / fade_in)
    if fade_out > 0:
        level = min(level, (last - at) / fade_out)
    return max(0.0, level)


def _dimmed(pixels: Pixels, level: float) -> Pixels:
    return pixels if level >= 1 else (pixels * np.float32(level)).astype(np.uint8)
