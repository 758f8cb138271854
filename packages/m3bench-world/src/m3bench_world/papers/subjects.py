"""Subjects of papers, and their lookup by query words."""

from __future__ import annotations

import re
from functools import cache, cached_property, lru_cache
from importlib.resources import files

import msgspec

from m3bench.core import near_misses, normalize
from m3bench_world import data
from m3bench_world.data import written
from m3bench_world.papers.draws import words
from m3bench_world.papers.genetics import GENETICS, gene_subject, genes_in
from m3bench_world.papers.types import Subject, Topic

DRUGS_FROM = 4096
"""First number of subjects from the drug table; those of the vocabulary come before."""
LONGEST_NAME = 7
_WORDS = re.compile(r"[a-z0-9]+|[^\W_]+")
_IRREGULAR = {
    "mice": "mouse", "geese": "goose", "wolves": "wolf", "calves": "calf", "leaves": "leaf", "teeth": "tooth",
    "feet": "foot", "children": "child", "lice": "louse", "oxen": "ox", "hippopotami": "hippopotamus",
    "octopi": "octopus", "cacti": "cactus", "sheaves": "sheaf", "knives": "knife", "viruses": "virus",
    "buses": "bus", "mosquitoes": "mosquito", "series": "series", "species": "species",
}  # fmt: skip
_UPPER = frozenset(words("upper"))
_PROPER = frozenset(words("proper"))
_SPECIAL = written("papers", "special", dict[str, str])


class _DrugColumns(msgspec.Struct):
    name: list[str]
    common: list[bool]
    names: list[tuple[str, ...]]


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return a word without its plural ending, for comparison of names."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes", "zes", "oes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def stems(text: str) -> tuple[str, ...]:
    """Return the normalized words of a text: no possessives, hyphens or plurals."""
    lowered = text.lower() if text.isascii() else normalize(text)
    bare = lowered.replace("'s ", " ").replace("’s ", " ").removesuffix("'s").removesuffix("’s")
    return tuple(map(stem, _WORDS.findall(bare)))


def in_sentence(name: str) -> str:
    """Return a subject's name as used inside a sentence."""
    return " ".join(_word_in_sentence(word) for word in name.split())


_COUNTABLE = frozenset(words("countable"))


_UNCHANGED = (
    "fish", "deer", "sheep", "bass", "cod", "trout", "salmon", "moose", "swine", "shrimp", "krill", "elk",
    "tuna",
    "bison", "plankton", "wildebeest", "squid", "cattle",
)  # fmt: skip


def plural(name: str) -> str:
    """Return the plural: lions, wolves, fish."""
    head, _, last = name.rpartition(" ")
    singles = {many: one for one, many in _IRREGULAR.items()}
    if last.endswith(_UNCHANGED):
        plural = last
    elif last in singles:
        plural = singles[last]
    elif last.endswith(("ch", "sh", "ss", "x", "z")):
        plural = f"{last}es"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        plural = f"{last[:-1]}ies"
    else:
        plural = f"{last}s"
    return f"{head} {plural}".strip()


def in_general(name: str) -> str:
    """Return a subject without an article: countable things in the plural, substances and skills
    unchanged."""
    return plural(name) if name.rsplit(maxsplit=1)[-1] in _COUNTABLE else name


def _word_in_sentence(word: str) -> str:
    if word in _SPECIAL:
        return _SPECIAL[word]
    if word in _UPPER:
        return word.upper()
    head = re.split(r"['-]", word, maxsplit=1)[0]
    return word[0].upper() + word[1:] if head in _PROPER else word


class Vocabulary:
    """All subjects: the handwritten ones, and the drugs of the frozen table."""

    def __init__(self) -> None:
        self.topics: dict[str, Topic] = {}
        self.subjects: list[Subject] = []
        self.by_topic: dict[str, list[Subject]] = {}
        self._named: dict[tuple[str, ...], Subject] = {}
        for line in (files(__package__) / "vocabulary.txt").read_text(encoding="utf-8").splitlines():
            if line.startswith("["):
                topic = _topic(line)
                self.topics[topic.key] = topic
            elif line and not line.startswith("#"):
                self._add(topic.key, line)

    def _add(self, topic: str, line: str) -> None:
        mine = self.by_topic.setdefault(topic, [])
        for entry in line.split("; "):
            name, *aliases = entry.split("=")
            subject = Subject(len(self.subjects), name, tuple(aliases), topic)
            if stems(name) in self._named:
                continue
            self.subjects.append(subject)
            mine.append(subject)
            for spelling in (name, *aliases):
                self._named.setdefault(stems(spelling), subject)

    @cached_property
    def _drugs(self) -> _DrugColumns:
        return data.load("drugs", _DrugColumns)

    @cached_property
    def _drug_rows(self) -> dict[str, int]:
        columns = self._drugs
        rows = {
            alias: row
            for row, aliases in enumerate(columns.names)
            if columns.common[row]
            for alias in aliases
            if len(alias) > 4
        }
        rows.update((name.casefold(), row) for row, name in enumerate(columns.name) if len(name) > 3)
        return rows

    def numbered(self, number: int) -> Subject | None:
        if 0 <= number < len(self.subjects):
            return self.subjects[number]
        if named := gene_subject(number):
            return named
        row = number - DRUGS_FROM
        if not 0 <= row < len(self._drugs.name):
            return None
        name = self._drugs.name[row]
        aliases = tuple(other for other in self._drugs.names[row] if len(other) > 4)[:2]
        topic = "antibiotic" if name.endswith("cillin") else "drug"
        return Subject(number, name[0].lower() + name[1:], aliases, topic)

    def topic_of(self, subject: Subject) -> Topic:
        return GENETICS if subject.topic == GENETICS.key else self.topics[subject.topic]

    def find(self, text: str) -> list[Subject]:
        """Return the subjects that a text names, in order; longer names take precedence. Genes come last."""
        spoken = stems(text)[:120]
        found: list[Subject] = []
        position = 0
        while position < len(spoken):
            subject, used = self._at(spoken, position)
            if subject and subject not in found:
                found.append(subject)
            position += used
        return [*(found or self._drugs_in(text)), *genes_in(text)]

    def _at(self, spoken: tuple[str, ...], position: int) -> tuple[Subject | None, int]:
        for length in range(min(LONGEST_NAME, len(spoken) - position), 0, -1):
            subject = self._named.get(spoken[position : position + length])
            if subject:
                return subject, length
        return None, 1

    def _drugs_in(self, text: str) -> list[Subject]:
        rows = self._drug_rows
        tokens = re.findall(r"[\w'()+-]+", text.casefold())[:40]
        starts = range(len(tokens))
        phrases = (" ".join(tokens[start : start + length]) for length in (4, 3, 2, 1) for start in starts)
        hits = dict.fromkeys(rows[phrase] for phrase in phrases if phrase in rows)
        subjects = (self.numbered(DRUGS_FROM + row) for row in hits)
        return [subject for subject in subjects if subject][:3]

    def near(self, text: str, limit: int = 5) -> list[str]:
        """Return subject names similar to the words of a text."""
        names = [subject.name for subject in self.subjects]
        close = near_misses(text, names, limit)
        for word in text.split()[:6]:
            close += [name for name in near_misses(word, names, 2) if name not in close and len(word) > 2]
        return close[:limit]


def _topic(line: str) -> Topic:
    key, _, rest = line[1:].partition("] ")
    family, rates, categories, partners = (part.strip() for part in rest.split(";"))
    numbers = rates.split()
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return Topic(
        key=key,
        family=family,
        rates={archive: float(rate) for archive, rate in pairs},
        categories=tuple(categories.split()),
        partners=tuple(partners.split()),
    )


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary. It is the same for every world; only the papers depend on the seed."""
    return Vocabulary()
