"""The server `Movie Recommender`."""

from __future__ import annotations

import re

import pytest

from m3bench_world import World
from m3bench_world.servers.mcp_bench.movie_recommender.tools import as_listed
from tests.servers.asking import Asking, InProcess

SERVER = "Movie Recommender"
_YEAR = re.compile(r"Title: (.+) \((\d{4})\)\nPlot: .+ first shown in (\d{4})")
_FILM = re.compile(r"Title: (.+) \(\d{4}\)\nPlot: (.+)")


def films(text: str) -> list[tuple[str, str]]:
    return _FILM.findall(text)


@pytest.fixture(scope="module")
def tmdb(tmp_path_factory: pytest.TempPathFactory) -> InProcess:
    return InProcess("tmdb", tmp_path_factory.mktemp("tmdb"), World())


def test_titles_and_plots_are_those_of_tmdb(ask: Asking, tmdb: InProcess) -> None:
    for keyword in ("Inception", "star wars", "moon"):
        there = tmdb("search_movies", query=keyword).data["results"][:3]
        assert films(ask("get_movies", keyword=keyword).text) == [
            (film["title"], film["overview"]) for film in there
        ]


def test_films_like_one_are_its_recommendations(ask: Asking, tmdb: InProcess) -> None:
    number = tmdb("search_movies", query="Inception").data["results"][0]["id"]
    there = tmdb("get_recommendations", movie_id=number).data["results"][:3]
    here = films(ask("get_movies", keyword="movies like Inception").text)
    assert [title for title, _ in here] == [film["title"] for film in there]


def test_a_genre_gives_its_best_known_films(ask: Asking, tmdb: InProcess) -> None:
    there = tmdb("discover_movies", with_genres="Sci-Fi", sort_by="vote_count.desc").data["results"][:3]
    here = films(ask("get_movies", keyword="science fiction upcoming week").text)
    assert [title for title, _ in here] == [film["title"] for film in there]


def test_a_theme_is_searched_by_its_telling_word(ask: Asking) -> None:
    assert ask("get_movies", keyword="space exploration").text == ask("get_movies", keyword="space").text


def test_a_title_that_begins_with_like_is_a_title(ask: Asking) -> None:
    assert (
        films(ask("get_movies", keyword="Like Water for Chocolate").text)[0][0] == "Like Water for Chocolate"
    )


def test_what_matches_nothing_is_refused_with_advice(ask: Asking) -> None:
    heard = ask("get_movies", keyword="Incepton")
    assert heard.is_error
    assert "Did you mean: Inception" in heard.text
    assert ask("get_movies", keyword="steampunkish").is_error
    assert ask("get_movies", keyword="").is_error


def test_lists_of_similar_films_have_some_years_wrong(ask: Asking) -> None:
    listed: dict[str, int] = {}
    for title in ("Inception", "Jaws", "Alien", "Casablanca", "Titanic", "Gladiator"):
        found = _YEAR.findall(ask("get_movies", keyword=f"movies like {title}").text)
        assert all(year == plot for _, year, plot in found)
        listed |= {name: int(year) for name, year, _ in found}
    right = {
        name: [
            int(year)
            for other, year, _ in _YEAR.findall(ask("get_movies", keyword=name).text)
            if other == name
        ]
        for name in listed
    }
    off = [min(abs(year - listed[name]) for year in years) for name, years in right.items() if years]
    assert {*off} > {0}
    assert off.count(0) > len(off) / 2
    assert max(off) <= 4


def test_without_an_erratum_the_year_is_that_of_the_film(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    monkeypatch.setattr(world.errata, "has", lambda source, thing: False)
    film = world.films.top(1)[0]
    assert as_listed(world, film) == film
    monkeypatch.setattr(world.errata, "has", lambda source, thing: True)
    assert as_listed(world, film).year != film.year
