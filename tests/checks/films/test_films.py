"""The checks of films: what is right passes, and what nearly is fails."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from m3bench.checks import (
    Check,
    Evidence,
    FilmCaptions,
    FilmCuts,
    FilmDuration,
    FilmFrame,
    FilmSound,
    FilmStill,
    FilmSubtitles,
    SpokenLine,
    read_checks,
)
from m3bench.checks.films.sounds import _correlation
from m3bench.core import FormatError
from m3bench.media import Sound
from m3bench.media.film import Film, Subtitle, write_film, write_subtitles
from tests.checks.films.outcomes import FPS, LINES, SPANS, captioned, fill_films, melody, shot, subtitle_text
from tests.checks.outcomes import evidence_of


@pytest.fixture
def done(tmp_path: Path) -> Evidence:
    return evidence_of(tmp_path, before=fill_films(tmp_path))


def passes(check: Check, evidence: Evidence) -> bool:
    return check.evaluate(evidence).passed


def test_a_given_film_is_not_a_made_one(done: Evidence) -> None:
    for check in (
        FilmDuration("data/given.mp4", 4),
        FilmSound("data/given.mp4"),
        FilmCuts("data/given.mp4", (2.0,)),
    ):
        verdict = check.evaluate(done)
        assert not verdict.passed
        assert "as it was given" in verdict.reason


def test_a_still_is_recognized_in_another_size_but_not_from_another_time(done: Evidence) -> None:
    still = Image.open(done.workspace / "data/still.bmp")
    still.resize((320, 180)).save(done.workspace / "large.jpg", quality=85)
    assert passes(FilmStill("large.jpg", "data/given.mp4", 2.0, 2.6), done)
    assert not passes(FilmStill("large.jpg", "data/given.mp4", 0.0, 1.8), done)
    assert not passes(FilmStill("large.jpg", "data/given.mp4", 50.0, 60.0), done)
    pixels = np.array(still)
    pixels[40:55, 40:52] = 255
    Image.fromarray(pixels).save(done.workspace / "marked.png")
    assert not passes(FilmStill("marked.png", "data/given.mp4", 0.0, 4.0), done)


def test_length_and_size(done: Evidence) -> None:
    assert passes(FilmDuration("data/captioned.mp4", 4.2), done)
    assert not passes(FilmDuration("data/captioned.mp4", 4.3), done)
    assert not passes(FilmDuration("data/captioned.mp4", 4, size=(90, 160)), done)


def test_a_frame_is_recognized_in_another_size_but_not_in_another_shot(done: Evidence) -> None:
    Image.fromarray(shot(1)).resize((320, 180)).save(done.workspace / "first.png")
    assert passes(FilmFrame("data/captioned.mp4", 1.9, "first.png"), done)
    assert not passes(FilmFrame("data/captioned.mp4", 2.0, "first.png"), done)
    assert not passes(FilmFrame("data/captioned.mp4", 9.0, "first.png"), done)


def test_a_still_is_compared_with_a_part_of_a_frame(done: Evidence) -> None:
    box = (30, 10, 110, 80)
    Image.fromarray(shot(1)).crop(box).save(done.workspace / "still.png")
    check = FilmFrame("still.png", source="data/given.mp4", source_at=1.0, box=box, similarity=0.95)
    assert passes(check, done)
    for other in ((0, 0, 80, 70), (60, 20, 140, 90)):
        assert not passes(FilmFrame("still.png", source="data/given.mp4", source_at=1.0, box=other), done)
    assert not passes(FilmFrame("still.png", source="data/given.mp4", source_at=3.0, box=box), done)
    assert not passes(FilmFrame("missing.png", source="data/given.mp4"), done)


def test_captions_may_have_to_be_at_the_top(done: Evidence) -> None:
    top = FilmCaptions("data/captioned.mp4", "data/given.mp4", SPANS, from_height=0, until_height=0.3)
    assert not passes(top, done)
    given = (done.workspace / "data/given.mp4").read_bytes()
    (done.workspace / "data/captioned.mp4").write_bytes(captioned(given, place="top"))
    assert passes(top, done)
    assert not passes(FilmCaptions("data/captioned.mp4", "data/given.mp4", SPANS), done)


def test_cuts_are_neither_too_few_nor_too_many(done: Evidence) -> None:
    for times in ((), (1.5,), (1.0, 2.0), (2.0, 3.0)):
        assert not passes(FilmCuts("data/captioned.mp4", times), done)


@pytest.mark.slow
def test_captions_at_other_times_fail(done: Evidence) -> None:
    check = FilmCaptions("data/captioned.mp4", "data/given.mp4", SPANS)
    assert passes(check, done)
    given = (done.workspace / "data/given.mp4").read_bytes()
    late = tuple(SpokenLine(line.start + 0.6, line.end + 0.6, line.text) for line in LINES)
    for lines in (late, LINES[:1]):
        (done.workspace / "data/captioned.mp4").write_bytes(captioned(given, lines))
        assert not passes(check, done)


def test_text_at_the_bottom_is_none_at_the_top(done: Evidence) -> None:
    path, given = "data/captioned.mp4", "data/given.mp4"
    assert passes(FilmCaptions(path, given, SPANS, until_height=1.0), done)
    assert not passes(FilmCaptions(path, given, SPANS, from_height=0.0, until_height=0.4), done)
    titled = done.workspace / path
    titled.write_bytes(captioned((done.workspace / given).read_bytes(), place="top"))
    assert passes(FilmCaptions(path, given, SPANS, from_height=0.0, until_height=0.4), done)
    assert not passes(FilmCaptions(path, given, SPANS), done)
    with pytest.raises(ValueError, match="until_height"):
        FilmCaptions(path, given, SPANS, from_height=0.6, until_height=0.6)


@pytest.mark.slow
def test_another_film_with_captions_fails(done: Evidence) -> None:
    other = write_film([shot(7)] * 20, FPS, melody(4))
    (done.workspace / "data/captioned.mp4").write_bytes(captioned(other))
    assert not passes(FilmCaptions("data/captioned.mp4", "data/given.mp4", SPANS), done)


def words(*subtitles: Subtitle) -> bytes:
    return write_subtitles(subtitles).encode()


@pytest.mark.parametrize(
    ("data", "passed"),
    [
        (subtitle_text().encode("utf-8-sig"), True),
        (subtitle_text().upper().encode(), True),
        (
            words(
                Subtitle(0.5, 1, "The light"),
                Subtitle(1, 1.5, "turns red"),
                Subtitle(2.2, 3.4, LINES[1].text),
            ),
            True,
        ),
        (words(Subtitle(0, 4, " ".join(line.text for line in LINES))), False),
        (words(*(Subtitle(0, 4, line.text) for line in LINES)), False),
        (words(Subtitle(0.5, 1.5, LINES[1].text), Subtitle(2.2, 3.4, LINES[0].text)), False),
        (
            words(
                *(Subtitle(line.start, line.end, line.text) for line in LINES), Subtitle(20, 22, "Subscribe!")
            ),
            False,
        ),
        (b"The light turns red. Now it shows an error code.", False),
        (b"\xff\xfe\0", False),
    ],
)
def test_subtitles_are_in_step(data: bytes, passed: bool, done: Evidence) -> None:
    (done.workspace / "data/captioned.srt").write_bytes(data)
    assert passes(FilmSubtitles("data/captioned.srt", LINES), done) is passed


def test_sound_is_that_of_the_source_at_the_time(done: Evidence) -> None:
    film = Film((done.workspace / "data/given.mp4").read_bytes())
    frames = [frame.pixels for frame in film.frames()]
    part = melody(4).samples[24_000:]
    samples = np.concatenate([np.zeros((12_000, 1), np.float32), 0.3 * part])
    (done.workspace / "made.mp4").write_bytes(write_film(frames, FPS, Sound(samples, 24_000)))
    assert passes(FilmSound("made.mp4", source="data/given.mp4", source_start=1, at=0.5), done)
    assert not passes(FilmSound("made.mp4", source="data/given.mp4", source_start=1, at=1.5), done)
    assert not passes(FilmSound("made.mp4", source="data/given.mp4"), done)
    assert not passes(FilmSound("made.mp4", present=False), done)
    quiet = Sound(np.zeros_like(samples), 24_000)
    (done.workspace / "made.mp4").write_bytes(write_film(frames, FPS, quiet))
    assert not passes(FilmSound("made.mp4"), done)
    assert passes(FilmSound("made.mp4", present=False), done)


def test_sound_that_ends_before_the_time_is_not_that_of_the_source() -> None:
    """Players pad such a track with silence, and so does `write_film`; broken films have it as it is."""
    wanted = melody(1).samples[:, 0]
    assert _correlation(wanted, wanted, 0) > 0.99
    assert _correlation(wanted[:800], wanted, 40_000) == 0


def test_a_changed_source_decides_nothing(done: Evidence) -> None:
    (done.workspace / "data/given.mp4").write_bytes((done.workspace / "data/captioned.mp4").read_bytes())
    verdict = FilmFrame("data/captioned.mp4", 1, "data/given.mp4", 1).evaluate(done)
    assert not verdict.passed
    assert "was changed" in verdict.reason


@pytest.mark.parametrize(
    "raw",
    [
        {"check": "film_duration", "path": "../a.mp4", "seconds": 3},
        {"check": "film_duration", "path": "a.mp4", "seconds": 0},
        {"check": "film_duration", "path": "a.mp4", "seconds": 500},
        {"check": "film_frame", "path": "a.mp4", "at": 1},
        {"check": "film_frame", "path": "a.mp4", "at": 1, "miniature": "00"},
        {"check": "film_frame", "path": "a.mp4", "at": 1, "source": "b.mp4", "similarity": 0},
        {"check": "film_cuts", "path": "a.mp4", "times": [2, 1]},
        {"check": "film_captions", "path": "a.mp4", "source": "b.mp4", "spans": []},
        {"check": "film_captions", "path": "a.mp4", "source": "b.mp4", "spans": [[1, 1.1]]},
        {"check": "film_subtitles", "path": "a.srt", "lines": []},
        {"check": "film_subtitles", "path": "a.srt", "lines": [{"start": 2, "end": 1, "text": "a"}]},
        {"check": "film_sound", "path": "a.mp4", "present": False, "source": "b.mp4"},
        {"check": "film_sound", "path": "a.mp4", "source": "b.mp4", "source_start": 2, "source_end": 1},
    ],
)
def test_what_cannot_be_right_is_refused(raw: dict[str, object]) -> None:
    with pytest.raises(FormatError):
        read_checks([raw], "task t")
