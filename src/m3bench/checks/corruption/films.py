"""Corrupted films, their sound and their subtitles."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import with_file, without_file
from m3bench.checks.files import content, only_file
from m3bench.checks.films import (
    PICTURES,
    FilmCaptions,
    FilmCuts,
    FilmDuration,
    FilmFrame,
    FilmSound,
    FilmStill,
    FilmSubtitles,
)
from m3bench.checks.pictures import read_picture
from m3bench.media import Sound
from m3bench.media.film import Film, Pixels, Subtitle, read_subtitles, write_film, write_subtitles

Corruptions = list[tuple[str, Evidence]]
_RATE = 24_000


def _remade(evidence: Evidence, path: str, edit: Callable[[list[Pixels]], list[Pixels]]) -> bytes:
    """Return the film with other frames and the same sound."""
    film = Film(content(evidence.workspace, path))
    return write_film(edit([frame.pixels for frame in film.frames()]), film.rate, film.sound)


def _damaged(path: str, evidence: Evidence, scratch: Path) -> Corruptions:
    return [
        ("no such file", without_file(evidence, path, scratch)),
        ("not a film", with_file(evidence, path, b"no film at all", scratch)),
    ]


def _duration(check: FilmDuration, evidence: Evidence, scratch: Path) -> Corruptions:
    long = _remade(evidence, check.path, lambda frames: [*frames, *frames])
    found = [
        *_damaged(check.path, evidence, scratch),
        ("twice as long", with_file(evidence, check.path, long, scratch)),
    ]
    if check.size is not None:
        small = _remade(evidence, check.path, lambda frames: [frame[::2, ::2] for frame in frames])
        found.append(("another size", with_file(evidence, check.path, small, scratch)))
    return found


def _frame(check: FilmFrame, evidence: Evidence, scratch: Path) -> Corruptions:
    if check.path.lower().endswith(PICTURES):
        return _frame_in_a_picture(check, evidence, scratch)
    blank = _remade(evidence, check.path, lambda frames: [np.zeros_like(frame) for frame in frames])
    turned = _remade(evidence, check.path, lambda frames: [255 - frame[::-1, ::-1] for frame in frames])
    return [
        *_damaged(check.path, evidence, scratch),
        ("a black film", with_file(evidence, check.path, blank, scratch)),
        ("other pictures", with_file(evidence, check.path, turned, scratch)),
    ]


def _frame_in_a_picture(check: FilmFrame, evidence: Evidence, scratch: Path) -> Corruptions:
    """Return corruptions of a picture. They are written as PNG, which readers know by the content."""
    pixels = read_picture(content(evidence.workspace, check.path), check.path)
    others = {"a black picture": np.zeros_like(pixels), "another picture": 255 - pixels[::-1, ::-1]}
    found = _damaged(check.path, evidence, scratch)
    for words, other in others.items():
        found.append((words, with_file(evidence, check.path, _png(other), scratch)))
    return found


def _cuts(check: FilmCuts, evidence: Evidence, scratch: Path) -> Corruptions:
    def late(frames: list[Pixels]) -> list[Pixels]:
        """Another shot begins in the last fifth of the film."""
        place = len(frames) * 4 // 5
        return frames[:place] + [255 - frame for frame in frames[place:]]

    found = [
        *_damaged(check.path, evidence, scratch),
        ("another cut", with_file(evidence, check.path, _remade(evidence, check.path, late), scratch)),
    ]
    if check.times:
        one = _remade(evidence, check.path, lambda frames: [frames[0]] * len(frames))
        found.append(("a single shot", with_file(evidence, check.path, one, scratch)))
    return found


def _captions(check: FilmCaptions, evidence: Evidence, scratch: Path) -> Corruptions:
    plain = content(evidence.workspace, check.source)
    film = Film(content(evidence.workspace, check.path))
    middle = sum(check.spans[0]) / 2

    def always(frames: list[Pixels]) -> list[Pixels]:
        """The first caption stays for the whole film."""
        rows = check.rows(len(frames[0]))
        words = frames[film.number_at(middle)][rows]
        return [np.concatenate([frame[: rows.start], words, frame[rows.stop :]]) for frame in frames]

    return [
        *_damaged(check.path, evidence, scratch),
        ("no captions", with_file(evidence, check.path, plain, scratch)),
        (
            "one caption all the time",
            with_file(evidence, check.path, _remade(evidence, check.path, always), scratch),
        ),
    ]


def _subtitles(check: FilmSubtitles, evidence: Evidence, scratch: Path) -> Corruptions:
    lines = read_subtitles(content(evidence.workspace, check.path).decode("utf-8-sig", "replace"))
    by = 2 * check.tolerance + 1
    late = [Subtitle(line.start + by, line.end + by, line.text) for line in lines]
    other = [Subtitle(line.start, line.end, "something else was said here") for line in lines]
    dump = [Subtitle(lines[0].start, lines[-1].end + by, "\n".join(line.text for line in lines))]
    changed = {
        "late subtitles": late,
        "other words": other,
        "everything at once": dump,
        "one too few": lines[1:],
    }
    return [
        ("no such file", without_file(evidence, check.path, scratch)),
        *(
            (words, with_file(evidence, check.path, write_subtitles(subtitles).encode(), scratch))
            for words, subtitles in changed.items()
        ),
    ]


def _sound(check: FilmSound, evidence: Evidence, scratch: Path) -> Corruptions:
    film = Film(content(evidence.workspace, check.path))
    frames = [frame.pixels for frame in film.frames()]
    noise = np.random.default_rng(1).uniform(-0.5, 0.5, (round(film.info.seconds * _RATE), 1))
    loud = write_film(frames, film.rate, Sound(noise.astype(np.float32), _RATE))
    found = _damaged(check.path, evidence, scratch)
    if check.present:
        found.append(("no sound", with_file(evidence, check.path, write_film(frames, film.rate), scratch)))
    if check.source or not check.present:
        found.append(("noise", with_file(evidence, check.path, loud, scratch)))
    return found


def _still(check: FilmStill, evidence: Evidence, scratch: Path) -> Corruptions:
    path = only_file(evidence, check.path)
    still = read_picture(content(evidence.workspace, path), path)
    high, wide = still.shape[:2]
    marked = np.array(still)
    marked[: max(12, high // 8), : max(12, wide // 8)] ^= 0x80
    wrong = {"mirrored": still[:, ::-1], "a corner differs": marked, "a part": still[high // 4 :, :]}
    return [
        ("no such file", without_file(evidence, path, scratch)),
        ("not a picture", with_file(evidence, path, b"no picture at all", scratch)),
        *((words, with_file(evidence, path, _png(pixels), scratch)) for words, pixels in wrong.items()),
    ]


def _png(pixels: Pixels) -> bytes:
    written = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(written, "PNG")
    return written.getvalue()


FILM_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {
    FilmDuration: _duration,
    FilmFrame: _frame,
    FilmCuts: _cuts,
    FilmCaptions: _captions,
    FilmSubtitles: _subtitles,
    FilmSound: _sound,
    FilmStill: _still,
}
