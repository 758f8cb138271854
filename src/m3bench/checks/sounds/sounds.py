"""Checks of the length, level and tones of sounds."""

from __future__ import annotations

import re
from pathlib import Path

from m3bench.checks.check import Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck
from m3bench.checks.sounds.corruption import damaged_sounds, narrowed
from m3bench.checks.sounds.reading import made_sound, part, require_span
from m3bench.media import cut, find_tones, gain, join, loudness, make_tone, peak_level, silence

_KEYS = re.compile(r"[0-9A-D*#]+")
_MOST_TONES_SECONDS = 300.0


class SoundDuration(FileCheck, frozen=True):
    """The sound is decoded: what the file says of itself does not count."""

    about = "a sound lasts this long"

    seconds: float
    tolerance: float = 0.25
    """In seconds. Lossy formats add up to 0.2 s."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (0 < self.seconds <= 900 and 0 <= self.tolerance < self.seconds):
            raise ValueError("expected seconds from 0 to 900, and a smaller tolerance")

    def look(self, evidence: Evidence) -> Verdict:
        path, sound = made_sound(evidence, self.path)
        passed = abs(sound.seconds - self.seconds) <= self.tolerance + 1e-6
        wanted = f"expected {self.seconds:g} ± {self.tolerance:g} s"
        return self.verdict(passed, f"{path} lasts {sound.seconds:.2f} s; {wanted}")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path, sound = made_sound(evidence, self.path)
        longer = join([narrowed(sound), silence(2 * self.tolerance + 1, sound.rate)])
        shorter = cut(sound, 0, max(0.05, self.seconds - 2 * self.tolerance - 0.2))
        return damaged_sounds(path, evidence, scratch, {"too long": longer, "too short": shorter})


class SoundLoudness(FileCheck, frozen=True):
    """Loudness is the RMS level in dBFS without silent parts (gated as EBU R 128, not weighted)."""

    about = "a sound or a part of it is this loud, and does not exceed a peak"

    loudness: float
    """In dBFS; -120 is silent."""
    tolerance: float = 1.5
    """In decibels."""
    start: float = 0.0
    end: float | None = None
    most_peak: float | None = None
    """In dBFS."""

    def __post_init__(self) -> None:
        super().__post_init__()
        require_span(self.start, self.end)
        if not (-120 <= self.loudness <= 0 and 0 < self.tolerance <= 30):
            raise ValueError("expected a loudness from -120 to 0 dBFS and a tolerance up to 30 dB")

    def look(self, evidence: Evidence) -> Verdict:
        path, sound = made_sound(evidence, self.path)
        piece = part(sound, self.start, self.end, path)
        level, peak = loudness(piece), peak_level(piece)
        passed = abs(level - self.loudness) <= self.tolerance
        reason = f"{path} has {level:.1f} dBFS; expected {self.loudness:g} ± {self.tolerance:g}"
        if self.most_peak is not None:
            passed = passed and peak <= self.most_peak + 0.1
            reason += f"; its peak is {peak:.1f}, at most {self.most_peak:g}"
        return self.verdict(passed, reason)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path, sound = made_sound(evidence, self.path)
        sounds = {}
        if self.loudness - self.tolerance > -115:
            sounds["too quiet"] = gain(sound, -2 * self.tolerance - 3)
            sounds["silent"] = silence(sound.seconds, sound.rate)
        if self.loudness + self.tolerance < -4:
            sounds["too loud"] = make_tone([1_000], sound.seconds, sound.rate, 1.0)
        return damaged_sounds(path, evidence, scratch, sounds)


class SoundTones(FileCheck, frozen=True):
    """Beeps, notes and keys of a telephone above 250 Hz; speech and noise are none."""

    about = "a sound has this many tones, of these frequencies or keys of a telephone"

    count: int | None = None
    frequencies: tuple[float, ...] = ()
    """In Hz: of each tone in order, or one for all."""
    keys: str = ""
    """Of a telephone, in order."""
    tolerance: float = 0.03
    """The share by which a frequency may differ; 0.06 is a half tone."""
    start: float = 0.0
    end: float | None = None
    shortest: float = 0.0
    """Shorter tones do not count, in seconds: someone may hold a vowel."""

    def __post_init__(self) -> None:
        super().__post_init__()
        require_span(self.start, self.end)
        if self.count is None and not self.frequencies and not self.keys:
            raise ValueError("count, frequencies and keys are all empty")
        if (self.keys and not _KEYS.fullmatch(self.keys)) or (self.count or 0) < 0:
            raise ValueError("expected keys of a telephone and a count from 0")
        audible = all(250 <= frequency <= 20_000 for frequency in self.frequencies)
        if not audible or not 0 < self.tolerance < 0.5:
            raise ValueError("expected frequencies from 250 to 20000 Hz and a tolerance below 0.5")
        if not 0 <= self.shortest <= _MOST_TONES_SECONDS:
            raise ValueError(f"expected a shortest tone from 0 to {_MOST_TONES_SECONDS} s")

    def look(self, evidence: Evidence) -> Verdict:
        path, sound = made_sound(evidence, self.path)
        end = min(self.end if self.end is not None else sound.seconds, self.start + _MOST_TONES_SECONDS)
        tones = find_tones(part(sound, self.start, end, path))
        tones = [tone for tone in tones if tone.end - tone.start >= self.shortest]
        faults = []
        if self.count is not None and len(tones) != self.count:
            faults.append(f"{len(tones)} tones, expected {self.count}")
        keys = "".join(tone.key or "?" for tone in tones)
        if self.keys and keys != self.keys:
            faults.append(f"the keys {keys[:40]!r}, expected {self.keys!r}")
        pitches = [tone.frequencies[0] for tone in tones]
        if self.frequencies and not self._alike(pitches):
            faults.append(f"the frequencies {pitches[:10]}, expected {list(self.frequencies)[:10]}")
        return self.verdict(not faults, f"{path} has " + ("; ".join(faults) or f"the {len(tones)} tones"))

    def _alike(self, pitches: list[float]) -> bool:
        wanted = self.frequencies * len(pitches) if len(self.frequencies) == 1 else self.frequencies
        if not pitches or len(pitches) != len(wanted):
            return False
        pairs = zip(pitches, wanted, strict=True)
        return all(abs(pitch / other - 1) <= self.tolerance for pitch, other in pairs)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path, sound = made_sound(evidence, self.path)
        seconds, pause = max(0.3, self.shortest), silence(0.1, sound.rate)
        edge = self.end if self.end is not None else sound.seconds
        before = cut(narrowed(sound), 0, max(0.0, edge - seconds - 0.2))
        sounds = {"another tone": join([before, pause, make_tone([3_300], seconds, sound.rate), pause])}
        if self.count != 0:
            sounds["silent"] = silence(sound.seconds, sound.rate)
        return damaged_sounds(path, evidence, scratch, sounds)
