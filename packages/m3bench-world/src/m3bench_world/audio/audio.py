"""Recordings by kind and number, made when they are first heard."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from m3bench.media import Sound, add_noise, quantize, telephone
from m3bench.media.speech import Word, synthesize
from m3bench_world.audio import office, service, signals
from m3bench_world.audio.script import Script
from m3bench_world.audio.truth import Truth, Turn
from m3bench_world.world import World

SPEECH: dict[str, Callable[[Random], Script]] = {
    "voicemail": service.voicemail,
    "support_call": service.support_call,
    "meeting": office.meeting,
    "announcement": office.announcement,
    "dictated_note": office.dictated_note,
}
"""Kinds of recordings in which someone speaks."""
SIGNALS = tuple(signals.SIGNALS)
"""Kinds of recordings without words."""
KINDS = (*SPEECH, *SIGNALS)
CHANNELS = ("clean", "noise", "telephone")
NOISE_RATIOS = (12.0, 24.0)
"""How far speech is above the noise, in decibels: from, to."""
_USUAL = {
    "voicemail": ("telephone", "telephone", "noise"),
    "support_call": ("telephone", "clean"),
    "meeting": ("clean", "noise"),
    "announcement": ("clean", "noise"),
    "dictated_note": ("clean", "clean", "noise"),
}
_KEPT = 6
"""Recordings in memory, of up to 6 MB each."""
_END = 0.5


class Recording:
    """A recording. Its sound and truth are made on first use."""

    def __init__(self, audio: Audio, key: tuple[Any, ...]) -> None:
        self._audio, self._key = audio, key

    @property
    def sound(self) -> Sound:
        """One channel at 24 kHz, in steps of 16 bits: a WAV or FLAC file keeps every sample."""
        return self._audio.made(self._key)[0]

    @property
    def truth(self) -> Truth:
        """What is to be heard, and when."""
        return self._audio.made(self._key)[1]


class Audio:
    """The recordings of a world."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self.made = lru_cache(maxsize=_KEPT)(self._make)
        """Sound and truth of a recording by its key; the last few are kept."""

    def script(self, kind: str, number: int) -> Script:
        """Return what is said in a recording, without saying it."""
        return SPEECH[kind](self._chance.stream("audio", kind, number))

    def recording(self, kind: str, number: int, channel: str | None = None) -> Recording:
        """Return a recording.

        Args:
            kind: One of `KINDS`.
            number: Any. Each number is another recording.
            channel: One of `CHANNELS`, for speech. By default, the world chooses one that is usual for the
                kind.

        Raises:
            ValueError: There is no such kind or channel.
        """
        if kind not in KINDS:
            raise ValueError(f"{kind!r} is not one of {', '.join(KINDS)}")
        if channel is not None and (channel not in CHANNELS or kind in SIGNALS):
            raise ValueError(f"{channel!r} is not a channel of {kind}: {', '.join(CHANNELS)}")
        return Recording(self, (kind, number, channel))

    def spoken(self, script: Script, channel: str = "clean") -> Recording:
        """Return a recording of a script of your own."""
        if channel not in CHANNELS:
            raise ValueError(f"{channel!r} is not one of {', '.join(CHANNELS)}")
        return Recording(self, (_Key(script), 0, channel))

    def _make(self, key: tuple[Any, ...]) -> tuple[Sound, Truth]:
        what, number, channel = key
        if isinstance(what, _Key):
            return self._speak(what.script, channel, ("script", what.text))
        if what in signals.SIGNALS:
            return signals.SIGNALS[what](self._chance.stream("audio", what, number))
        channel = channel or self._chance.pick(_USUAL[what], "audio channel", what, number)
        return self._speak(self.script(what, number), channel, (what, number))

    def _speak(self, script: Script, channel: str, name: tuple[Any, ...]) -> tuple[Sound, Truth]:
        parts: list[Any] = []
        turns: list[Turn] = []
        length, rate = 0, signals.RATE
        for line in script.lines:
            speech = synthesize(line.text, line.voice, line.speed)
            gap = round(line.pause * rate)
            parts += [np.zeros((gap, 1), np.float32), speech.sound.samples]
            words = tuple(_shifted(word, (length + gap) / rate) for word in speech.words)
            turns.append(Turn(line.speaker, line.voice, line.text, words[0].start, words[-1].end, words))
            length += gap + len(speech.sound.samples)
        parts.append(np.zeros((round(_END * rate), 1), np.float32))
        sound = self._carried(Sound(np.concatenate(parts), rate), channel, name)
        truth = Truth(
            kind=script.kind,
            title=script.title,
            seconds=sound.seconds,
            channel=channel,
            facts=script.facts,
            turns=tuple(turns),
        )
        return sound, truth

    def _carried(self, sound: Sound, channel: str, name: tuple[Any, ...]) -> Sound:
        if channel == "noise":
            ratio = self._chance.between(*NOISE_RATIOS, "audio noise", *name)
            sound = add_noise(sound, ratio, self._chance.bits("audio noise samples", *name))
        elif channel == "telephone":
            sound = telephone(sound)
        return quantize(sound)


class _Key:
    """A script as a key: equal where its lines are."""

    def __init__(self, script: Script) -> None:
        self.script, self.text = script, repr(script)

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.text == other.text


def _shifted(word: Word, by: float) -> Word:
    return Word(word.text, round(word.start + by, 3), round(word.end + by, 3))
