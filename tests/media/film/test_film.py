"""Films as frames and sound."""

from __future__ import annotations

import numpy as np
import pytest

from m3bench.media import BrokenMedia, Sound, change_tempo, write_sound
from m3bench.media.film import (
    MOST_PIXELS,
    Film,
    FilmTooLarge,
    Pixels,
    find_cuts,
    fit_sound,
    frame_similarity,
    mix_sounds,
    shrunk,
    write_film,
)

SIZE = (48, 64, 3)


def numbered(count: int) -> list[Pixels]:
    """Frames whose brightness says their number."""
    return [np.full(SIZE, 20 + number * 7 % 220, np.uint8) for number in range(count)]


def brightness(pixels: Pixels) -> int:
    return round((float(pixels.mean()) - 20) / 7)


def clicks(seconds: float, *moments: float, rate: int = 24_000) -> Sound:
    samples = np.zeros((round(seconds * rate), 1), np.float32)
    for moment in moments:
        start = round(moment * rate)
        samples[start : start + rate // 20, 0] = np.sin(np.arange(rate // 20) * 0.5) * 0.8
    return Sound(samples, rate)


@pytest.fixture(scope="module")
def film() -> Film:
    return Film(write_film(numbered(30), 10, clicks(3, 1, 2)))


def test_a_film_is_described(film: Film) -> None:
    info = film.info
    assert (info.seconds, info.width, info.height, info.fps, info.frames) == (3.0, 64, 48, 10.0, 30)
    assert (info.video_codec, info.audio_codec, info.audio_rate, info.channels) == ("h264", "aac", 24_000, 1)
    assert film.keyframes[:2] == [0.0, 2.0]
    assert Film(write_film(numbered(2), 10)).info.audio_codec is None


def test_the_bytes_are_repeatable(film: Film) -> None:
    assert write_film(numbered(30), 10, clicks(3, 1, 2)) == film.data
    assert write_film(numbered(30), 10, clicks(3, 1.1, 2)) != film.data


@pytest.mark.parametrize(
    ("seconds", "number"),
    [(0, 0), (0.05, 0), (0.0999, 0), (0.1, 1), (1.95, 19), (2.0, 20), (2.31, 23), (9, 29)],
)
def test_a_frame_is_the_one_shown_at_the_time(film: Film, seconds: float, number: int) -> None:
    (frame,) = film.frames_at([seconds])
    assert brightness(frame.pixels) == number
    assert frame.seconds == pytest.approx(number / 10)


def test_frames_come_in_the_order_asked_for(film: Film) -> None:
    shown = film.frames_at([2.5, 0.3, 2.5, 1.1])
    assert [brightness(frame.pixels) for frame in shown] == [25, 3, 25, 11]


def test_parts_are_exact(film: Film) -> None:
    assert [brightness(frame.pixels) for frame in film.frames(1.2, 1.5)] == [12, 13, 14]
    assert len(list(film.frames())) == 30


def test_sound_stays_in_step(film: Film) -> None:
    heard = film.sound
    assert heard is not None
    loud = np.abs(heard.mono) > 0.2
    assert np.argmax(loud) / heard.rate == pytest.approx(1.0, abs=0.03)
    later = np.argmax(loud[int(1.5 * heard.rate) :]) / heard.rate + 1.5
    assert later == pytest.approx(2.0, abs=0.03)


def test_short_sound_is_filled_up_and_long_sound_cut() -> None:
    for seconds in (0.4, 5):
        heard = Film(write_film(numbered(20), 10, clicks(seconds))).sound
        assert heard is not None
        assert heard.seconds == pytest.approx(2.0, abs=0.1)


@pytest.mark.parametrize(
    "data", [b"", b"ftypmp42", b"no film" * 90, b"ffconcat version 1.0\nfile secret.mp4\n"], ids=range(4)
)
def test_what_is_no_film_is_named(data: bytes) -> None:
    with pytest.raises(BrokenMedia):
        Film(data)


def test_a_sound_is_no_film() -> None:
    with pytest.raises(BrokenMedia, match="no video track"):
        Film(write_sound(clicks(0.2), ".m4a"))


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_a_cut_off_film_is_refused_or_read_in_part(film: Film, share: float) -> None:
    try:
        short = Film(film.data[: int(len(film.data) * share)])
        assert len(list(short.frames())) <= 30
    except BrokenMedia:
        pass


@pytest.mark.slow
def test_damaged_bytes_give_frames_or_a_refusal(film: Film) -> None:
    rng = np.random.default_rng(4)
    for _ in range(25):
        data = bytearray(film.data)
        for place in rng.integers(0, len(data), 12):
            data[place] = int(rng.integers(256))
        try:
            damaged = Film(bytes(data))
            list(damaged.frames())
            damaged.frames_at([0.5, 2.4])
        except BrokenMedia:
            continue


def test_large_films_are_refused() -> None:
    with pytest.raises(FilmTooLarge, match="1280 × 720"):
        write_film([np.zeros((730, 1290, 3), np.uint8)], 10)
    with pytest.raises(FilmTooLarge, match="longer than 120 s"):
        write_film((np.zeros((4, 4, 3), np.uint8) for _ in range(130)), 1)
    assert MOST_PIXELS > 480 * 270 * 10 * 90


@pytest.mark.parametrize("frames", [[], [np.zeros(SIZE, np.uint8), np.zeros((4, 4, 3), np.uint8)]])
def test_frames_must_exist_and_have_one_size(frames: list[Pixels]) -> None:
    with pytest.raises(BrokenMedia):
        write_film(frames, 10)


def test_odd_sizes_lose_their_last_row_and_column() -> None:
    info = Film(write_film([np.zeros((31, 45, 3), np.uint8)] * 3, 10)).info
    assert (info.width, info.height) == (44, 30)


def pattern(seed: int) -> Pixels:
    rough = np.random.default_rng(seed).integers(0, 255, (6, 8, 3), dtype=np.uint8)
    return np.kron(rough, np.ones((8, 8, 1), np.uint8))


def test_cuts_are_found_and_slow_changes_are_none() -> None:
    shots = [pattern(1)] * 10 + [pattern(2)] * 10 + [pattern(3)] * 5
    assert find_cuts(Film(write_film(shots, 10)).frames()) == [1.0, 2.0]
    fading = [
        (pattern(1) * (1 - step / 30) + pattern(2) * (step / 30)).astype(np.uint8) for step in range(30)
    ]
    assert find_cuts(Film(write_film(fading, 10)).frames()) == []


def test_similarity_survives_compression_and_another_size_but_not_another_shot() -> None:
    kept = (
        Film(write_film([pattern(1).repeat(2, axis=0).repeat(2, axis=1)] * 3, 10)).frames_at([0.1])[0].pixels
    )
    assert frame_similarity(shrunk(kept), shrunk(pattern(1))) > 0.9
    assert frame_similarity(shrunk(kept), shrunk(pattern(2))) < 0.5
    assert frame_similarity(shrunk(np.zeros(SIZE, np.uint8)), shrunk(pattern(2))) == 0


def test_sounds_are_resampled_mixed_and_sped_up() -> None:
    assert fit_sound(clicks(1, 0.2), 16_000).seconds == pytest.approx(1, abs=0.01)
    assert fit_sound(clicks(1), 24_000, 0.5, channels=2).samples.shape == (12_000, 2)
    mixed = mix_sounds(clicks(2, 0.2), clicks(1, 0.1, rate=16_000), 1.5)
    assert mixed.seconds == 2
    assert np.abs(mixed.mono[int(1.6 * 24_000) : int(1.64 * 24_000)]).max() > 0.5
    assert np.abs(mixed.mono[24_000:36_000]).max() == 0
    for factor in (0.3, 0.5, 1.5, 4):
        assert change_tempo(clicks(2, 0.2), factor).seconds == pytest.approx(2 / factor, abs=0.1)
