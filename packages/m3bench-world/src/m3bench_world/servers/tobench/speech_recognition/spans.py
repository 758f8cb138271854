"""Recognizing a part of a sound."""

from __future__ import annotations

import numpy as np

from m3bench.media import Sound, cut, envelope
from m3bench.media.speech import Word, load_recognizer, recognize
from m3bench.servers.kit import network_turn, unloadable
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.sound_files import check_span, load_sound, media_failures

MOST_RECOGNIZED = 60.0
"""In seconds, per call: some four seconds of work."""
_CUT_BACK = 12.0
_STEP = 0.1

unloadable(load_recognizer)


class Heard:
    """The words of a span, and how far it reached."""

    def __init__(self, sound: Sound, start: float, end: float, wanted_end: float) -> None:
        self.sound, self.start, self.end = sound, start, end
        self.continues = end if end < wanted_end - 0.05 else None
        part = cut(sound, start, end)
        with media_failures(), network_turn(part.samples.nbytes):
            found = recognize(part)
        self.words = [
            Word(word.text, round(word.start + start, 2), round(min(word.end + start, sound.seconds), 2))
            for word in found
        ]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


def hear(context: ToolContext, path: str, start: float, end: float | None) -> Heard:
    """Recognize a part of a file: up to `MOST_RECOGNIZED` seconds, the end moved to a quiet moment."""
    sound = load_sound(context.files, path)
    first, last = check_span(sound, start, end)
    if last - first <= MOST_RECOGNIZED:
        return Heard(sound, first, last, last)
    latest = first + MOST_RECOGNIZED
    levels = envelope(cut(sound, latest - _CUT_BACK, latest), _STEP)
    quiet = latest - _CUT_BACK + (int(np.argmin(levels)) + 0.5) * _STEP
    return Heard(sound, first, round(quiet, 2), last)


def hear_all(context: ToolContext, path: str, most_seconds: float) -> tuple[Sound, list[Word]]:
    """Recognize a file from its beginning, in parts; at most `most_seconds` of it."""
    heard = hear(context, path, 0.0, None)
    words = heard.words
    while heard.continues is not None and heard.continues < most_seconds:
        heard = hear(context, path, heard.continues, None)
        words = [*words, *heard.words]
    return heard.sound, words
