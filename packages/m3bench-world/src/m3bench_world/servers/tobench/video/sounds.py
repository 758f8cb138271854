"""The sound of a film: extract, remove, replace, mix, louder and softer."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated

import numpy as np

from m3bench.core import local_path
from m3bench.media import Sound, write_sound
from m3bench.media.film import cut_sound, mix_sounds
from m3bench.servers.kit import Answer, BadArgument, about, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.video.server import (
    FilmPath,
    OutputPath,
    SoundPath,
    check_film_path,
    check_span,
    film_sound,
    open_film,
    open_sound,
    save_film,
    server,
    steady_frames,
)

_SUFFIXES = (".wav", ".flac", ".mp3", ".ogg", ".m4a")
_RATE = 24_000
Decibels = Annotated[float, about("Gain in decibels, -60 to 30: 6 is twice the amplitude, -6 half of it.")]


@server.tool(read_only=False)
def extract_sound(
    context: ToolContext,
    path: FilmPath,
    output_path: Annotated[str, about("Sound to write; it must end in .wav, .flac, .mp3, .ogg or .m4a.")],
    start: Annotated[float, about("From when on, in seconds.")] = 0.0,
    end: Annotated[float | None, about("Until when. By default the end of the film.")] = None,
) -> Answer:
    """Write the sound of a film, or of a part of it, as a sound file."""
    inner = local_path(output_path)
    suffix = PurePosixPath(inner).suffix.lower()
    if suffix not in _SUFFIXES:
        raise BadArgument("output_path", f"'{output_path[:80]}' must end in one of: {', '.join(_SUFFIXES)}")
    film = open_film(context.files, path)
    first, last = check_span(film, start, end)
    heard = film_sound(film)
    if heard is None:
        raise BadArgument("path", f"'{path[:80]}' has no sound")
    part = cut_sound(heard, first, last)
    written = context.files.write(inner, write_sound(part, suffix), "output_path")
    return Answer(
        {"path": context.files.relative(written), "seconds": round(part.seconds, 3), "rate": part.rate}
    )


@server.tool(read_only=False)
def mute(context: ToolContext, path: FilmPath, output_path: OutputPath) -> Answer:
    """Write a film without its sound track."""
    return _with_sound(context, path, output_path, None)


@server.tool(read_only=False)
def replace_sound(
    context: ToolContext, path: FilmPath, sound_path: SoundPath, output_path: OutputPath
) -> Answer:
    """Write a film with another sound instead of its own. It is cut to the length of the film, or followed by
    silence."""
    check_film_path(context.files, output_path)
    sound = open_sound(context.files, sound_path)
    return _with_sound(context, path, output_path, sound)


@server.tool(read_only=False)
def mix_sound(
    context: ToolContext,
    path: FilmPath,
    sound_path: SoundPath,
    output_path: OutputPath,
    start: Annotated[float, about("When the sound begins, in seconds.")] = 0.0,
    gain: Decibels = 0.0,
) -> Answer:
    """Write a film with a sound added to its own from a time on, such as music or a spoken comment. What does
    not fit into the film is left out."""
    check_film_path(context.files, output_path)
    film = open_film(context.files, path)
    first, _ = check_span(film, start, None)
    check_range(gain, "gain", -60, 30)
    added = _louder(open_sound(context.files, sound_path), gain)
    heard = film_sound(film)
    base = cut_sound(heard, 0, film.info.seconds) if heard else _silence(film.info.seconds)
    return _with_sound(context, path, output_path, mix_sounds(base, added, first))


@server.tool(read_only=False)
def change_volume(
    context: ToolContext,
    path: FilmPath,
    gain: Decibels,
    output_path: OutputPath,
    start: Annotated[float, about("From when on, in seconds.")] = 0.0,
    end: Annotated[float | None, about("Until when. By default the end of the film.")] = None,
) -> Answer:
    """Write a film whose sound is louder or softer, in all of it or in a part. What becomes too loud is
    clipped; the answer gives the peak from 0 to 1."""
    check_film_path(context.files, output_path)
    film = open_film(context.files, path)
    first, last = check_span(film, start, end)
    check_range(gain, "gain", -60, 30)
    heard = film_sound(film)
    if heard is None:
        raise BadArgument("path", f"'{path[:80]}' has no sound")
    samples = heard.samples.copy()
    part = slice(round(first * heard.rate), round(last * heard.rate))
    samples[part] = np.clip(samples[part] * 10 ** (gain / 20), -1, 1)
    peak = round(float(np.abs(samples).max(initial=0)), 3)
    return _with_sound(context, path, output_path, Sound(samples, heard.rate), peak=peak)


def _with_sound(
    context: ToolContext, path: str, output_path: str, sound: Sound | None, **more: float
) -> Answer:
    output = check_film_path(context.files, output_path)
    film = open_film(context.files, path)
    frames = (frame.pixels for frame in steady_frames(film))
    return save_film(context.files, output, frames, film.rate, sound, **more)


def _louder(sound: Sound, gain: float) -> Sound:
    return Sound((sound.samples * 10 ** (gain / 20)).astype(np.float32), sound.rate)


def _silence(seconds: float) -> Sound:
    return Sound(np.zeros((round(seconds * _RATE), 1), np.float32), _RATE)
