"""Minutes that are brought up to date, and a slide of the tasks in them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from m3bench.checks import DocxContent, DocxParts, FileExists, PageLayout, SlideTable, SlideTexts, UserAsked
from m3bench.core import Shortcut, UserFact
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import dictated
from m3bench_suites.builders.omni.service._shared import written_day
from m3bench_suites.builders.omni.slides import add_slide, add_table, add_text, create_deck
from m3bench_suites.builders.tasks import format_point, tool_point

_MINUTES, _DECK = "minutes.docx", "tasks.pptx"
_NEW_TASKS = ("Order new curtains", "Repair the coffee machine", "Count the spare keys", "Clean the archive")
_DAYS = {5: "fifth", 8: "eighth", 10: "tenth", 12: "twelfth", 15: "fifteenth", 17: "seventeenth"}
_QUESTIONS = {
    "time of the meeting": "What was the time of the meeting?",
    "date of the meeting": "What was the date of the meeting?",
    "next invitation": "Who invites next time?",
}


class MinutesPack(Scenario):
    """A dictated note names people by what they did, a comment asks what only the user knows."""

    shortcuts = (Shortcut.UNINSPECTED, Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        media = draw.media_number()
        truth = draw.world.documents.document("minutes", media).truth
        self._title, self._truth, self._held = (
            truth["title"],
            truth,
            written_day(date.fromisoformat(truth["date"])),
        )
        self._intro, self._date = truth["intro"], self._held
        self._old_rows = [list(row) for row in truth["tasks"]]
        self._at = draw.whole(1, len(self._old_rows) - 1, "task")
        chair, writer = truth["people"][:2]
        task, who, until = self._old_rows[self._at]
        named, person = (
            ("the writer of the minutes", writer) if who == chair else ("the chair of the meeting", chair)
        )
        due = (date.fromisoformat(until) + timedelta(days=7)).isoformat()
        added, day = draw.pick(_NEW_TASKS, "added"), draw.pick(tuple(_DAYS), "until")
        year = int(truth["date"][:4])
        other, other_name = (
            (chair, "the chair") if person == writer else (writer, "the writer of the minutes")
        )
        self._rows = [list(row) for row in self._old_rows]
        self._rows[self._at] = [task, person, due]
        self._rows.append([added, other, date(year, 12, day).isoformat()])
        self._fact = self._settle(truth["comment"]["text"])
        subject = task.removeprefix("Proposal on: ")
        message = (
            f"Two things about the minutes. The proposal on the {subject} goes to {named}, and it is due one "
            f"week later than it says there. And there is a new task: {added}. It is for {other_name}. "
            f"It has to be done by the {_DAYS[day]} of December. That is all, thank you."
        )
        self.inputs = given(WorldFile(_MINUTES, "document", "minutes", media), dictated(message, draw))
        self.words = {"recording": self.recording}
        self.user_facts = (self._fact,)
        self.key_facts = (added,)

    def _settle(self, comment: str) -> UserFact:
        """Return what the user knows about a comment, and put it into the minutes to be."""
        draw = self.draw
        if "time" in comment and "next" not in comment:
            at = f"{draw.whole(8, 16, 'hour')}:{draw.pick(('15', '30', '45'), 'minute')}"
            self._intro += f" Time: {at}."
            return UserFact("time of the meeting", f"It began at {at}.", ("start", "begin", "what time"))
        if "date" in comment:
            held = date.fromisoformat(self._truth["date"]) + timedelta(days=draw.whole(1, 4, "held"))
            self._date = written_day(held)
            self._intro = self._intro.replace(self._held, self._date)
            return UserFact("date of the meeting", f"We met on {self._date}.", ("right date", "day", "when"))
        name = draw.pick(self._truth["people"][2:], "next")
        self._intro += f" Next invitation: {name}."
        return UserFact("next invitation", f"{name} does it.", ("invites next time", "who invites", "invite"))

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        heard, read, listed, tasks, seen = yield [
            self.transcribe(),
            call("word/read_paragraphs", path=_MINUTES),
            call("word/list_comments", path=_MINUTES),
            call("word/read_table", path=_MINUTES, table=1),
            call("render/render_document", path=_MINUTES),
        ]
        rows = self._old_rows if skipped is Shortcut.DEAF else self._rows
        asked = read
        if skipped is not Shortcut.UNASKED:
            (asked,) = yield ask(_QUESTIONS[self._fact.topic], uses=(listed, seen))
        yield [
            call(
                "word/delete_comment",
                listed,
                asked,
                path=_MINUTES,
                comment=listed.data["comments"][0]["comment"],
            )
        ]
        if skipped is not Shortcut.UNASKED:
            yield [self._answered(read, asked)]
        if skipped is not Shortcut.DEAF:
            for column in (2, 3):
                text = rows[self._at][column - 1]
                yield [
                    call(
                        "word/set_cell",
                        heard,
                        tasks,
                        path=_MINUTES,
                        table=1,
                        row=self._at + 1,
                        column=column,
                        text=text,
                    )
                ]
            added = {"table": 1, "action": "insert", "row": len(self._old_rows), "cells": rows[-1]}
            yield [call("word/change_rows", heard, tasks, path=_MINUTES, **added)]
        if skipped is not Shortcut.UNINSPECTED:
            yield [call("render/render_document", path=_MINUTES)]
        yield from self._make_slide(rows, skipped, asked, tasks)
        yield done("The minutes are finished.", _MINUTES, _DECK)
        return self._solution()

    def _answered(self, read: CallResult, asked: CallResult) -> PlannedCall:
        if self._date != self._held:
            return call(
                "word/find_and_replace", read, asked, path=_MINUTES, find=self._held, replace=self._date
            )
        return call("word/replace_paragraph", read, asked, path=_MINUTES, paragraph=2, text=self._intro)

    def _make_slide(
        self, rows: Sequence[Sequence[str]], skipped: Shortcut | None, asked: CallResult, tasks: CallResult
    ) -> Steps[None]:
        day = self._held if skipped is Shortcut.UNASKED else self._date
        (made,) = yield [create_deck(_DECK)]
        yield [add_slide(_DECK, made)]
        (headline,) = yield [add_text(_DECK, f"{self._title}, {day}: tasks", 40, (2, 0.6, 29.8, 2.2), asked)]
        (table,) = yield [add_table(_DECK, [list(row) for row in rows], 18, (2, 5.0, 29.8, 6), tasks, asked)]
        if skipped is Shortcut.UNINSPECTED:
            return
        (seen,) = yield [call("render/render_document", path=_DECK)]
        for made, height in ((headline, 4.1), (table, 12.8)):
            place = {"path": _DECK, "slide": 1, "shape": made.data["shape"], "height_cm": height}
            yield [call("slides/place_shape", seen, made, **place)]
        yield [call("render/render_document", path=_DECK)]

    def _solution(self) -> Solution:
        rows = tuple(tuple(row) for row in self._rows)
        headings = tuple(heading["text"] for heading in self._truth["headings"])
        return solved(
            f"{_MINUTES} is finished, and {_DECK} has the {len(rows) - 1} tasks.",
            format_point("The slide is there.", FileExists(_DECK)),
            tool_point("The user was asked what the comment asks.", UserAsked((self._fact.topic,))),
            tool_point("The answer is in the minutes.", DocxContent(_MINUTES, paragraphs=(self._intro,))),
            tool_point(
                "The comment is gone, and the footer is right.",
                DocxParts(_MINUTES, footers=(f"{self._title}, {self._date}",), most_comments=0),
            ),
            tool_point(
                "The tasks are as dictated, and the rest is as before.",
                DocxContent(_MINUTES, headings=headings, tables=(rows,)),
            ),
            tool_point(
                "The slide has the headline.", SlideTexts(_DECK, (f"{self._title}, {self._date}: tasks",))
            ),
            tool_point("The slide has all tasks.", SlideTable(_DECK, rows[1:])),
            tool_point(
                "Nothing on the slide covers anything or runs out of its box.", PageLayout(_DECK, smallest=18)
            ),
        )
