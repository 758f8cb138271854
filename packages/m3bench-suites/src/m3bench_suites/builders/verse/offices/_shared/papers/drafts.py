"""New documents from others, and larger changes."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import NamedTuple

from m3bench.checks import DocxContent, Expected, NoStrayFiles
from m3bench.suites import DataFile, Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.papers.contract import draw_contract
from m3bench_suites.builders.verse.offices._shared.papers.edits import part_of
from m3bench_suites.builders.verse.offices._shared.papers.minutes import HEADER, Minutes, draw_minutes
from m3bench_suites.builders.verse.offices._shared.word import (
    SERVER,
    Doc,
    line_with,
    paragraph_index,
    require_done,
    table_rows,
)
from m3bench_suites.builders.verse.offices._shared.words import companies, people


def _busiest(case: Minutes) -> str | None:
    """Return the person with the most tasks, if there are three or more of them and nobody has as many."""
    (first, most), (_, second), *_ = Counter(task.person for task in case.tasks).most_common() + [("", 0)] * 2
    return first if most > max(second, 2) else None


def task_list(draw: TaskDraw) -> TaskSpec:
    """Write the tasks of the busiest person into a new document."""
    case = first_fitting(draw, lambda part: draw_minutes(draw, part), lambda one: _busiest(one) is not None)
    source = draw.pick(("minutes.docx", "meeting.docx"), "source")
    target = draw.pick(("tasks.docx", "todo.docx", "reminder.docx"), "target")
    own = sorted((task for task in case.tasks if task.person == _busiest(case)), key=lambda one: one.due)

    def plan() -> Plan:
        (read,) = yield [Doc(source).read()]
        rows = table_rows(read, HEADER)
        person = Counter(row[1] for row in rows).most_common(1)[0][0]
        tasks = sorted(([row[0], row[2]] for row in rows if row[1] == person), key=lambda row: row[1])
        (made,) = yield [Doc(target).create(read)]
        require_done(made)
        (headed,) = yield [Doc(target).add_heading(f"Tasks of {person}", read, made)]
        require_done(headed)
        (done,) = yield [Doc(target).add_table([("Task", "Due"), *tasks], read, headed)]
        require_done(done)
        table = (("Task", "Due"), *((one.task, one.due) for one in own))
        return Solution(
            f"{person} has the most tasks, {len(tasks)}; the first is {tasks[0][0]} on {tasks[0][1]}.",
            checks=(
                DocxContent(path=target, headings=(f"Tasks of {own[0].person}",), tables=(table,)),
                NoStrayFiles((target,)),
            ),
            fields={
                "person": Expected(person),
                "tasks": Expected(len(tasks), grounds=(person,)),
                "first_task": Expected(tasks[0][0]),
                "first_due": Expected(tasks[0][1]),
            },
        )

    return TaskSpec(
        level="L2",
        words={"source": source, "target": target},
        plans=(plan,),
        servers=(SERVER,),
        files=(case.file(source),),
        key_facts=(own[0].person, own[0].task),
    )


class _Invoice(NamedTuple):
    customer: str
    contact: str
    invoice: str
    amount: int
    due: str


_OPEN = ("Customer", "Contact", "Invoice", "Amount", "Due")
_LETTER = (
    "Dear [NAME],",
    "Our invoice [INVOICE] over [AMOUNT] euros is still open.",
    "Please pay it within ten days, or call us.",
    "Kind regards, the accounts department",
)


def _invoices(draw: TaskDraw) -> list[_Invoice]:
    names, contacts = companies(draw, 6, "debtors"), people(draw, 6, "contacts")
    days = draw.sample(range(1, 29), 6, "days")
    return [
        _Invoice(
            name,
            contact,
            f"R-{draw.whole(1000, 9999, 'invoice', name)}",
            draw.whole(140, 4800, "amount", name),
            f"2025-03-{day:02}",
        )
        for name, contact, day in zip(names, contacts, days, strict=True)
    ]


def _reminder_letter_plan(oldest: _Invoice, source: str, target: str, template: str) -> Plan:
    listed, letter = yield [Doc(source).read(), Doc(template).read()]
    line_with(letter, "[INVOICE]")
    row = min(table_rows(listed, _OPEN), key=lambda row: row[4])
    (before,) = yield [Doc(template).copy(target, letter)]
    for name, value in (("[NAME]", row[1]), ("[INVOICE]", row[2]), ("[AMOUNT]", row[3])):
        (before,) = yield [Doc(target).replace(name, value, listed, letter, before)]
        require_done(before)
    name, open_amount = oldest.contact, str(oldest.amount)
    values = (("[NAME]", name), ("[INVOICE]", oldest.invoice), ("[AMOUNT]", open_amount))
    texts = list(_LETTER)
    for each, value in values:
        texts = [line.replace(each, value) for line in texts]
    return Solution(
        f"The reminder goes to {row[1]} at {row[0]}, for {row[2]} over {row[3]} euros.",
        checks=(
            DocxContent(path=target, headings=("Payment reminder",), paragraphs=tuple(texts), lacks=("[",)),
            NoStrayFiles((target,)),
        ),
        fields={
            "customer": Expected(row[0]),
            "contact": Expected(row[1]),
            "invoice": Expected(row[2]),
            "amount": Expected(int(row[3])),
        },
    )


def reminder_letter(draw: TaskDraw) -> TaskSpec:
    """Fill in a letter for the invoice that has been open the longest."""
    invoices = _invoices(draw)
    oldest = min(invoices, key=lambda one: one.due)
    source, template, target = (
        "open_invoices.docx",
        "letter.docx",
        draw.pick(("reminder.docx", "dunning.docx"), "target"),
    )
    table = [list(_OPEN), *([*invoice] for invoice in invoices)]
    files = (
        DataFile(source, "docx", [{"heading": "Open invoices"}, {"table": table}]),
        DataFile(template, "docx", [{"heading": "Payment reminder"}, *({"text": each} for each in _LETTER)]),
    )

    return TaskSpec(
        level="L2",
        words={"source": source, "template": template, "target": target},
        plans=(partial(_reminder_letter_plan, oldest, source, target, template),),
        servers=(SERVER,),
        files=files,
        key_facts=(oldest.customer, oldest.contact, oldest.invoice),
    )


_NEW_CLAUSES = {
    "Confidentiality": "Neither side tells others what it learns about the business of the other.",
    "Data protection": "Personal data is deleted as soon as it is no longer needed for the work.",
    "Inspection": "Once a year, both sides inspect the installations together.",
}


def new_clause(draw: TaskDraw) -> TaskSpec:
    """Insert a clause before the last one, and change the notice."""
    case = draw_contract(draw)
    heading = draw.pick(sorted(_NEW_CLAUSES), "clause")
    added, notice = _NEW_CLAUSES[heading], draw.whole(30, 52, "new notice")
    file = draw.pick(("agreement.docx", "contract.docx", "lifts.docx"), "file")

    def plan() -> Plan:
        (found,) = yield [Doc(file).outline()]
        index = paragraph_index(found, "Termination")
        old = part_of(r"notice of (\d+) weeks", found.data["paragraphs"][index + 1]["text"])
        (headed,) = yield [Doc(file).insert_heading(heading, index, found, level=2)]
        require_done(headed)
        (filled,) = yield [Doc(file).insert_after(added, index, found, headed)]
        require_done(filled)
        (done,) = yield [Doc(file).replace(f"{old} weeks", f"{notice} weeks", found, filled)]
        require_done(done)
        before = found.data["paragraphs"][index - 2]["text"]
        *others, last = case.clauses.items()
        texts = (
            *(each for _, each in others),
            added,
            last[1].replace(str(case.terms["notice"]), str(notice)),
        )
        headings = (*case.headings[:-1], heading, case.headings[-1])
        return Solution(
            f"{heading} stands after {before} now. The notice was {old} weeks.",
            checks=(DocxContent(path=file, headings=headings, paragraphs=texts), NoStrayFiles((file,))),
            fields={"old_notice": Expected(int(old)), "clause_before": Expected(before)},
        )

    return TaskSpec(
        level="L2",
        words={"file": file, "heading": heading, "added": added, "notice": notice},
        plans=(plan,),
        servers=(SERVER,),
        files=(case.file(file),),
        key_facts=(list(case.clauses)[-2],),
    )


LARGE_JOBS = (task_list, reminder_letter, new_clause)
