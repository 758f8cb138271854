"""Documentation of libraries: search by name, versions, and snippets by topic."""

from __future__ import annotations

import re
from functools import cached_property
from importlib.resources import files

from m3bench.core import near_misses, normalize
from m3bench_world.apis import Spec
from m3bench_world.manuals.clients import client_library, client_topics, write_client_topic
from m3bench_world.manuals.types import Library, Snippet, Version
from m3bench_world.manuals.writing import drawn_versions, latest_of_series, topics_of, write_topic
from m3bench_world.world import World

_WORDS = re.compile(r"[a-z0-9]+")
_FAMOUS_MODEL = 5.0
_TEXT_TASKS = (
    "text-classification",
    "token-classification",
    "translation",
    "summarization",
    "question-answering",
)


def words_of(text: str) -> list[str]:
    return _WORDS.findall(normalize(text))


class Manuals:
    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = world.chance

    @cached_property
    def libraries(self) -> dict[str, Library]:
        """All libraries by id."""
        text = (files(__package__) / "libraries.txt").read_text(encoding="utf-8")
        rows = ([part.strip() for part in line.split(";", 5)] for line in text.splitlines() if line[0] == "/")
        found = {row[0]: self._library(row) for row in rows}
        for name in self._world.apis.ids():
            spec = self._world.apis.spec(name)
            if spec and spec.server.startswith(f"https://api.{name}.example"):
                library = client_library(self._chance, spec)
                found[library.id] = library
        return found

    def _library(self, row: list[str]) -> Library:
        name, title, dialect, package, nix, description = row
        low = 5.0 if dialect in ("lantern", "service") else 6.5
        trust = round(self._chance.between(low, 10.0, "manual trust", name), 1)
        return Library(name, title, description, trust, dialect, package, nix.removeprefix("-"))

    def find(self, name: str) -> list[Library]:
        """Return libraries whose name or description fits, best first."""
        wanted = words_of(name)
        scored = [(self._score(library, wanted), library) for library in self.libraries.values()]
        best = [pair for pair in scored if pair[0] > 0]
        best.sort(key=lambda pair: (-pair[0], -pair[1].trust, pair[1].id))
        return [library for _, library in best]

    @staticmethod
    def _score(library: Library, wanted: list[str]) -> int:
        title, project = words_of(library.title), words_of(library.id.rpartition("/")[2])
        if wanted and wanted in (title, project, words_of(library.id)):
            return 100
        joined = "".join(wanted)
        if joined and joined in ("".join(title), "".join(project)):
            return 90
        if wanted and set(wanted) <= {*title, *project}:
            return 50
        every = {*title, *project, *words_of(library.description)}
        return 20 + len(wanted) if wanted and set(wanted) <= every else 0

    def near(self, name: str) -> list[str]:
        titles = {library.title: library.id for library in self.libraries.values()}
        return [titles[title] for title in near_misses(name, titles)]

    def versions(self, library: Library) -> list[Version]:
        """Return all releases, oldest first. Those of a Nix package are the same as there."""
        spec = self._spec(library)
        if spec:
            return [Version(spec.version, self._world.now.date())]
        entry = self._world.nix.entry(library.nix) if library.nix else None
        if entry:
            return [Version(one.version, one.released) for one in self._world.nix.history(entry)]
        return drawn_versions(self._chance, library.id, self._world.now.date())

    def latest(self, library: Library) -> list[Version]:
        """Return the newest release of each of the last series, newest first."""
        return latest_of_series(self.versions(library))

    def listed(self, library: Library) -> list[Version]:
        """Return the versions in the list of libraries: for some of them it lacks the newest one."""
        versions = self.latest(library)
        stale = len(versions) > 1 and self._world.errata.has("manual lists", library.id)
        return versions[1:] if stale else versions

    def _spec(self, library: Library) -> Spec | None:
        return None if library.dialect else self._world.apis.spec(library.package)

    def topics(self, library: Library) -> list[str]:
        spec = self._spec(library)
        return client_topics(spec) if spec else topics_of(library)

    def snippets(self, library: Library, version: Version, topic: str) -> list[Snippet]:
        """Return the snippets about one of the `topics`."""
        spec = self._spec(library)
        if spec:
            return write_client_topic(self._world.errata, library, version, spec, topic)
        return write_topic(self._chance, library, version, topic, self._models(library))

    def _models(self, library: Library) -> list[tuple[str, str]]:
        """Return models of the hub for the snippets that name one."""
        if library.dialect != "transformers":
            return [("", "")]
        models = self._world.model_hub.models.values()
        return [
            (model.id, model.task)
            for model in models
            if model.popularity >= _FAMOUS_MODEL and model.task in _TEXT_TASKS
        ]

    def count(self, library: Library) -> int:
        """Return how many snippets the documentation of the newest version has."""
        newest = self.versions(library)[-1]
        return sum(len(self.snippets(library, newest, topic)) for topic in self.topics(library))
