"""Smoke tasks that need words and numbers alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, Edge, FieldType, Reference, Task
from m3bench.suites.drafting import graded, together, traits, use
from m3bench.suites.world_suite import Draft

if TYPE_CHECKING:
    from m3bench.world import World
    from m3bench.world.atlas import Place
    from m3bench.world.films import Film

_LARGE_CITIES = 150
_WELL_KNOWN_FILMS = 80
_CLEAR_DIFFERENCE = 5
"""Points of the air quality index."""
_NO_BOOKS = (
    "Marmalade for the Zeppelin Quartermaster",
    "Seven Ukuleles under the Glockenspiel",
    "The Periwinkle Bureaucracy",
    "Kumquat Jurisprudence",
)
_AIR_FORM = AnswerForm(
    (
        AnswerField("better", FieldType.NAME, "the city with the better air"),
        AnswerField(
            "values",
            FieldType.RECORD,
            "the air quality of each city",
            many=True,
            fields=(
                AnswerField("city", FieldType.NAME, "the city"),
                AnswerField("us_aqi", FieldType.NUMBER, "its US AQI"),
            ),
        ),
    )
)
_FILM_FORM = AnswerForm(
    (
        AnswerField("per_minute", FieldType.NUMBER, "the revenue for each minute", "USD"),
        AnswerField("runtime", FieldType.DURATION, "how long the film is", "minutes"),
    )
)
_BOOK_FORM = AnswerForm(
    (
        AnswerField("found", FieldType.YES_NO, "whether there is such a book"),
        AnswerField("pages", FieldType.NUMBER, "how many pages it has"),
    )
)


def warmth(world: World) -> Draft:
    """One call."""
    city = next(_cities(world, "smoke warmth"))
    where = _spoken(city)
    degrees = world.sky.weather(city.lat, city.lng, world.now).temperature_c
    reference = Reference(
        steps=(together(use("weather/get_weather", location=where, units="metric")),),
        answer=f"It is {round(degrees, 1)} °C in {where} now.",
    )
    task = Task(
        id="smoke/warmth",
        family="weather",
        request=f"What is the temperature in {where} right now, in metric units?",
        fuzzy_request=f"I am about to step out of the station in {where}. How warm is it there, in Celsius?",
        servers=("weather",),
        level="L1",
        references=(reference,),
        extra=traits(1),
    )
    form = AnswerForm((AnswerField("temperature", FieldType.NUMBER, "how warm it is now", "°C"),))
    return Draft(graded(task, form, {"temperature": Expected(round(degrees, 1), tolerance=Tolerance(0.5))}))


def air_of_two_cities(world: World) -> Draft:
    """Two steps of two calls at once: each city's coordinates, then the air there."""
    one, other = _cities_with_unlike_air(world)
    first, second = _spoken(one), _spoken(other)
    values = [world.air.current(city.lat, city.lng).us_aqi for city in (one, other)]
    cleaner = first if values[0] < values[1] else second
    reference = Reference(
        steps=(
            together(*(use("google-maps/geocode", address=where) for where in (first, second))),
            together(
                *(use("google-air/current_conditions", lat=city.lat, lng=city.lng) for city in (one, other))
            ),
        ),
        answer=f"{cleaner} has cleaner air: the US AQI is {values[0]} in {first}, {values[1]} in {second}.",
        edges=(Edge(0, 2), Edge(1, 3)),
    )
    task = Task(
        id="smoke/air-of-two-cities",
        family="air",
        request=f"Which city has the better air quality at this hour by the US AQI, {first} or {second}? "
        "Give both values.",
        fuzzy_request=f"I could spend the week in {first} or in {second}, and my lungs are weak. "
        "Where would I breathe easier today? I would like to see numbers.",
        servers=("google-maps", "google-air"),
        level="L2",
        references=(reference,),
        extra=traits(2, 2),
    )
    better = one if cleaner == first else other
    rows = tuple(
        {"city": Expected(spoken, (city.name,)), "us_aqi": Expected(value)}
        for city, spoken, value in zip((one, other), (first, second), values, strict=True)
    )
    fields = {
        "better": Expected(cleaner, (better.name,), grounds=tuple(values)),
        "values": Expected(rows=rows),
    }
    return Draft(graded(task, _AIR_FORM, fields))


def film_per_minute(world: World) -> Draft:
    """Three steps, each of which needs what the one before it found."""
    film, runtime, takings = _film(world)
    reference = Reference(
        steps=(
            together(use("tmdb/search_movies", query=film.title)),
            together(use("tmdb/get_movie_details", movie_id=film.id)),
            together(use("math/division", numerator=takings, denominator=runtime)),
        ),
        answer=f"About {takings / runtime:,.0f} US dollars a minute: {takings:,} in {runtime} minutes.",
        edges=(Edge(0, 1), Edge(1, 2)),
    )
    task = Task(
        id="smoke/film-per-minute",
        family="films",
        request=f'How many US dollars of revenue did the film "{film.title}" of {film.year} make for '
        "each minute of its runtime?",
        fuzzy_request=f'Everybody talks about how much money "{film.title}" ({film.year}) made. '
        "What does that come to for every minute of it?",
        servers=("tmdb", "math"),
        level="L2",
        references=(reference,),
        extra=traits(3),
    )
    per_minute = Expected(
        round(takings / runtime, 2), tolerance=Tolerance(1, 0.001), grounds=(takings, runtime)
    )
    return Draft(graded(task, _FILM_FORM, {"per_minute": per_minute, "runtime": Expected(runtime)}))


def lost_book(world: World) -> Draft:
    """Cannot be solved: neither the number nor the title is that of a book of this world."""
    isbn = _unused_isbn(world)
    title = next(title for title in _NO_BOOKS if not world.library.search(title))
    reference = Reference(
        steps=(
            together(use("openlibrary_mcp/get_book_info", isbn=isbn)),
            together(use("openlibrary_mcp/get_book_info", title=title)),
        ),
        answer=f"There is no such book: neither ISBN {isbn} nor the title “{title}” can be found.",
    )
    task = Task(
        id="smoke/lost-book",
        family="books",
        request=f'How many pages has the book with ISBN {isbn}, "{title}"? '
        "Look by number first and by title if need be; if it cannot be found, say so.",
        fuzzy_request=f'A friend raves about "{title}" (ISBN {isbn}). How thick a book is that?',
        servers=("openlibrary_mcp",),
        level="L2",
        references=(reference,),
        extra=traits(2, solvable=False),
    )
    return Draft(graded(task, _BOOK_FORM, {"found": Expected(False), "pages": Expected()}))


def _cities(world: World, *name: object) -> Iterator[Place]:
    """Large cities that are found by name and country, in a random order that has no end."""
    for draw in count():
        city = world.atlas.places([world.chance.whole(0, _LARGE_CITIES - 1, *name, draw)])[0]
        clear = city.name.isascii() and city.name != city.country_name
        if clear and world.atlas.locate(_spoken(city)) == (city.lat, city.lng, city.label):
            yield city


def _cities_with_unlike_air(world: World) -> tuple[Place, Place]:
    def index(city: Place) -> int:
        return world.air.current(city.lat, city.lng).us_aqi

    cities = _cities(world, "smoke air")
    one = next(cities)
    return one, next(city for city in cities if abs(index(city) - index(one)) >= _CLEAR_DIFFERENCE)


def _film(world: World) -> tuple[Film, int, int]:
    """A well known film that a search for its title finds first, with its minutes and takings."""
    found = [
        (film, film.runtime, film.box_office)
        for film in world.films.top(_WELL_KNOWN_FILMS)
        if film.runtime and film.box_office and film.title.isascii() and '"' not in film.title
    ]
    fitting = [entry for entry in found if world.films.search(entry[0].title, 1)[0].id == entry[0].id]
    return world.chance.pick(fitting, "smoke film")


def _unused_isbn(world: World) -> str:
    """A valid ISBN that no book has."""
    from m3bench.world.library import isbn  # noqa: PLC0415 - the library is loaded when it is first used

    bodies = (f"{isbn.PREFIX}{world.chance.whole(0, 9_999_999, 'smoke isbn', draw):07d}" for draw in count())
    numbers = (body + isbn.check_digit_13(body) for body in bodies)
    return next(number for number in numbers if world.library.book(number) is None)


def _spoken(city: Place) -> str:
    return f"{city.name}, {city.country_name}"
