"""Film guide: what is watched today, who made it, and what else there is to see."""

from __future__ import annotations

from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, holds, use
from m3bench_suites.builders.verse.catalogs._shared.tolerances import UNGROUNDED
from m3bench_suites.builders.verse.family import TaskDraw

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


def _top_films(draw: TaskDraw) -> Lookups:
    count = draw.whole(3, 5, "count")
    return Lookups(
        level="L1",
        words={"count": count},
        calls=(ask(_TRENDING),),
        values={
            "titles": f"[0].results[0:{count}].title",
            "votes": "[0].results[0].vote_count",
            "rating": Value("[0].results[0].vote_average", grounds="[[0].results[0].vote_count]"),
        },
        answer="Today's films are {titles}. The first has {votes} votes, {rating} on average.",
        live="all",
    )


def _discovered(draw: TaskDraw) -> Lookups:
    genre, language, first = _well_stocked(draw)
    filters = {"with_genres": genre, "with_original_language": _LANGUAGES[language]}
    years = {"min_year": first, "max_year": first + 9}
    return Lookups(
        level="L1",
        words={"genre": genre, "language": language, "first": first, "last": first + 9},
        calls=(ask(_DISCOVER, **filters, **years, sort_by="vote_count.desc"),),
        values={
            "found": Value("[0].total_results", grounds=UNGROUNDED),
            "title": "[0].results[0].title",
            "votes": "[0].results[0].vote_count",
            "rating": Value("[0].results[0].vote_average", grounds="[[0].results[0].vote_count]"),
        },
        guards=(apart("[0].results[*].vote_count"),),
        answer="Of {found} films {title} has the most votes: {votes}, {rating} on average.",
        live=None,
    )


def _well_stocked(draw: TaskDraw) -> tuple[str, str, int]:
    """Draw a genre, a language and the first year of a decade of which there are some films."""
    for index in range(_DRAWS):
        genre = draw.pick(_GENRES, "genre", index)
        language = draw.pick(tuple(_LANGUAGES), "language", index)
        first = draw.pick((1950, 1960, 1970, 1980, 1990), "decade", index)
        films = draw.world.films.matching(lambda _: True, genres=[{genre}])
        decade = [film for film in films if first <= film.year <= first + 9]
        found = [film for film in decade if film.languages[:1] == (language,)]
        if len(found) >= _FEWEST_FILMS:
            return genre, language, first
    raise PlanError(f"{draw.id}: no genre has enough films.")


def _top_series(draw: TaskDraw) -> Lookups:
    place = draw.whole(0, 3, "place")
    which = ("most watched", "second most watched", "third most watched", "fourth most watched")[place]
    return Lookups(
        level="L1",
        words={"which": which},
        calls=(
            ask(_TRENDING, media_type="tv"),
            ask("tmdb/get_tv_details", tv_id=use(f"[0].results[{place}].id")),
        ),
        values={
            "name": "[1].name",
            "votes": "[1].vote_count",
            "episodes": Value("[1].number_of_episodes", grounds=UNGROUNDED),
        },
        answer="{name}: {votes} votes, {episodes} episodes.",
        live="all",
    )


def _top_film_and_like(draw: TaskDraw) -> Lookups:
    place = draw.whole(0, 2, "place")
    which = ("the most watched film", "the second most watched film", "the third most watched film")[place]
    film = use(f"[0].results[{place}].id")
    return Lookups(
        level="L2",
        words={"which": which},
        calls=(
            ask(_TRENDING),
            ask(_DETAILS, movie_id=film),
            ask(_LIKE, movie_id=film),
        ),
        values={
            "title": "[1].title",
            "minutes": Value("[1].runtime", grounds=UNGROUNDED),
            "recommended": "[2].results[0].title",
            "votes": "[2].results[0].vote_count",
        },
        answer="{title} runs {minutes} minutes; most like it is {recommended} with {votes} votes.",
        live="all",
    )


def _director(draw: TaskDraw) -> Lookups:
    name = _known_director(draw)
    made = "[1].films.Directing"
    return Lookups(
        level="L2",
        words={"name": name},
        calls=(
            ask(_PEOPLE, query=name),
            ask(_PERSON, person_id=use("[0].results[0].id")),
            ask(_DETAILS, movie_id=use(f"{made}[0].id")),
            ask(_DETAILS, movie_id=use(f"{made}[-1].id")),
        ),
        values={
            "directed": Value("[0].results[0].credits.Directing", grounds=UNGROUNDED),
            "newest": "[2].title",
            "newest_votes": "[2].vote_count",
            "oldest": "[3].title",
            "oldest_votes": "[3].vote_count",
        },
        guards=(
            holds(f"{made}[0].year > {made}[1].year"),
            holds(f"{made}[-1].year < {made}[-2].year"),
        ),
        answer=f"{name} directed {{directed}} films, from {{oldest}} ({{oldest_votes}} votes) to {{newest}} "
        "({newest_votes} votes).",
        live=None,
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


def _longest_of_top(_: TaskDraw) -> Lookups:
    timed = "([1:5] | [?runtime])"
    return Lookups(
        level="L2",
        calls=(
            ask(_TRENDING),
            *(ask(_DETAILS, movie_id=use(f"[0].results[{index}].id")) for index in range(4)),
        ),
        values={
            "longest": f"max_by({timed}, &runtime).title",
            "minutes": Value(f"max({timed}[*].runtime)", grounds=UNGROUNDED),
            "shortest": f"min_by({timed}, &runtime).title",
            "votes": f"min_by({timed}, &runtime).vote_count",
        },
        guards=(
            apart(f"{timed}[*].runtime"),
            apart(f"{timed}[*].runtime", lowest=True),
            holds(f"length({timed}) == `4`"),
        ),
        answer="{longest} is the longest ({minutes} minutes); {shortest} the shortest, with {votes} votes.",
        live="all",
    )


def _evening(_: TaskDraw) -> Lookups:
    earning = "([1:4] | [?revenue])"
    best = f"max_by({earning}, &revenue)"
    return Lookups(
        level="L3",
        calls=(
            ask(_TRENDING),
            *(ask(_DETAILS, movie_id=use(f"[0].results[{index}].id")) for index in range(3)),
            ask("math/sum", numbers=use("[1:4].runtime")),
            ask(_PEOPLE, query=use(f"{best}.directors[0]")),
            ask(_PERSON, person_id=use("[5].results[0].id")),
        ),
        values={
            "minutes": Value("[4]", grounds="[0].results[0:3].title"),
            "film": f"{best}.title",
            "votes": f"{best}.vote_count",
            "director": "[5].results[0].name",
            "directed": Value("[5].results[0].credits.Directing", grounds=UNGROUNDED),
            "latest": Value("max([6].films.Directing[*].year)", grounds=UNGROUNDED),
        },
        guards=(
            apart(f"{earning}[*].revenue"),
            holds(f"length({earning}) > `1`"),
            holds("length([1:4].runtime) == `3`"),
        ),
        answer="Together {minutes} minutes. {film} earned most ({votes} votes); {director} directed "
        "{directed} films, the latest in {latest}.",
        live="all",
    )


FAMILY = Family(
    number=24,
    name="film_guide",
    title="Film guide",
    goal="Find out which films and series are watched today, and look up those who made them.",
    tasks=(_top_films, _discovered, _top_series, _top_film_and_like, _director, _longest_of_top, _evening),
    kind="retrieval",
    modalities=("text",),
)
