"""Film guide: what is watched today, who made it, and what else there is to see."""

from __future__ import annotations

from m3bench.suites import Blueprint, PlanError
from m3bench_suites.builders.fields import named, names, number
from m3bench_suites.builders.verse.catalogs._shared.steps import UNGROUNDED, Apart, Steps, Value, ask, taken
from m3bench_suites.builders.verse.catalogs._shared.tasks import by_number, task
from m3bench_suites.builders.verse.catalogs._shared.wordings import film_guide as wordings
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily

_TRENDING, _DETAILS, _DISCOVER = "tmdb/get_trending", "tmdb/get_movie_details", "tmdb/discover_movies"
_PEOPLE, _PERSON, _LIKE = "tmdb/search_people", "tmdb/get_person_details", "tmdb/get_recommendations"
_GENRES = ("Comedy", "Crime", "Western", "Horror", "Romance", "War", "Adventure", "Thriller")
_LANGUAGES = {"French": "fr", "Italian": "it", "German": "de", "Japanese": "ja", "Spanish": "es"}
_DIRECTORS = (
    "Agnès Varda", "Akira Kurosawa", "Alfred Hitchcock", "Billy Wilder", "Federico Fellini", "Fritz Lang",
    "Ingmar Bergman", "Jean Renoir", "Howard Hawks", "Sidney Lumet", "Claude Chabrol", "François Truffaut",
    "Robert Altman", "Ridley Scott", "Jane Campion", "Werner Herzog", "Luis Buñuel", "Yasujirō Ozu",
)  # fmt: skip
_FEWEST_FILMS = 4
_DRAWS = 30


def _top_films(draw: TaskDraw) -> Blueprint:
    count = draw.whole(3, 5, "count")
    steps = Steps(
        calls=((ask(_TRENDING),),),
        values={
            "titles": Value(f"[0].results[0:{count}].title"),
            "votes": Value("[0].results[0].vote_count"),
            "rating": Value("[0].results[0].vote_average", grounds="[[0].results[0].vote_count]"),
        },
        answer="Today's films are {titles}. The first has {votes} votes, {rating} on average.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            names("titles", f"the titles of the {count} films, the most watched first", ordered=True),
            number("votes", "how many votes the first of them has"),
            number("rating", "the average vote of the first, 0 to 10"),
        ),
        wording=wordings.TOP_FILMS,
        words={"count": count},
        time_sensitive=True,
    )


def _discovered(draw: TaskDraw) -> Blueprint:
    genre, language, first = _well_stocked(draw)
    filters = {"with_genres": genre, "with_original_language": _LANGUAGES[language]}
    years = {"min_year": first, "max_year": first + 9}
    steps = Steps(
        calls=((ask(_DISCOVER, **filters, **years, sort_by="vote_count.desc"),),),
        values={
            "found": Value("[0].total_results", grounds=UNGROUNDED),
            "title": Value("[0].results[0].title"),
            "votes": Value("[0].results[0].vote_count"),
            "rating": Value("[0].results[0].vote_average", grounds="[[0].results[0].vote_count]"),
        },
        apart=(Apart("[0].results[*].vote_count", 0.0),),
        answer="Of {found} films {title} has the most votes: {votes}, {rating} on average.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            number("found", "how many such films there are"),
            named("title", "the title of the one with the most votes"),
            number("votes", "how many votes it has"),
            number("rating", "its average vote, 0 to 10"),
        ),
        wording=wordings.DISCOVERED,
        words={"genre": genre, "language": language, "first": first, "last": first + 9},
    )


def _well_stocked(draw: TaskDraw) -> tuple[str, str, int]:
    """Draw a genre, a language and the first year of a decade of which there are some films."""
    for place in range(_DRAWS):
        genre = draw.pick(_GENRES, "genre", place)
        language = draw.pick(tuple(_LANGUAGES), "language", place)
        first = draw.pick((1950, 1960, 1970, 1980, 1990), "decade", place)
        films = draw.world.films.matching(lambda _: True, genres=[{genre}])
        decade = [film for film in films if first <= film.year <= first + 9]
        found = [film for film in decade if film.languages[:1] == (language,)]
        if len(found) >= _FEWEST_FILMS:
            return genre, language, first
    raise PlanError(f"{draw.id}: no genre has enough films.")


def _top_series(draw: TaskDraw) -> Blueprint:
    place = draw.whole(0, 3, "place")
    which = ("most watched", "second most watched", "third most watched", "fourth most watched")[place]
    steps = Steps(
        calls=(
            (ask(_TRENDING, media_type="tv"),),
            (ask("tmdb/get_tv_details", tv_id=taken(f"[0].results[{place}].id")),),
        ),
        values={
            "name": Value("[1].name"),
            "votes": Value("[1].vote_count"),
            "episodes": Value("[1].number_of_episodes", grounds=UNGROUNDED),
        },
        answer="{name}: {votes} votes, {episodes} episodes.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            named("name", "the name of the series"),
            number("votes", "how many votes it has"),
            number("episodes", "how many episodes it has in all"),
        ),
        wording=wordings.TOP_SERIES,
        words={"which": which},
        time_sensitive=True,
    )


def _top_film_and_like(draw: TaskDraw) -> Blueprint:
    place = draw.whole(0, 2, "place")
    which = ("the most watched film", "the second most watched film", "the third most watched film")[place]
    film = taken(f"[0].results[{place}].id")
    steps = Steps(
        calls=((ask(_TRENDING),), (ask(_DETAILS, movie_id=film), ask(_LIKE, movie_id=film))),
        values={
            "title": Value("[1].title"),
            "minutes": Value("[1].runtime", grounds=UNGROUNDED),
            "recommended": Value("[2].results[0].title"),
            "votes": Value("[2].results[0].vote_count"),
        },
        answer="{title} runs {minutes} minutes; most like it is {recommended} with {votes} votes.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            named("title", "the title of the film"),
            number("minutes", "how long it runs", "minutes"),
            named("recommended", "the film that is recommended first to those who like it"),
            number("votes", "how many votes the recommended film has"),
        ),
        wording=wordings.TOP_FILM_AND_LIKE,
        words={"which": which},
        time_sensitive=True,
    )


def _director(draw: TaskDraw) -> Blueprint:
    name = _known_director(draw)
    made = "[1].films.Directing"
    steps = Steps(
        calls=(
            (ask(_PEOPLE, query=name),),
            (ask(_PERSON, person_id=taken("[0].results[0].id")),),
            (
                ask(_DETAILS, movie_id=taken(f"{made}[0].id")),
                ask(_DETAILS, movie_id=taken(f"{made}[-1].id")),
            ),
        ),
        values={
            "directed": Value("[0].results[0].credits.Directing", grounds=UNGROUNDED),
            "newest": Value("[2].title"),
            "newest_votes": Value("[2].vote_count"),
            "oldest": Value("[3].title"),
            "oldest_votes": Value("[3].vote_count"),
        },
        sure=(f"{made}[0].year > {made}[1].year", f"{made}[-1].year < {made}[-2].year"),
        answer=f"{name} directed {{directed}} films, from {{oldest}} ({{oldest_votes}} votes) to {{newest}} "
        "({newest_votes} votes).",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            number("directed", "how many films of this director the database has"),
            named("newest", "the title of the newest of them"),
            number("newest_votes", "how many votes the newest has"),
            named("oldest", "the title of the oldest of them"),
            number("oldest_votes", "how many votes the oldest has"),
        ),
        wording=wordings.DIRECTOR,
        words={"name": name},
    )


def _known_director(draw: TaskDraw) -> str:
    """Draw a director whose newest and oldest films are the only ones of their years."""
    films = draw.world.films
    for name in draw.sample(_DIRECTORS, len(_DIRECTORS), "director"):
        found = films.people.search(name, 2)
        ids = found[0].credits.get("Directing", ()) if found and found[0].name == name else ()
        years = sorted(film.year for film in map(films.film, ids) if film is not None)
        if len(years) >= _FEWEST_FILMS and years[0] < years[1] and years[-2] < years[-1]:
            return name
    raise PlanError(f"{draw.id}: no director fits.")


def _longest_of_top(draw: TaskDraw) -> Blueprint:
    timed = "([1:5] | [?runtime])"
    steps = Steps(
        calls=(
            (ask(_TRENDING),),
            tuple(ask(_DETAILS, movie_id=taken(f"[0].results[{place}].id")) for place in range(4)),
        ),
        values={
            "longest": Value(f"max_by({timed}, &runtime).title"),
            "minutes": Value(f"max({timed}[*].runtime)", grounds=UNGROUNDED),
            "shortest": Value(f"min_by({timed}, &runtime).title"),
            "votes": Value(f"min_by({timed}, &runtime).vote_count"),
        },
        apart=(Apart(f"{timed}[*].runtime", 0.0), Apart(f"{timed}[*].runtime", 0.0, smallest=True)),
        sure=(f"length({timed}) == `4`",),
        answer="{longest} is the longest ({minutes} minutes); {shortest} the shortest, with {votes} votes.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            named("longest", "the title of the longest of the four films"),
            number("minutes", "how long that one runs", "minutes"),
            named("shortest", "the title of the shortest of the four films"),
            number("votes", "how many votes the shortest has"),
        ),
        wording=wordings.LONGEST_OF_TOP,
        words={},
        time_sensitive=True,
    )


def _evening(draw: TaskDraw) -> Blueprint:
    earning = "([1:4] | [?revenue])"
    best = f"max_by({earning}, &revenue)"
    steps = Steps(
        calls=(
            (ask(_TRENDING),),
            tuple(ask(_DETAILS, movie_id=taken(f"[0].results[{place}].id")) for place in range(3)),
            (
                ask("math/sum", numbers=taken("[1:4].runtime")),
                ask(_PEOPLE, query=taken(f"{best}.directors[0]")),
            ),
            (ask(_PERSON, person_id=taken("[5].results[0].id")),),
        ),
        values={
            "minutes": Value("[4]", grounds="[0].results[0:3].title"),
            "film": Value(f"{best}.title"),
            "votes": Value(f"{best}.vote_count"),
            "director": Value("[5].results[0].name"),
            "directed": Value("[5].results[0].credits.Directing", grounds=UNGROUNDED),
            "latest": Value("max([6].films.Directing[*].year)", grounds=UNGROUNDED),
        },
        apart=(Apart(f"{earning}[*].revenue", 0.0),),
        sure=(f"length({earning}) > `1`", "length([1:4].runtime) == `3`"),
        answer="Together {minutes} minutes. {film} earned most ({votes} votes); {director} directed "
        "{directed} films, the latest in {latest}.",
    )
    return task(
        draw,
        "L3",
        steps,
        (
            number("minutes", "how long the three films run together", "minutes"),
            named("film", "the title of the one with the largest revenue"),
            number("votes", "how many votes that one has"),
            named("director", "its director; the first one if there are several"),
            number("directed", "how many films the database has of this director as director"),
            number("latest", "the year of the newest of these"),
        ),
        wording=wordings.EVENING,
        words={},
        time_sensitive=True,
    )


FAMILY = VerseFamily(
    number=24,
    name="film_guide",
    title="Film guide",
    goal="Find out which films and series are watched today, and look up those who made them.",
    make=by_number(
        _top_films, _discovered, _top_series, _top_film_and_like, _director, _longest_of_top, _evening
    ),
)
