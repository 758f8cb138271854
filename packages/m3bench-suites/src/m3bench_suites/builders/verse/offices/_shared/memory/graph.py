"""The graph: people, projects and tools, what is noted about them, and how they are related."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from m3bench.checks import JsonFile, NoStrayFiles
from m3bench.suites import CallResult, DataFile, PlanError, PlannedCall, call
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.words import people

SERVER = "npm-itseasy21__mcp-knowledge-graph"
FILE = "memory.jsonl"
WORKS_ON, LEADS, USES = "works_on", "leads", "uses"
PROJECTS = ("Amber Trail", "Blue Kiln", "Clay Archive", "Dune Garden", "Ember Hall", "Fern Bridge")
TOOLS = ("band saw", "glaze mixer", "laser cutter", "potter's wheel", "spray booth", "vacuum press")
_LANGUAGES = ("Basque", "Danish", "Finnish", "Greek", "Irish", "Maltese", "Slovene", "Welsh")
_STAMP = {"createdAt": "2025-01-07T09:00:00.000Z", "version": 1}
_ENTITIES = "sort([?type=='entity'].join(' | ', [name, entityType, join('; ', sort(observations))]))"
_RELATIONS = "sort([?type=='relation'].join(' | ', [from, relationType, to]))"


class Entity(NamedTuple):
    name: str
    kind: str
    notes: tuple[str, ...]

    def plain(self) -> dict[str, Any]:
        return {"name": self.name, "entityType": self.kind, "observations": list(self.notes)}


class Relation(NamedTuple):
    source: str
    kind: str
    target: str

    def plain(self) -> dict[str, Any]:
        return {"from": self.source, "relationType": self.kind, "to": self.target}


class Graph(NamedTuple):
    """All entities and relations."""

    entities: list[Entity]
    relations: list[Relation]

    def entity(self, name: str) -> Entity:
        return next(one for one in self.entities if one.name == name)

    def sources(self, kind: str, target: str) -> list[str]:
        return [
            relation.source
            for relation in self.relations
            if (relation.kind, relation.target) == (kind, target)
        ]

    def targets(self, kind: str, source: str) -> list[str]:
        return [
            relation.target
            for relation in self.relations
            if (relation.kind, relation.source) == (kind, source)
        ]

    def names(self, kind: str) -> list[str]:
        return [entity.name for entity in self.entities if entity.kind == kind]

    def with_notes(self, name: str, *notes: str) -> Graph:
        """Return the graph with more notes about an entity."""
        entities = [
            entity._replace(notes=(*entity.notes, *notes)) if entity.name == name else entity
            for entity in self.entities
        ]
        return self._replace(entities=entities)

    def without(self, name: str) -> Graph:
        """Return the graph without an entity and its relations."""
        kept = [relation for relation in self.relations if name not in (relation.source, relation.target)]
        return Graph([entity for entity in self.entities if entity.name != name], kept)

    def file(self) -> DataFile:
        lines = [json.dumps({"type": "entity", **entity.plain(), **_STAMP}) for entity in self.entities]
        lines += [
            json.dumps({"type": "relation", **relation.plain(), **_STAMP}) for relation in self.relations
        ]
        return DataFile(FILE, "text", "\n".join(lines))

    def checks(self) -> tuple[JsonFile, NoStrayFiles]:
        """Return the checks that the memory is this graph, in any order."""
        entities = [
            " | ".join([entity.name, entity.kind, "; ".join(sorted(entity.notes))])
            for entity in self.entities
        ]
        relations = [" | ".join(relation) for relation in self.relations]
        values = {_ENTITIES: sorted(entities), _RELATIONS: sorted(relations)}
        return JsonFile(path=FILE, values=values, format="jsonl"), NoStrayFiles((FILE,))


def draw_graph(draw: TaskDraw, part: int = 0) -> Graph:
    """Draw eight people, four projects and five tools. Everybody works on one project, and some lead one."""
    members = people(draw, 8, "members", part)
    projects = draw.sample(PROJECTS, 4, "projects", part)
    tools = draw.sample(TOOLS, 5, "tools", part)
    entities = [
        Entity(
            name,
            "person",
            (
                f"extension {draw.whole(210, 989, 'extension', part, name)}",
                f"speaks {draw.pick(_LANGUAGES, 'language', part, name)}",
            ),
        )
        for name in members
    ]
    entities += [
        Entity(
            name,
            "project",
            (
                f"cost centre {draw.whole(3100, 9899, 'centre', part, name)}",
                f"budget {draw.whole(11, 96, 'budget', part, name)} thousand euros",
            ),
        )
        for name in projects
    ]
    entities += [Entity(name, "tool", (f"room {draw.whole(11, 48, 'room', part, name)}",)) for name in tools]
    relations = [Relation(name, LEADS, project) for name, project in zip(members, projects, strict=False)]
    relations += [
        Relation(name, WORKS_ON, draw.pick(projects, "works", part, name))
        for name in members[len(projects) :]
    ]
    relations += [
        Relation(project, USES, tool)
        for project in projects
        for tool in draw.sample(tools, 2, "uses", part, project)
    ]
    return Graph(draw.sample(entities, len(entities), "order", part), relations)


def do(tool: str, *uses: CallResult, **arguments: Any) -> PlannedCall:
    """Return a call of the server."""
    return call(f"{SERVER}/{tool}", *uses, **arguments)


def create(entities: Iterable[Entity], *uses: CallResult) -> PlannedCall:
    return do("create_entities", *uses, entities=[entity.plain() for entity in entities])


def relate(relations: Iterable[Relation], *uses: CallResult) -> PlannedCall:
    return do("create_relations", *uses, relations=[relation.plain() for relation in relations])


def unrelate(relations: Iterable[Relation], *uses: CallResult) -> PlannedCall:
    return do("delete_relations", *uses, relations=[relation.plain() for relation in relations])


def note(name: str, notes: Iterable[str], *uses: CallResult) -> PlannedCall:
    return do("add_observations", *uses, observations=[{"entityName": name, "contents": list(notes)}])


def read_graph(found: CallResult) -> Graph:
    """Return the graph of a result. Raise `PlanError` if it has none."""
    data = found.data
    if not isinstance(data, dict) or "entities" not in data:
        raise PlanError(f"{found.tool} returned no graph: {found.text[:200]}")
    return Graph(
        [
            Entity(entity["name"], entity["entityType"], tuple(entity["observations"]))
            for entity in data["entities"]
        ],
        [
            Relation(relation["from"], relation["relationType"], relation["to"])
            for relation in data["relations"]
        ],
    )


def noted(entity: Entity, words: str) -> str:
    """Return what follows words in a note about an entity."""
    for each in entity.notes:
        if each.startswith(words):
            return each.removeprefix(words).strip()
    raise PlanError(f"Nothing about {entity.name} starts with {words!r}.")
