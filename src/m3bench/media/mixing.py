"""Changing and combining sounds."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from m3bench.media.levels import loudness, peak_level
from m3bench.media.sound import FULL_SCALE, Sound, to_sixteen_bits

_TELEPHONE_BAND = (300.0, 3_400.0)
_ORDER = 6


def resample(sound: Sound, rate: int) -> Sound:
    """Return a sound at another sample rate."""
    if rate == sound.rate:
        return sound
    from scipy.signal import resample_poly  # noqa: PLC0415 - heavy

    common = math.gcd(rate, sound.rate)
    changed = resample_poly(sound.samples, rate // common, sound.rate // common, axis=0)
    return Sound(np.ascontiguousarray(changed, dtype=np.float32), rate)


def with_channels(sound: Sound, channels: int) -> Sound:
    """Return a sound with one channel (the mean of all) or several (each a copy of the mean)."""
    if sound.samples.shape[1] == channels:
        return sound
    return Sound(np.repeat(sound.mono[:, None], channels, axis=1), sound.rate)


def gain(sound: Sound, decibels: float) -> Sound:
    """Return a louder or quieter sound. Samples beyond full scale are clipped."""
    return Sound(np.clip(sound.samples * np.float32(10 ** (decibels / 20)), -1, 1), sound.rate)


def normalize(sound: Sound, level: float, most_peak: float = -1.0) -> Sound:
    """Return a sound with a loudness in dBFS; quieter where its peak would exceed `most_peak`."""
    change = min(level - loudness(sound), most_peak - peak_level(sound))
    return gain(sound, change) if loudness(sound) > -100 else sound


def fade(sound: Sound, fade_in: float = 0.0, fade_out: float = 0.0) -> Sound:
    """Return a sound that starts and ends softly: linear ramps, in seconds."""
    samples = sound.samples.copy()
    first, last = (min(len(samples), round(seconds * sound.rate)) for seconds in (fade_in, fade_out))
    if first:
        samples[:first] *= np.linspace(0, 1, first, endpoint=False, dtype=np.float32)[:, None]
    if last:
        samples[-last:] *= np.linspace(1, 0, last + 1, dtype=np.float32)[1:, None]
    return Sound(samples, sound.rate)


def cut(sound: Sound, start: float, end: float) -> Sound:
    """Return the part between two times in seconds."""
    first, last = round(start * sound.rate), round(end * sound.rate)
    return Sound(sound.samples[max(0, first) : max(0, last)], sound.rate)


def silence(seconds: float, rate: int, channels: int = 1) -> Sound:
    return Sound(np.zeros((round(seconds * rate), channels), np.float32), rate)


def join(sounds: Sequence[Sound], pause: float = 0.0) -> Sound:
    """Return sounds one after another, at the rate and with the channels of the first."""
    alike = [_like(sound, sounds[0]) for sound in sounds]
    gap = silence(pause, sounds[0].rate, sounds[0].samples.shape[1])
    parts = [part for sound in alike for part in (gap.samples, sound.samples)][1:]
    return Sound(np.concatenate(parts), sounds[0].rate)


def overlay(base: Sound, other: Sound, at: float = 0.0, *, extend: bool = True) -> Sound:
    """Return a sound with another one added to it, from a time on. Sums beyond full scale are clipped.

    Args:
        base: Decides the sample rate and the channels.
        other: What is added.
        at: Where it starts, in seconds.
        extend: Whether the result is longer where the other sound ends later.
    """
    added = _like(other, base).samples
    first = round(at * base.rate)
    length = max(len(base.samples), first + len(added)) if extend else len(base.samples)
    samples = np.zeros((length, base.samples.shape[1]), np.float32)
    samples[: len(base.samples)] = base.samples
    room = samples[first : first + len(added)]
    room += added[: len(room)]
    return Sound(np.clip(samples, -1, 1, out=samples), base.rate)


def add_noise(sound: Sound, ratio: float, seed: int) -> Sound:
    """Return a sound with white noise.

    Args:
        sound: The sound.
        ratio: The loudness of the sound above that of the noise, in decibels.
        seed: The same seed gives the same noise.
    """
    noise = np.random.default_rng(seed).standard_normal(sound.samples.shape, dtype=np.float32)
    noise *= np.float32(10 ** ((loudness(sound) - ratio) / 20))
    return Sound(np.clip(sound.samples + noise, -1, 1), sound.rate)


def telephone(sound: Sound) -> Sound:
    """Return a sound as a telephone carries it: 300 to 3400 Hz."""
    from scipy.signal import butter, sosfilt  # noqa: PLC0415 - heavy

    high = min(_TELEPHONE_BAND[1], 0.49 * sound.rate)
    band = butter(_ORDER, (_TELEPHONE_BAND[0], high), "bandpass", fs=sound.rate, output="sos")
    return Sound(np.asarray(sosfilt(band, sound.samples, axis=0), np.float32), sound.rate)


def quantize(sound: Sound) -> Sound:
    """Return a sound as a file of 16 bits keeps it."""
    return Sound(to_sixteen_bits(sound).astype(np.float32) / np.float32(FULL_SCALE), sound.rate)


def _like(sound: Sound, other: Sound) -> Sound:
    return with_channels(resample(sound, other.rate), other.samples.shape[1])
