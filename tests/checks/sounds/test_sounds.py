"""The checks of sounds."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from m3bench.checks import (
    Check,
    Evidence,
    SoundDuration,
    SoundLoudness,
    SoundTones,
    SoundTranscript,
    SoundUnchanged,
    read_checks,
)
from m3bench.checks.sounds import transcript
from m3bench.core import FormatError
from m3bench.media import add_noise, change_rate, gain, join, make_tone, read_sound, silence, write_sound
from m3bench.media.speech import Word
from tests.checks.outcomes import evidence_of
from tests.checks.sounds.outcomes import GIVEN, fill_sounds


@pytest.fixture
def done(tmp_path: Path) -> Evidence:
    return evidence_of(tmp_path, before=fill_sounds(tmp_path))


@pytest.mark.parametrize(
    "check",
    [
        SoundDuration("data/sounds/made.wav", 3.4),
        SoundDuration("data/sounds/none.wav", 3.0),
        SoundDuration(GIVEN, 2.7),
        SoundLoudness("data/sounds/made.wav", -20.0),
        SoundLoudness("data/sounds/made.wav", -11.0, most_peak=-9.0),
        SoundLoudness("data/sounds/made.wav", -11.0, start=2.0, end=9.0),
        SoundTones("data/sounds/made.wav", 2),
        SoundTones("data/sounds/made.wav", 3, shortest=0.5),
        SoundTones("data/sounds/made.wav", frequencies=(800,)),
        SoundTones("data/sounds/made.wav", frequencies=(500, 500, 800)),
        SoundTones("data/sounds/keys.wav", keys="5*0"),
        SoundUnchanged("data/sounds/made.wav", GIVEN, 1.0, 2.0, at=1.5),
        SoundUnchanged("data/sounds/made.wav", GIVEN, 0.5, 2.5),
        SoundUnchanged("data/sounds/keys.wav", GIVEN),
    ],
    ids=repr,
)
def test_near_misses_fail(check: Check, done: Evidence) -> None:
    verdict = check.evaluate(done)
    assert not verdict.passed
    assert not verdict.undecided
    assert verdict.reason


@pytest.mark.parametrize(
    "suffix", [".mp3", *(pytest.param(each, marks=pytest.mark.slow) for each in (".ogg", ".m4a"))]
)
def test_a_part_is_found_in_lossy_files(done: Evidence, suffix: str) -> None:
    sound = read_sound((done.workspace / GIVEN).read_bytes())
    chirps = add_noise(join([sound, make_tone([700], 0.5, sound.rate), sound]), 20, 5)
    source = write_sound(chirps, ".wav")
    (done.workspace / "given.wav").write_bytes(source)
    before = {"given.wav": hashlib.sha256(source).hexdigest()}
    evidence = replace(done, before=before)
    check = SoundUnchanged(f"out{suffix}", "given.wav", 1.0, 3.0, at=2.0, least_likeness=0.9)
    late = join([silence(1, sound.rate), chirps])
    (done.workspace / f"out{suffix}").write_bytes(write_sound(late, suffix))
    assert check.evaluate(evidence).passed, check.evaluate(evidence).reason
    for changed in (
        gain(late, -6),
        change_rate(late, 1.02),
        late.__class__(late.samples[::-1].copy(), late.rate),
    ):
        (done.workspace / f"out{suffix}").write_bytes(write_sound(changed, suffix))
        assert not check.evaluate(evidence).passed
    (done.workspace / "given.wav").write_bytes(write_sound(late, ".wav"))
    assert "was changed" in check.evaluate(evidence).reason


def test_all_of_a_sound_must_be_at_its_time(done: Evidence) -> None:
    sound = read_sound((done.workspace / GIVEN).read_bytes())
    for seconds, passed in ((1.0, True), (0.5, False), (2.5, False)):
        late = write_sound(join([silence(seconds, sound.rate), sound]), ".wav")
        (done.workspace / "late.wav").write_bytes(late)
        assert SoundUnchanged("late.wav", GIVEN, at=1.0).evaluate(done).passed is passed


def test_a_transcript_may_differ_a_little(done: Evidence, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        transcript, "recognize", lambda _: tuple(Word(text, 0, 1) for text in ("Order", "4712"))
    )
    path = "data/sounds/speech.ogg"
    assert SoundTranscript(path, "order four seven one two.").evaluate(done).passed
    assert not SoundTranscript(path, "order four seven one three").evaluate(done).passed
    assert SoundTranscript(path, "order four seven one three", 0.2).evaluate(done).passed
    everything = "Order 4712 and order 4713 and order 4714 and all others"
    assert not SoundTranscript(path, everything).evaluate(done).passed
    assert not SoundTranscript(path, "order").evaluate(done).passed, "more is said than expected"
    assert not SoundTranscript("data/sounds/made.wav", "order", start=5).evaluate(done).passed


@pytest.mark.parametrize(
    "value",
    [
        {"check": "sound_duration", "path": "../a.wav", "seconds": 1},
        {"check": "sound_duration", "path": "a.wav", "seconds": 0},
        {"check": "sound_duration", "path": "a.wav", "seconds": 1, "tolerance": 2},
        {"check": "sound_loudness", "path": "a.wav", "loudness": 3},
        {"check": "sound_loudness", "path": "a.wav", "loudness": -20, "start": 3, "end": 2},
        {"check": "sound_tones", "path": "a.wav"},
        {"check": "sound_tones", "path": "a.wav", "keys": "12x"},
        {"check": "sound_tones", "path": "a.wav", "frequencies": [50]},
        {"check": "sound_transcript", "path": "a.wav", "text": " . "},
        {"check": "sound_transcript", "path": "a.wav", "text": "a", "most_errors": 1},
        {"check": "sound_unchanged", "path": "a.wav", "source": "/b.wav"},
        {"check": "sound_unchanged", "path": "a.wav", "source": "b.wav", "least_likeness": 0},
    ],
    ids=repr,
)
def test_what_cannot_be_right_is_refused(value: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        read_checks([value], "task t")


@pytest.mark.parametrize("data", [b"", b"RIFF", b"\0" * 5_000])
def test_broken_sounds_fail(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(data)
    for check in (SoundDuration("a.wav", 1), SoundTones("a.wav", 1), SoundTranscript("a.wav", "hello")):
        assert not check.evaluate(evidence_of(tmp_path)).passed


@pytest.mark.parametrize("shortest", [-0.1, float("nan"), 1e9])
def test_a_shortest_tone_that_no_sound_can_have_is_refused(shortest: float) -> None:
    with pytest.raises(ValueError, match="shortest tone"):
        SoundTones("a.wav", 1, shortest=shortest)
