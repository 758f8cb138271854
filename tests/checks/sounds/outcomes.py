"""Sounds as an agent leaves them, and checks that they pass."""

from __future__ import annotations

import hashlib
from pathlib import Path

from m3bench.checks import Check, SoundDuration, SoundLoudness, SoundTones, SoundTranscript, SoundUnchanged
from m3bench.media import DTMF, cut, join, make_tone, silence, write_sound

RATE = 8_000
GIVEN = "data/sounds/given.wav"
SPOKEN = "Please send the keyboard back to the shop."
SPEECH = Path(__file__).parent / "speech.ogg"

SOUND_PASSING: tuple[Check, ...] = (
    SoundDuration("data/sounds/made.wav", 3.0),
    SoundLoudness("data/sounds/made.wav", -11.0, start=0.5, end=1.5, most_peak=-7.9),
    SoundLoudness("data/sounds/made.wav", -120, start=1.6, end=1.9),
    SoundTones("data/sounds/made.wav", 3, (800, 500, 500)),
    SoundTones("data/sounds/made.wav", 1, (800,), shortest=0.5),
    SoundTones("data/sounds/keys.wav", 4, keys="5*0#"),
    SoundUnchanged("data/sounds/made.wav", GIVEN, 1.0, 2.0, at=0.5),
    SoundUnchanged("data/sounds/made.wav", GIVEN, 2.0, 2.6),
    SoundTranscript("data/sounds/speech.ogg", SPOKEN),
)


def fill_sounds(workspace: Path) -> dict[str, str]:
    """Write a given sound and what was made of it. Returns the digests of what was given."""
    folder = workspace / "data" / "sounds"
    folder.mkdir(parents=True)
    low = make_tone([500], 0.2, RATE)
    given = join([silence(1, RATE), make_tone([800], 1, RATE), join([low, low], 0.3)])
    made = join(
        [silence(0.5, RATE), cut(given, 1, 2), silence(0.5, RATE), cut(given, 2, 3), silence(0.3, RATE)]
    )
    keys = join([make_tone(DTMF[key], 0.12, RATE) for key in "5*0#"], 0.1)
    for name, sound in {"given": given, "made": made, "keys": keys}.items():
        (folder / f"{name}.wav").write_bytes(write_sound(sound, ".wav"))
    (folder / "speech.ogg").write_bytes(SPEECH.read_bytes())
    return {GIVEN: hashlib.sha256((workspace / GIVEN).read_bytes()).hexdigest()}
