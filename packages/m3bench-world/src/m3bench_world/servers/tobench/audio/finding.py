"""Tools that play a sound, or find something in it: silences, tones, beats."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.media import Tone, cut, find_beats, find_silences, find_tones, loudness, peak_level, rms_level
from m3bench.servers.kit import Answer, BadArgument, about, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.audio.server import End, Start, Threshold, server
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


MOST_ANALYSED = 120.0
MOST_LISTED = 500


@server.tool
def detect_silences(
    context: ToolContext,
    path: Path,
    threshold: Threshold = -40.0,
    least_seconds: Annotated[float, about("Shorter silences are not listed; from 0.02 to 60 s.")] = 0.5,
) -> Answer:
    """Find the silent parts of a sound: start and end of each, in seconds. At most 500 are listed."""
    check_range(threshold, "threshold", -90, -10)
    check_range(least_seconds, "least_seconds", 0.02, 60)
    sound = load_sound(context.files, path)
    found = find_silences(sound, threshold, least_seconds)
    listed = [{"start": round(start, 2), "end": round(end, 2)} for start, end in found[:MOST_LISTED]]
    data = {"seconds": round(sound.seconds, 3), "count": len(found), "silences": listed}
    return Answer(data, looked=look_at(context.files, path, sound, depth="structure"))


@server.tool
def detect_tones(
    context: ToolContext,
    path: Path,
    start: Start = 0.0,
    end: End = None,
    least_seconds: Annotated[float, about("Shorter tones are not listed; from 0.03 to 10 s.")] = 0.05,
) -> Answer:
    """Find tones such as beeps, notes and keys of a telephone in at most 120 s: their times and frequencies.

    Tones of two frequencies that belong to a key of a telephone (DTMF) have that key, and all keys are also
    given as one text. Tones below 250 Hz, speech and noise are not found. At most 500 are listed.
    """
    check_range(least_seconds, "least_seconds", 0.03, 10)
    sound = load_sound(context.files, path)
    span = _short_span(sound.seconds, check_span(sound, start, end))
    found = find_tones(cut(sound, *span), least_seconds)
    data: dict[str, Any] = {
        "count": len(found),
        "tones": [_shown(tone, span[0]) for tone in found[:MOST_LISTED]],
    }
    keys = [tone.key for tone in found if tone.key]
    if keys:
        data["keys"] = "".join(keys)[:MOST_LISTED]
    return Answer(data, looked=look_at(context.files, path, sound, span, "structure"))


@server.tool
def detect_beats(context: ToolContext, path: Path, start: Start = 0.0, end: End = None) -> Answer:
    """Find the moments at which something starts to sound in at most 120 s, and the tempo per minute.

    `regular` says whether the onsets are evenly spaced; the tempo means little if they are not.
    """
    sound = load_sound(context.files, path)
    span = _short_span(sound.seconds, check_span(sound, start, end))
    beats = find_beats(cut(sound, *span))
    data = {
        "count": len(beats.onsets),
        "beats_per_minute": beats.per_minute,
        "regular": beats.regular,
        "onsets": [round(span[0] + onset, 2) for onset in beats.onsets[:MOST_LISTED]],
    }
    return Answer(data, looked=look_at(context.files, path, sound, span, "structure"))


def _short_span(seconds: float, span: tuple[float, float]) -> tuple[float, float]:
    if span[1] - span[0] > MOST_ANALYSED:
        advice = f"pass start and end with at most {MOST_ANALYSED:g} s between them"
        raise BadArgument("end", f"the sound has {seconds:.0f} s; {advice}")
    return span


def _shown(tone: Tone, offset: float) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "start": round(tone.start + offset, 2),
        "end": round(tone.end + offset, 2),
        "frequencies": list(tone.frequencies),
    }
    return shown | ({"key": tone.key} if tone.key else {})
