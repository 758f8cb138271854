"""Tools that change how loud a sound is."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from m3bench.media import Sound, fade, gain, loudness, normalize, peak_level
from m3bench.servers.kit import Answer, BadArgument, about, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.audio.server import End, OutputPath, Start, server
from m3bench_world.servers.tobench.sound_files import Path, check_span, load_sound, save_sound


@server.tool(read_only=False)
def change_volume(
    context: ToolContext,
    path: Path,
    output_path: OutputPath,
    decibels: Annotated[float, about("From -60 (quieter) to 40 (louder); 6 is about twice the amplitude.")],
    start: Start = 0.0,
    end: End = None,
) -> Answer:
    """Write a louder or quieter version of a sound, or of a part of it.

    Samples beyond full scale are clipped; the answer says how many.
    """
    check_range(decibels, "decibels", -60, 40)
    sound = load_sound(context.files, path)
    first, last = (round(moment * sound.rate) for moment in check_span(sound, start, end))
    samples = sound.samples.copy()
    part = Sound(samples[first:last], sound.rate)
    clipped = int(np.count_nonzero(np.abs(part.samples) * 10 ** (decibels / 20) > 1))
    samples[first:last] = gain(part, decibels).samples
    written = save_sound(context.files, Sound(samples, sound.rate), output_path)
    return Answer({**written, "clipped_samples": clipped})


@server.tool(read_only=False)
def normalize_audio(
    context: ToolContext,
    path: Path,
    output_path: OutputPath,
    loudness_dbfs: Annotated[float, about("The loudness to reach, from -60 to -6 dBFS.")] = -20.0,
) -> Answer:
    """Write a sound with a given loudness: its RMS level without silent parts.

    The peak stays below -1 dBFS, so a sound with high peaks may become less loud than asked for; the answer
    has the loudness that was reached.
    """
    check_range(loudness_dbfs, "loudness_dbfs", -60, -6)
    sound = load_sound(context.files, path)
    if peak_level(sound) <= -100:
        raise BadArgument("path", "the sound is silent, and stays so at any level")
    changed = normalize(sound, loudness_dbfs)
    written = save_sound(context.files, changed, output_path)
    return Answer({**written, "loudness_dbfs": round(loudness(changed), 2)})


@server.tool(read_only=False)
def fade_audio(
    context: ToolContext,
    path: Path,
    output_path: OutputPath,
    fade_in: Annotated[float, about("Length of the fade at the beginning, from 0 to 60 s.")] = 0.0,
    fade_out: Annotated[float, about("Length of the fade at the end, from 0 to 60 s.")] = 0.0,
) -> Answer:
    """Write a sound that becomes gradually louder at its beginning, or quieter at its end."""
    check_range(fade_in, "fade_in", 0, 60)
    check_range(fade_out, "fade_out", 0, 60)
    if not fade_in and not fade_out:
        raise BadArgument("fade_in", "both fades are 0; pass at least one length")
    sound = load_sound(context.files, path)
    if max(fade_in, fade_out) > sound.seconds:
        raise BadArgument("fade_in", f"a fade is longer than the sound, which has {sound.seconds:.2f} s")
    return Answer(save_sound(context.files, fade(sound, fade_in, fade_out), output_path))


@server.tool(read_only=False)
def extract_channel(
    context: ToolContext,
    path: Path,
    output_path: OutputPath,
    channel: Annotated[int, about("1 is the left or only channel, 2 the right one.")] = 1,
) -> Answer:
    """Write one channel of a stereo sound as a sound of its own."""
    sound = load_sound(context.files, path)
    count = sound.samples.shape[1]
    if not 1 <= channel <= count:
        raise BadArgument("channel", f"{channel} is not from 1 to {count}: the sound has {count} channels")
    single = np.ascontiguousarray(sound.samples[:, channel - 1 : channel])
    return Answer(save_sound(context.files, Sound(single, sound.rate), output_path))
