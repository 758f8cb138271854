"""Decks about projects and meetings, which draw on what other servers know."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import NamedTuple

from m3bench.checks import DocxContent, Expected, NoStrayFiles, SlideChart, SlideTable, SlideTexts
from m3bench.suites import DataFile, Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared import decks, sheets, word
from m3bench_suites.builders.verse.offices._shared.decks import Deck
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.memory import graph as memory
from m3bench_suites.builders.verse.offices._shared.memory.graph import (
    LEADS,
    Graph,
    draw_graph,
    noted,
    read_graph,
)
from m3bench_suites.builders.verse.offices._shared.papers.edits import part_of
from m3bench_suites.builders.verse.offices._shared.papers.minutes import HEADER, Minutes, draw_minutes
from m3bench_suites.builders.verse.offices._shared.sheets import Book, sheet_rows
from m3bench_suites.builders.verse.offices._shared.word import Doc, line_with, require_done, table_rows

_COSTS = "project_costs.xlsx"


class _Costs(NamedTuple):
    graph: Graph
    entries: list[tuple[str, int]]

    def totals(self) -> dict[str, int]:
        """Return the sum of each project, in alphabetical order."""
        names = sorted({name for name, _ in self.entries})
        return {name: sum(value for other, value in self.entries if other == name) for name in names}


def _costs(draw: TaskDraw, part: int) -> _Costs:
    graph = draw_graph(draw, part)
    projects = graph.names("project")
    entries = [
        (name, draw.whole(11, 99, "cost", part, name, index) * 10) for name in projects for index in range(3)
    ]
    return _Costs(graph, draw.sample(entries, len(entries), "order", part))


def _has_top(case: _Costs) -> bool:
    *_, second, first = sorted(case.totals().values())
    return first > second


def _project_deck_plan(file: str, rows: tuple[tuple[str, str, int], ...], top: tuple[str, str, int]) -> Plan:
    known, costs = yield [memory.do("read_graph"), Book(_COSTS).read("Costs")]
    graph, entries = read_graph(known), sheet_rows(costs)[1:]
    names = sorted({row[0] for row in entries})
    found = [
        (name, graph.sources(LEADS, name)[0], sum(row[1] for row in entries if row[0] == name))
        for name in names
    ]
    (made,) = yield [Deck.create(known, costs)]
    deck = Deck(made)
    (first,) = yield [deck.plain_slide("Projects")]
    (table,) = yield [deck.table(first, [("Project", "Lead", "Costs"), *found], known, costs)]
    (second,) = yield [deck.points_slide("Most expensive", table)]
    best = max(found, key=lambda row: row[2])
    centre = int(noted(graph.entity(best[0]), "cost centre"))
    (points,) = yield [deck.points(second, [best[0], f"Cost centre {centre}"], known, costs)]
    yield [deck.save(file, points)]
    extension = int(noted(graph.entity(best[1]), "extension"))
    own = tuple(row[1] for row in entries if row[0] == best[0])
    return Solution(
        f"{best[0]} cost {best[2]}; {best[1]} (extension {extension}) leads it.",
        checks=(
            SlideTexts(
                path=file,
                per_slide=(("Projects",), ("Most expensive", top[0], f"Cost centre {centre}")),
                at_least=2,
            ),
            SlideTable(path=file, rows=rows, slide=1),
            NoStrayFiles((file,)),
        ),
        fields={
            "project": Expected(best[0]),
            "costs": Expected(best[2], grounds=tuple(own)),
            "lead": Expected(best[1]),
            "extension": Expected(extension),
        },
    )


def project_deck(draw: TaskDraw) -> TaskSpec:
    """Show leaders and costs of projects."""
    case = first_fitting(draw, lambda part: _costs(draw, part), _has_top)
    file = draw.pick(("projects.pptx", "status.pptx"), "file")
    totals = case.totals()
    rows = tuple((name, case.graph.sources(LEADS, name)[0], totals[name]) for name in totals)
    top = max(rows, key=lambda row: row[2])
    given = DataFile(_COSTS, "xlsx", {"Costs": [["Project", "Amount"], *map(list, case.entries)]})

    return TaskSpec(
        level="L3",
        words={"file": file, "source": _COSTS},
        plans=(partial(_project_deck_plan, file, rows, top),),
        servers=(memory.SERVER, sheets.SERVER, decks.SERVER),
        files=(case.graph.file(), given),
        key_facts=(top[0], top[1]),
    )


def _has_busiest(case: Minutes) -> bool:
    counts = Counter(task.person for task in case.tasks).most_common(2)
    return len(counts) > 1 and counts[0][1] > counts[1][1]


def _meeting_deck_plan(case: Minutes, counts: Counter[str], file: str, note: str, source: str) -> Plan:
    (read,) = yield [Doc(source).read()]
    tasks = table_rows(read, HEADER)
    found = Counter(row[1] for row in tasks)
    names = sorted(found)
    (made,) = yield [Deck.create(read)]
    deck = Deck(made)
    (first,) = yield [deck.plain_slide("Tasks by person")]
    (chart,) = yield [deck.bars(first, names, [found[name] for name in names], "Tasks", read)]
    (second,) = yield [deck.points_slide("Next meeting", chart)]
    line = line_with(read, "next meeting is")
    day, room = part_of(r"on (\S+) in", line), part_of(r"in (the .+)\.$", line)
    (points,) = yield [deck.points(second, [day, room], read)]
    _, noted_ = yield [deck.save(file, points), Doc(source).add_paragraph(note, points)]
    require_done(noted_)
    busiest = found.most_common(1)[0][0]
    latest = max((row for row in tasks if row[1] == busiest), key=lambda row: row[2])
    return Solution(
        f"{busiest} has the most tasks; the last of them is {latest[0]} on {latest[2]}.",
        checks=(
            SlideTexts(
                path=file,
                per_slide=(("Tasks by person",), ("Next meeting", case.next_day, case.room)),
                at_least=2,
            ),
            SlideChart(
                path=file,
                chart="bar",
                categories=tuple(counts),
                values=tuple(map(float, counts.values())),
                slide=1,
            ),
            DocxContent(
                path=source, headings=case.headings, paragraphs=(*case.texts, note), tables=(case.table,)
            ),
            NoStrayFiles((source, file)),
        ),
        fields={
            "person": Expected(busiest),
            "last_task": Expected(latest[0]),
            "last_due": Expected(latest[2]),
            "next_meeting": Expected(day),
        },
    )


def meeting_deck(draw: TaskDraw) -> TaskSpec:
    """Show who has how many tasks, and note the deck in the minutes."""
    case = first_fitting(draw, lambda part: draw_minutes(draw, part), _has_busiest)
    source, file = "minutes.docx", draw.pick(("tasks.pptx", "meeting.pptx", "work.pptx"), "file")
    counts = Counter(task.person for task in case.tasks)
    note = f"The tasks are shown in {file}."

    return TaskSpec(
        level="L3",
        words={"source": source, "file": file, "note": note},
        plans=(partial(_meeting_deck_plan, case, counts, file, note, source),),
        servers=(word.SERVER, decks.SERVER),
        files=(case.file(source),),
        key_facts=(counts.most_common(1)[0][0], case.next_day),
    )


PROJECT_JOBS = (project_deck, meeting_deck)
