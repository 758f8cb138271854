"""Recordings of one speaker, and how long the tool that speaks takes for a text."""

from __future__ import annotations

import msgspec

from m3bench.worlds import WorldFile
from m3bench_world.audio import Line, Script


def speech_script(text: str, voice: str) -> Script:
    """Return a text of one speaker, for a recording."""
    return Script("message", "Message", (Line("speaker", voice, text),))


def speech_file(name: str, text: str, voice: str, channel: str = "clean") -> WorldFile:
    """Return a recording of one speaker who says a text."""
    settings = {"script": msgspec.to_builtins(speech_script(text, voice)), "channel": channel}
    return WorldFile(name, "speech", "message", settings=settings)


def speech_seconds(text: str, voice: str, speed: float = 1.0) -> float:
    """Return how long a text takes if it is spoken by a tool."""
    from m3bench.media.speech import synthesize  # noqa: PLC0415 - loads the network

    return synthesize(text, voice, speed).sound.seconds
