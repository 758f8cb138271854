"""Texts of posts and comments: templates filled with names and facts of the world."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from importlib.resources import files

from m3bench_world.encyclopedia import without_qualifier
from m3bench_world.encyclopedia.kinds import lowercase_title
from m3bench_world.forum.growth import Growth
from m3bench_world.forum.types import Community
from m3bench_world.world import World

LONG_SHARE = 0.6
_BLANK = re.compile(r"\{(\w+)\}")
_POOLS: dict[str, tuple[str, str, int]] = {
    "place": ("place", "", 300),
    "film": ("film", "", 500),
    "food": ("food", "", 200),
    "animal": ("species", "animal", 300),
    "park": ("park", "", 70),
    "thing": ("thing", "technology", 100),
    "object": ("thing", "everyday object", 100),
    "package": ("software", "Python", 50),
    "idea": ("thing", "science", 60),
    "instrument": ("thing", "musical instrument", 40),
    "museum": ("thing", "museum object", 40),
}
"""Blank → kind of article, a subject word, and how many of the first articles to draw from."""
_MONEY = ("Inflation", "Exchange rate", "Stock market", "Money", "Economics", "Banknote", "Cryptocurrency")
_WITHOUT_SUBJECT = frozenset(("ask", "news", "pictures", "learn", "tips", "cookery"))
"""General categories, which use no phrases about their subject."""
_PROPER = ("place", "film", "park", "package")


class Wording:
    def __init__(self, world: World) -> None:
        self._world = world

    @cached_property
    def _posts(self) -> dict[str, list[list[str]]]:
        """Map categories to flair, title and text of each template."""
        return {
            category: [line.split("|") for line in lines]
            for category, lines in _read_groups("posts.txt").items()
        }

    @cached_property
    def _phrases(self) -> dict[str, list[str]]:
        return _read_groups("comments.txt")

    @cached_property
    def _pools(self) -> dict[str, list[str]]:
        index = self._world.encyclopedia.index
        by_kind: dict[str, list[tuple[str, str]]] = {kind: [] for kind, _, _ in _POOLS.values()}
        for title, kind, words in zip(index.titles, index.kinds, index.words, strict=True):
            if kind in by_kind:
                by_kind[kind].append((title, words))
        pools = {
            name: [title for title, words in by_kind[kind] if word in words][:most]
            for name, (kind, word, most) in _POOLS.items()
        }
        return pools | {"money": list(_MONEY)}

    def template(self, community: Community, slot: int) -> list[str]:
        """Return the template of a thread. Consecutive threads use different templates until all are used."""
        own = self._posts.get(community.category, [])
        choices = own if community.category in _WITHOUT_SUBJECT else [*own, *self._posts["any"]]
        round_number, position = divmod(slot, len(choices))
        order = list(range(len(choices)))
        self._world.chance.stream("forum templates", community.number, round_number).shuffle(order)
        return choices[order[position]]

    def fill(self, text: str, community: Community, growth: Growth) -> str:
        """Fill the blanks of a text. They are the same in title, text and comments of a thread."""
        return _BLANK.sub(lambda blank: self._blank(blank[1], community, growth), text)

    def comment(self, community: Community, growth: Growth, number: int, *, reply: bool) -> str:
        text = self._phrase("reply" if reply else "comment", growth, number)
        if growth.share("comment", number, "long") < LONG_SHARE:
            text = f"{text} {self._phrase('tail', growth, number)}"
        return self.fill(text.replace("{n}", str(2 + number % 9)), community, growth)

    def _phrase(self, group: str, growth: Growth, number: int) -> str:
        phrases = self._phrases[group]
        return phrases[int(growth.share("comment", number, group) * len(phrases))]

    def author(self, *name: object) -> str:
        chance = self._world.chance
        words = [
            chance.pick(self._phrases[part], "forum author", part, *name) for part in ("adjective", "noun")
        ]
        return f"{words[0]}_{words[1]}{chance.whole(2, 999, 'forum author', *name)}"

    def _blank(self, blank: str, community: Community, growth: Growth) -> str:
        special: dict[str, Callable[[], str]] = {
            "subject": lambda: community.subject,
            "Subject": lambda: community.subject[:1].upper() + community.subject[1:],
            "n": lambda: str(3 + int(growth.share("n") * 17)),
            "age": lambda: str(31 + int(growth.share("age") * 40)),
            "fact": lambda: self._fact(community.title),
            "weather": lambda: self._weather(community, growth),
        }
        if blank in special:
            return special[blank]()
        if blank[0].isupper():
            text = self._blank(blank.lower(), community, growth)
            return text[:1].upper() + text[1:]
        name = blank.removesuffix("_fact")
        title = self._drawn(name, growth)
        if name != blank:
            return self._fact(title)
        bare = without_qualifier(title)
        return bare if name.rstrip("2") in _PROPER else lowercase_title(bare)

    def _drawn(self, name: str, growth: Growth) -> str:
        """Draw a filler. `place` and `place2` are never the same."""
        pool = self._pools["object" if name == "thing2" else name.rstrip("2")]
        at = int(growth.share("blank", name.rstrip("2")) * len(pool))
        return pool[(at + 7) % len(pool)] if name.endswith("2") else pool[at]

    def _fact(self, title: str) -> str:
        article = self._world.encyclopedia.article(title) if title else None
        if article is None:
            return "There is always one more thing to find out."
        return ". ".join(article.summary.split(". ")[:2]).rstrip(".") + "."

    def _weather(self, community: Community, growth: Growth) -> str:
        place = self._world.atlas.find(community.title)
        if place is None:
            return "It changes by the hour here."
        weather = self._world.sky.weather(place.lat, place.lng, growth.born)
        return f"As I write it is {weather.temperature_c:.0f} °C here: {weather.condition.lower()}."


def _read_groups(file: str) -> dict[str, list[str]]:
    """Read groups of lines, each starting with `# name`."""
    groups: dict[str, list[str]] = {}
    current: list[str] = []
    for line in (files(__package__) / "data" / file).read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            current = groups.setdefault(line[2:], [])
        elif line:
            current.append(line)
    return groups
