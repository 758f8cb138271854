"""Tools that cut a sound, or change its order, speed or format."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from m3bench.media import (
    Sound,
    change_rate,
    change_tempo,
    cut,
    find_parts,
    join,
    resample,
    silence,
    with_channels,
)
from m3bench.servers.kit import Answer, BadArgument, about, check_limit, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.audio.server import OutputPath, Start, Threshold, server
from m3bench_world.servers.tobench.sound_files import Path, check_span, load_sound, media_failures, save_sound

PartEnd = Annotated[float, about("Where the part ends, in seconds.")]


@server.tool(read_only=False)
def cut_audio(
    context: ToolContext, path: Path, start: Start, end: PartEnd, output_path: OutputPath
) -> Answer:
    """Write the part of a sound between two times to a file."""
    sound = load_sound(context.files, path)
    return Answer(save_sound(context.files, cut(sound, *check_span(sound, start, end)), output_path))


@server.tool(read_only=False)
def remove_section(
    context: ToolContext, path: Path, start: Start, end: PartEnd, output_path: OutputPath
) -> Answer:
    """Write a sound without the part between two times; what follows moves forward."""
    sound = load_sound(context.files, path)
    first, last = check_span(sound, start, end)
    kept = join([cut(sound, 0, first), cut(sound, last, sound.seconds + 1)])
    return Answer({**save_sound(context.files, kept, output_path), "removed_seconds": round(last - first, 3)})


@server.tool(read_only=False)
def mute_section(
    context: ToolContext, path: Path, start: Start, end: PartEnd, output_path: OutputPath
) -> Answer:
    """Write a sound that is silent between two times and otherwise unchanged, with the same duration."""
    sound = load_sound(context.files, path)
    first, last = check_span(sound, start, end)
    samples = sound.samples.copy()
    samples[round(first * sound.rate) : round(last * sound.rate)] = 0
    return Answer(save_sound(context.files, Sound(samples, sound.rate), output_path))


@server.tool(read_only=False)
def trim_silence(
    context: ToolContext,
    path: Path,
    output_path: OutputPath,
    threshold: Threshold = -40.0,
    keep_seconds: Annotated[float, about("Silence to leave at each place, from 0 to 5 s.")] = 0.1,
    inside: Annotated[bool, about("Also shorten silences between the parts, not only at both ends.")] = False,
) -> Answer:
    """Write a sound without the silence at its beginning and end, and on request without that inside."""
    check_range(threshold, "threshold", -90, -10)
    check_range(keep_seconds, "keep_seconds", 0, 5)
    sound = load_sound(context.files, path)
    parts = find_parts(sound, threshold, max(0.02, 2 * keep_seconds))
    if not parts:
        raise BadArgument("threshold", "all of the sound is below it; pass a lower level")
    if not inside:
        parts = [(parts[0][0], parts[-1][1])]
    kept = [cut(sound, start - keep_seconds, end + keep_seconds) for start, end in parts]
    whole = join(kept)
    removed = round(max(0.0, sound.seconds - whole.seconds), 3)
    return Answer({**save_sound(context.files, whole, output_path), "removed_seconds": removed})


@server.tool(read_only=False)
def change_speed(
    context: ToolContext,
    path: Path,
    output_path: OutputPath,
    factor: Annotated[float, about("How many times as fast, from 0.25 to 4; 0.5 takes twice as long.")],
    keep_pitch: Annotated[bool, about("False also changes the pitch, as a tape that runs faster.")] = True,
) -> Answer:
    """Write a faster or slower version of a sound, by default at the same pitch."""
    check_range(factor, "factor", 0.25, 4)
    sound = load_sound(context.files, path)
    with media_failures():
        changed = change_tempo(sound, factor) if keep_pitch else change_rate(sound, factor)
    return Answer(save_sound(context.files, changed, output_path))


@server.tool(read_only=False)
def reverse_audio(context: ToolContext, path: Path, output_path: OutputPath) -> Answer:
    """Write a sound that plays backwards."""
    sound = load_sound(context.files, path)
    return Answer(
        save_sound(context.files, Sound(np.ascontiguousarray(sound.samples[::-1]), sound.rate), output_path)
    )


@server.tool(read_only=False)
def loop_audio(
    context: ToolContext,
    path: Path,
    output_path: OutputPath,
    times: Annotated[int, about("How often the sound is played in all, from 1 to 100.")],
    pause: Annotated[float, about("Silence between repetitions, from 0 to 60 s.")] = 0.0,
) -> Answer:
    """Write a sound several times in a row. The result may last ten minutes."""
    count = check_limit(times, "times", 100)
    check_range(pause, "pause", 0, 60)
    sound = load_sound(context.files, path)
    if count * (sound.seconds + pause) > 600:
        raise BadArgument("times", "the result would be longer than 600 s; use fewer repetitions")
    return Answer(save_sound(context.files, join([sound] * count, pause), output_path))


@server.tool(read_only=False)
def convert_audio(
    context: ToolContext,
    path: Path,
    output_path: OutputPath,
    sample_rate: Annotated[
        int | None, about("8000 to 48000 samples per second; unchanged by default.")
    ] = None,
    channels: Annotated[int | None, about("1 (mono) or 2 (stereo); unchanged by default.")] = None,
) -> Answer:
    """Write a sound in another format, sample rate or number of channels.

    Also extracts the sound track of a film.
    """
    if sample_rate is not None:
        check_range(sample_rate, "sample_rate", 8_000, 48_000)
    if channels not in (None, 1, 2):
        raise BadArgument("channels", f"{channels} is not 1 or 2")
    sound = load_sound(context.files, path)
    sound = with_channels(resample(sound, sample_rate or sound.rate), channels or sound.samples.shape[1])
    return Answer(save_sound(context.files, sound, output_path))


@server.tool(read_only=False)
def insert_silence(
    context: ToolContext,
    path: Path,
    output_path: OutputPath,
    at: Annotated[float, about("Where to insert it, in seconds; 0 is the beginning.")],
    seconds: Annotated[float, about("How long, from 0.01 to 60 s.")],
) -> Answer:
    """Write a sound with a pause inserted; what follows moves back."""
    check_range(seconds, "seconds", 0.01, 60)
    sound = load_sound(context.files, path)
    check_range(at, "at", 0, sound.seconds)
    pause = silence(seconds, sound.rate, sound.samples.shape[1])
    parts = [cut(sound, 0, at), pause, cut(sound, at, sound.seconds + 1)]
    return Answer(save_sound(context.files, join(parts), output_path))
