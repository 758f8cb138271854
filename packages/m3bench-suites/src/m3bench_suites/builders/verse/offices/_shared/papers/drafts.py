"""New documents from others, and larger changes."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import NamedTuple

from m3bench.checks import DocxContent, Expected, NoStrayFiles
from m3bench.suites import DataFile, Plan, Solution
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.job import (
    Job,
    Wording,
    code,
    date,
    first_fitting,
    number,
    text,
)
from m3bench_suites.builders.verse.offices._shared.papers.contract import draw_contract
from m3bench_suites.builders.verse.offices._shared.papers.edits import part_of
from m3bench_suites.builders.verse.offices._shared.papers.minutes import HEADER, Minutes, draw_minutes
from m3bench_suites.builders.verse.offices._shared.values import counted
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
    (first, most), (_, second), *_ = Counter(one.person for one in case.tasks).most_common() + [("", 0)] * 2
    return first if most > max(second, 2) else None


_TASK_LIST = Wording(
    requests=(
        """Who has the most tasks in the table of {source}? Write a new document {target} for this person:
        the heading “Tasks of NAME” (level 1, with the full name) and a table with the columns Task and
        Due, sorted by due date. Tell me the person, the number of tasks, and the first task with its
        date.""",
        """Look at the tasks in {source} and make {target} for the person with the most of them: a level 1
        heading “Tasks of NAME”, NAME being the person's full name, and below it a table Task, Due in
        the order of the dates. Who is it, how many tasks are there, and which one is due first, and
        when?""",
    ),
    fuzzy=(
        """Somebody got most of the work in {source}. Make them their own list, {target}: heading “Tasks
        of” plus the full name, then a table with Task and Due, earliest first. Who is it, how many
        tasks, and what's first and when?""",
        """I want to send the busiest person from {source} a list of their tasks. Put it into {target}
        under the heading “Tasks of NAME” (full name), as a table Task / Due by date. Tell me the name,
        how many, and the first one with its date.""",
    ),
)


_TASK_LIST_FIELDS = (
    text("person", "the person with the most tasks"),
    number("tasks", "how many tasks this person has"),
    text("first_task", "the task of this person that is due first"),
    date("first_due", "the day on which it is due"),
)


def task_list(draw: TaskDraw) -> Job:
    """Write the tasks of the busiest person into a new document."""
    case = first_fitting(draw, lambda part: draw_minutes(draw, part), lambda one: _busiest(one) is not None)
    source = draw.pick(("minutes.docx", "meeting.docx"), "source")
    target = draw.pick(("tasks.docx", "todo.docx", "reminder.docx"), "target")
    own = sorted((one for one in case.tasks if one.person == _busiest(case)), key=lambda one: one.due)

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
                "tasks": counted(len(tasks), person),
                "first_task": Expected(tasks[0][0]),
                "first_due": Expected(tasks[0][1]),
            },
        )

    return Job(
        level="L2",
        wording=_TASK_LIST,
        words={"source": source, "target": target},
        fields=_TASK_LIST_FIELDS,
        plan=plan,
        servers=(SERVER,),
        files=(case.file(source),),
        secrets=(own[0].person, own[0].task),
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


_REMINDER_LETTER = Wording(
    requests=(
        """Write a reminder for the invoice in {source} with the earliest due date: copy {template} to
        {target} and replace [NAME] by the contact, [INVOICE] by the invoice number and [AMOUNT] by the
        amount. {template} stays as it is. Which customer is it, who is the contact, and which invoice
        over how much?""",
        """In {source}, find the invoice that was due first. Fill in {template} for it and save the result
        as {target}, without changing the template: [NAME] is the contact, [INVOICE] the number,
        [AMOUNT] the amount. Report customer, contact, invoice and amount.""",
    ),
    fuzzy=(
        """Which invoice in {source} has been due the longest? Send that one a reminder: {template} is the
        form, the filled-in letter should be {target} (contact for [NAME], number for [INVOICE], sum
        for [AMOUNT]), and the form stays untouched. Tell me customer, contact, invoice and amount.""",
        """Please prepare {target} from our form {template} for whoever has been late the longest in
        {source}: put the contact, the invoice number and the amount in place of [NAME], [INVOICE] and
        [AMOUNT]. The form itself must not change. Who is it (customer and contact), which invoice, how
        much?""",
    ),
)


_REMINDER_LETTER_FIELDS = (
    text("customer", "the customer with the earliest due date"),
    text("contact", "the contact of this customer"),
    code("invoice", "the number of the invoice"),
    number("amount", "its amount"),
)


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


def reminder_letter(draw: TaskDraw) -> Job:
    """Fill in a letter for the invoice that has been open the longest."""
    invoices = _invoices(draw)
    oldest = min(invoices, key=lambda one: one.due)
    source, template, target = (
        "open_invoices.docx",
        "letter.docx",
        draw.pick(("reminder.docx", "dunning.docx"), "target"),
    )
    table = [list(_OPEN), *([*one] for one in invoices)]
    files = (
        DataFile(source, "docx", [{"heading": "Open invoices"}, {"table": table}]),
        DataFile(template, "docx", [{"heading": "Payment reminder"}, *({"text": each} for each in _LETTER)]),
    )

    return Job(
        level="L2",
        wording=_REMINDER_LETTER,
        words={"source": source, "template": template, "target": target},
        fields=_REMINDER_LETTER_FIELDS,
        plan=partial(_reminder_letter_plan, oldest, source, target, template),
        servers=(SERVER,),
        files=files,
        secrets=(oldest.customer, oldest.contact, oldest.invoice),
    )


_NEW_CLAUSES = {
    "Confidentiality": "Neither side tells others what it learns about the business of the other.",
    "Data protection": "Personal data is deleted as soon as it is no longer needed for the work.",
    "Inspection": "Once a year, both sides inspect the installations together.",
}


_NEW_CLAUSE = Wording(
    requests=(
        """Change {file}: insert a clause “{heading}” before “Termination”, with a heading like those of
        the other clauses and the text “{added}”, and set the notice in “Termination” to {notice}
        weeks. How many weeks was it before, and which clause comes directly before the new one?""",
        """Two changes in {file}. First, a new clause right before “Termination”: the heading “{heading}”
        (in the style of the other clauses) with the paragraph “{added}”. Second, the notice for ending
        the agreement becomes {notice} weeks. Tell me the old notice in weeks and the clause before the
        new one.""",
    ),
    fuzzy=(
        """The lawyers want “{heading}” in {file}, ahead of “Termination”: “{added}” Use the same kind of
        heading as the others. And the notice goes up to {notice} weeks. What was the notice so far,
        and after which clause does the new one come?""",
        """Please add the clause “{heading}” to {file} just above “Termination” (heading as with the other
        clauses, text: “{added}”) and make the notice {notice} weeks. What did it say before, and which
        clause is above the new one?""",
    ),
)


def new_clause(draw: TaskDraw) -> Job:
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

    return Job(
        level="L2",
        wording=_NEW_CLAUSE,
        words={"file": file, "heading": heading, "added": added, "notice": notice},
        fields=(
            number("old_notice", "the notice before the change", "weeks"),
            text("clause_before", "the heading of the clause before the new one"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(case.file(file),),
        secrets=(list(case.clauses)[-2],),
    )


LARGE_JOBS = (task_list, reminder_letter, new_clause)
