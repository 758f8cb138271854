"""How loud a sound is, and where it is silent."""

from __future__ import annotations

import numpy as np
import pytest

from m3bench.media import (
    Sound,
    find_parts,
    find_silences,
    gain,
    join,
    loudness,
    make_tone,
    normalize,
    peak_level,
    rms_level,
    silence,
)

RATE = 8_000


def sine(seconds: float = 1.0, level: float = 1.0) -> Sound:
    moments = np.arange(round(seconds * RATE)) / RATE
    return Sound((level * np.sin(2 * np.pi * 500 * moments)).astype(np.float32)[:, None], RATE)


def test_a_sine_of_full_scale() -> None:
    assert peak_level(sine()) == pytest.approx(0, abs=0.1)
    assert rms_level(sine()) == pytest.approx(-3.01, abs=0.05)
    assert rms_level(sine(level=0.1)) == pytest.approx(-23.01, abs=0.05)


def test_silence_does_not_count_in_loudness_but_does_in_the_mean() -> None:
    sound = join([sine(2), silence(6, RATE)])
    assert loudness(sound) == pytest.approx(-3.01, abs=0.1)
    assert rms_level(sound) == pytest.approx(-9.03, abs=0.1)
    assert loudness(silence(1, RATE)) == rms_level(silence(0, RATE)) == -120


def test_normalized_sounds_have_the_loudness_unless_they_would_clip() -> None:
    assert loudness(normalize(sine(level=0.01), -20)) == pytest.approx(-20, abs=0.05)
    assert peak_level(normalize(sine(level=0.01), 0)) == pytest.approx(-1, abs=0.05)
    assert not normalize(silence(1, RATE), -20).samples.any()
    assert peak_level(gain(sine(), 40)) <= 0


def test_silences_and_the_parts_between() -> None:
    sound = join(
        [silence(0.5, RATE), make_tone([500], 1, RATE), silence(0.2, RATE), make_tone([500], 1, RATE)]
    )
    ((start, end),) = find_silences(sound, least=0.3)
    assert [start, end] == pytest.approx([0.0, 0.5], abs=0.02)
    assert len(find_silences(sound, least=0.1)) == 2
    assert list(find_parts(sound, gap=0.1)[1]) == pytest.approx([1.7, 2.7], abs=0.02)
    assert find_parts(silence(1, RATE)) == []
