"""Changing and combining sounds."""

from __future__ import annotations

import numpy as np
import pytest

from m3bench.media import (
    Sound,
    add_noise,
    change_rate,
    change_tempo,
    cut,
    fade,
    find_tones,
    join,
    loudness,
    make_tone,
    overlay,
    quantize,
    read_sound,
    resample,
    rms_level,
    silence,
    telephone,
    with_channels,
    write_sound,
)

RATE = 16_000


def tone(frequency: float = 1_000, seconds: float = 1.0) -> Sound:
    return make_tone([frequency], seconds, RATE)


def test_another_rate_keeps_pitch_and_length() -> None:
    changed = resample(tone(), 24_000)
    assert changed.rate == 24_000
    assert changed.seconds == pytest.approx(1, abs=0.001)
    assert find_tones(changed)[0].frequencies[0] == pytest.approx(1_000, rel=0.005)


def test_sounds_are_joined_and_overlaid_in_one_form() -> None:
    stereo = with_channels(resample(tone(500), 8_000), 2)
    joined = join([tone(), stereo], pause=0.5)
    assert (joined.rate, joined.samples.shape[1]) == (RATE, 1)
    assert [round(found.frequencies[0], -1) for found in find_tones(joined)] == [1_000, 500]
    assert overlay(tone(), tone(), 0.5).seconds == pytest.approx(1.5)
    assert overlay(tone(), tone(), 0.5, extend=False).seconds == pytest.approx(1.0)
    assert overlay(tone(), tone(), 3.0, extend=False).samples.tolist() == tone().samples.tolist()


def test_cuts_and_fades() -> None:
    assert cut(tone(), 0.25, 0.75).seconds == pytest.approx(0.5)
    assert cut(tone(), 2, 3).seconds == 0
    faded = fade(tone(), 0.5, 0.5)
    assert rms_level(cut(faded, 0, 0.1)) < rms_level(cut(tone(), 0, 0.1)) - 10
    assert rms_level(cut(faded, 0.9, 1)) < -20
    assert faded.samples[-1] == 0


def test_noise_is_as_far_below_as_asked_and_the_same_every_time() -> None:
    sound = tone()
    noisy = add_noise(sound, 20, seed=3)
    noise = Sound(noisy.samples - sound.samples, RATE)
    assert loudness(sound) - loudness(noise) == pytest.approx(20, abs=0.5)
    assert (noisy.samples == add_noise(sound, 20, seed=3).samples).all()
    assert (noisy.samples != add_noise(sound, 20, seed=4).samples).any()


@pytest.mark.parametrize(
    ("frequency", "passes"), [(100, False), (1_000, True), (3_000, True), (6_000, False)]
)
def test_a_telephone_carries_its_band_only(frequency: float, passes: bool) -> None:
    lost = rms_level(tone(frequency)) - rms_level(telephone(tone(frequency)))
    assert (lost < 1.5) is passes
    assert passes or lost > 20


def test_sixteen_bits_survive_a_file() -> None:
    sound = quantize(add_noise(tone(), 10, 1))
    assert np.array_equal(read_sound(write_sound(sound, ".flac")).samples, sound.samples)


@pytest.mark.parametrize("factor", [0.3, 0.75, 1.5, 3.0])
def test_faster_and_slower(factor: float) -> None:
    kept, moved = change_tempo(tone(), factor), change_rate(tone(), factor)
    assert kept.seconds == pytest.approx(1 / factor, rel=0.01)
    assert moved.seconds == pytest.approx(1 / factor, rel=0.01)
    assert max(find_tones(kept), key=lambda each: each.end - each.start).frequencies[0] == pytest.approx(
        1_000, rel=0.02
    )
    assert find_tones(moved)[0].frequencies[0] == pytest.approx(1_000 * factor, rel=0.01)


def test_silence_stays_silent() -> None:
    assert not change_tempo(silence(1, RATE), 1.3).samples.any()
    assert not add_noise(silence(0.5, RATE), 60, 1).samples.round(4).any()
