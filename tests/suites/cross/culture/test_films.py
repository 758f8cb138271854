"""Reading lists of films."""

from __future__ import annotations

import pytest

from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.cross.culture.movie_recommender import Listed, films, own_record

TEXT = (
    "Title: Notorious (1946)\nPlot: A drama/thriller film from United States, directed by Alfred Hitchcock, "
    "with Cary Grant, first shown in 1946.\n\n"
    "Title: Notorious (2009)\nPlot: A biography film from United States, directed by Ann Lee and Bo Fry, "
    "first shown in 2009.\n\nTitle: Alone (1930)\nPlot: An action film, first shown in 1930."
)


def heard(text: str) -> CallResult:
    return CallResult(0, "Movie Recommender/get_movies", Result((Text(text),)))


def test_films_are_read() -> None:
    old, new, alone = films(heard(TEXT))
    assert old == Listed("Notorious", 1946, "drama", ("Alfred Hitchcock",))
    assert new == Listed("Notorious", 2009, "biography", ("Ann Lee", "Bo Fry"))
    assert alone == Listed("Alone", 1930, "action", ())
    with pytest.raises(PlanError, match="no films"):
        films(heard("Nothing."))


def test_the_record_of_a_film_has_its_title_and_directors() -> None:
    listed = Listed("Notorious", 1942, "drama", ("Alfred Hitchcock",))
    assert own_record(heard(TEXT), listed).year == 1946
    with pytest.raises(PlanError, match="0 films are called Notorious"):
        own_record(heard(TEXT), Listed("Notorious", 1942, "drama", ("Another",)))
    with pytest.raises(PlanError, match="2 films are called Notorious"):
        own_record(heard(f"{TEXT}\n\n{TEXT}"), listed)
