"""Films, series and people, and that they agree with each other."""

from __future__ import annotations

from m3bench.servers import load
from tests.servers.asking import Asking

SERVER = "tmdb"
INCEPTION = 1375666


def test_search_gives_the_film_and_its_id(ask: Asking) -> None:
    heard = ask("search_movies", query="Inception", year=2010)
    (film,) = heard.data["results"]
    assert (film["id"], film["title"], film["release_date"][:4]) == (INCEPTION, "Inception", "2010")
    assert heard.sources == {"wikidata-films": "real", "ratings": "invented"}


def test_details_agree_with_search_and_credits(ask: Asking) -> None:
    details = ask("get_movie_details", movie_id=INCEPTION).data
    result = ask("search_movies", query="Inception").data["results"][0]
    assert all(details[name] == result[name] for name in result)
    assert details["imdb_id"] == "tt1375666"
    named = ask("get_movie_credits", movie_id=INCEPTION).data
    assert [person["name"] for person in named["cast"]] == details["cast"]
    directors = [person["name"] for person in named["crew"] if person["job"] == "Director"]
    assert directors == details["directors"] == ["Christopher Nolan"]


def test_people_of_the_credits_can_be_looked_up(ask: Asking) -> None:
    director = ask("get_movie_credits", movie_id=INCEPTION).data["crew"][0]
    details = ask("get_person_details", person_id=director["id"]).data
    assert details["name"] == director["name"]
    assert INCEPTION in [film["id"] for film in details["films"]["Directing"]]
    results = ask("search_people", query="christopher nolan").data["results"]
    assert results[0]["id"] == director["id"]
    assert results[0]["credits"]["Directing"] == details["credits"]["Directing"]


def test_discovery_keeps_to_its_filters(ask: Asking) -> None:
    page = ask(
        "discover_movies", with_genres="Crime,35", with_original_language="fr", min_year=1990, max_year=2005,
        min_rating=6, sort_by="release_date.asc",
    ).data  # fmt: skip
    years = [film["release_date"][:4] for film in page["results"]]
    assert years == sorted(years)
    assert all("1990" <= year <= "2005" for year in years)
    assert all({"Crime", "Comedy"} <= set(film["genres"]) for film in page["results"])
    assert all(film["vote_average"] >= 6 for film in page["results"])


def test_pages_follow_each_other(ask: Asking) -> None:
    first = ask("discover_movies", with_genres="Western", sort_by="vote_count.desc").data
    second = ask("discover_movies", with_genres="Western", sort_by="vote_count.desc", page=2).data
    votes = [film["vote_count"] for page in (first, second) for film in page["results"]]
    assert len(first["results"]) == 20
    assert votes == sorted(votes, reverse=True)
    assert "pages" in ask("discover_movies", with_genres="Western", page=first["total_pages"] + 1).text


def test_recommendations_leave_out_the_film_itself(ask: Asking) -> None:
    results = ask("get_recommendations", movie_id=INCEPTION).data["results"]
    assert INCEPTION not in [film["id"] for film in results]
    ours = set(ask("get_movie_details", movie_id=INCEPTION).data["genres"])
    assert all(ours & set(film["genres"]) for film in results)


def test_trends(ask: Asking) -> None:
    films = ask("get_trending").data["results"]
    assert {item["media_type"] for item in films} == {"movie"}
    mixed = ask("get_trending", media_type="all", time_window="week").data
    assert mixed["total_results"] == 200
    popularity = [item["popularity"] for item in mixed["results"]]
    assert popularity == sorted(popularity, reverse=True)


def test_series_agree_in_search_details_and_credits(ask: Asking) -> None:
    series = ask("search_tv_shows", query="bridge").data["results"][0]
    assert "Bridge" in series["name"]
    details = ask("get_tv_details", tv_id=series["id"]).data
    assert details["name"] == series["name"]
    assert details["number_of_episodes"] == sum(season["episode_count"] for season in details["seasons"])
    named = ask("get_tv_credits", tv_id=series["id"])
    assert len({person["id"] for person in named.data["cast"]}) == len(named.data["cast"]) >= 4
    assert named.sources == {"ratings": "invented"}


def test_series_are_discovered_and_recommended(ask: Asking) -> None:
    data = ask("discover_tv_shows", with_genres="Drama|Crime", min_rating=7, sort_by="vote_average.desc").data
    ratings = [series["vote_average"] for series in data["results"]]
    assert ratings == sorted(ratings, reverse=True)
    assert min(ratings) >= 7
    alike = ask("get_tv_recommendations", tv_id=data["results"][0]["id"]).data["results"]
    assert set(alike[0]["genres"]) & set(data["results"][0]["genres"])


def test_what_does_not_exist_is_told_with_near_misses(ask: Asking) -> None:
    heard = ask("search_movies", query="Incepton")
    assert heard.is_error
    assert "Not found" in heard.text
    assert "Inception" in heard.text
    assert "search_movies" in ask("get_movie_details", movie_id=9).text
    assert "Drama (18)" in ask("discover_movies", with_genres="Cooking").text
    assert "popularity.desc" in ask("discover_tv_shows", sort_by="size").text


def test_these_are_all_tools() -> None:
    assert len(load(SERVER).tools) == 13
