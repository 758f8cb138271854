"""The check that a part of a sound is as it was."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck, content, original, relative
from m3bench.checks.sounds.corruption import damaged_sounds, narrowed
from m3bench.checks.sounds.reading import made_sound, part, read_workspace_sound, require_span
from m3bench.media import Sound, cut, gain, join, loudness, resample, silence, with_channels

_RATE = 8_000
_SILENT = 1e-3
_MOST_GAIN = 10 ** (1.5 / 20)
"""Of an encoder."""
_AUDIBLE = -60.0


class SoundUnchanged(FileCheck, frozen=True):
    """Compared at 8 kHz, as one channel; lossy formats are alike enough."""

    about = "a part of a given sound is in a sound that the agent made, unchanged"

    source: str
    """The given sound."""
    start: float = 0.0
    end: float | None = None
    """Of the part, in seconds of the source; by default all of it."""
    at: float | None = None
    """Where the part starts in the new sound, in seconds; anywhere if None."""
    tolerance: float = 0.15
    """How far from there it may be, in seconds."""
    least_likeness: float = 0.95
    """The smallest correlation of the samples; 1 is the same."""

    def __post_init__(self) -> None:
        super().__post_init__()
        relative(self.source)
        require_span(self.start, self.end)
        if not (0.5 <= self.least_likeness <= 1 and 0 < self.tolerance <= 60 and (self.at or 0) >= 0):
            raise ValueError("expected a likeness from 0.5 to 1, a tolerance up to 60 s, and a time from 0")

    def look(self, evidence: Evidence) -> Verdict:
        source = read_workspace_sound(original(evidence, self.source), self.source)
        wanted = _mono(part(source, self.start, self.end, self.source))
        path, sound = made_sound(evidence, self.path)
        within, offset = self._searched(_mono(sound), len(wanted))
        if len(within) < len(wanted):
            # A cut at the very end may lose a few samples.
            lost = len(wanted) - len(within)
            if lost > self.tolerance * _RATE or lost >= len(wanted):
                raise CheckFailed(f"{path} is too short to have the part of {self.source}")
            wanted = wanted[: len(within)]
        likeness, start = _best(within, wanted)
        moment = (offset + start) / _RATE
        where = f"at {moment:.2f} s" if self.at is None else f"within {self.tolerance:g} s of {self.at:g} s"
        span = f"{self.start:g} to {'the end' if self.end is None else f'{self.end:g} s'}"
        reason = f"{path} is like {self.source} from {span} by {likeness:.3f} {where}"
        expected = f"expected at least {self.least_likeness:g}"
        return self.verdict(likeness >= self.least_likeness, f"{reason}; {expected}")

    def _searched(self, samples: NDArray[np.float64], length: int) -> tuple[NDArray[np.float64], int]:
        """Return the samples in which a part of a length may be, and where they start."""
        if self.at is None:
            return samples, 0
        first = max(0, round((self.at - self.tolerance) * _RATE))
        last = round((self.at + self.tolerance) * _RATE) + length
        return samples[first:last], first

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path, sound = made_sound(evidence, self.path)
        noise = np.random.default_rng(1).uniform(-0.3, 0.3, (len(sound.samples), 1)).astype(np.float32)
        sounds = {"another sound": Sound(noise, sound.rate)}
        source = read_workspace_sound(content(evidence.workspace, self.source), self.source)
        if loudness(cut(source, self.start, self.end or source.seconds)) > _AUDIBLE:
            sounds["much quieter"] = gain(sound, -20)
        if self.at is not None:
            late = silence(2 * self.tolerance + 1, sound.rate)
            sounds["at another time"] = join([late, narrowed(sound)])
        return damaged_sounds(path, evidence, scratch, sounds)


def _mono(sound: Sound) -> NDArray[np.float64]:
    return resample(with_channels(sound, 1), _RATE).mono.astype(np.float64)


def _best(within: NDArray[np.float64], wanted: NDArray[np.float64]) -> tuple[float, int]:
    """Return the best likeness at any place, and that place. A part at another level is not alike."""
    sums = np.concatenate(([0.0], np.cumsum(within**2)))
    energy = np.maximum(sums[len(wanted) :] - sums[: -len(wanted)], 0)
    own = float(np.sum(wanted**2))
    if math.sqrt(own / len(wanted)) < _SILENT:
        start = int(np.argmin(energy))
        return float(math.sqrt(energy[start] / len(wanted)) < 2 * _SILENT), start
    from scipy.signal import fftconvolve  # noqa: PLC0415 - heavy

    products = fftconvolve(within, wanted[::-1], "valid")
    scores = products / np.maximum(np.sqrt(energy * own), 1e-9)
    ratio = np.sqrt(energy / own)
    scores[(ratio > _MOST_GAIN) | (ratio < 1 / _MOST_GAIN)] = 0
    start = int(np.argmax(scores))
    return float(scores[start]), start
