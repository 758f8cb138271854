"""Films of the world and their truth."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import pytest

from m3bench.media import Sound
from m3bench.media.film import Film
from m3bench_world import World
from m3bench_world.video import Event, FilmTruth, WorldFilm, film_kinds
from tests.conftest import REPOSITORY

SEED = 11
QUICK = ("app_recording", "device_fault")
SOME = [kind if kind in QUICK else pytest.param(kind, marks=pytest.mark.slow) for kind in film_kinds()]


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(REPOSITORY / "benchmarks"))
    import media_film

    return media_film


@pytest.fixture(scope="module")
def world() -> World:
    return World(SEED)


def spoken(text: str) -> Sound:
    """A voice that takes a quarter of a second for each word."""
    return Sound(np.full((6_000 * len(text.split()), 1), 0.2, np.float32), 24_000)


def test_the_kinds() -> None:
    assert len(film_kinds()) >= 7
    with pytest.raises(ValueError, match="no kind of film 'opera'"):
        World(SEED).video.film("opera", 1)


@pytest.mark.parametrize("kind", SOME)
def test_truth_is_complete_and_repeatable(kind: str, world: World) -> None:
    truth = world.video.film(kind, 1).truth
    assert 10 <= truth.seconds <= 90
    assert len(truth.shots) >= 2
    assert [shot.end for shot in truth.shots[:-1]] == list(truth.cuts)
    assert truth.shots[-1].end == truth.seconds
    assert truth.events
    assert truth.facts
    for event in truth.events:
        shot = truth.shot_at(event.start)
        assert shot.start < event.start <= event.end < shot.end
        assert 0 <= event.box[0] < event.box[2] <= truth.size[0]
    assert msgspec.json.decode(msgspec.json.encode(truth), type=FilmTruth) == truth
    assert World(SEED).video.film(kind, 1).truth == truth
    assert world.video.film(kind, 2).truth != truth
    assert World(SEED + 1).video.film(kind, 1).truth != truth


def test_things_are_seen_from_their_event_on(world: World) -> None:
    film = world.video.film("delivery", 1)
    (arrival,) = (event for event in film.truth.events if (event.thing, event.kind) == ("van", "enters"))
    before, during = film.visible_at(arrival.start - 0.1), film.visible_at(arrival.start)
    assert "van" not in {sighting.thing for sighting in before}
    assert "house" in {sighting.thing for sighting in before}
    there = {sighting.thing: sighting for sighting in film.visible_at(arrival.end)}["van"]
    assert there.visible > 0.9
    assert len(during) >= len(before)


def test_spoken_lines_follow_each_other_and_have_room(world: World) -> None:
    silent = world.video.film("product_clip", 1)
    film = world.video.film("product_clip", 1, spoken)
    lines = film.truth.spoken
    assert silent.truth.spoken == ()
    assert len(lines) == len(film.truth.shots)
    assert all(later.start >= earlier.end for earlier, later in pairwise(lines))
    assert lines[-1].end <= film.truth.seconds
    assert film.truth.events == silent.truth.events


@pytest.mark.slow
def test_films_are_kept_with_a_bound() -> None:
    video = World(SEED).video
    first = video.film("game", 0)
    assert video.film("game", 0) is first
    for number in range(1, 14):
        video.film("game", number)
    assert video.film("game", 0) is not first


@pytest.mark.slow
def test_the_file_shows_the_truth(benchmark: Any, world: World) -> None:
    film = world.video.film("app_recording", 3)
    assert benchmark.compare(film) == []
    event = film.truth.events[-1]
    early = msgspec.structs.replace(event, start=event.start - 0.5, end=event.end - 0.5)
    assert benchmark.compare(_Told(film, early))


class _Told:
    """A film with a truth that is wrong."""

    def __init__(self, film: WorldFilm, event: Event) -> None:
        self.data, self.frame_at, self.visible_at = film.data, film.frame_at, film.visible_at
        self.truth = msgspec.structs.replace(film.truth, events=(event,))


@pytest.mark.slow
@pytest.mark.parametrize("kind", film_kinds())
def test_every_kind_shows_its_truth_and_is_repeatable(kind: str, benchmark: Any, world: World) -> None:
    film = world.video.film(kind, 4)
    assert benchmark.compare(film) == []
    assert World(SEED).video.film(kind, 4).data == film.data
    loud = Film(world.video.film(kind, 4, spoken).data)
    lines = world.video.film(kind, 4, spoken).truth.spoken
    assert (loud.sound is not None) == bool(lines or film.truth.beeps)
