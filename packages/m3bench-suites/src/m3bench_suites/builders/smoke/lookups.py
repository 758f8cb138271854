"""Smoke tasks without pictures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, Edge, FieldType, Reference, Task
from m3bench_suites.builders.world_suite import Draft
from m3bench_suites.builders.writing import call, step, traits, with_checks

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.atlas import Place
    from m3bench_world.films import Film

_LARGE_CITIES = 150
_WELL_KNOWN_FILMS = 80
_CLEAR_DIFFERENCE = 5
"""In points of the air quality index."""
_FICTIONAL_TITLES = (
    "Marmalade for the Zeppelin Quartermaster",
    "Seven Ukuleles under the Glockenspiel",
    "The Periwinkle Bureaucracy",
    "Kumquat Jurisprudence",
)
_WARMTH_FORM = AnswerForm(
    (
        AnswerField("temperature", FieldType.NUMBER, "how warm it is now", "°C"),
        AnswerField("humidity", FieldType.NUMBER, "the humidity of the air", "%"),
    )
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
    """A task with one call."""
    city = next(_cities(world, "smoke warmth"))
    where = _full_name(city)
    weather = world.sky.weather(city.lat, city.lng, world.now)
    degrees, humidity = round(weather.temperature_c, 1), weather.humidity
    reference = Reference(
        steps=(step(call("weather/get_weather", location=where, units="metric")),),
        answer=f"It is {degrees} °C in {where} now, and the humidity is {humidity}%.",
    )
    task = Task(
        id="smoke/warmth",
        family="weather",
        request=f"What are the temperature and the humidity in {where} right now, in metric units?",
        fuzzy_request=f"I am about to step out of the station in {where}. How warm is it there, in Celsius, "
        "and how humid?",
        servers=("weather",),
        level="L1",
        references=(reference,),
        extra=traits(1),
    )
    fields = {
        "temperature": Expected(degrees, tolerance=Tolerance(0.5)),
        "humidity": Expected(humidity, tolerance=Tolerance(0.5)),
    }
    return Draft(with_checks(task, _WARMTH_FORM, fields))


def air_of_two_cities(world: World) -> Draft:
    """A task with two steps of two parallel calls: the coordinates of each city, then its air."""
    one, other = _cities_with_different_air(world)
    first, second = _full_name(one), _full_name(other)
    values = [world.air.current(city.lat, city.lng).us_aqi for city in (one, other)]
    cleaner = first if values[0] < values[1] else second
    reference = Reference(
        steps=(
            step(*(call("google-maps/geocode", address=where) for where in (first, second))),
            step(
                *(call("google-air/current_conditions", lat=city.lat, lng=city.lng) for city in (one, other))
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
        {"city": Expected(full_name, (city.name,)), "us_aqi": Expected(value)}
        for city, full_name, value in zip((one, other), (first, second), values, strict=True)
    )
    fields = {
        "better": Expected(cleaner, (better.name,), grounds=tuple(values)),
        "values": Expected(rows=rows),
    }
    return Draft(with_checks(task, _AIR_FORM, fields))


def film_per_minute(world: World) -> Draft:
    """A task with three steps, each of which needs the result of the one before."""
    film, runtime, revenue = _film(world)
    reference = Reference(
        steps=(
            step(call("tmdb/search_movies", query=film.title)),
            step(call("tmdb/get_movie_details", movie_id=film.id)),
            step(call("math/division", numerator=revenue, denominator=runtime)),
        ),
        answer=f"About {revenue / runtime:,.0f} US dollars a minute: {revenue:,} in {runtime} minutes.",
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
        round(revenue / runtime, 2), tolerance=Tolerance(1, 0.001), grounds=(revenue, runtime)
    )
    return Draft(with_checks(task, _FILM_FORM, {"per_minute": per_minute, "runtime": Expected(runtime)}))


def lost_book(world: World) -> Draft:
    """An unsolvable task: no book of this world has the number or the title."""
    isbn = _unused_isbn(world)
    title = next(title for title in _FICTIONAL_TITLES if not world.library.search(title))
    reference = Reference(
        steps=(
            step(call("openlibrary_mcp/get_book_info", isbn=isbn)),
            step(call("openlibrary_mcp/get_book_info", title=title)),
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
    return Draft(with_checks(task, _BOOK_FORM, {"found": Expected(False), "pages": Expected()}))


def _cities(world: World, *name: object) -> Iterator[Place]:
    """Yield large cities that can be found by name and country, in an endless random order."""
    for draw in count():
        city = world.atlas.places([world.chance.whole(0, _LARGE_CITIES - 1, *name, draw)])[0]
        clear = city.name.isascii() and city.name != city.country_name
        if clear and world.atlas.locate(_full_name(city)) == (city.lat, city.lng, city.label):
            yield city


def _cities_with_different_air(world: World) -> tuple[Place, Place]:
    def index(city: Place) -> int:
        return world.air.current(city.lat, city.lng).us_aqi

    cities = _cities(world, "smoke air")
    one = next(cities)
    return one, next(city for city in cities if abs(index(city) - index(one)) >= _CLEAR_DIFFERENCE)


def _film(world: World) -> tuple[Film, int, int]:
    """Return a well-known film that a search finds first by title, its runtime in minutes and its revenue."""
    found = [
        (film, film.runtime, film.box_office)
        for film in world.films.top(_WELL_KNOWN_FILMS)
        if film.runtime and film.box_office and film.title.isascii() and '"' not in film.title
    ]
    matching = [entry for entry in found if world.films.search(entry[0].title, 1)[0].id == entry[0].id]
    return world.chance.pick(matching, "smoke film")


def _unused_isbn(world: World) -> str:
    """Return a valid ISBN that no book has."""
    from m3bench_world.library import isbn  # noqa: PLC0415 - the library is loaded when it is first used

    bodies = (f"{isbn.PREFIX}{world.chance.whole(0, 9_999_999, 'smoke isbn', draw):07d}" for draw in count())
    numbers = (body + isbn.check_digit_13(body) for body in bodies)
    return next(number for number in numbers if world.library.book(number) is None)


def _full_name(city: Place) -> str:
    return f"{city.name}, {city.country_name}"
