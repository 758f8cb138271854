"""Music and signals: sounds without words."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from m3bench.media import DTMF, Sound, Tone, make_tone, overlay, quantize, silence
from m3bench_world.audio.truth import Truth

RATE = 24_000
_NOTES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
_SCALE = (0, 2, 4, 5, 7, 9, 11, 12)
_MIDDLE_C = 60
_OVERTONE = 0.18
_TAIL = 0.3


def frequency_of(pitch: int) -> float:
    """Return the frequency of a MIDI pitch, in Hz."""
    return float(440 * 2 ** ((pitch - 69) / 12))


def name_of(pitch: int) -> str:
    """Return a note's name with its octave, such as A4."""
    return f"{_NOTES[pitch % 12]}{pitch // 12 - 1}"


def _placed(tones: list[Tone], overtone: float = 0.0) -> Sound:
    sound = silence(tones[-1].end + _TAIL, RATE)
    for tone in tones:
        wave = make_tone(tone.frequencies, tone.end - tone.start, RATE)
        if overtone:
            octave = make_tone([2 * frequency for frequency in tone.frequencies], tone.end - tone.start, RATE)
            wave = Sound(wave.samples + np.float32(overtone) * octave.samples, RATE)
        sound = overlay(sound, wave, tone.start)
    return quantize(sound)


def _made(
    kind: str, title: str, tones: list[Tone], facts: dict[str, Any], overtone: float = 0.0
) -> tuple[Sound, Truth]:
    sound = _placed(tones, overtone)
    truth = Truth(
        kind=kind, title=title, seconds=sound.seconds, channel="clean", facts=facts, tones=tuple(tones)
    )
    return sound, truth


def melody(draw: Random) -> tuple[Sound, Truth]:
    """Notes of a major scale, of one or two beats each."""
    tempo, root = draw.choice((60, 72, 80, 90, 96, 108, 120)), _MIDDLE_C + draw.choice((0, 2, 5, 7))
    beat = 60 / tempo
    tones, names, at, step = [], [], 0.2, 0
    for _ in range(draw.randint(6, 14)):
        step = min(len(_SCALE) - 1, max(0, step + draw.choice((-2, -1, -1, 1, 1, 2, 3))))
        pitch, length = root + _SCALE[step], beat * draw.choice((1, 1, 1, 2))
        tones.append(Tone(round(at, 3), round(at + 0.88 * length, 3), (round(frequency_of(pitch), 2),)))
        names.append(name_of(pitch))
        at += length
    facts = {"tempo": tempo, "notes": names, "count": len(names)}
    return _made("melody", f"Melody in {_NOTES[root % 12]} major", tones, facts, _OVERTONE)


def beeps(draw: Random) -> tuple[Sound, Truth]:
    """Short tones of one frequency at uneven distances."""
    count, pitch = draw.randint(3, 15), draw.choice((500, 800, 1_000, 1_500, 2_000))
    tones, at = [], 0.3
    for _ in range(count):
        length = round(draw.uniform(0.1, 0.3), 2)
        tones.append(Tone(round(at, 3), round(at + length, 3), (float(pitch),)))
        at += length + draw.uniform(0.15, 0.9)
    return _made("beeps", "Beeps", tones, {"count": count, "frequency": pitch})


def dtmf(draw: Random) -> tuple[Sound, Truth]:
    """The keys of a telephone, pressed one after another."""
    keys = "".join(draw.choice("0123456789*#") for _ in range(draw.randint(4, 11)))
    tones, at = [], 0.25
    for key in keys:
        length = round(draw.uniform(0.09, 0.2), 2)
        low, high = DTMF[key]
        tones.append(Tone(round(at, 3), round(at + length, 3), (float(low), float(high))))
        at += length + draw.uniform(0.07, 0.25)
    return _made("dtmf", "Keys of a telephone", tones, {"keys": keys, "count": len(keys)})


def metronome(draw: Random) -> tuple[Sound, Truth]:
    """Clicks at a steady tempo, the first of each bar higher."""
    tempo, bar = draw.randrange(50, 181, 2), draw.choice((2, 3, 4))
    count = bar * draw.randint(3, 6)
    tones = [
        Tone(
            round(0.2 + 60 / tempo * number, 3),
            round(0.25 + 60 / tempo * number, 3),
            (1_000.0 if number % bar else 1_600.0,),
        )
        for number in range(count)
    ]
    return _made("metronome", "Metronome", tones, {"tempo": tempo, "beats_per_bar": bar, "count": count})


SIGNALS: dict[str, Callable[[Random], tuple[Sound, Truth]]] = {
    "melody": melody,
    "beeps": beeps,
    "dtmf": dtmf,
    "metronome": metronome,
}
"""By kind."""
