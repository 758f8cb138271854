"""Invented television series with invented people."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cached_property

import msgspec

from m3bench_world.films.titles import TitleIndex
from m3bench_world.world import World

COUNT = 900
_FIRST_ID = 50_001
_FIRST_ACTOR = 5_000_001
_GENRES = (
    "Action & Adventure", "Animation", "Comedy", "Crime", "Documentary", "Drama", "Family", "Kids", "Mystery",
    "Sci-Fi & Fantasy", "War & Politics", "Western",
)  # fmt: skip
_LANGUAGES = ("en", "en", "en", "en", "es", "fr", "de", "ja", "ko", "da", "pt", "it")
_FIRST = """
Amber Ash Blue Bright Broken Cold Copper Crimson Distant Early Eastern Empty Final First Glass Golden
Green Hidden High Hollow Iron Last Late Little Long Lost Low Midnight New Night Northern Old Open Paper
Quiet Red Salt Second Secret Seven Silent Silver Slow Small Southern Still Stone Sunken Third Twelve
Western White Wild Winter
""".split()  # noqa: SIM905 - a list of words reads best as words
_SECOND = """
Archive Avenue Bay Bell Border Bridge Canal Candle Clinic Coast Compass Court Crossing District Door
Engine Estuary Farm Ferry Field Fire Garden Gate Harbour Hill House Island Kitchen Lake Lantern Ledger
Letter Library Light Market Meadow Mill Mirror Moon Mountain Orchard Office Passage Pier Platform
Quarter Quay Railway River Road Room School Shore Signal Station Street Summer Theatre Tide Tower Valley
Village Wharf Window Yard
""".split()  # noqa: SIM905 - a list of words reads best as words
_GIVEN = """
Ada Alma Anders Aron Bea Bruno Cleo Dario Edda Elio Emre Enid Esme Felix Freya Gala Hana Ines Ivo Jonas
Kaia Lars Leda Lior Maja Milo Nadia Nils Noor Odile Oskar Petra Quinn Rafi Rosa Rune Sami Selma Tariq
Thea Ugo Vera Wanda Yara Zeno
""".split()  # noqa: SIM905 - a list of words reads best as words
_FAMILY = """
Abara Almqvist Bellweather Brandao Castellane Dorsey Ekwall Fairbourne Gantz Halloran Ibsby Jansky
Kestrel Lindgard Marchetta Norwood Okabe Pellham Quist Ravndal Sandoz Tannhill Ulvaeng Verhoek Wexley
Yamane Zellin
""".split()  # noqa: SIM905 - a list of words reads best as words


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """A series that does not exist."""

    id: int
    title: str
    overview: str
    genres: tuple[str, ...]
    language: str
    first_aired: date
    last_aired: date
    seasons: tuple[int, ...]
    """Episodes of each season."""
    rating: float
    votes: int
    cast: tuple[tuple[int, str, str], ...]
    """Id, name and role of the players."""
    creators: tuple[str, ...]


class SeriesList:
    def __init__(self, world: World) -> None:
        self._world = world

    @cached_property
    def _titles(self) -> list[str]:
        """Return distinct titles: every series draws its own pair of words."""
        chance = self._world.chance
        grid = [f"The {first} {second}" for first in _FIRST for second in _SECOND]
        return sorted(grid, key=lambda title: chance.bits("series", title))[:COUNT]

    @cached_property
    def _index(self) -> TitleIndex:
        return TitleIndex(self._titles)

    def all(self) -> list[Series]:
        return [self._series(index) for index in range(COUNT)]

    def find(self, series_id: int) -> Series | None:
        place = series_id - _FIRST_ID
        return self._series(place) if 0 <= place < COUNT else None

    def search(self, text: str, limit: int) -> list[Series]:
        found = self._index.search(text)
        ranked = sorted(found, key=lambda place: (-found[place], place))
        return [self._series(place) for place in ranked[:limit]]

    def near(self, text: str) -> list[str]:
        return self._index.near(text)

    def like(self, series: Series, limit: int) -> list[Series]:
        others = [other for other in self.all() if other.id != series.id]
        genres = set(series.genres)
        return sorted(others, key=lambda other: (-len(genres & set(other.genres)), -other.rating, other.id))[
            :limit
        ]

    def trending(self, period: str, limit: int) -> list[Series]:
        chance = self._world.chance
        return sorted(self.all(), key=lambda one: (-chance.share("tv", period, one.id), one.id))[:limit]

    def _series(self, place: int) -> Series:
        chance, number = self._world.chance, _FIRST_ID + place
        latest = self._world.now.date()
        first = latest - timedelta(days=chance.whole(90, 9_000, "first", number))
        most = max(1, min(9, (latest - first).days // 365))
        seasons = tuple(
            chance.whole(6, 13, "episodes", number, season)
            for season in range(chance.whole(1, most, "seasons", number))
        )
        last = min(latest, first + timedelta(days=365 * (len(seasons) - 1) + 7 * seasons[-1]))
        drawn = [chance.pick(_GENRES, "genre", number, index) for index in range(2)]
        genres = tuple(dict.fromkeys(drawn))
        return Series(
            id=number,
            title=self._titles[place],
            overview=_overview(self._titles[place], genres, len(seasons)),
            genres=genres,
            language=chance.pick(_LANGUAGES, "language", number),
            first_aired=first,
            last_aired=last,
            seasons=seasons,
            rating=round(chance.between(5.0, 9.0, "tv rating", number), 1),
            votes=chance.whole(40, 9_000, "tv votes", number),
            cast=tuple(self._player(number, index) for index in range(chance.whole(4, 9, "cast", number))),
            creators=tuple(self._name("creator", number, index) for index in range(2)),
        )

    def _player(self, number: int, index: int) -> tuple[int, str, str]:
        identity = _FIRST_ACTOR + 16 * (number - _FIRST_ID) + index
        return identity, self._name("player", number, index), self._name("role", number, index)

    def _name(self, *name: object) -> str:
        chance = self._world.chance
        return f"{chance.pick(_GIVEN, 'given', *name)} {chance.pick(_FAMILY, 'family', *name)}"


def _overview(title: str, genres: tuple[str, ...], seasons: int) -> str:
    subject = title.removeprefix("The ").lower()
    kind = " and ".join(genres).lower()
    length = "one season" if seasons == 1 else f"{seasons} seasons"
    return f"A series of {length} ({kind}) about the people around the {subject}, and what they keep secret."
