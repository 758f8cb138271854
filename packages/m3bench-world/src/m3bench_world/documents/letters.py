"""Word documents: letters and minutes."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime
from typing import Any

import docx
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt, RGBColor

from m3bench_world.data import written
from m3bench_world.documents.facts import DEPARTMENTS, Facts, money, spoken_day
from m3bench_world.documents.packing import repacked

_TOPICS = written("documents", "topics", tuple[tuple[str, str], ...])


def letter(facts: Facts) -> tuple[str, bytes, dict[str, Any]]:
    sender, receiver, day = facts.company("sender"), facts.person("receiver"), facts.day(-60, -1, "day")
    article, cents = facts.goods(1, "goods")[0]
    count = facts.whole(5, 60, "count")
    author, until = facts.person("author"), facts.day(10, 40, "until")
    subject = f"Our offer no. {facts.whole(1_000, 9_999, 'offer')}"
    prices = f"{money(cents)} EUR each, which is {money(count * cents)} EUR in total"
    days = facts.whole(3, 20, "days")
    body = [
        f"Dear {receiver},",
        f"Thank you for your inquiry. We offer {count} pieces of {article} at {prices}.",
        f"The offer is valid until {spoken_day(until)}. Delivery takes {days} working days.",
        "Kind regards,",
        author,
    ]
    document = docx.Document()
    header = document.sections[0].header.paragraphs[0]
    header.text, header.alignment = f"{sender} · {facts.address('sender')}", WD_ALIGN_PARAGRAPH.RIGHT
    document.add_paragraph(spoken_day(day)).alignment = WD_ALIGN_PARAGRAPH.RIGHT
    heading = document.add_heading(subject, 1)
    heading.runs[0].font.color.rgb = RGBColor(0x1F, 0x3A, 0x5F)
    for text in body:
        document.add_paragraph(text).paragraph_format.space_after = Pt(8)
    truth = {
        "sender": sender,
        "receiver": receiver,
        "date": day.isoformat(),
        "subject": subject,
        "article": article,
        "count": count,
        "unit_cents": cents,
        "total_cents": count * cents,
        "valid_until": until.isoformat(),
        "author": author,
        "header": header.text,
        "paragraphs": [spoken_day(day), *body],
        "headings": [{"text": subject, "level": 1}],
    }
    return f"offer-{subject.rsplit(maxsplit=1)[-1]}.docx", _saved(document, subject, author, day), truth


def minutes(facts: Facts) -> tuple[str, bytes, dict[str, Any]]:
    day, people = facts.day(-40, -1, "day"), facts.people(facts.whole(4, 7, "count"), "people")
    title = f"Minutes of the {facts.pick(DEPARTMENTS, 'department')} meeting"
    topics = sorted(_TOPICS, key=lambda topic: facts.bits("topic", topic[0]))[: facts.whole(3, 5, "topics")]
    document = docx.Document()
    document.sections[0].footer.paragraphs[0].text = f"{title}, {spoken_day(day)}"
    document.add_heading(title, 0)
    intro = f"Date: {spoken_day(day)}. Chair: {people[0]}. Minutes: {people[1]}."
    document.add_paragraph(intro)
    document.add_heading("Present", 1)
    for name in people:
        document.add_paragraph(name, "List Bullet")
    headings = [{"text": title, "level": 0}, {"text": "Present", "level": 1}]
    for number, (topic, text) in enumerate(topics, 1):
        document.add_heading(f"{number}. {topic}", 1)
        document.add_paragraph(text)
        headings.append({"text": f"{number}. {topic}", "level": 1})
    document.add_heading("Tasks", 1)
    rows = _tasks(facts, people, [topic for topic, _ in topics])
    _add_table(document, rows)
    comment = _comment(document, facts, people, day)
    truth = {
        "title": title,
        "date": day.isoformat(),
        "chair": people[0],
        "people": people,
        "tasks": rows,
        "comment": comment,
        "topics": [{"topic": topic, "text": text} for topic, text in topics],
        "intro": intro,
        "headings": [*headings, {"text": "Tasks", "level": 1}],
    }
    return f"minutes-{day.isoformat()}.docx", _saved(document, title, people[1], day), truth


def _tasks(facts: Facts, people: list[str], topics: list[str]) -> list[list[str]]:
    rows = [["Task", "Who", "Until"]]
    for topic in topics:
        who = people[facts.whole(0, len(people) - 1, "who", topic)]
        rows.append([f"Proposal on: {topic.lower()}", who, facts.day(5, 60, "until", topic).isoformat()])
    return rows


def _add_table(document: Any, rows: list[list[str]]) -> None:
    table = document.add_table(len(rows), len(rows[0]), "Table Grid")
    for row, texts in zip(table.rows, rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    for cell in table.rows[0].cells:
        cell.paragraphs[0].runs[0].bold = True


def _comment(document: Any, facts: Facts, people: list[str], day: date) -> dict[str, str]:
    """Put a comment on the paragraph below the title."""
    author = people[facts.whole(2, len(people) - 1, "comment")]
    text = facts.pick(
        ("Please add the time of the meeting.", "Is the date right?", "Who invites next time?"), "text"
    )
    added = document.add_comment(document.paragraphs[1].runs, text, author, author[0])
    added._comment_elm.date = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    return {"author": author, "text": text}


def _saved(document: Any, title: str, author: str, day: date) -> bytes:
    made = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    about = document.core_properties
    about.title, about.author, about.comments, about.created, about.modified = title, author, "", made, made
    written = io.BytesIO()
    document.save(written)
    return repacked(written.getvalue())
