"""Corrupted sounds: shorter, quieter, silent, backwards, or something else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from m3bench.checks.check import Corruptions, Evidence
from m3bench.checks.corruption import with_files, without_file
from m3bench.media import Sound, with_channels, write_sound


def damaged_sounds(path: str, evidence: Evidence, scratch: Path, sounds: Mapping[str, Sound]) -> Corruptions:
    """Return the outcome without a sound, with something else in its place, and with other sounds."""
    contents = {"not a sound": b"RIFF no sound at all"}
    contents |= {words: write_sound(narrowed(sound), ".wav") for words, sound in sounds.items()}
    return [
        ("no file", without_file(evidence, path, scratch)),
        *with_files(evidence, path, contents.items(), scratch),
    ]


def narrowed(sound: Sound) -> Sound:
    return sound if sound.samples.shape[1] <= 2 else with_channels(sound, 1)
