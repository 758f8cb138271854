"""Tools that show a sound: its properties, and itself."""

from __future__ import annotations

from m3bench.media import cut, loudness, peak_level, rms_level
from m3bench.servers.kit import Answer, BadArgument
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.audio.server import End, Start, server
from m3bench_world.servers.tobench.sound_files import (
    Path,
    attach_sound,
    check_span,
    describe_sound,
    load_sound,
    look_at,
)

MOST_PLAYED = 120.0


@server.tool
def get_audio_info(context: ToolContext, path: Path) -> Answer:
    """Duration in seconds, sample rate, channels and size of a sound, or of the sound track of a film.

    This does not let you hear it: use `play_audio` for that.
    """
    size = len(context.files.read(path))
    sound = load_sound(context.files, path)
    data = {"path": path.strip()[:200], **describe_sound(sound), "bytes": size}
    return Answer(data, looked=look_at(context.files, path, sound, depth="metadata"))


@server.tool
def measure_levels(context: ToolContext, path: Path, start: Start = 0.0, end: End = None) -> Answer:
    """How loud a sound or a part of it is, in dBFS (0 is full scale): peak, RMS, and loudness.

    Loudness is the RMS level without silent parts, gated as in EBU R 128 but without frequency weighting.
    """
    sound = load_sound(context.files, path)
    span = check_span(sound, start, end)
    part = cut(sound, *span)
    data = {
        "start": round(span[0], 3),
        "end": round(span[1], 3),
        "peak_dbfs": round(peak_level(part), 2),
        "rms_dbfs": round(rms_level(part), 2),
        "loudness_dbfs": round(loudness(part), 2),
    }
    return Answer(data, looked=look_at(context.files, path, sound, span, "metadata"))


@server.tool
def play_audio(context: ToolContext, path: Path, start: Start = 0.0, end: End = None) -> Answer:
    """Play a sound or a part of it: the answer has the sound itself, at most 120 s at a time.

    Models that cannot hear get its duration only; they may use speech recognition instead.
    """
    sound = load_sound(context.files, path)
    start, end = check_span(sound, start, end)
    if end - start > MOST_PLAYED:
        raise BadArgument(
            "end", f"{end - start:.0f} s are too much; play at most {MOST_PLAYED:g} s at a time"
        )
    heard = attach_sound(context.files, path, sound, (start, end))
    data = {
        "path": heard.path,
        "start": round(start, 3),
        "end": round(end, 3),
        "seconds": round(sound.seconds, 3),
    }
    return Answer(data, attachments=(heard,), looked=look_at(context.files, path, sound, (start, end)))
