"""Corrupted sounds: shorter, quieter, silent, backwards, or something else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import with_file, without_file
from m3bench.checks.files import content, only_file
from m3bench.checks.sounds import (
    SoundDuration,
    SoundLoudness,
    SoundTones,
    SoundTranscript,
    SoundUnchanged,
    made_sound,
    read_workspace_sound,
)
from m3bench.media import Sound, cut, gain, join, loudness, make_tone, silence, write_sound

Corruptions = list[tuple[str, Evidence]]
_AUDIBLE = -60.0


def _common(
    check: Any, evidence: Evidence, scratch: Path
) -> tuple[Corruptions, Sound, Callable[[Sound], Evidence]]:
    path = only_file(evidence, check.path)
    _, sound = made_sound(evidence, path)

    def replaced(other: Sound) -> Evidence:
        return with_file(evidence, path, write_sound(_narrow(other), ".wav"), scratch)

    found = [
        ("no file", without_file(evidence, path, scratch)),
        ("not a sound", with_file(evidence, path, b"RIFF no sound at all", scratch)),
    ]
    return found, sound, replaced


def _narrow(sound: Sound) -> Sound:
    return sound if sound.samples.shape[1] <= 2 else Sound(sound.mono[:, None], sound.rate)


def _still(sound: Sound) -> Sound:
    return silence(sound.seconds, sound.rate)


def _duration(check: SoundDuration, evidence: Evidence, scratch: Path) -> Corruptions:
    found, sound, replaced = _common(check, evidence, scratch)
    longer = join([_narrow(sound), silence(2 * check.tolerance + 1, sound.rate)])
    shorter = cut(sound, 0, max(0.05, check.seconds - 2 * check.tolerance - 0.2))
    return [*found, ("too long", replaced(longer)), ("too short", replaced(shorter))]


def _loudness(check: SoundLoudness, evidence: Evidence, scratch: Path) -> Corruptions:
    found, sound, replaced = _common(check, evidence, scratch)
    if check.loudness - check.tolerance > -115:
        found.append(("too quiet", replaced(gain(sound, -2 * check.tolerance - 3))))
        found.append(("silent", replaced(_still(sound))))
    loud = make_tone([1_000], sound.seconds, sound.rate, 1.0)
    if check.loudness + check.tolerance < -4:
        found.append(("too loud", replaced(loud)))
    return found


def _tones(check: SoundTones, evidence: Evidence, scratch: Path) -> Corruptions:
    found, sound, replaced = _common(check, evidence, scratch)
    seconds = max(0.3, check.shortest)
    extra = make_tone([3_300], seconds, sound.rate)
    edge = check.end if check.end is not None else sound.seconds
    more = join(
        [
            cut(_narrow(sound), 0, max(0.0, edge - seconds - 0.2)),
            silence(0.1, sound.rate),
            extra,
            silence(0.1, sound.rate),
        ]
    )
    found.append(("another tone", replaced(more)))
    if check.count != 0:
        found.append(("silent", replaced(_still(sound))))
    return found


def _transcript(check: SoundTranscript, evidence: Evidence, scratch: Path) -> Corruptions:
    found, sound, replaced = _common(check, evidence, scratch)
    start, end = check.start, check.end if check.end is not None else sound.seconds
    some = _narrow(sound).samples.copy()
    some[round((start + 0.1 * (end - start)) * sound.rate) : round(end * sound.rate)] = 0
    return [
        *found,
        ("silent", replaced(_still(sound))),
        ("only the beginning", replaced(Sound(some, sound.rate))),
    ]


def _unchanged(check: SoundUnchanged, evidence: Evidence, scratch: Path) -> Corruptions:
    found, sound, replaced = _common(check, evidence, scratch)
    noise = np.random.default_rng(1).uniform(-0.3, 0.3, (len(sound.samples), 1)).astype(np.float32)
    found.append(("another sound", replaced(Sound(noise, sound.rate))))
    source = read_workspace_sound(content(evidence.workspace, check.source), check.source)
    if loudness(cut(source, check.start, check.end or source.seconds)) > _AUDIBLE:
        found.append(("much quieter", replaced(gain(sound, -20))))
    if check.at is not None:
        late = join([silence(2 * check.tolerance + 1, sound.rate), _narrow(sound)])
        found.append(("at another time", replaced(late)))
    return found


SOUND_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {
    SoundDuration: _duration,
    SoundLoudness: _loudness,
    SoundTones: _tones,
    SoundTranscript: _transcript,
    SoundUnchanged: _unchanged,
}
