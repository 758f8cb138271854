"""Recordings of speech, music and signals, with what is to be heard in them."""

from m3bench_world.audio.audio import CHANNELS, KINDS, SIGNALS, SPEECH, Audio, Recording
from m3bench_world.audio.script import Line, Script, dictate, spell
from m3bench_world.audio.truth import Truth, Turn

__all__ = [
    "CHANNELS",
    "KINDS",
    "SIGNALS",
    "SPEECH",
    "Audio",
    "Line",
    "Recording",
    "Script",
    "Truth",
    "Turn",
    "dictate",
    "spell",
]
