"""The icon library: names from words and modifiers, with tags, styles and code points."""

from __future__ import annotations

import re
from functools import cached_property
from importlib.resources import files

import msgspec

from m3bench.core import near_misses, normalize
from m3bench_world.data import written
from m3bench_world.world import World

STYLES = written("icons", "styles", tuple[str, ...])
EVERY_ICON_HAS = "stroke-rounded"
FIRST_CODE_POINT = 0xF0000
CODE_POINTS_A_STYLE = 0x1800
"""Ten styles of this many icons fit into the supplementary private use area A."""
ALWAYS = ("", "01")
NUMBERS = ("02", "03", "04")
MODIFIERS = written("icons", "modifiers", dict[str, tuple[str, ...]])


class UnknownIcon(LookupError):
    def __init__(self, name: str, near: list[str]) -> None:
        super().__init__(f"no icon '{name[:60]}'")
        self.near = near


class Icon(msgspec.Struct, frozen=True):
    name: str
    category: str
    tags: tuple[str, ...]
    number: int
    """Position in every font."""


def tidy(name: str) -> str:
    """Normalize an icon name such as 'Coffee 01', 'coffee_01' or 'Coffee01Icon'."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=[0-9])", "-", name.strip()[:80])
    words = re.findall(r"[a-z0-9]+", normalize(parted))
    return "-".join(words[:-1] if len(words) > 1 and words[-1] == "icon" else words)


class Icons:
    """The icon library. The seed determines its icons and their code points."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance

    @cached_property
    def _icons(self) -> dict[str, Icon]:
        made: dict[str, Icon] = {}
        synonyms = {first: rest for first, *rest in _rows("synonyms.txt")}
        for category, words in _rows("words.txt"):
            for word in words.split():
                for modifier in self._modifiers(word):
                    name = f"{word}-{modifier}" if modifier else word
                    meant = (*word.split("-"), *synonyms.get(word, ()), *MODIFIERS.get(modifier, ()))
                    tags = tuple(dict.fromkeys((word, category, *meant)))
                    made.setdefault(name, Icon(name, category, tags, len(made)))
        return made

    def _modifiers(self, word: str) -> tuple[str, ...]:
        """Return two or more common modifiers and some others."""
        bits = self._chance.bits("modifiers", word)
        numbers = NUMBERS[: bits % 4]
        others = [name for index, name in enumerate(MODIFIERS) if bits >> (8 + 2 * index) & 3 == 0]
        return (*ALWAYS, *numbers, *others)

    def __len__(self) -> int:
        return len(self._icons)

    def by_category(self) -> dict[str, list[str]]:
        """Return all names by category."""
        made: dict[str, list[str]] = {}
        for icon in self._icons.values():
            made.setdefault(icon.category, []).append(icon.name)
        return made

    def find(self, name: str) -> Icon:
        icon = self._icons.get(tidy(name))
        if icon is None:
            raise UnknownIcon(name, self._alike(tidy(name)))
        return icon

    def search(self, query: str) -> list[Icon]:
        """Return icons for words, best first: exact names, then partial names, then tags.
        If none matches all words, icons that match one."""
        words = [word for word in re.findall(r"[a-z0-9]+", normalize(query)) if word not in FILLERS][:8]
        candidates = self._candidates(words[0]) if words else ()
        scored = [(self._score(icon, words), icon) for icon in candidates]
        best = sorted((-score, len(icon.name), icon.number, icon) for score, icon in scored if score > 0)
        if best:
            return [icon for *_, icon in best]
        return self.search_any(words) if len(words) > 1 else []

    @cached_property
    def _index(self) -> dict[str, list[Icon]]:
        """Map name parts and tags to icons."""
        made: dict[str, list[Icon]] = {}
        for icon in self._icons.values():
            for word in {*icon.name.split("-"), *icon.tags}:
                made.setdefault(word, []).append(icon)
        return made

    def _candidates(self, word: str) -> list[Icon]:
        """Return icons that a word may match, without duplicates."""
        begun = _singular(word)
        listed = (icons for known, icons in self._index.items() if known.startswith(begun))
        return list({icon.number: icon for icons in listed for icon in icons}.values())

    def search_any(self, words: list[str]) -> list[Icon]:
        """Return icons for any of the words, those for the first word first."""
        found = [icon for word in words for icon in self.search(word)[:20]]
        return list({icon.name: icon for icon in found}.values())

    def near(self, query: str) -> list[str]:
        """Return suggestions for words that find nothing."""
        return self._alike(tidy(query))

    @staticmethod
    def _score(icon: Icon, words: list[str]) -> int:
        """Score an icon; 0 if a word is missing."""
        total = 0
        parts = icon.name.split("-")
        for word in words:
            score = max(_fit(icon, parts, form) for form in (word, _singular(word)))
            if not score:
                return 0
            total += score
        return total

    def _alike(self, name: str) -> list[str]:
        """Return similar names, first by base word."""
        words = [word for _, listed in _rows("words.txt") for word in listed.split()]
        return near_misses(name, words) or near_misses(name.rpartition("-")[0] or name, words)

    def styles(self, icon: Icon) -> list[str]:
        """Return the styles in which an icon is drawn."""
        bits = self._chance.bits("styles", icon.name)
        return [
            style for index, style in enumerate(STYLES) if style == EVERY_ICON_HAS or bits >> (3 * index) & 7
        ]

    @staticmethod
    def code_point(icon: Icon, style: str) -> int:
        """Return the code point of a glyph, in a private use area, unique per icon and style."""
        return FIRST_CODE_POINT + STYLES.index(style) * CODE_POINTS_A_STYLE + icon.number


FILLERS = frozenset(("icon", "icons", "a", "an", "the", "of", "for", "and", "with"))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def _fit(icon: Icon, parts: list[str], word: str) -> int:
    if parts[0] == word:
        return 40
    if word in parts:
        return 30
    if word in icon.tags:
        return 20
    return 10 if len(word) > 2 and any(part.startswith(word) for part in parts) else 0


def _rows(name: str) -> list[list[str]]:
    lines = (files(__package__) / name).read_text(encoding="utf-8").splitlines()
    return [line.split("|") for line in lines]
