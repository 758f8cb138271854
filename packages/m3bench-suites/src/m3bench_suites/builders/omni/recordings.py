"""Recordings of one person: messages, dictations, and how long the tool that speaks takes for a text."""

from __future__ import annotations

import re

import msgspec

from m3bench.core.text import SPELLING
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_world.audio import Line, Script, spell

_VOICES = ("heart", "ruth", "daniel", "george")
HEARD_PLACES = ("Ashford", "Bristol", "Norwich", "Braga", "Boston", "Dublin")
"""Places that the bundled recognizer hears from every voice on the telephone. It hears Tralee as "truly"."""
_PART = re.compile(r"(?P<letter>[A-Za-z])(?=\d)|(?P<letters>[A-Za-z]+)|(?P<digits>\d+)")


def voice_message(text: str, draw: TaskDraw, channel: str = "telephone") -> WorldFile:
    """Return a message on an answering machine.

    Args:
        text: What is said. Numbers are clearer if they are `spelled`.
        draw: The choices of the task: of the voice, and of the name of the file.
        channel: `clean`, `noise` or `telephone`.
    """
    voice = _VOICES[draw.whole(0, len(_VOICES) - 1, "voice")]
    script = Script("message", "Message", (Line("caller", voice, text),))
    return _file(draw.recording_name(), script, channel)


def dictated(text: str, draw: TaskDraw) -> WorldFile:
    """Return a recording of one person who dictates a text, without noise."""
    line = Line("speaker", draw.pick(_VOICES, "voice"), text)
    return _file(draw.recording_name(), Script("dictation", "Dictation", (line,)), "clean")


def speech_script(text: str, voice: str) -> Script:
    """Return a text of one speaker, for a recording."""
    return Script("message", "Message", (Line("speaker", voice, text),))


def speech_file(name: str, text: str, voice: str) -> WorldFile:
    """Return a recording of one speaker who says a text, without noise."""
    return _file(name, speech_script(text, voice), "clean")


def speech_seconds(text: str, voice: str, speed: float = 1.0) -> float:
    """Return how long a text takes if it is spoken by a tool."""
    from m3bench.media.speech import synthesize  # noqa: PLC0415 - loads the network

    return synthesize(text, voice, speed).sound.seconds


def spelled(code: str) -> str:
    """Return a code as it is dictated: `HAR-A60011` is `H A R, Alpha, six zero zero one one`.

    A letter before digits has its word of the spelling alphabet: recognizers hear "B four" as "before",
    and the letter O as zero.
    """
    return ", ".join(_spell_part(match) for match in _PART.finditer(code))


def _spell_part(match: re.Match[str]) -> str:
    if match["letter"]:
        return SPELLING[match["letter"].upper()].capitalize()
    return spell(match["digits"]) if match["digits"] else " ".join(match["letters"])


def _file(name: str, script: Script, channel: str) -> WorldFile:
    settings = {"script": msgspec.to_builtins(script), "channel": channel}
    return WorldFile(name, "speech", script.kind, settings=settings)
