"""Larger changes of the graph: people come and go, projects and tools are merged."""

from __future__ import annotations

from m3bench.checks import Expected
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.job import Job, Wording, number, text, texts
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
from m3bench_suites.builders.verse.offices._shared.values import listed
from m3bench_suites.builders.verse.offices._shared.words import FIRST_NAMES, LAST_NAMES


def _newcomer(draw: TaskDraw, graph: Graph) -> str:
    """Return a name that shares nothing with those of the team."""
    known = {word for name in graph.names("person") for word in name.split()}
    first, last = (
        draw.pick([name for name in names if name not in known], "newcomer", number_)
        for number_, names in enumerate((FIRST_NAMES, LAST_NAMES))
    )
    return f"{first} {last}"


_HAND_OVER = Wording(
    requests=(
        """The person who leads {project} leaves the company, and {heir} takes over the lead, besides the
        present work. Bring the team's memory up to date: delete the old leader, and add the new
        relation in the same way as before. Who left, what is the extension of {heir}, and which tools
        does the project use?""",
        """{heir} becomes the new leader of {project} and keeps the work so far; the present leader has
        left. Please change our knowledge graph: the former leader is deleted completely, and {heir}
        gets the relation to the project that the former leader had. Tell me who left, the extension of
        {heir}, and the tools of the project.""",
    ),
    fuzzy=(
        """Whoever leads {project} is leaving us, and {heir} is taking the lead on top of everything else.
        Update our memory (drop the old one entirely, make {heir} the lead the same way). Who was it,
        how do I reach {heir} (extension), and what tools does the project have?""",
        """Change of leadership at {project}: {heir} takes the lead, the old leader is gone for good and
        should be forgotten; nothing else changes for {heir}. Set our memory right, and tell me the
        name of the old leader, the extension of {heir} and the tools used there.""",
    ),
)


def hand_over(draw: TaskDraw) -> Job:
    """Somebody who leads a project leaves, and somebody else takes over."""
    graph = draw_graph(draw)
    project = draw.pick(graph.names("project"), "project")
    (leaver,) = graph.sources(LEADS, project)
    heir = draw.pick([one.source for one in graph.relations if one.kind == WORKS_ON], "heir")
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

    return Job(
        level="L2",
        wording=_HAND_OVER,
        words={"project": project, "heir": heir},
        fields=(
            text("leaver", "the former leader of the project"),
            number("extension", "the extension of the new leader"),
            texts("tools", "the tools that the project uses"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(graph.file(),),
        secrets=(leaver,),
    )


_NEW_MEMBER = Wording(
    requests=(
        """{name} joins us and works on {project}. Enter {name} in the team's memory like the other
        people, with the observation “{extension}”, relate {name} to the project as others who work on
        one are, and add the observation “joined by {name}” to the project. Who leads the project, at
        which extension, and what is its cost centre?""",
        """New colleague: {name}, who will work on {project}. In our knowledge graph, create the person
        (same type as the others, observation “{extension}”), add the relation to the project as for
        the others who work on it, and note “joined by {name}” at the project. Tell me the leader of
        the project, the leader's extension and the cost centre.""",
    ),
    fuzzy=(
        """{name} starts with us on {project} (“{extension}”). Put that into our memory the way it's done
        for the others, and note “joined by {name}” at the project. Who's the boss there, at what
        extension, and what's the cost centre?""",
        """Please remember our new colleague {name} (note: “{extension}”), working on {project}, in the
        same form as everybody else; at the project itself note “joined by {name}”. Who leads it,
        what's that person's extension, and which cost centre is it?""",
    ),
)


def new_member(draw: TaskDraw) -> Job:
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

    return Job(
        level="L2",
        wording=_NEW_MEMBER,
        words={"name": name, "project": project, "extension": added.notes[0]},
        fields=(
            text("lead", "the person who leads the project"),
            number("lead_extension", "the extension of this person"),
            number("cost_centre", "the cost centre of the project"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(graph.file(),),
        secrets=tuple(graph.sources(LEADS, project)),
    )


_RENAME_PROJECT = Wording(
    requests=(
        """The project {old} is now called {new}. Change that in the team's memory: all observations and
        relations stay, only the name is new, and the old name is gone. Who leads it, what is its
        budget in thousand euros, and which tools does it use?""",
        """In our knowledge graph, the project {old} must become {new}, with the same type, observations
        and relations, and nothing may be left under the old name. Report the leader, the budget
        (thousand euros) and the tools of the project.""",
    ),
    fuzzy=(
        """{old} got a new name, {new}. Make our memory reflect that, with everything we know about it and
        nothing left of the old name. Who leads it, how many thousand euros does it have, and what
        tools does it use?""",
        """From now on {old} is {new}. Carry everything over in our memory and drop the old name. Who's
        leading, what's the budget in thousands, which tools?""",
    ),
)


def rename_project(draw: TaskDraw) -> Job:
    """A project gets another name."""
    graph = draw_graph(draw)
    old = draw.pick(graph.names("project"), "old")
    new = draw.pick([each for each in PROJECTS if each not in graph.names("project")], "new")
    entity = graph.entity(old)._replace(name=new)
    relations = [_renamed(one, old, new) for one in graph.relations if old in (one.source, one.target)]
    left = graph.without(old)
    final = Graph([*left.entities, entity], [*left.relations, *relations])

    def plan() -> Plan:
        (found,) = yield [do("read_graph")]
        known = read_graph(found)
        (made,) = yield [create([known.entity(old)._replace(name=new)], found)]
        moved = [_renamed(one, old, new) for one in known.relations if old in (one.source, one.target)]
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

    return Job(
        level="L2",
        wording=_RENAME_PROJECT,
        words={"old": old, "new": new},
        fields=(
            text("lead", "the person who leads the project"),
            number("budget", "its budget in thousand euros"),
            texts("tools", "the tools it uses"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(graph.file(),),
        secrets=tuple(graph.sources(LEADS, old)),
    )


def _renamed(relation: Relation, old: str, new: str) -> Relation:
    source, kind, target = (new if part == old else part for part in relation)
    return Relation(source, kind, target)


_MERGE_TOOLS = Wording(
    requests=(
        """“{kept}” and “{double}” in the team's memory are the same tool. Keep “{kept}”: give it the
        observations of the other and the relations of the projects that use the other, without
        doubling any, and delete “{double}”. In which room is the tool, when was it serviced, and which
        projects use it now?""",
        """Our knowledge graph has a tool twice, as “{kept}” and as “{double}”. Merge them into “{kept}”,
        with all observations and with every project that uses either of them, and remove “{double}”.
        Tell me the room, the year of the service, and all projects that use the tool.""",
    ),
    fuzzy=(
        """“{kept}” and “{double}” are one and the same machine. Clean that up in our memory so that only
        “{kept}” is left and knows all of it, users included. Which room is it in, when was the
        service, and which projects use it?""",
        """We remember the {kept} twice, also as “{double}”. Put everything together under “{kept}” and
        drop the other. Where does it stand, what year was it serviced, and who are the projects using
        it?""",
    ),
)


_MERGE_TOOLS_FIELDS = (
    number("room", "the room of the tool"),
    number("serviced", "the year in which it was serviced"),
    texts("projects", "the projects that use it now"),
)


def merge_tools(draw: TaskDraw) -> Job:
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

    return Job(
        level="L2",
        wording=_MERGE_TOOLS,
        words={"kept": kept, "double": double},
        fields=_MERGE_TOOLS_FIELDS,
        plan=plan,
        servers=(SERVER,),
        files=(given.file(),),
        secrets=(str(service.rsplit(maxsplit=1)[-1]), *sorted(users)),
    )


LARGE_JOBS = (hand_over, new_member, rename_project, merge_tools)
