"""A check of the sound of a film."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from m3bench.checks.check import Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck, content, relative
from m3bench.checks.films.corruption import damaged_films
from m3bench.checks.films.films import require_times
from m3bench.checks.films.reading import guarded, made_film, read_sound_of
from m3bench.media import Sound
from m3bench.media.film import Film, cut_sound, fit_sound, write_film

_RATE = 8_000
_SHIFT = 0.12
"""How far the sound may be shifted, in seconds: encoders add some silence."""
_SILENT = 0.002
"""The root mean square below which nothing is heard."""
_NOISE_RATE = 24_000


class FilmSound(FileCheck, frozen=True):
    """Louder and softer count as equal. A silent track counts as none."""

    about = "a film has sound, or none, or from a time on the sound of a given file"

    present: bool = True
    source: str = ""
    """A sound or film given with the task."""
    source_start: float = 0.0
    source_end: float | None = None
    at: float = 0.0
    """When the sound of the source begins in the film."""
    similarity: float = 0.8
    """The least correlation with the source."""

    def __post_init__(self) -> None:
        super().__post_init__()
        relative(self.source)
        require_times(self.at, self.source_start)
        end = self.source_end
        if end is not None and not (math.isfinite(end) and end > self.source_start):
            raise ValueError("source_end must be after source_start")
        if self.source and not self.present:
            raise ValueError("a film without sound cannot have the sound of a source")
        if not 0.3 <= self.similarity <= 1:
            raise ValueError("the similarity must be between 0.3 and 1")

    def look(self, evidence: Evidence) -> Verdict:
        film = made_film(evidence, self.path)
        sound = guarded(self.path, lambda: film.sound)
        heard = sound is not None and float(np.sqrt(np.mean(sound.samples**2))) > _SILENT
        if heard is not self.present or sound is None or not self.source:
            says = "has sound" if heard else "is silent"
            return self.verdict(heard is self.present, f"{self.path} {says}")
        source = read_sound_of(evidence, self.source)
        alike = guarded(self.path, lambda: self._alike(sound, source, film.info.seconds))
        says = f"{self.path} from {self.at:g} s sounds like {self.source} by {alike:.2f}"
        return self.verdict(alike >= self.similarity, f"{says}; expected {self.similarity:g}")

    def _alike(self, sound: Sound, source: Sound, seconds: float) -> float:
        end = min(self.source_end or source.seconds, source.seconds)
        length = min(end - self.source_start, seconds - self.at)
        if length <= 0.05:
            return 0.0
        expected = cut_sound(source, self.source_start, self.source_start + length)
        wanted = fit_sound(expected, _RATE, channels=1).mono
        there = fit_sound(sound, _RATE, channels=1).mono
        return _correlation(there, wanted, round(self.at * _RATE))

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        film = Film(content(evidence.workspace, self.path))
        frames = [frame.pixels for frame in film.frames()]
        noise = np.random.default_rng(1).uniform(-0.5, 0.5, (round(film.info.seconds * _NOISE_RATE), 1))
        loud = write_film(frames, film.rate, Sound(noise.astype(np.float32), _NOISE_RATE))
        films = {"no sound": write_film(frames, film.rate)} if self.present else {}
        films |= {"noise": loud} if self.source or not self.present else {}
        return damaged_films(self.path, evidence, scratch, films)


def _correlation(there: NDArray[np.float32], wanted: NDArray[np.float32], place: int) -> float:
    """Return the highest correlation of a sound with a part of another, near a place."""
    shift = round(_SHIFT * _RATE)
    missing = max(0, place + len(wanted) + shift - len(there))
    padded = np.pad(there, (shift, missing))[place : place + len(wanted) + 2 * shift]
    size = 1 << (len(padded) + len(wanted)).bit_length()
    products = np.fft.irfft(np.fft.rfft(padded, size) * np.conj(np.fft.rfft(wanted, size)), size)
    energies = np.cumsum(np.concatenate(([0.0], padded.astype(np.float64) ** 2)))
    own = energies[len(wanted) :][: 2 * shift + 1] - energies[: 2 * shift + 1]
    norms = np.sqrt(np.maximum(own, 1e-9) * max(1e-9, float((wanted.astype(np.float64) ** 2).sum())))
    return float((products[: 2 * shift + 1] / norms).max())
