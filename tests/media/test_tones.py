"""Tones and beats in a sound."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.media import DTMF, Sound, find_beats, find_tones, gain, join, make_tone, silence

RATE = 16_000


@settings(max_examples=8, deadline=None)
@given(st.text("0123456789*#", min_size=1, max_size=6))
def test_keys_of_a_telephone(keys: str) -> None:
    sound = join([make_tone(DTMF[key], 0.1, RATE) for key in keys], 0.06)
    assert "".join(tone.key or "?" for tone in find_tones(sound)) == keys


def test_tones_have_times_and_frequencies() -> None:
    found = find_tones(join([silence(0.2, RATE), make_tone([440], 0.3, RATE), make_tone([660], 0.3, RATE)]))
    assert [tone.frequencies[0] for tone in found] == pytest.approx([440, 660], rel=0.01)
    assert [tone.start for tone in found] == pytest.approx([0.2, 0.5], abs=0.03)
    assert [tone.end for tone in found] == pytest.approx([0.5, 0.8], abs=0.03)
    assert found[0].key is None


def test_noise_silence_and_short_clicks_are_no_tones() -> None:
    noise = np.random.default_rng(1).standard_normal((RATE, 1)).astype(np.float32) * 0.1
    assert find_tones(Sound(noise, RATE)) == []
    assert find_tones(silence(1, RATE)) == []
    assert find_tones(make_tone([1_000], 0.02, RATE)) == []
    assert find_tones(make_tone([100], 1, RATE)) == []


@pytest.mark.parametrize("rate", [1, 8, 60, 99, 250])
def test_a_sound_of_few_samples_has_no_tones(rate: int) -> None:
    ends = np.array([0.1, 0.001, 0.9, 0.001, 0.5], dtype=np.float32)[:, None]
    assert find_tones(Sound(ends, rate)) == []


def test_the_level_of_a_tone_does_not_matter() -> None:
    quiet = gain(make_tone([1_000], 0.2, RATE), -30)
    assert len(find_tones(quiet)) == 1


@pytest.mark.parametrize("tempo", [60, 97, 180])
def test_a_steady_tempo(tempo: int) -> None:
    beats = find_beats(join([make_tone([1_000], 0.05, RATE)] * 9, 60 / tempo - 0.05))
    assert (len(beats.onsets), beats.regular) == (9, True)
    assert beats.per_minute == pytest.approx(tempo, abs=1)


def test_uneven_onsets_are_no_beat() -> None:
    click = make_tone([1_000], 0.05, RATE)
    parts = [part for gap in (0.2, 0.9, 0.4, 0.1, 0.7) for part in (click, silence(gap, RATE))]
    assert not find_beats(join(parts)).regular
    assert find_beats(click).per_minute is None
    assert find_beats(silence(1, RATE)).onsets == ()
