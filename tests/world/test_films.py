"""Films are Wikidata's; votes, series and trends come from the seed."""

from __future__ import annotations

from datetime import timedelta

from m3bench.worlds import DEFAULT_NOW
from m3bench_world import World


def test_a_film_is_found_by_its_title_and_by_its_id() -> None:
    films = World().films
    (inception,) = films.search("inception", 5)
    assert (inception.title, inception.year, inception.imdb) == ("Inception", 2010, "tt1375666")
    assert inception.directors == ("Christopher Nolan",)
    assert films.film(inception.id) == inception
    assert films.film(3) is None


def test_the_best_match_comes_first() -> None:
    titles = [film.title for film in World().films.search("The Godfather", 10)]
    assert titles[0] == "The Godfather"
    assert "The Godfather Part II" in titles


def test_words_around_a_title_do_not_hide_it() -> None:
    assert World().films.search("Ballerina John Wick", 1)[0].title == "John Wick"
    assert World().films.search("completely unknown thing of things", 5) == []


def test_films_like_a_film_share_its_people() -> None:
    films = World().films
    alike = films.like(films.search("Inception", 1)[0], 5)
    assert "Christopher Nolan" in alike[0].directors
    assert "Inception" not in [film.title for film in alike]


def test_a_person_has_the_films_that_name_them() -> None:
    films = World().films
    person = films.people.search("Agnès Varda", 1)[0]
    assert person.name == "Agnès Varda"
    assert films.people.person(person.id) == person
    directed = [films.film(film_id) for film_id in person.credits["Directing"]]
    assert directed
    assert all(film and "Agnès Varda" in film.directors for film in directed)


def test_another_seed_keeps_films_and_changes_votes_and_series() -> None:
    one, other = World(1).films, World(2).films
    assert one.search("Inception", 1)[0].cast == other.search("Inception", 1)[0].cast
    assert [film.rating for film in one.search("star", 20)] != [
        film.rating for film in other.search("star", 20)
    ]
    assert {series.title for series in one.series.all()} != {series.title for series in other.series.all()}


def test_trends_change_with_the_day_and_not_within_it() -> None:
    films = World().films
    assert films.trending("2025-11-05", 10) == World().films.trending("2025-11-05", 10)
    assert films.trending("2025-11-05", 10) != films.trending("2025-11-06", 10)


def test_no_series_is_aired_after_now() -> None:
    early = World(now=DEFAULT_NOW - timedelta(days=400))
    for series in early.films.series.all():
        assert series.first_aired <= series.last_aired <= early.now.date()
        assert len(series.seasons) >= 1
