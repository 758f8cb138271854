"""Tools that combine sounds, and one that makes them."""

from __future__ import annotations

from typing import Annotated

from m3bench.media import gain, join, make_tone, overlay
from m3bench.servers.kit import Answer, BadArgument, about, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.audio.server import OutputPath, server
from m3bench_world.servers.tobench.sound_files import MOST_SECONDS, Path, load_sound, save_sound

MOST_SOUNDS = 30


@server.tool(read_only=False)
def join_audio(
    context: ToolContext,
    paths: Annotated[list[str], about("Paths of 1 to 30 sounds in the workspace, in order.")],
    output_path: OutputPath,
    pause: Annotated[float, about("Silence between them, from 0 to 60 s.")] = 0.0,
) -> Answer:
    """Write sounds one after another, with the sample rate and channels of the first.

    The answer says where each one starts. The result may last ten minutes.
    """
    if not 1 <= len(paths) <= MOST_SOUNDS:
        raise BadArgument("paths", f"{len(paths)} paths; pass 1 to {MOST_SOUNDS}")
    check_range(pause, "pause", 0, 60)
    sounds, starts, at = [], [], 0.0
    for path in paths:
        sounds.append(load_sound(context.files, path, "paths"))
        starts.append(round(at, 3))
        at += sounds[-1].seconds + pause
        if at > MOST_SECONDS + pause:
            raise BadArgument("paths", f"together they are longer than {MOST_SECONDS:g} s; join fewer")
    return Answer({**save_sound(context.files, join(sounds, pause), output_path), "starts": starts})


@server.tool(read_only=False)
def overlay_audio(
    context: ToolContext,
    path: Path,
    overlay_path: Annotated[str, about("Path of the sound that is added.")],
    output_path: OutputPath,
    at: Annotated[float, about("Where the added sound starts, in seconds.")] = 0.0,
    decibels: Annotated[float, about("Change of the added sound's volume, from -60 to 20.")] = 0.0,
    extend: Annotated[bool, about("Whether the result may be longer than the first sound.")] = True,
) -> Answer:
    """Write a sound with another one added to it from a time on, such as a jingle or background music."""
    check_range(decibels, "decibels", -60, 20)
    base = load_sound(context.files, path)
    check_range(at, "at", 0, MOST_SECONDS)
    other = load_sound(context.files, overlay_path, "overlay_path")
    mixed = overlay(base, gain(other, decibels), at, extend=extend)
    return Answer(save_sound(context.files, mixed, output_path))


@server.tool(read_only=False)
def mix_audio(
    context: ToolContext,
    paths: Annotated[list[str], about("Paths of 2 to 30 sounds in the workspace.")],
    output_path: OutputPath,
    decibels: Annotated[
        list[float] | None,
        about("Change of each one's volume, from -60 to 20; by default all stay as they are."),
    ] = None,
) -> Answer:
    """Write sounds that play at the same time, from the beginning of each; as long as the longest.

    The sample rate and the channels are those of the first. Samples beyond full scale are clipped.
    """
    if not 2 <= len(paths) <= MOST_SOUNDS:
        raise BadArgument("paths", f"{len(paths)} paths; pass 2 to {MOST_SOUNDS}")
    changes = [0.0] * len(paths) if decibels is None else decibels
    if len(changes) != len(paths):
        raise BadArgument("decibels", f"{len(changes)} values for {len(paths)} sounds; pass one for each")
    mixed = None
    for path, change in zip(paths, changes, strict=True):
        check_range(change, "decibels", -60, 20)
        sound = gain(load_sound(context.files, path, "paths"), change)
        mixed = sound if mixed is None else overlay(mixed, sound)
    if mixed is None:
        raise BadArgument("paths", "pass at least two")
    return Answer(save_sound(context.files, mixed, output_path))


@server.tool(read_only=False)
def generate_tone(
    context: ToolContext,
    output_path: OutputPath,
    frequency: Annotated[float, about("In Hz, from 20 to 10000.")],
    seconds: Annotated[float, about("How long each tone lasts, from 0.02 to 60 s.")],
    count: Annotated[int, about("How many tones, from 1 to 100.")] = 1,
    pause: Annotated[float, about("Silence between tones, from 0 to 60 s.")] = 0.3,
    level_dbfs: Annotated[float, about("Peak level, from -60 to 0 dBFS.")] = -8.0,
) -> Answer:
    """Write a beep or a row of beeps: sine tones in one channel at 24 kHz."""
    check_range(frequency, "frequency", 20, 10_000)
    check_range(seconds, "seconds", 0.02, 60)
    check_range(count, "count", 1, 100)
    check_range(pause, "pause", 0, 60)
    check_range(level_dbfs, "level_dbfs", -60, 0)
    if count * (seconds + pause) > MOST_SECONDS:
        raise BadArgument(
            "count", f"all of it would be longer than {MOST_SECONDS:g} s; use fewer or shorter tones"
        )
    tone = make_tone([frequency], seconds, 24_000, 10 ** (level_dbfs / 20))
    return Answer(save_sound(context.files, join([tone] * count, pause), output_path))
