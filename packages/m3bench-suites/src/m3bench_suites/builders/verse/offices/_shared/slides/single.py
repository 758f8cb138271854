"""Decks of one slide, from one file."""

from __future__ import annotations

from m3bench.checks import Expected, NoStrayFiles, SlideChart, SlideTexts
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared import decks, sheets, word
from m3bench_suites.builders.verse.offices._shared.decks import Deck
from m3bench_suites.builders.verse.offices._shared.expenses.data import BUDGETS, Ledger, draw_ledger
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.papers.edits import part_of
from m3bench_suites.builders.verse.offices._shared.papers.minutes import Minutes, draw_minutes
from m3bench_suites.builders.verse.offices._shared.sheets import Book, sheet_rows
from m3bench_suites.builders.verse.offices._shared.word import Doc, lines


def _has_peak(ledger: Ledger) -> bool:
    *_, second, first = sorted(ledger.budgets.values())
    return first > second and len(set(ledger.budgets.values())) == len(ledger.budgets)


def budget_slide(draw: TaskDraw) -> TaskSpec:
    """Show budgets from a workbook as a chart."""
    ledger = first_fitting(draw, lambda part: draw_ledger(draw, part, departments=5), _has_peak)
    file, title = (
        draw.pick(("budget.pptx", "board.pptx", "talk.pptx"), "file"),
        draw.pick(("Budgets 2025", "Our budgets"), "title"),
    )

    def plan() -> Plan:
        (found,) = yield [Book(ledger.name).read(BUDGETS)]
        rows = sheet_rows(found)[1:]
        (made,) = yield [Deck.create(found)]
        deck = Deck(made)
        (slide,) = yield [deck.plain_slide(title)]
        (chart,) = yield [
            deck.bars(slide, [row[0] for row in rows], [row[1] for row in rows], "Budget", found)
        ]
        yield [deck.save(file, chart)]
        top, low = max(rows, key=lambda row: row[1]), min(rows, key=lambda row: row[1])
        names, values = zip(*ledger.budgets.items(), strict=True)
        return Solution(
            f"{top[0]} has the largest budget, {top[1]}, and {low[0]} the smallest.",
            checks=(
                SlideTexts(path=file, per_slide=((title,),)),
                SlideChart(
                    path=file, chart="bar", categories=names, values=tuple(map(float, values)), slide=1
                ),
                NoStrayFiles((file,)),
            ),
            fields={"largest": Expected(top[0]), "budget": Expected(top[1]), "smallest": Expected(low[0])},
        )

    return TaskSpec(
        level="L2",
        words={"file": file, "title": title, "sheet": BUDGETS, "source": ledger.name},
        plans=(plan,),
        servers=(sheets.SERVER, decks.SERVER),
        files=(ledger.file(),),
        key_facts=(max(ledger.budgets, key=lambda name: ledger.budgets[name]),),
    )


def _top_vote(case: Minutes) -> bool:
    *_, second, first = sorted(decision.votes for decision in case.decisions)
    return first > second


def decisions_slide(draw: TaskDraw) -> TaskSpec:
    """List the decisions of a meeting on a slide."""
    case = first_fitting(draw, lambda part: draw_minutes(draw, part), _top_vote)
    source, file = (
        draw.pick(("minutes.docx", "meeting.docx"), "source"),
        draw.pick(("decisions.pptx", "results.pptx"), "file"),
    )
    best = max(case.decisions, key=lambda one: one.votes)

    def plan() -> Plan:
        (read,) = yield [Doc(source).read()]
        found = [line for line in lines(read) if line.startswith("On ") and "carried with" in line]
        (made,) = yield [Deck.create(read)]
        deck = Deck(made)
        (slide,) = yield [deck.points_slide("What we decided")]
        points = [f"{part_of('^On (.+?):', line)} ({part_of('moved by (.+?),', line)})" for line in found]
        (done,) = yield [deck.points(slide, points, read)]
        yield [deck.save(file, done)]
        top = max(found, key=lambda line: int(part_of(r"with (\d+) votes", line)))
        topic, votes = part_of("^On (.+?):", top), int(part_of(r"with (\d+) votes", top))
        texts = tuple(f"{decision.topic} ({decision.mover})" for decision in case.decisions)
        return Solution(
            f"The {len(points)} decisions are on the slide; {topic} had the most votes, {votes}.",
            checks=(
                SlideTexts(path=file, per_slide=(("What we decided", *texts),)),
                NoStrayFiles((file,)),
            ),
            fields={
                "topic": Expected(topic),
                "votes": Expected(votes, grounds=(topic,)),
                "mover": Expected(part_of("moved by (.+?),", top)),
            },
        )

    return TaskSpec(
        level="L2",
        words={"file": file, "source": source},
        plans=(plan,),
        servers=(word.SERVER, decks.SERVER),
        files=(case.file(source),),
        key_facts=(best.topic, best.mover),
    )


SMALL_JOBS = (budget_slide, decisions_slide)
