"""Looking at films: properties, frames, contact sheets, cuts, and the film itself."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Annotated

from PIL import Image, ImageDraw

from m3bench.core import Look, local_path
from m3bench.media import BrokenMedia
from m3bench.media.film import Film, Frame, find_cuts, frame_similarity, shrunk
from m3bench.servers.kit import (
    Answer,
    Attachment,
    BadArgument,
    about,
    check_limit,
    check_range,
    save_picture,
    to_picture,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.video.server import FilmPath, open_film, relative_path, server

MOST_FRAMES = 12
MOST_ON_SHEET = 60
LARGEST_PLAYED = 16_000_000
_AROUND = 0.5
"""A frame stands for so many seconds before and after it."""
_TYPES = {
    ".mp4": "video/mp4",
    ".mov": "video/quicktime",
    ".webm": "video/webm",
    ".mkv": "video/x-matroska",
    ".avi": "video/x-msvideo",
    ".gif": "image/gif",
}


@server.tool
def probe(context: ToolContext, path: FilmPath) -> Answer:
    """Get the properties of a film: length in seconds, width, height, frames per second, number of frames,
    codecs, key frames and whether it has sound. This shows nothing of its content."""
    film = open_film(context.files, path)
    info = film.info
    sound = {"codec": info.audio_codec, "rate": info.audio_rate, "channels": info.channels}
    return Answer(
        {
            "path": relative_path(context.files, path),
            "seconds": info.seconds,
            "width": info.width,
            "height": info.height,
            "fps": info.fps,
            "frames": info.frames,
            "video_codec": info.video_codec,
            "sound": sound if info.audio_codec else None,
            "keyframes": [round(seconds, 3) for seconds in film.keyframes[:100]],
            "bytes": len(film.data),
        },
        looked=(Look(relative_path(context.files, path), "metadata"),),
    )


@server.tool(read_only=False)
def extract_frames(
    context: ToolContext,
    path: FilmPath,
    times: Annotated[list[float], about("Times in seconds from the beginning, at most 12.")],
    output_folder: Annotated[
        str | None,
        about("Folder to write the frames to, as frame_01.png and so on. By default none is written."),
    ] = None,
) -> Answer:
    """Show the exact frames of a film at given times as pictures, in the order of the times. They are also
    written as PNG files if a folder is given."""
    film = open_film(context.files, path)
    frames = film_frames(film, times)
    pictures = [Image.fromarray(frame) for _, frame in frames]
    written = []
    for number, picture in enumerate(pictures if output_folder is not None else [], 1):
        place = str(PurePosixPath(local_path(output_folder or ".")) / f"frame_{number:02}.png")
        written.append(save_picture(context.files, picture, place, "output_folder"))
    listed = [{"asked": asked, "shown": round(at, 3)} for asked, (at, _) in zip(times, frames, strict=True)]
    return Answer(
        {"frames": listed, **({"files": written} if written else {})},
        pictures=tuple(map(to_picture, pictures)),
        looked=(look_at_times(context, path, film, times),),
    )


@server.tool(read_only=False)
def contact_sheet(
    context: ToolContext,
    path: FilmPath,
    count: Annotated[int, about("Number of frames, evenly spread, 1 to 60.")] = 12,
    output_path: Annotated[str | None, about("Picture to write, such as sheet.png. By default none.")] = None,
) -> Answer:
    """Show frames of the whole film on one picture, evenly spread, each with its time. One frame for every
    two seconds or less shows all of the film; with fewer, only the parts around the frames are seen."""
    film = open_film(context.files, path)
    count = check_limit(count, "count", MOST_ON_SHEET)
    step = film.info.seconds / count
    times = [step * (number + 0.5) for number in range(count)]
    sheet = _sheet(film_frames(film, times, MOST_ON_SHEET))
    written = {"path": save_picture(context.files, sheet, output_path)} if output_path is not None else {}
    look = look_at_times(context, path, film, times)
    if step <= 2:
        look = Look(look.path)
    return Answer(
        {"times": [round(seconds, 2) for seconds in times], **written},
        pictures=(to_picture(sheet),),
        looked=(look,),
    )


@server.tool
def play(context: ToolContext, path: FilmPath) -> Answer:
    """Watch a film with its sound: the file is attached to the answer, at most 16 MB. Models that do not take
    film are given a description instead; use contact_sheet or extract_frames to see it."""
    film = open_film(context.files, path)
    if len(film.data) > LARGEST_PLAYED:
        raise BadArgument("path", "the film has more than 16 MB; cut a part of it or make it smaller first")
    inner = relative_path(context.files, path)
    kind = _TYPES.get(PurePosixPath(inner).suffix.lower(), "video/mp4")
    return Answer(
        {"path": inner, "seconds": film.info.seconds, "has_sound": film.info.audio_codec is not None},
        attachments=(Attachment(film.data, kind, inner),),
        looked=(Look(inner),),
    )


@server.tool
def detect_cuts(context: ToolContext, path: FilmPath) -> Answer:
    """Find the times at which a film cuts to another shot, in seconds, with the shots between them. Fades and
    moving things are no cuts."""
    film = open_film(context.files, path)
    try:
        cuts = [round(seconds, 3) for seconds in find_cuts(film.frames())]
    except BrokenMedia as problem:
        raise BadArgument("path", f"the film {problem}") from None
    edges = [0.0, *cuts, film.info.seconds]
    shots = [{"start": start, "end": end} for start, end in pairwise(edges)]
    inner = relative_path(context.files, path)
    return Answer({"cuts": cuts, "shots": shots[:500]}, looked=(Look(inner, "structure"),))


@server.tool
def compare_frames(
    context: ToolContext,
    path: FilmPath,
    time: Annotated[float, about("Time of the first frame in seconds.")],
    other_time: Annotated[float, about("Time of the second frame in seconds.")],
    other_path: Annotated[str | None, about("Film of the second frame. By default the same film.")] = None,
) -> Answer:
    """Compare two frames of one film or of two: shows both side by side and gives their similarity from 0
    (another shot) to 1 (the same picture), robust to compression and size."""
    film = open_film(context.files, path)
    other = open_film(context.files, other_path, "other_path") if other_path is not None else film
    ((_, one),) = film_frames(film, [time])
    ((_, two),) = film_frames(other, [other_time])
    pair = Image.new("RGB", (film.info.width + other.info.width, max(film.info.height, other.info.height)))
    pair.paste(Image.fromarray(one), (0, 0))
    pair.paste(Image.fromarray(two), (film.info.width, 0))
    return Answer(
        {"similarity": round(frame_similarity(shrunk(one), shrunk(two)), 3)},
        pictures=(to_picture(pair),),
        looked=(
            look_at_times(context, path, film, [time]),
            look_at_times(context, other_path or path, other, [other_time]),
        ),
    )


def film_frames(film: Film, times: list[float], most: int = MOST_FRAMES) -> list[Frame]:
    """Return frames with their times, for times within the film."""
    if not times or len(times) > most:
        raise BadArgument("times", f"pass 1 to {most} times")
    for seconds in times:
        if not math.isfinite(seconds):
            raise BadArgument("times", "times must be finite numbers of seconds")
        check_range(seconds, "times", 0, film.info.seconds)
    try:
        return film.frames_at(times)
    except BrokenMedia as problem:
        raise BadArgument("path", f"the film {problem}") from None


def look_at_times(context: ToolContext, path: str, film: Film, times: list[float]) -> Look:
    """Return a look at the second around each time."""
    total = film.info.seconds
    spans = ((max(0.0, at - _AROUND) / total, min(total, at + _AROUND) / total) for at in sorted(set(times)))
    return Look(relative_path(context.files, path), "content", tuple(spans))


def _sheet(frames: list[Frame]) -> Image.Image:
    """Lay frames out in rows, each with its time below."""
    columns = min(len(frames), max(1, math.ceil(math.sqrt(len(frames)))))
    wide = min(320, 1500 // columns)
    pictures = [Image.fromarray(pixels) for _, pixels in frames]
    high = max(1, round(pictures[0].height * wide / pictures[0].width))
    rows = math.ceil(len(frames) / columns)
    sheet = Image.new("RGB", (columns * wide, rows * (high + 14)), "white")
    draw = ImageDraw.Draw(sheet)
    for number, ((seconds, _), picture) in enumerate(zip(frames, pictures, strict=True)):
        left, top = number % columns * wide, number // columns * (high + 14)
        sheet.paste(picture.resize((wide, high), Image.Resampling.BOX), (left, top))
        draw.text((left + 3, top + high + 1), f"{seconds:.1f} s", fill="black")
    return sheet
