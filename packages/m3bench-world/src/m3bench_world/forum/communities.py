"""Communities: general ones, those of subjects of the encyclopedia, and those of video games."""

from __future__ import annotations

import re
import zlib
from functools import cache, cached_property
from importlib.resources import files

import msgspec

from m3bench.core import near_misses, normalize
from m3bench_world.data import written
from m3bench_world.encyclopedia import Index, without_qualifier
from m3bench_world.encyclopedia.kinds import lowercase_title
from m3bench_world.forum.types import Community
from m3bench_world.world import World

FIRST_SUBJECT = 1_024
VARIANTS = 8
"""Maximum communities of one article: for its title, its plural and some of its other names."""
FIRST_GAME = 129_024
"""Communities of games come after those of all subjects."""
LONGEST_NAME = 21
SHORTEST_NAME = 3
_UNUSUAL_KINDS = frozenset(("drug", "diagnosis", "person", "roll", "list", "film"))
"""Kinds of articles that have no communities."""
_NAMED_KINDS = frozenset(
    ("place", "country", "state", "geography", "landmark", "park", "company", "software", "package")
)
_CATEGORY_BY_KIND = written("forum", "category_by_kind", dict[str, str])
_CATEGORY_BY_WORDS = written("forum", "category_by_words", tuple[tuple[str, str], ...])
_UNUSED = re.compile(r"[^\x00-\x7f]")
_SIGNS = {code: None for code in range(128) if not chr(code).isalnum()}


class Subjects(msgspec.Struct):
    """Community names about articles → numbers, and the names as used in sentences."""

    numbers: dict[str, int]
    texts: list[str]


def subjects_of(index: Index) -> Subjects:
    """Return the communities of articles; `scripts/compile_articles.py` stores them."""
    names: dict[int, list[str]] = {
        number: [without_qualifier(title), plural(without_qualifier(title))]
        for number, (title, kind) in enumerate(zip(index.titles, index.kinds, strict=True))
        if kind not in _UNUSUAL_KINDS
    }
    for alias, numbers in index.by_alias.items():
        known = names.get(numbers[0])
        if known is not None and len(known) < VARIANTS and not alias.endswith(" ("):
            known.append(alias)
    subjects = Subjects({}, [])
    for position in range(VARIANTS):
        for article, known in names.items():
            name = compact_name(known[position]) if position < len(known) else ""
            if SHORTEST_NAME <= len(name) <= LONGEST_NAME and name not in subjects.numbers:
                subjects.numbers[name] = FIRST_SUBJECT + article * VARIANTS + position
                subjects.texts.append(known[position])
    return subjects


class Communities:
    """All communities. Names ignore case, spaces and punctuation: `Green beans` equals `r/greenbeans`."""

    def __init__(self, world: World) -> None:
        self._world = world

    @cached_property
    def _general(self) -> list[list[str]]:
        text = (files(__package__) / "data" / "communities.tsv").read_text(encoding="utf-8")
        return [line.split("\t") for line in text.splitlines()[1:]]

    @cached_property
    def _general_names(self) -> dict[str, int]:
        return {compact_name(row[0]): number for number, row in enumerate(self._general)}

    @cached_property
    def _subjects(self) -> Subjects:
        packed = (files(__package__) / "data" / "subjects.json.z").read_bytes()
        return msgspec.json.decode(zlib.decompress(packed), type=Subjects)

    @cached_property
    def _texts(self) -> dict[int, str]:
        return dict(zip(self._subjects.numbers.values(), self._subjects.texts, strict=True))

    @cached_property
    def _game_numbers(self) -> dict[str, int]:
        return {compact_name(game.name): FIRST_GAME + game.number for game in self._world.games.released}

    def find(self, name: str) -> Community | None:
        """Return a community by name, with or without `r/`."""
        wanted = compact_name(name)
        number = self._general_names.get(wanted)
        if number is None:
            number = self._subjects.numbers.get(wanted)
        if number is None:
            number = self._game_numbers.get(wanted)
        return None if number is None else self.numbered(number)

    def numbered(self, number: int) -> Community | None:
        if number < len(self._general):
            name, category, subject, members = self._general[number]
            return Community(
                number=number, name=name, subject=subject, category=category, title="", members=int(members)
            )
        if number >= FIRST_GAME:
            return self._about_game(number)
        text = self._texts.get(number)
        return None if text is None else self._about(number, (number - FIRST_SUBJECT) // VARIANTS, text)

    def _about(self, number: int, article: int, name: str) -> Community:
        index = self._world.encyclopedia.index
        kind, title = index.kinds[article], index.titles[article]
        if kind in _NAMED_KINDS:
            subject = without_qualifier(title)
        else:
            subject = plural_subject(lowercase_title(name)) if kind == "species" else lowercase_title(name)
        return Community(
            number=number,
            name=compact_name(name),
            subject=subject,
            category=_category(kind, index.words[article]),
            title=title,
            members=self._members(number),
        )

    def _about_game(self, number: int) -> Community | None:
        game = self._world.games.numbered(number - FIRST_GAME)
        if game is None:
            return None
        return Community(
            number=number,
            name=compact_name(game.name),
            subject=game.name,
            category="games",
            title="",
            members=round(3 * game.launch_players),
        )

    def _members(self, number: int) -> int:
        share = self._world.chance.share("forum members", number)
        return int(300 * float(200**share))

    def near(self, name: str, limit: int = 5) -> list[str]:
        """Return names of communities with a similar spelling."""
        wanted = compact_name(name)[:30]
        alike = [row[0] for row in self._general]
        alike += [
            number
            for number in self._subjects.numbers
            if number[:2] == wanted[:2] and abs(len(number) - len(wanted)) < 5
        ]
        return near_misses(wanted, alike, limit)


def _category(kind: str, words: str) -> str:
    if kind in _CATEGORY_BY_KIND:
        return _CATEGORY_BY_KIND[kind]
    return next((category for word, category in _CATEGORY_BY_WORDS if word in words), "any")


def compact_name(name: str) -> str:
    """Return a name without prefix, case and spaces: `r/Green beans` → `greenbeans`."""
    bare = name.lower() if name.isascii() else _UNUSED.sub("", normalize(name))
    return bare.strip().removeprefix("/").removeprefix("r/").translate(_SIGNS)


@cache
def _uncountable() -> frozenset[str]:
    return frozenset((files(__package__) / "data" / "uncounted.txt").read_text(encoding="utf-8").split())


def plural_subject(noun: str) -> str:
    """Return the plural of countable nouns: `tomatoes`, but `broccoli`."""
    last = noun.rsplit(maxsplit=1)[-1]
    if last in _uncountable() or last.endswith(("s", "fish")):
        return noun
    return plural(noun)


_IRREGULAR = {
    "wolf": "wolves",
    "leaf": "leaves",
    "mouse": "mice",
    "goose": "geese",
    "calf": "calves",
    "ox": "oxen",
}


def plural(word: str) -> str:
    *before, last = word.split(" ")
    if last in _IRREGULAR:
        return " ".join([*before, _IRREGULAR[last]])
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word + ("es" if word.endswith(("mato", "tato", "mango", "quito")) else "s")
