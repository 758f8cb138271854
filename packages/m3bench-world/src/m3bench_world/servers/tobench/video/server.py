"""The server, and how its tools open and save films."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import PurePosixPath
from typing import Annotated, Any

from m3bench.core import local_path
from m3bench.media import BrokenMedia, MediaPackageMissing, Sound, read_sound
from m3bench.media.film import MOST_PIXELS, MOST_SECONDS, Film, Frame, Pixels, fit_sound, write_film
from m3bench.servers.kit import Answer, BadArgument, Files, Proof, Server, Unavailable, about, with_progress
from m3bench_world.servers.context import ToolContext

server = Server(
    "video",
    "Look at films frame by frame; cut, join and edit their pictures, subtitles and sound.",
    sources=("pixels",),
    strict=True,
    uses_world=False,
    proof=Proof(
        "make_slideshow",
        {"picture_paths": ["sample.png"], "seconds_each": 1, "output_path": "slides.mp4"},
        files=("sample.png",),
    ),
)

FilmPath = Annotated[str, about("Path of the film in the workspace: MP4, MOV, WebM, MKV, AVI or GIF.")]
OutputPath = Annotated[str, about("Path of the film to write; it must end in .mp4.")]
SoundPath = Annotated[str, about("Path of a sound or film in the workspace whose sound is used.")]
_REPORTED = 10
"""Frames between two reports of progress."""
_SOUND_RATES = (16_000, 24_000, 44_100, 48_000)
Edit = Callable[[float, Pixels], Pixels]
"""Changes the frame at a time."""


def open_film(files: Files, path: str, name: str = "path") -> Film:
    """Open a film of the workspace."""
    data = files.read(local_path(path), name)
    try:
        return Film(data)
    except BrokenMedia as problem:
        raise BadArgument(
            name, f"'{path[:80]}' {problem}; pass a film of at most {MOST_SECONDS:g} s"
        ) from None
    except MediaPackageMissing as problem:
        raise Unavailable(f"{problem} {problem.hint}") from None


def open_sound(files: Files, path: str, name: str = "sound_path") -> Sound:
    """Read the sound of a sound or film of the workspace."""
    data = files.read(local_path(path), name)
    try:
        return _usable(read_sound(data, MOST_SECONDS * 5))
    except BrokenMedia as problem:
        raise BadArgument(name, f"'{path[:80]}' {problem}; pass a sound, or a film with sound") from None
    except (AttributeError, OverflowError, MemoryError):
        raise BadArgument(name, f"'{path[:80]}' is a broken sound; pass a whole one") from None
    except MediaPackageMissing as problem:
        raise Unavailable(f"{problem} {problem.hint}") from None


def _usable(sound: Sound) -> Sound:
    """Return at most two channels at a common rate, no longer than a film may be."""
    rate = min(_SOUND_RATES, key=lambda known: abs(known - sound.rate))
    short = Sound(sound.samples[: round(MOST_SECONDS * sound.rate)], sound.rate)
    return fit_sound(short, rate)


def relative_path(files: Files, path: str) -> str:
    """Return a path as looks name it."""
    return files.relative(files.inside(local_path(path)))


def check_film_path(files: Files, path: str, name: str = "output_path") -> str:
    """Return the path of a film to write. Fails before any work is done."""
    inner = local_path(path)
    if PurePosixPath(inner).suffix.lower() != ".mp4":
        raise BadArgument(name, f"'{path[:80]}' must end in .mp4")
    files.inside(inner, name)
    return inner


def save_film(
    files: Files, path: str, frames: Iterator[Pixels], rate: Fraction, sound: Sound | None, **more: Any
) -> Answer:
    """Encode and write a film. The answer names it, with its length and size."""
    try:
        data = write_film(with_progress(frames, "frames", every=_REPORTED), rate, sound)
        info = Film(data).info
    except BrokenMedia as problem:
        raise BadArgument("path", f"the film {problem}") from None
    except MediaPackageMissing as problem:
        raise Unavailable(f"{problem} {problem.hint}") from None
    written = files.relative(files.write(path, data, "output_path"))
    size = {"seconds": info.seconds, "width": info.width, "height": info.height, "fps": info.fps}
    return Answer({"path": written, **size, "has_sound": info.audio_codec is not None, **more})


def edit_frames(context: ToolContext, path: str, output_path: str, edit: Edit, **more: Any) -> Answer:
    """Write a film whose frames are changed one by one, with the same sound."""
    output = check_film_path(context.files, output_path)
    film = open_film(context.files, path)
    frames = (edit(frame.seconds, frame.pixels) for frame in steady_frames(film))
    return save_film(context.files, output, frames, film.rate, film_sound(film), **more)


def film_sound(film: Film, name: str = "path") -> Sound | None:
    """Return the sound of a film, if it has one."""
    try:
        return _usable(film.sound) if film.sound else None
    except (BrokenMedia, AttributeError) as problem:
        raise BadArgument(name, f"its sound {problem}; remove the sound first") from None


def steady_frames(film: Film, start: float = 0.0, end: float | None = None) -> Iterator[Frame]:
    """Yield the frames of a film, or of a part, at its own rate."""
    seconds = (film.info.seconds if end is None else end) - start
    return paced_frames(film, max(1, round(seconds * film.rate)), float(1 / film.rate), start, end)


def paced_frames(
    film: Film, count: int, step: float, start: float = 0.0, end: float | None = None
) -> Iterator[Frame]:
    """Yield the frames that are shown every so many seconds, with the time; uneven ones are repeated."""
    if count * film.info.width * film.info.height > MOST_PIXELS:
        most = MOST_PIXELS // 1_000_000
        raise BadArgument("path", f"the film would have more than {most} million pixels in all frames")
    number, held = 0, None
    for frame in film.frames(start, end):
        while held is not None and number < count and start + number * step < frame.seconds - 1e-6:
            yield Frame(start + number * step, held)
            number += 1
        held = frame.pixels
    while held is not None and number < count:
        yield Frame(start + number * step, held)
        number += 1


def check_span(film: Film, start: float, end: float | None) -> tuple[float, float]:
    """Return a part of a film in seconds; without an end, to the end of the film."""
    last = film.info.seconds if end is None else end
    if not (math.isfinite(start) and math.isfinite(last)):
        raise BadArgument("start", "times must be finite numbers of seconds")
    if not 0 <= start < film.info.seconds:
        raise BadArgument("start", f"{start:g} is not within the film of {film.info.seconds:g} s")
    if not start < last <= film.info.seconds + 0.05:
        raise BadArgument("end", f"{last:g} is not after {start:g} and within {film.info.seconds:g} s")
    return start, min(last, film.info.seconds)
