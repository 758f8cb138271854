"""Tones: making them, and finding them in a sound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from m3bench.media.levels import envelope, true_runs
from m3bench.media.sound import Sound

DTMF = {
    key: (low, high)
    for low, row in zip((697, 770, 852, 941), ("123A", "456B", "789C", "*0#D"), strict=True)
    for high, key in zip((1209, 1336, 1477, 1633), row, strict=True)
}
"""The two frequencies of each key of a telephone, in Hz."""

_STEP = 0.005
_WINDOW = 0.04
_LEAST_SECONDS = 0.05
_LEAST_SAMPLES = 16
_LOWEST = 250.0
"""In Hz. The pitch of most voices is below."""
_BELOW_LOUDEST = 10 ** (-30 / 20)
_TONAL_SHARE = 0.85
_WEAKEST = 10 ** (-12 / 20)
_LOBE = 2
_DRIFT = 0.02
_DTMF_DRIFT = 0.025


class Tone(NamedTuple):
    """One or two frequencies that sound for a while."""

    start: float
    end: float
    frequencies: tuple[float, ...]
    """In Hz, ascending: two where both are about as strong, as in the tones of a telephone."""

    @property
    def key(self) -> str | None:
        """The key of a telephone that sounds like this."""
        for key, pair in DTMF.items():
            if len(self.frequencies) == 2 and all(map(_alike, self.frequencies, pair)):
                return key
        return None


def _alike(found: float, wanted: float) -> bool:
    return abs(found - wanted) <= _DTMF_DRIFT * wanted


def make_tone(frequencies: Sequence[float], seconds: float, rate: int, level: float = 0.4) -> Sound:
    """Return sines together, with short ramps at both ends that avoid clicks.

    Args:
        frequencies: In Hz.
        seconds: How long.
        rate: Samples per second.
        level: The amplitude of all together.
    """
    moments = np.arange(round(seconds * rate)) / rate
    wave = np.sum([np.sin(2 * np.pi * frequency * moments) for frequency in frequencies], axis=0)
    ramp = min(len(moments) // 2, round(0.004 * rate))
    if ramp:
        wave[:ramp] *= np.linspace(0, 1, ramp)
        wave[-ramp:] *= np.linspace(1, 0, ramp)
    return Sound((wave * (level / len(frequencies))).astype(np.float32)[:, None], rate)


def find_tones(sound: Sound, least: float = _LEAST_SECONDS, lowest: float = _LOWEST) -> list[Tone]:
    """Return the tones of a sound in order.

    A tone is a stretch in which one or two frequencies hold most of the energy and stay the same. Speech and
    noise are none.

    Args:
        sound: The sound.
        least: Shorter tones do not count, in seconds.
        lowest: Lower tones do not count, in Hz.
    """
    return [
        tone
        for first, last in _loud_runs(sound)
        for tone in _tones_within(sound, first * _STEP, min(last * _STEP, sound.seconds))
        if tone.end - tone.start >= least - 1e-9 and tone.frequencies[0] >= lowest
    ]


def _loud_runs(sound: Sound) -> list[tuple[int, int]]:
    levels = envelope(sound, _STEP)
    if not levels.size or levels.max() < 1e-4:
        return []
    return true_runs(levels > levels.max() * _BELOW_LOUDEST)


def _tones_within(sound: Sound, start: float, end: float) -> list[Tone]:
    """Return the tones of a stretch without silence: where the frequencies change, another tone starts."""
    mono = sound.mono[round(start * sound.rate) : round(end * sound.rate)]
    size = min(len(mono), max(1, round(_WINDOW * sound.rate)))
    step = max(1, round(_STEP * sound.rate))
    runs: list[list[_Frame]] = [[]]
    for index in range(0, len(mono) - size + 1, step):
        frame = _Frame(index, _peaks(mono[index : index + size], sound.rate))
        held = runs[-1]
        if held and not (_same(frame.peaks, held[-1].peaks) and _same(frame.peaks, held[0].peaks)):
            runs.append([])
        if frame.peaks:
            runs[-1].append(frame)
    # A window belongs to the tone at its middle, except at both ends of the stretch.
    tones = []
    for run in filter(None, runs):
        first = 0 if run[0].place == 0 else run[0].place + size // 2
        last = len(mono) if run[-1].place + step > len(mono) - size else run[-1].place + size // 2
        if last > first:
            begin, end = (round(start + place / sound.rate, 3) for place in (first, last))
            tones.append(Tone(begin, end, _middle(run)))
    return tones


class _Frame(NamedTuple):
    place: int
    peaks: tuple[float, ...]


def _middle(run: list[_Frame]) -> tuple[float, ...]:
    medians = np.median(np.array([frame.peaks for frame in run]), axis=0)
    return tuple(round(float(median), 1) for median in medians)


def _same(left: tuple[float, ...], right: tuple[float, ...]) -> bool:
    drifts = [abs(one - other) <= _DRIFT * other for one, other in zip(left, right, strict=False)]
    return len(left) == len(right) and all(drifts)


def _peaks(frame: NDArray[np.float32], rate: int) -> tuple[float, ...]:
    """Return the one or two frequencies that hold most of the energy of a frame, or none."""
    if len(frame) < _LEAST_SAMPLES:
        return ()
    padded = 4 * len(frame)
    spectrum = np.abs(np.fft.rfft(frame * np.hanning(len(frame)), padded))
    energy = spectrum**2
    total = float(energy.sum())
    if total <= 0:
        return ()
    first, held = _strongest(spectrum, energy)
    peaks = [(spectrum[first], first)]
    rest = spectrum.copy()
    reach = 4 * _LOBE
    rest[max(0, first - reach) : first + reach + 1] = 0
    second, more = _strongest(rest, rest**2)
    if rest[second] > _WEAKEST * spectrum[first] and abs(second - 2 * first) > reach:
        peaks.append((rest[second], second))
        held += more
    if held < _TONAL_SHARE * total:
        return ()
    return tuple(sorted(_interpolated(spectrum, position) * rate / padded for _, position in peaks))


def _strongest(spectrum: NDArray[np.float64], energy: NDArray[np.float64]) -> tuple[int, float]:
    position = int(spectrum.argmax())
    reach = 4 * _LOBE
    return position, float(energy[max(0, position - reach) : position + reach + 1].sum())


def _interpolated(spectrum: NDArray[np.float64], position: int) -> float:
    """Return the place of a maximum between bins."""
    if not 0 < position < len(spectrum) - 1:
        return float(position)
    left, here, right = (float(spectrum[position + step]) for step in (-1, 0, 1))
    bend = left - 2 * here + right
    return position + (0.5 * (left - right) / bend if bend else 0.0)
