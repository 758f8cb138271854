"""Messages on answering machines."""

from __future__ import annotations

import msgspec

from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_world.audio import Line, Script, spell

_VOICES = ("heart", "ruth", "daniel", "george")
_LETTERS = {"-": ","}


def voice_message(
    name: str, text: str, draw: TaskDraw, channel: str = "telephone", part: int = 0
) -> WorldFile:
    """Return a recording of one person who says a text.

    Args:
        name: The file.
        text: What is said. Numbers are clearer if they are `spelled`.
        draw: The choices of the task: of the voice.
        channel: `clean`, `noise` or `telephone`.
        part: Numbers the messages of a task, so that their voices differ.
    """
    voice = _VOICES[(draw.whole(0, len(_VOICES) - 1, "voice") + part) % len(_VOICES)]
    script = Script("message", "Message", (Line("caller", voice, text),))
    settings = {"script": msgspec.to_builtins(script), "channel": channel}
    return WorldFile(name, "speech", "message", settings=settings)


def spelled(code: str) -> str:
    """Return a code as it is dictated: `HAR-A60011` is `H A R, A six zero zero one one`."""
    return " ".join(
        spell(letter) if letter.isdigit() else _LETTERS.get(letter, letter) for letter in code
    ).replace(" ,", ",")
