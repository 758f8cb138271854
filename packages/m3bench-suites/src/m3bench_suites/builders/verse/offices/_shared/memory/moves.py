"""Larger changes of the graph: people come and go, projects and tools are merged."""

from __future__ import annotations

from m3bench.checks import Expected
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.expected import listed
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.memory.graph import (
    LEADS,
    PROJECTS,
    SERVER,
    USES,
    WORKS_ON,
    Entity,
    Graph,
    Relation,
    create,
    do,
    draw_graph,
    note,
    noted,
    read_graph,
    relate,
)
from m3bench_suites.builders.verse.offices._shared.words import FIRST_NAMES, LAST_NAMES


def _newcomer(draw: TaskDraw, graph: Graph) -> str:
    """Return a name that shares nothing with those of the team."""
    known = {word for name in graph.names("person") for word in name.split()}
    first, last = (
        draw.pick([name for name in names if name not in known], "newcomer", number_)
        for number_, names in enumerate((FIRST_NAMES, LAST_NAMES))
    )
    return f"{first} {last}"


def hand_over(draw: TaskDraw) -> TaskSpec:
    """Somebody who leads a project leaves, and somebody else takes over."""
    graph = draw_graph(draw)
    project = draw.pick(graph.names("project"), "project")
    (leaver,) = graph.sources(LEADS, project)
    heir = draw.pick([relation.source for relation in graph.relations if relation.kind == WORKS_ON], "heir")
    left = graph.without(leaver)
    final = left._replace(relations=[*left.relations, Relation(heir, LEADS, project)])

    def plan() -> Plan:
        (found,) = yield [do("read_graph")]
        known = read_graph(found)
        (old,) = known.sources(LEADS, project)
        (gone,) = yield [do("delete_entities", found, entityNames=[old])]
        (led,) = yield [relate([Relation(heir, LEADS, project)], found, gone)]
        (after,) = yield [do("open_nodes", led, names=[heir, project])]
        extension = int(noted(read_graph(after).entity(heir), "extension"))
        tools = known.targets(USES, project)
        return Solution(
            f"{old} led {project}; {heir} (extension {extension}) does now.",
            checks=final.checks(),
            fields={"leaver": Expected(old), "extension": Expected(extension), "tools": listed(tools)},
        )

    return TaskSpec(
        level="L2",
        words={"project": project, "heir": heir},
        plans=(plan,),
        servers=(SERVER,),
        files=(graph.file(),),
        key_facts=(leaver,),
    )


def new_member(draw: TaskDraw) -> TaskSpec:
    """A new person joins a project."""
    graph = draw_graph(draw)
    project = draw.pick(graph.names("project"), "project")
    name = _newcomer(draw, graph)
    added = Entity(name, "person", (f"extension {draw.whole(110, 199, 'new extension')}",))
    final = graph._replace(
        entities=[*graph.entities, added], relations=[*graph.relations, Relation(name, WORKS_ON, project)]
    ).with_notes(project, f"joined by {name}")

    def plan() -> Plan:
        (found,) = yield [do("read_graph")]
        known = read_graph(found)
        (lead,) = known.sources(LEADS, project)
        (made,) = yield [create([added], found)]
        (placed,) = yield [relate([Relation(name, WORKS_ON, project)], found, made)]
        (done,) = yield [note(project, [f"joined by {name}"], placed)]
        yield [do("open_nodes", done, names=[name, project])]
        extension = int(noted(known.entity(lead), "extension"))
        centre = int(noted(known.entity(project), "cost centre"))
        return Solution(
            f"{name} works on {project} now, under {lead} (extension {extension}), cost centre {centre}.",
            checks=final.checks(),
            fields={
                "lead": Expected(lead),
                "lead_extension": Expected(extension),
                "cost_centre": Expected(centre),
            },
        )

    return TaskSpec(
        level="L2",
        words={"name": name, "project": project, "extension": added.notes[0]},
        plans=(plan,),
        servers=(SERVER,),
        files=(graph.file(),),
        key_facts=tuple(graph.sources(LEADS, project)),
    )


def rename_project(draw: TaskDraw) -> TaskSpec:
    """A project gets another name."""
    graph = draw_graph(draw)
    old = draw.pick(graph.names("project"), "old")
    new = draw.pick([project for project in PROJECTS if project not in graph.names("project")], "new")
    entity = graph.entity(old)._replace(name=new)
    relations = [
        _renamed(relation, old, new)
        for relation in graph.relations
        if old in (relation.source, relation.target)
    ]
    left = graph.without(old)
    final = Graph([*left.entities, entity], [*left.relations, *relations])

    def plan() -> Plan:
        (found,) = yield [do("read_graph")]
        known = read_graph(found)
        (made,) = yield [create([known.entity(old)._replace(name=new)], found)]
        moved = [
            _renamed(relation, old, new)
            for relation in known.relations
            if old in (relation.source, relation.target)
        ]
        (placed,) = yield [relate(moved, found, made)]
        yield [do("delete_entities", placed, entityNames=[old])]
        tools = known.targets(USES, old)
        (lead,) = known.sources(LEADS, old)
        budget = int(noted(known.entity(old), "budget").split()[0])
        return Solution(
            f"{old} is {new} now, led by {lead}, with a budget of {budget} thousand euros.",
            checks=final.checks(),
            fields={"lead": Expected(lead), "budget": Expected(budget), "tools": listed(tools)},
        )

    return TaskSpec(
        level="L2",
        words={"old": old, "new": new},
        plans=(plan,),
        servers=(SERVER,),
        files=(graph.file(),),
        key_facts=tuple(graph.sources(LEADS, old)),
    )


def _renamed(relation: Relation, old: str, new: str) -> Relation:
    source, kind, target = (new if part == old else part for part in relation)
    return Relation(source, kind, target)


def merge_tools(draw: TaskDraw) -> TaskSpec:
    """A tool that is known under two names becomes one."""
    graph = draw_graph(draw)
    kept = draw.pick(graph.names("tool"), "kept")
    double = f"old {kept}"
    first, second = draw.sample(graph.names("project"), 2, "users")
    service = f"serviced in {draw.whole(2011, 2024, 'service')}"
    own = [Relation(first, USES, double), Relation(second, USES, double)]
    given = Graph([*graph.entities, Entity(double, "tool", (service,))], [*graph.relations, *own])
    users = {*graph.sources(USES, kept), first, second}
    missing = [
        Relation(name, USES, kept) for name in (first, second) if name not in graph.sources(USES, kept)
    ]
    merged = graph.with_notes(kept, service)
    final = merged._replace(relations=[*merged.relations, *missing])

    def plan() -> Plan:
        (found,) = yield [do("read_graph")]
        known = read_graph(found)
        (noting,) = yield [note(kept, known.entity(double).notes, found)]
        moved = [Relation(name, USES, kept) for name in known.sources(USES, double)]
        (placed,) = yield [relate(moved, found, noting)]
        (gone,) = yield [do("delete_entities", placed, entityNames=[double])]
        (after,) = yield [do("read_graph", gone)]
        now = read_graph(after)
        room = int(noted(now.entity(kept), "room"))
        year = int(noted(now.entity(kept), "serviced in"))
        return Solution(
            f"The {kept} in room {room} was serviced in {year}.",
            checks=final.checks(),
            fields={
                "room": Expected(room),
                "serviced": Expected(year),
                "projects": listed(now.sources(USES, kept)),
            },
        )

    return TaskSpec(
        level="L2",
        words={"kept": kept, "double": double},
        plans=(plan,),
        servers=(SERVER,),
        files=(given.file(),),
        key_facts=(str(service.rsplit(maxsplit=1)[-1]), *sorted(users)),
    )


LARGE_JOBS = (hand_over, new_member, rename_project, merge_tools)
