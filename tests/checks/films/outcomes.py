"""Films that pass their checks."""

from __future__ import annotations

import hashlib
import io
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image

from m3bench.checks import (
    Check,
    FilmCaptions,
    FilmCuts,
    FilmDuration,
    FilmFrame,
    FilmSound,
    FilmStill,
    FilmSubtitles,
    SpokenLine,
    film_miniature,
)
from m3bench.media import Sound
from m3bench.media.film import Film, Pixels, Place, Subtitle, draw_text, write_film, write_subtitles

SIZE = (160, 90)
FPS = 5
STILL_BOX = (20, 10, 100, 80)
LINES = (SpokenLine(0.5, 1.5, "The light turns red."), SpokenLine(2.2, 3.4, "Now it shows an error code."))
SPANS = tuple((line.start, line.end) for line in LINES)


def shot(seed: int) -> Pixels:
    rough = np.random.default_rng(seed).integers(40, 200, (5, 8, 3), dtype=np.uint8)
    return np.asarray(Image.fromarray(rough).resize(SIZE, Image.Resampling.BICUBIC))


def melody(seconds: float, seed: int = 0, rate: int = 24_000) -> Sound:
    """Tones that are nowhere the same."""
    pitches = np.random.default_rng(seed).uniform(200, 900, round(seconds * 4) + 1)
    phase = np.cumsum(np.repeat(pitches, rate // 4)[: round(seconds * rate)]) * 2 * np.pi / rate
    return Sound((0.4 * np.sin(phase))[:, None].astype(np.float32), rate)


def given_film() -> bytes:
    return write_film([shot(1)] * 10 + [shot(2)] * 10, FPS, melody(4))


def captioned(film: bytes, lines: tuple[SpokenLine, ...] = LINES, place: Place = "bottom") -> bytes:
    frames = []
    given = Film(film)
    for seconds, pixels in given.frames():
        picture = Image.fromarray(pixels)
        for line in lines:
            if line.start <= seconds < line.end:
                letters = draw_text(SIZE, line.text, place, height=0.12)
                picture.paste(letters, (0, 0), letters)
        frames.append(np.asarray(picture))
    return write_film(frames, FPS, given.sound)


def still(film: bytes, seconds: float) -> bytes:
    (frame,) = Film(film).frames_at([seconds])
    written = io.BytesIO()
    Image.fromarray(frame.pixels).save(written, "BMP")
    return written.getvalue()


def subtitle_text(lines: tuple[SpokenLine, ...] = LINES) -> str:
    return write_subtitles([Subtitle(line.start + 0.1, line.end, line.text) for line in lines])


def fill_films(folder: Path) -> dict[str, str]:
    """Write a given film and what was made of it; return the digest of what was given."""
    for name, data in _files().items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    return {"data/given.mp4": hashlib.sha256(_files()["data/given.mp4"]).hexdigest()}


@cache
def _files() -> dict[str, bytes]:
    given = given_film()
    return {
        "data/still.bmp": still(given, 2.4),
        "data/given.mp4": given,
        "data/captioned.mp4": captioned(given),
        "data/silent.mp4": write_film([shot(1)] * 5, FPS),
        "data/captioned.srt": subtitle_text().encode(),
        "data/still.webp": _still(),
    }


def _still() -> bytes:
    written = io.BytesIO()
    Image.fromarray(shot(2)).crop(STILL_BOX).save(written, "WEBP", lossless=True)
    return written.getvalue()


FILM_PASSING: tuple[Check, ...] = (
    FilmDuration("data/silent.mp4", 1.0, size=SIZE),
    FilmFrame("data/captioned.mp4", 3.6, "data/given.mp4", 3.0),
    FilmFrame("data/silent.mp4", 0.2, miniature=film_miniature(shot(1))),
    FilmFrame("data/still.webp", source="data/given.mp4", source_at=3.0, box=STILL_BOX),
    FilmCuts("data/captioned.mp4", (2.0,)),
    FilmCuts("data/silent.mp4", ()),
    FilmCaptions("data/captioned.mp4", "data/given.mp4", SPANS, tolerance=0.3),
    FilmSubtitles("data/captioned.srt", LINES),
    FilmSound("data/captioned.mp4", source="data/given.mp4", source_start=1.0, source_end=3.0, at=1.0),
    FilmSound("data/silent.mp4", present=False),
    FilmStill("data/still.bmp", "data/given.mp4", 2.0, 3.0),
)
