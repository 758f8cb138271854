"""Faults of sound files. WAV and FLAC keep their format."""

from __future__ import annotations

import numpy as np

from m3bench.media import Sound, cut, gain, read_sound, write_sound


def cut_end(data: bytes, *, seconds: float = 1.5) -> bytes:
    """Remove the last seconds."""
    sound = read_sound(data)
    return _written(cut(sound, 0.0, sound.seconds - seconds), data)


def lower_volume(data: bytes, *, decibels: float = 14.0) -> bytes:
    """Make the sound quieter."""
    return _written(gain(read_sound(data), -decibels), data)


def mute_part(data: bytes, *, start: float, end: float) -> bytes:
    """Silence a part, in seconds."""
    sound = read_sound(data)
    samples = np.array(sound.samples)
    samples[round(start * sound.rate) : round(end * sound.rate)] = 0
    return _written(Sound(samples, sound.rate), data)


def _written(sound: Sound, original: bytes) -> bytes:
    return write_sound(sound, ".flac" if original[:4] == b"fLaC" else ".wav")
