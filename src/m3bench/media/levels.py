"""How loud a sound is, and where it is silent.

Levels are in dBFS: decibels below full scale. A sine of full scale has a peak of 0 dBFS and an RMS level of
-3 dBFS.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from m3bench.media.sound import Sound

SILENT = -120.0
"""The level of a sound without any, in dBFS."""
_BLOCK_SECONDS = 0.4
_ABSOLUTE_GATE, _RELATIVE_GATE = -70.0, -10.0
_STEP_SECONDS = 0.01


def to_decibels(amplitude: float) -> float:
    """Return the level of an amplitude of which 1 is full scale."""
    return max(SILENT, 20 * math.log10(amplitude)) if amplitude > 0 else SILENT


def peak_level(sound: Sound) -> float:
    """Return the level of the largest sample in dBFS."""
    return to_decibels(float(np.abs(sound.samples).max(initial=0.0)))


def rms_level(sound: Sound) -> float:
    """Return the level of the root mean square over all of a sound in dBFS."""
    return to_decibels(math.sqrt(_power(sound.samples)))


def loudness(sound: Sound) -> float:
    """Return the RMS level of the parts that are not silent, in dBFS.

    Gated as EBU R 128 does, in blocks of 0.4 s: those below -70 dBFS do not count, then those 10 dB below the
    rest. Unlike LUFS, frequencies are not weighted.
    """
    size = max(1, round(_BLOCK_SECONDS * sound.rate))
    blocks = [sound.samples[start : start + size] for start in range(0, len(sound.samples), size)]
    powers = np.array([_power(block) for block in blocks])
    for gate in (_ABSOLUTE_GATE, None):
        if not powers.size:
            return SILENT
        level = to_decibels(math.sqrt(float(powers.mean())))
        least = level + _RELATIVE_GATE if gate is None else gate
        powers = powers[powers >= 10 ** (least / 10)]
    return to_decibels(math.sqrt(float(powers.mean()))) if powers.size else SILENT


def envelope(sound: Sound, step: float = _STEP_SECONDS) -> NDArray[np.float64]:
    """Return the RMS amplitude of each step of a sound, all channels together."""
    size = max(1, round(step * sound.rate))
    power = np.mean(np.square(sound.samples, dtype=np.float32), axis=1)
    starts = np.arange(0, len(power), size)
    sums = np.add.reduceat(power, starts, dtype=np.float64)
    counts = np.diff(np.append(starts, len(power)))
    means: NDArray[np.float64] = np.sqrt(sums / counts)
    return means


def find_silences(sound: Sound, threshold: float = -40.0, least: float = 0.3) -> list[tuple[float, float]]:
    """Return start and end in seconds of the parts that stay below a level.

    Args:
        sound: The sound.
        threshold: In dBFS.
        least: Shorter silences do not count, in seconds.
    """
    quiet = envelope(sound) < 10 ** (threshold / 20)
    spans = [
        (round(first * _STEP_SECONDS, 6), round(min(last * _STEP_SECONDS, sound.seconds), 6))
        for first, last in true_runs(quiet)
    ]
    return [(start, end) for start, end in spans if end - start >= least - 1e-9]


def find_parts(sound: Sound, threshold: float = -40.0, gap: float = 0.3) -> list[tuple[float, float]]:
    """Return start and end of the parts between silences of at least `gap` seconds."""
    parts, begin = [], 0.0
    for start, end in [*find_silences(sound, threshold, gap), (sound.seconds, sound.seconds)]:
        if start - begin > _STEP_SECONDS / 2:
            parts.append((begin, start))
        begin = end
    return parts


def _power(samples: NDArray[np.float32]) -> float:
    return float(np.mean(np.square(samples, dtype=np.float32), dtype=np.float64)) if samples.size else 0.0


def true_runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return start and end of each run of true flags."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
