"""Cutting, joining, speeding up, and making films from pictures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

import numpy as np
from PIL import Image, ImageOps

from m3bench.media import Sound, change_tempo
from m3bench.media.film import (
    MOST_PIXELS,
    MOST_SECONDS,
    MOST_SIZE,
    Film,
    Pixels,
    cut_sound,
    fit_sound,
)
from m3bench.servers.kit import Answer, BadArgument, about, check_range, load_picture
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.video.server import (
    FilmPath,
    OutputPath,
    check_film_path,
    check_span,
    film_sound,
    open_film,
    open_sound,
    paced_frames,
    save_film,
    server,
    steady_frames,
)

MOST_JOINED = 20
MOST_PICTURES = 40
MOST_LOADED = 80_000_000
"""Pixels of all pictures of a slide show."""
_RATE = 24_000


@server.tool(read_only=False, long_running=True)
def cut(
    context: ToolContext,
    path: FilmPath,
    start: Annotated[float, about("Where the part begins, in seconds.")],
    output_path: OutputPath,
    end: Annotated[float | None, about("Where it ends, in seconds. By default the end of the film.")] = None,
) -> Answer:
    """Write a part of a film, exact to the frame, with its sound."""
    output = check_film_path(context.files, output_path)
    film = open_film(context.files, path)
    first, last = check_span(film, start, end)
    frames = (frame.pixels for frame in steady_frames(film, first, last))
    heard = film_sound(film)
    sound = cut_sound(heard, first, last) if heard else None
    return save_film(context.files, output, frames, film.rate, sound)


@server.tool(read_only=False, long_running=True)
def join(
    context: ToolContext,
    paths: Annotated[list[str], about("The films in their order, 2 to 20.")],
    output_path: OutputPath,
) -> Answer:
    """Write several films one after the other as one film. All get the size and frame rate of the first, with
    black bars where the shape differs; films without sound are silent."""
    output = check_film_path(context.files, output_path)
    if not 2 <= len(paths) <= MOST_JOINED:
        raise BadArgument("paths", f"pass 2 to {MOST_JOINED} films")
    films = [open_film(context.files, path, "paths") for path in paths]
    if sum(film.info.seconds for film in films) > MOST_SECONDS:
        raise BadArgument("paths", f"together they are longer than {MOST_SECONDS:g} s; join fewer")
    starts, frames = [], 0
    for film in films:
        starts.append(float(frames / films[0].rate))
        frames += max(1, round(film.info.seconds * films[0].rate))
    sounds = _joined_sound(films)
    return save_film(context.files, output, _joined(films), films[0].rate, sounds, starts=starts)


def _joined(films: list[Film]) -> Iterator[Pixels]:
    size, rate = (films[0].info.width, films[0].info.height), films[0].rate
    for film in films:
        count = max(1, round(film.info.seconds * rate))
        for frame in paced_frames(film, count, float(1 / rate)):
            yield _boxed(frame.pixels, size)


def _boxed(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    if pixels.shape[:2] == size[::-1]:
        return pixels
    return np.asarray(ImageOps.pad(Image.fromarray(pixels), size, color="black"))


def _joined_sound(films: list[Film]) -> Sound | None:
    if not any(film.info.audio_codec for film in films):
        return None
    rate = films[0].rate
    parts = []
    for film in films:
        seconds = max(1, round(film.info.seconds * rate)) / rate
        heard = film_sound(film, "paths") or Sound(np.zeros((1, 1), np.float32), _RATE)
        parts.append(fit_sound(heard, _RATE, float(seconds), channels=2).samples)
    return Sound(np.concatenate(parts), _RATE)


@server.tool(read_only=False, long_running=True)
def change_speed(
    context: ToolContext,
    path: FilmPath,
    factor: Annotated[float, about("2 is twice as fast, 0.5 half as fast; from 0.25 to 8.")],
    output_path: OutputPath,
) -> Answer:
    """Write a film that runs faster or slower, at the same frames per second. Its sound keeps its pitch."""
    output = check_film_path(context.files, output_path)
    film = open_film(context.files, path)
    check_range(factor, "factor", 0.25, 8)
    seconds = film.info.seconds / factor
    if seconds > MOST_SECONDS:
        raise BadArgument("factor", f"the film would be {seconds:.0f} s long; at most {MOST_SECONDS:g} s")
    count = max(1, round(seconds * film.rate))
    heard = film_sound(film)
    sound = change_tempo(fit_sound(heard, heard.rate), factor) if heard else None
    frames = (frame.pixels for frame in paced_frames(film, count, factor / float(film.rate)))
    return save_film(context.files, output, frames, film.rate, sound)


@server.tool(read_only=False, long_running=True)
def make_slideshow(
    context: ToolContext,
    picture_paths: Annotated[list[str], about("Pictures in their order, 1 to 40.")],
    output_path: OutputPath,
    seconds_each: Annotated[float, about("How long each is shown, 0.2 to 20.")] = 3.0,
    width: Annotated[int, about("Width of the film in pixels, 32 to 1280.")] = 480,
    height: Annotated[int, about("Height of the film in pixels, 32 to 720.")] = 270,
    sound_path: Annotated[str | None, about("Sound to play along. By default the film is silent.")] = None,
) -> Answer:
    """Make a film that shows pictures one after the other, whole, with black bars where the shape differs, at
    10 frames a second. The pictures have at most 80 megapixels together."""
    output = check_film_path(context.files, output_path)
    if not 1 <= len(picture_paths) <= MOST_PICTURES:
        raise BadArgument("picture_paths", f"pass 1 to {MOST_PICTURES} pictures")
    check_range(seconds_each, "seconds_each", 0.2, 20)
    check_range(width, "width", 32, MOST_SIZE[0])
    check_range(height, "height", 32, MOST_SIZE[1])
    each = max(1, round(seconds_each * 10))
    if (
        each * len(picture_paths) * width * height > MOST_PIXELS
        or each * len(picture_paths) > MOST_SECONDS * 10
    ):
        raise BadArgument(
            "picture_paths", "the film would be too long or too large; use fewer pixels or seconds"
        )
    shown = list(_padded(context, picture_paths, (width, height)))
    sound = open_sound(context.files, sound_path) if sound_path is not None else None
    frames = (pixels for pixels in shown for _ in range(each))
    starts = [round(number * each / 10, 3) for number in range(len(shown))]
    return save_film(context.files, output, frames, Fraction(10), sound, starts=starts)


def _padded(context: ToolContext, paths: list[str], size: tuple[int, int]) -> Iterator[Pixels]:
    """Yield pictures in the size of a film."""
    loaded = 0
    for path in paths:
        picture = load_picture(context.files, path, "picture_paths", opaque=True)
        loaded += picture.width * picture.height
        if loaded > MOST_LOADED:
            most = MOST_LOADED // 1_000_000
            raise BadArgument("picture_paths", f"together they have more than {most} megapixels; resize them")
        yield np.asarray(ImageOps.pad(picture, size))
