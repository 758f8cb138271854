"""A museum of invented objects, created on demand and searchable by words."""

from __future__ import annotations

import re
from functools import cache, cached_property, lru_cache
from importlib.resources import files

import msgspec

from m3bench.core import near_misses, normalize
from m3bench_world.authors import person
from m3bench_world.museum.types import Culture, Department, Kind, MuseumObject
from m3bench_world.world import World


def _rows(name: str) -> list[list[str]]:
    lines = (files(__package__) / name).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split(" | ")] for line in lines if not line.startswith("#")]


@cache
def kinds() -> dict[str, Kind]:
    return {row[0]: _kind(row) for row in _rows("kinds.txt")}


def _kind(row: list[str]) -> Kind:
    name, classification, shape, heights, materials, titles, fact = row
    low, high = heights.split("-")
    return Kind(
        name=name,
        classification=classification,
        shape=shape,
        low=float(low),
        high=float(high),
        materials=tuple(materials.split("; ")),
        titles=tuple(titles.split("; ")),
        fact=fact,
    )


@cache
def departments() -> tuple[Department, ...]:
    return tuple(_department(row) for row in _rows("departments.txt"))


def _department(row: list[str]) -> Department:
    number, name, letters, named, cultures = row
    return Department(
        id=int(number),
        name=name,
        letters=letters,
        kinds=tuple(named.split("; ")),
        cultures=tuple(_culture(text) for text in cultures.split("; ")),
    )


def _culture(text: str) -> Culture:
    name, period, first, last = text.split("@")
    return Culture(name, period, int(first), int(last))


IN_DEPARTMENT = 632
_LOWEST = 1_000_000
"""Numbers start above those of the real museum."""
_FIELD = 999_983
PLACES = (
    "Lisbon", "Naples", "Bruges", "Delft", "Toledo", "Lucca", "Dresden", "Arles", "Bath", "Kyoto",
    "Segovia", "Ghent",
    "Rouen", "Siena", "Haarlem", "Trieste", "Valletta", "Cadiz", "Bergen", "Salem",
)  # fmt: skip
MOTIFS = ("waves", "spirals", "lozenges", "dots", "birds", "fish", "suns", "leaves", "stepped frets", "stars")
_FLAT = frozenset((
    "print", "poster", "portrait", "landscape", "stilllife", "icon", "tile", "carpet", "quilt", "tapestry",
    "tunic",
    "scroll", "screen", "manuscript", "map", "photograph", "abstract", "stainedglass", "mosaic",
))  # fmt: skip
_SIGNED = frozenset((
    "portrait", "landscape", "stilllife", "print", "poster", "photograph", "abstract", "abstractsculpture",
    "violin",
    "longcase",
))  # fmt: skip
_SYLLABLES = {
    10: (("Ptah", "Amen", "Neb", "Senu", "Meri", "Hor", "Khnum", "Ankh"), ("hotep", "mose", "nakht", "wer",
    "emhat", "sret")),
    3: (("Ur", "Shu", "Nabu", "Ili", "Enki", "Zim"), ("-nasir", "-iddin", "mansum", "-apla", "-bani",
    "nanna")),
    13: (("Lys", "Phil", "Kall", "Arist", "Dem", "Kle"), ("ippos", "onides", "ias", "andros", "arete",
    "okles")),
}  # fmt: skip
_WIDTHS = {
    "landscape": 1.35, "screen": 2.1, "sword": 0.16, "longcase": 0.24, "flute": 12.0, "trumpet": 0.35,
    "coffin": 0.28,
    "kylix": 2.2, "plate": 7.0, "bowl": 2.1, "lamp": 1.9, "chestofdrawers": 0.85, "harpsichord": 2.0,
    "armour": 0.5,
    "scroll": 0.4, "candlestick": 0.42, "figure": 0.4, "shabti": 0.34, "stela": 0.66, "fan": 1.8,
    "chest": 1.7,
    "box": 1.5, "violin": 0.36, "lute": 0.42, "guitar": 0.36, "tapestry": 1.2, "relief": 1.1, "stirrup": 0.62,
}  # fmt: skip


class _Draft(msgspec.Struct, frozen=True):
    """An object before its details."""

    department: Department
    kind: Kind
    culture: Culture
    material: str
    motif: str
    bits: int


class Museum:
    """19 departments with 632 objects each. `object` looks one up; `search` finds numbers by words."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self._this_year = world.now.year
        self._made = lru_cache(maxsize=3_000)(self._object)
        self._maker = lru_cache(maxsize=3_000)(self._drawn_maker)

    def departments(self) -> tuple[Department, ...]:
        return departments()

    def kinds(self) -> tuple[Kind, ...]:
        """Return all kinds of objects, each with a short fact."""
        return tuple(kinds().values())

    @property
    def size(self) -> int:
        return len(departments()) * IN_DEPARTMENT

    def object(self, object_id: int) -> MuseumObject | None:
        stride, shift = self._scatter
        place = (object_id - _LOWEST - shift) * pow(stride, -1, _FIELD) % _FIELD
        known = _LOWEST <= object_id < _LOWEST + _FIELD and place < self.size
        return self._made(place) if known else None

    def picture(self, item: MuseumObject) -> bytes:
        """Return a drawing of the object as PNG."""
        from m3bench_world.museum.drawing import draw_object  # noqa: PLC0415 - draws only when asked

        return draw_object(item, self._chance)

    def search(
        self,
        words: str,
        department: int | None = None,
        *,
        only_title: bool = False,
        only_images: bool = False,
    ) -> list[int]:
        """Return the numbers of all objects with these words, best first; without words, all in shelf
        order."""
        wanted = [_single(word) for word in re.findall(r"\w+", normalize(words))][:20]
        scored = []
        for place in self._places(department):
            title, all_words = self._label(place)
            score = _score(wanted, title, title if only_title else all_words)
            if score and (not only_images or self._has_image(place)):
                scored.append((-score, place))
        return [self._id(place) for _, place in sorted(scored)]

    def near(self, words: str, limit: int = 5) -> list[str]:
        """Return search words that have results: kinds, cultures, materials and motifs."""
        cultures = {culture.name for department in departments() for culture in department.cultures}
        materials = {material for kind in kinds().values() for material in kind.materials}
        known = [*kinds(), *sorted(cultures), *sorted(materials), *MOTIFS]
        close = near_misses(words[:80], known, limit)
        for word in words[:200].split()[:6]:
            close += [name for name in near_misses(word, known, 2) if name not in close]
        return close[:limit]

    def near_ids(self, object_id: int, limit: int = 3) -> list[int]:
        """Return the object numbers nearest to one that does not exist."""
        ids = self._sorted_ids
        return sorted(ids, key=lambda each: (abs(each - object_id), each))[:limit]

    @cached_property
    def _sorted_ids(self) -> list[int]:
        return sorted(self._id(index) for index in range(self.size))

    @cached_property
    def _scatter(self) -> tuple[int, int]:
        return self._chance.whole(2, _FIELD - 1, "object stride"), self._chance.whole(
            0, _FIELD - 1, "object shift"
        )

    def _id(self, place: int) -> int:
        stride, shift = self._scatter
        return _LOWEST + (place * stride + shift) % _FIELD

    def _places(self, department: int | None) -> range:
        for row, each in enumerate(departments()):
            if each.id == department:
                return range(row * IN_DEPARTMENT, (row + 1) * IN_DEPARTMENT)
        return range(self.size) if department is None else range(0)

    def _has_image(self, place: int) -> bool:
        return self._chance.bits("object", place) >> 56 < 218

    def _label(self, place: int) -> tuple[str, str]:
        labels = self._labels
        if place not in labels:
            labels[place] = self._written_label(place)
        return labels[place]

    @cached_property
    def _labels(self) -> dict[int, tuple[str, str]]:
        return {}

    def _written_label(self, place: int) -> tuple[str, str]:
        """Return the searchable text: the title, and all words about the object."""
        draft = self._draft(place)
        title = _lowercase(self._title(draft, place))
        kind, culture, department = draft.kind, draft.culture, draft.department
        parts = (
            kind.name,
            kind.classification,
            culture.name,
            culture.period,
            draft.material,
            department.name,
        )
        artist = _lowercase(self._artist(draft)) if kind.shape in _SIGNED else ""
        return title, f"{title} {artist} {_join(parts)}"

    def _draft(self, place: int) -> _Draft:
        department = departments()[place // IN_DEPARTMENT]
        bits = self._chance.bits("object", place)
        kind = kinds()[department.kinds[bits % len(department.kinds)]]
        return _Draft(
            department=department,
            kind=kind,
            culture=department.cultures[(bits >> 8) % len(department.cultures)],
            material=kind.materials[(bits >> 16) % len(kind.materials)],
            motif=MOTIFS[(bits >> 24) % len(MOTIFS)],
            bits=bits >> 32,
        )

    def _artist(self, draft: _Draft) -> str:
        if draft.kind.shape not in _SIGNED:
            return ""
        return self._maker(draft.department.id, (draft.bits >> 8) % 150)

    def _drawn_maker(self, department: int, number: int) -> str:
        return person(self._chance, "maker", department, number)

    def _object(self, place: int) -> MuseumObject:
        draft = self._draft(place)
        department, kind, culture, motif = draft.department, draft.kind, draft.culture, draft.motif
        more = self._chance.bits("object details", place)
        begin, end, date = _dates(culture, more)
        height, width, depth = _sizes(kind, more >> 16)
        year = self._this_year - 1 - (more >> 30) % 130
        title = self._title(draft, place)
        return MuseumObject(
            id=self._id(place),
            title=title,
            kind=kind,
            department=department,
            culture=culture.name,
            period=culture.period,
            begin=begin,
            end=end,
            date=date,
            medium=_capital(draft.material),
            artist=self._artist(draft),
            height=height,
            width=width,
            depth=depth,
            accession=_accession(year, (more >> 38) % 480 + 1, place % IN_DEPARTMENT + 1),
            credit=self._credit(place, year, more >> 44),
            gallery=str(100 + (more >> 50) % 820) if (more >> 60) % 16 < 7 else "",
            motif=motif,
            tags=_tags(kind, title, motif),
            public_domain=end < 1950,
            highlight=(more >> 58) % 64 == 0,
            has_image=self._has_image(place),
        )

    def _title(self, draft: _Draft, place: int) -> str:
        pattern = draft.kind.titles[draft.bits % len(draft.kind.titles)]
        return pattern.format(
            M=_capital(draft.material),
            motif=draft.motif,
            name=self._name(draft.department, place) if "{name}" in pattern else "",
            place=PLACES[(draft.bits >> 4) % len(PLACES)],
            number=draft.bits % 97 + 1,
        )

    def _name(self, department: Department, place: int) -> str:
        bits = self._chance.bits("named", place)
        if department.id in _SYLLABLES:
            first, second = _SYLLABLES[department.id]
            return first[bits % len(first)] + second[(bits >> 8) % len(second)]
        return person(self._chance, "sitter", place)

    def _credit(self, place: int, year: int, bits: int) -> str:
        giver = person(self._chance, "giver", place % 400)
        return (f"Gift of {giver}, {year}", f"Bequest of {giver}, {year}", f"Purchase, {giver} Fund, {year}")[
            bits % 3
        ]


def _accession(year: int, gift: int, item: int) -> str:
    """Return an accession number: year (two digits before 2000), gift, item."""
    return f"{year}.{gift}.{item}" if year >= 2000 else f"{year % 100:02d}.{gift}.{item}"


def _dates(culture: Culture, bits: int) -> tuple[int, int, str]:
    span = culture.last - culture.first
    begin = culture.first + bits % max(1, span - 10)
    end = min(culture.last, begin + 5 + (bits >> 8) % 45)
    if begin < 0:
        return begin, end, f"ca. {-begin}–{-end} BCE" if end < 0 else f"ca. {-begin} BCE–{max(end, 1)} CE"
    return begin, end, f"ca. {begin}–{end}"


def _sizes(kind: Kind, bits: int) -> tuple[float, float, float]:
    height = round(kind.low + (kind.high - kind.low) * (bits % 256) / 255, 1)
    width = round(height * _WIDTHS.get(kind.shape, 0.72) * (0.92 + (bits >> 8) % 16 / 100), 1)
    depth = 0.0 if kind.shape in _FLAT else round(min(height, width) * (0.5 + (bits >> 12) % 40 / 100), 1)
    return height, max(width, 0.5), max(depth, 0.3) if depth or kind.shape not in _FLAT else 0.0


def _tags(kind: Kind, title: str, motif: str) -> tuple[str, ...]:
    tags = [kind.name.capitalize(), kind.classification]
    if motif in title:
        tags.append(motif.capitalize())
    return tuple(dict.fromkeys(tags))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _lowercase(text: str) -> str:
    return text.lower() if text.isascii() else normalize(text)


def _single(word: str) -> str:
    if word.endswith("ae"):
        return word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@cache
def _join(parts: tuple[str, ...]) -> str:
    return normalize(" ".join(parts))


def _score(wanted: list[str], title: str, text: str) -> int:
    """Score an object: 1 without a query, 0 unless every word occurs, more for words of the title."""
    if not wanted:
        return 1
    if not all(word in text for word in wanted):
        return 0
    return 1 + 2 * sum(word in title for word in wanted)
