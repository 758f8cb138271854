"""Single changes of the graph, and a question."""

from __future__ import annotations

from m3bench.checks import Expected, NoStrayFiles
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.expected import listed
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.memory.graph import (
    LEADS,
    PROJECTS,
    SERVER,
    USES,
    WORKS_ON,
    Entity,
    Graph,
    create,
    do,
    draw_graph,
    note,
    noted,
    read_graph,
)


def remember(draw: TaskDraw) -> TaskSpec:
    """Note two facts about a person."""
    graph = draw_graph(draw)
    person = draw.pick(graph.names("person"), "person")
    facts = (
        f"first aider since {draw.whole(2008, 2023, 'since')}",
        draw.pick(("has the key of the cellar", "is away on Fridays", "types with two fingers"), "fact"),
    )

    def plan() -> Plan:
        (found,) = yield [do("open_nodes", names=[person])]
        known = read_graph(found).entity(person)
        yield [note(person, facts, found)]
        extension, language = int(noted(known, "extension")), noted(known, "speaks")
        return Solution(
            f"{person} has extension {extension} and speaks {language}; both facts are noted.",
            checks=graph.with_notes(person, *facts).checks(),
            fields={"extension": Expected(extension), "language": Expected(language)},
        )

    return TaskSpec(
        level="L1",
        words={"person": person, "first": facts[0], "second": facts[1]},
        plans=(plan,),
        servers=(SERVER,),
        files=(graph.file(),),
        key_facts=(noted(graph.entity(person), "extension"), noted(graph.entity(person), "speaks")),
    )


def _budgets(graph: Graph) -> list[int]:
    projects = (entity for entity in graph.entities if entity.kind == "project")
    return [int(noted(project, "budget").split()[0]) for project in projects]


def _has_largest(graph: Graph) -> bool:
    *_, second, first = sorted(_budgets(graph))
    return first > second


def new_project(draw: TaskDraw) -> TaskSpec:
    """Add a project."""
    graph = first_fitting(draw, lambda part: draw_graph(draw, part), _has_largest)
    name = draw.pick([project for project in PROJECTS if project not in graph.names("project")], "new")
    centre, budget = draw.whole(1000, 2999, "new centre"), draw.whole(97, 140, "new budget")
    added = Entity(name, "project", (f"cost centre {centre}", f"budget {budget} thousand euros"))

    def plan() -> Plan:
        (found,) = yield [do("search_nodes", query="project")]
        known = [entity for entity in read_graph(found).entities if entity.kind == "project"]
        yield [create([added], found)]
        largest = max(known, key=lambda one: int(noted(one, "budget").split()[0]))
        return Solution(
            f"{name} is noted beside {len(known)} projects; {largest.name} has the largest budget of these.",
            checks=graph._replace(entities=[*graph.entities, added]).checks(),
            fields={
                "others": listed(one.name for one in known),
                "largest": Expected(largest.name),
            },
        )

    return TaskSpec(
        level="L1",
        words={"name": name, "centre": added.notes[0], "budget": added.notes[1]},
        plans=(plan,),
        servers=(SERVER,),
        files=(graph.file(),),
        key_facts=tuple(graph.names("project")),
    )


def _has_team(graph: Graph) -> bool:
    return any(len(graph.sources(WORKS_ON, name)) > 1 for name in graph.names("project"))


def project_team(draw: TaskDraw) -> TaskSpec:
    """Find out about a project."""
    graph = first_fitting(draw, lambda part: draw_graph(draw, part), _has_team)
    name = next(name for name in graph.names("project") if len(graph.sources(WORKS_ON, name)) > 1)

    def plan() -> Plan:
        (found,) = yield [do("read_graph")]
        known = read_graph(found)
        (lead,) = known.sources(LEADS, name)
        extension = int(noted(known.entity(lead), "extension"))
        members, tools = known.sources(WORKS_ON, name), known.targets(USES, name)
        centre = int(noted(known.entity(name), "cost centre"))
        return Solution(
            f"{lead} (extension {extension}) leads {name}; cost centre {centre}.",
            checks=(NoStrayFiles(),),
            fields={
                "lead": Expected(lead),
                "extension": Expected(extension),
                "members": listed(members),
                "tools": listed(tools),
                "cost_centre": Expected(centre),
            },
        )

    return TaskSpec(
        level="L1",
        kind="retrieval",
        words={"name": name},
        plans=(plan,),
        servers=(SERVER,),
        files=(graph.file(),),
        key_facts=(*graph.sources(LEADS, name), *graph.sources(WORKS_ON, name)),
    )


def forget_tool(draw: TaskDraw) -> TaskSpec:
    """Delete a tool with all its relations."""

    def wanted(graph: Graph) -> str | None:
        return next((name for name in graph.names("tool") if len(graph.sources(USES, name)) in (1, 2)), None)

    graph = first_fitting(draw, lambda part: draw_graph(draw, part), lambda one: wanted(one) is not None)
    tool = str(wanted(graph))

    def plan() -> Plan:
        (found,) = yield [do("read_graph")]
        known = read_graph(found)
        users, room = known.sources(USES, tool), int(noted(known.entity(tool), "room"))
        yield [do("delete_entities", found, entityNames=[tool])]
        return Solution(
            f"The {tool} from room {room} is forgotten; {' and '.join(users)} used it.",
            checks=graph.without(tool).checks(),
            fields={"room": Expected(room), "projects": listed(users)},
        )

    return TaskSpec(
        level="L1",
        words={"tool": tool},
        plans=(plan,),
        servers=(SERVER,),
        files=(graph.file(),),
        key_facts=tuple(graph.sources(USES, tool)),
    )


SMALL_JOBS = (remember, new_project, project_team, forget_tool)
