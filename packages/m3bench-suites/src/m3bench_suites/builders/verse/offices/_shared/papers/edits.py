"""Small changes of documents, and a question."""

from __future__ import annotations

import re

from m3bench.checks import DocxContent, Expected, NoStrayFiles
from m3bench.suites import Plan, PlanError, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.papers.contract import (
    Contract,
    draw_contract,
    lift_company,
)
from m3bench_suites.builders.verse.offices._shared.papers.minutes import draw_minutes
from m3bench_suites.builders.verse.offices._shared.word import (
    SERVER,
    Doc,
    line_with,
    lines,
    paragraph_index,
    require_done,
)
from m3bench_suites.builders.verse.offices._shared.words import companies


def part_of(pattern: str, line: str) -> str:
    """Return the first group of a pattern in a line. Raise `PlanError` if it does not occur."""
    found = re.search(pattern, line)
    if found is None:
        raise PlanError(f"{line!r} has no {pattern!r}.")
    return found[1]


def rename_provider(draw: TaskDraw) -> TaskSpec:
    """Replace the name of a company throughout a document."""
    case = draw_contract(draw)
    old = str(case.terms["provider"])
    taken = {str(case.terms[name]).split()[0] for name in ("provider", "client")}
    new = lift_company(next(name for name in companies(draw, 9, "new") if name.split()[0] not in taken))
    file = draw.pick(("agreement.docx", "contract.docx", "lifts.docx"), "file")
    naming = [heading for heading, text_ in case.clauses.items() if old in text_]

    def plan() -> Plan:
        (read,) = yield [Doc(file).read()]
        found = lines(read)
        places = [index for index, line in enumerate(found) if old in line]
        (done,) = yield [Doc(file).replace(old, new, read)]
        require_done(done, f"Replaced {len(places)} ")
        last = found[places[-1] - 1]
        texts = tuple(text.replace(old, new) for text in case.texts())
        return Solution(
            f"{new} stands in {len(places)} paragraphs now, the last of them under {last}.",
            checks=(
                DocxContent(path=file, headings=case.headings, paragraphs=texts, lacks=(old,)),
                NoStrayFiles((file,)),
            ),
            fields={"paragraphs": Expected(len(places), grounds=()), "last_clause": Expected(last)},
        )

    return TaskSpec(
        level="L1",
        words={"file": file, "old": old, "new": new},
        plans=(plan,),
        servers=(SERVER,),
        files=(case.file(file),),
        key_facts=(naming[-1],),
    )


def approve_minutes(draw: TaskDraw) -> TaskSpec:
    """Add a line that names the chair of the meeting."""
    case = draw_minutes(draw)
    file = draw.pick(("minutes.docx", "meeting.docx", "protocol.docx"), "file")
    day = f"2025-05-{draw.whole(10, 28, 'day')}"

    def plan() -> Plan:
        (read,) = yield [Doc(file).read()]
        chair = part_of(r"^(.+) was in the chair", line_with(read, "in the chair"))
        next_day, room = (
            part_of(pattern, line_with(read, "next meeting is"))
            for pattern in (r"on (\S+) in", r"in (the .+)\.$")
        )
        added = f"Approved by {chair} on {day}."
        (done,) = yield [Doc(file).add_paragraph(added, read)]
        require_done(done)
        return Solution(
            f"{chair} was in the chair. The next meeting is on {next_day} in {room}.",
            checks=(
                DocxContent(
                    path=file,
                    headings=case.headings,
                    paragraphs=(*case.texts, f"Approved by {case.chair} on {day}."),
                    tables=(case.table,),
                ),
                NoStrayFiles((file,)),
            ),
            fields={"chair": Expected(chair), "room": Expected(room), "next_meeting": Expected(next_day)},
        )

    return TaskSpec(
        level="L1",
        words={"file": file, "day": day},
        plans=(plan,),
        servers=(SERVER,),
        files=(case.file(file),),
        key_facts=(case.chair, case.next_day),
    )


_TERMS = {
    "Response": ("hours", r"within (\d+) hours", "hours until a technician arrives after a report"),
    "Fees": ("rate", r"rate is (\d+) euros", "the hourly rate in euros"),
    "Payment": ("days", r"due (\d+) days", "days until invoices are due"),
    "Contact": ("extension", r"extension (\d+)", "the extension for reports"),
    "Insurance": ("cover", r"up to (\d+) euros", "the insured amount in euros"),
    "Penalty": ("penalty", r"by (\d+) percent", "the percentage taken off for a late visit"),
    "Spare parts": ("parts", r"more than (\d+) euros", "the price in euros above which parts need consent"),
}


def contract_terms(draw: TaskDraw) -> TaskSpec:
    """Find terms of an agreement."""
    case: Contract = first_fitting(
        draw, lambda part: draw_contract(draw, part), lambda one: "Contact" in one.clauses
    )
    file = draw.pick(("agreement.docx", "contract.docx", "lifts.docx"), "file")
    known = [name for name in _TERMS if name in case.clauses]
    asked = draw.sample(known, 3, "asked")
    meanings = [_TERMS[name][2] for name in asked]

    def plan() -> Plan:
        (read,) = yield [Doc(file).read()]
        text_ = read.text
        fields = {_TERMS[name][0]: Expected(int(part_of(_TERMS[name][1], text_))) for name in asked}
        notice = int(part_of(r"notice of (\d+) weeks", text_))
        contact = part_of(r"taken by (.+?), extension", text_)
        return Solution(
            f"{contact} takes reports; the notice is {notice} weeks; "
            + "; ".join(f"{_TERMS[name][2]}: {fields[_TERMS[name][0]].value}" for name in asked)
            + ".",
            checks=(NoStrayFiles(),),
            fields={"contact": Expected(contact), "notice": Expected(notice), **fields},
        )

    return TaskSpec(
        level="L1",
        kind="retrieval",
        words={"file": file, "terms": "; ".join(meanings)},
        fields=("contact", "notice", *(_TERMS[name][0] for name in asked)),
        plans=(plan,),
        servers=(SERVER,),
        files=(case.file(file),),
        key_facts=(str(case.terms["contact"]),),
    )


def strike_decision(draw: TaskDraw) -> TaskSpec:
    """Delete the paragraph of a decision."""
    case = draw_minutes(draw)
    file = draw.pick(("minutes.docx", "meeting.docx", "protocol.docx"), "file")
    struck = draw.pick(case.decisions, "struck")

    def plan() -> Plan:
        (found,) = yield [Doc(file).outline()]
        index = paragraph_index(found, f"On {struck.topic}:")
        line = found.data["paragraphs"][index]["text"]
        (done,) = yield [Doc(file).delete_paragraph(index, found)]
        require_done(done)
        mover, votes = part_of(r"moved by (.+?), carried", line), int(part_of(r"with (\d+) votes", line))
        texts = tuple(text for text in case.texts if text != struck.text)
        return Solution(
            f"The decision on {struck.topic} is gone: moved by {mover}, {votes} votes for it.",
            checks=(
                DocxContent(
                    path=file,
                    headings=case.headings,
                    paragraphs=texts,
                    tables=(case.table,),
                    lacks=(struck.text,),
                ),
                NoStrayFiles((file,)),
            ),
            fields={"mover": Expected(mover), "votes": Expected(votes, grounds=(mover,))},
        )

    return TaskSpec(
        level="L1",
        words={"file": file, "topic": struck.topic},
        plans=(plan,),
        servers=(SERVER,),
        files=(case.file(file),),
        key_facts=(struck.mover,),
    )


SMALL_JOBS = (rename_provider, approve_minutes, contract_terms, strike_decision)
