"""Dictated notes."""

from __future__ import annotations

import msgspec

from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_world.audio import Line, Script

_VOICES = ("heart", "ruth", "daniel", "george")


def dictated(name: str, text: str, draw: TaskDraw) -> WorldFile:
    """Return a recording of one person who dictates a text, without noise.

    Args:
        name: The file.
        text: What is said.
        draw: The choices of the task: of the voice.
    """
    script = Script("dictation", "Dictation", (Line("speaker", draw.pick(_VOICES, "voice"), text),))
    settings = {"script": msgspec.to_builtins(script), "channel": "clean"}
    return WorldFile(name, "speech", "dictation", settings=settings)
