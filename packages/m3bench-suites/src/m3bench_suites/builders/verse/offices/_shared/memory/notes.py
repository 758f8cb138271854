"""Single changes of the graph, and a question."""

from __future__ import annotations

from m3bench.checks import Expected, NoStrayFiles
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.job import (
    RETRIEVAL,
    Job,
    Wording,
    first_fitting,
    number,
    text,
    texts,
)
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
from m3bench_suites.builders.verse.offices._shared.values import listed

_REMEMBER = Wording(
    requests=(
        """Note two things about {person} in the team's memory, as separate observations with exactly
        these words: “{first}” and “{second}”. What extension and which language were already noted for
        {person}?""",
        """Please add these observations to {person} in our knowledge graph, word by word: “{first}”;
        “{second}”. And tell me the extension and the language that it already has for {person}.""",
    ),
    fuzzy=(
        """Remember about {person}: “{first}”, and also “{second}” (two notes, just like that). What
        extension do we have for {person}, and which language?""",
        """Two more notes for {person}, please, in these words: “{first}” and “{second}”. Which extension
        and language did we have on file?""",
    ),
)


def remember(draw: TaskDraw) -> Job:
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

    return Job(
        level="L1",
        wording=_REMEMBER,
        words={"person": person, "first": facts[0], "second": facts[1]},
        fields=(
            number("extension", "the extension noted for the person"),
            text("language", "the language noted for the person"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(graph.file(),),
        secrets=(noted(graph.entity(person), "extension"), noted(graph.entity(person), "speaks")),
    )


_NEW_PROJECT = Wording(
    requests=(
        """Add the project {name} to the team's memory, of the same type as the other projects, with the
        observations “{centre}” and “{budget}”. Which other projects are there, and which of them has
        the largest budget?""",
        """We start a project called {name}. Enter it in our knowledge graph like the other projects, with
        two observations: “{centre}” and “{budget}”. Name the projects that were there before, and the
        one among them with the largest budget.""",
    ),
    fuzzy=(
        """There's a new project, {name}: “{centre}”, “{budget}”. Put it into our memory the way the
        others are. What projects did we have so far, and which of those has the biggest budget?""",
        """Remember the new project {name} (notes: “{centre}” and “{budget}”), set up like the existing
        ones. Which projects exist already, and which one has the most money?""",
    ),
)


def _budgets(graph: Graph) -> list[int]:
    projects = (one for one in graph.entities if one.kind == "project")
    return [int(noted(one, "budget").split()[0]) for one in projects]


def _has_largest(graph: Graph) -> bool:
    *_, second, first = sorted(_budgets(graph))
    return first > second


def new_project(draw: TaskDraw) -> Job:
    """Add a project."""
    graph = first_fitting(draw, lambda part: draw_graph(draw, part), _has_largest)
    name = draw.pick([each for each in PROJECTS if each not in graph.names("project")], "new")
    centre, budget = draw.whole(1000, 2999, "new centre"), draw.whole(97, 140, "new budget")
    added = Entity(name, "project", (f"cost centre {centre}", f"budget {budget} thousand euros"))

    def plan() -> Plan:
        (found,) = yield [do("search_nodes", query="project")]
        known = [one for one in read_graph(found).entities if one.kind == "project"]
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

    return Job(
        level="L1",
        wording=_NEW_PROJECT,
        words={"name": name, "centre": added.notes[0], "budget": added.notes[1]},
        fields=(
            texts("others", "the projects that were there before"),
            text("largest", "the one of them with the largest budget"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(graph.file(),),
        secrets=tuple(graph.names("project")),
    )


def _has_team(graph: Graph) -> bool:
    return any(len(graph.sources(WORKS_ON, name)) > 1 for name in graph.names("project"))


_PROJECT_TEAM = Wording(
    requests=(
        """What does the team's memory say about the project {name}: who leads it and at which extension,
        who works on it, which tools does it use, and what is its cost centre?""",
        """Look up the project {name} in our knowledge graph. I need its leader with the extension, the
        people who work on it (without the leader), the tools it uses, and the cost centre.""",
    ),
    fuzzy=(
        """Who is behind {name}, as far as we remember: the lead (and extension), the others who work on
        it, the tools, the cost centre?""",
        """Check our memory for {name}. Who's leading it and what's their extension, who else works on it,
        what tools do they use, and which cost centre is it?""",
    ),
)


def project_team(draw: TaskDraw) -> Job:
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

    return Job(
        level="L1",
        kind=RETRIEVAL,
        wording=_PROJECT_TEAM,
        words={"name": name},
        fields=(
            text("lead", "the person who leads the project"),
            number("extension", "the extension of this person"),
            texts("members", "the people who work on it, without the one who leads it"),
            texts("tools", "the tools it uses"),
            number("cost_centre", "its cost centre"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(graph.file(),),
        secrets=(*graph.sources(LEADS, name), *graph.sources(WORKS_ON, name)),
    )


_FORGET_TOOL = Wording(
    requests=(
        """The {tool} was sold. Remove it from the team's memory, with everything that relates to it. In
        which room was it, and which projects used it?""",
        """Delete the {tool} and its relations from our knowledge graph, we no longer have it. Tell me the
        room where it was, and the projects that used it.""",
    ),
    fuzzy=(
        """We got rid of the {tool}, so our memory shouldn't know it any more. Where did it stand, and
        which projects were using it?""",
        """Forget the {tool}, please, it's gone. Which room was it in, and who, of the projects, used it?""",
    ),
)


def forget_tool(draw: TaskDraw) -> Job:
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

    return Job(
        level="L1",
        wording=_FORGET_TOOL,
        words={"tool": tool},
        fields=(number("room", "the room of the tool"), texts("projects", "the projects that used the tool")),
        plan=plan,
        servers=(SERVER,),
        files=(graph.file(),),
        secrets=tuple(graph.sources(USES, tool)),
    )


SMALL_JOBS = (remember, new_project, project_team, forget_tool)
