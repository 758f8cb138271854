"""Corrupted sounds: shorter, quieter, silent, backwards, or something else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks.check import Corruptions, Evidence
from m3bench.checks.corruption import with_file, without_file
from m3bench.checks.files import only_file
from m3bench.checks.sounds.reading import made_sound
from m3bench.media import Sound, silence, write_sound


def damaged_sounds(
    check: Any, evidence: Evidence, scratch: Path
) -> tuple[Corruptions, Sound, Callable[[Sound], Evidence]]:
    path = only_file(evidence, check.path)
    _, sound = made_sound(evidence, path)

    def replaced(other: Sound) -> Evidence:
        return with_file(evidence, path, write_sound(narrowed(other), ".wav"), scratch)

    found = [
        ("no file", without_file(evidence, path, scratch)),
        ("not a sound", with_file(evidence, path, b"RIFF no sound at all", scratch)),
    ]
    return found, sound, replaced


def narrowed(sound: Sound) -> Sound:
    return sound if sound.samples.shape[1] <= 2 else Sound(sound.mono[:, None], sound.rate)


def silenced(sound: Sound) -> Sound:
    return silence(sound.seconds, sound.rate)
