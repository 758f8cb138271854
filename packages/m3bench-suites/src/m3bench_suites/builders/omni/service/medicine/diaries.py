"""Diaries of blood pressure."""

from __future__ import annotations

from m3bench.checks import Check, Expected, RecordCreated, SheetCells
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, read_print, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import draw_caller, slip, unchanged_point
from m3bench_suites.builders.tasks import format_point, tool_point

_BOOK, _SHEET = "diary.xlsx", "Diary"
_COLUMNS = ("Day", "Upper", "Lower")
_LIMITS = {135: "one hundred thirty five", 140: "one hundred forty", 145: "one hundred forty five"}
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_COUNTS = {2: "two", 3: "three", 4: "four"}


class DiaryReview(Scenario):
    """A photographed page, the diary in a table, and a doctor who dictates when it is urgent."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "medicine", "bookings")
        self._new = self._draw_readings(draw)
        self._limit = draw.pick(tuple(_LIMITS), "limit")
        self._too_many = draw.pick(tuple(_COUNTS), "count")
        photo, patient = draw.photo_name(), self._caller.id
        self._old = [
            [day, draw.whole(121, 139, "old", day), draw.whole(76, 88, "old lower", day)] for day in _DAYS[:4]
        ]
        dictation = (
            "Dictation about the diary. Count the new readings whose upper value is above "
            f"{_LIMITS[self._limit]}. If there are {_COUNTS[self._too_many]} or more of them, I want to see "
            "the patient at once. If there are fewer, a note is enough."
        )
        lines = [f"{day}  {upper} / {lower}" for day, upper, lower in self._new]
        self.inputs = given(
            voice_message(dictation, draw, channel="clean"),
            slip(photo, "Blood pressure", *lines),
            DataFile(_BOOK, "xlsx", {_SHEET: [list(_COLUMNS), *self._old]}),
        )
        self.words = {"caller": self._caller, "patient": patient, "photo": photo, "recording": self.recording}
        self._highest = max(upper for _, upper, _ in self._new)
        self.shown = (*tuple(str(upper) for _, upper, _ in self._new), str(self._limit))

    @staticmethod
    def _draw_readings(draw: TaskDraw) -> list[tuple[str, int, int]]:
        """Draw readings of which each limit leaves another number."""
        fixed = [137, 142, draw.whole(146, 169, "top")]
        more = [
            draw.pick((draw.whole(118, 134, place), draw.whole(146, 165, place)), place) for place in "abc"
        ]
        uppers = draw.sample([*fixed, *more], len(_DAYS), "order")
        return [
            (day, upper, draw.whole(72, 98, "lower", day)) for day, upper in zip(_DAYS, uppers, strict=True)
        ]

    def _high(self, limit: int) -> int:
        return sum(upper > limit for _, upper, _ in self._new)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        photo = self.inputs.files[0].name
        new, highest, count = self._new, self._highest, self._high(self._limit)
        (heard,) = yield [self.transcribe()]
        (seen,) = yield [read_print(photo)]
        read, _ = yield [call("sheets/read_range", path=_BOOK), call("render/render_picture", path=photo)]
        if skipped is Shortcut.BLIND:
            new, highest, count = [(day, 138, 85) for day in _DAYS], 138, 0
        if skipped is Shortcut.DEAF:
            count = self._high(next(limit for limit in _LIMITS if limit != self._limit))
        rows = [list(reading) for reading in new]
        start = f"A{len(self._old) + 2}"
        yield [call("sheets/write_range", seen, read, path=_BOOK, start=start, rows=rows)]
        yield [call("render/render_document", path=_BOOK)]
        yield [self._consequence(count)]
        yield [call("customers/get_customer", heard, customer_id=self._caller.id)]
        yield done("The diary is up to date.", _BOOK)
        return self._solution(count, highest)

    def _consequence(self, count: int) -> PlannedCall:
        patient = self._caller.id
        if count < self._too_many:
            return call("customers/add_note", customer_id=patient, text=f"{count} high readings this week")
        return call(
            "tickets/create_ticket",
            company=self._caller.code,
            customer_id=patient,
            subject=f"{count} high readings this week",
            text="The doctor wants to see the patient at once.",
            team="Reception",
            priority="urgent",
        )

    def _solution(self, count: int, highest: int) -> Solution:
        right, patient, code = self._high(self._limit), self._caller.id, self._caller.code
        told = {"$regex": rf"(?<!\d){right}(?!\d)"}
        if right >= self._too_many:
            fields = {"customer_id": patient, "team": "Reception", "priority": "urgent", "subject": told}
            changed = "tickets", f"{code}-T9*"
        else:
            fields = {"customer_id": patient, "text": told}
            changed = "customer_notes", f"{code}-N9*"
        acted: Check = RecordCreated(changed[0], fields, keys=changed[1])
        rows = tuple(tuple(row) for row in (*self._old, *self._new))
        return solved(
            f"{count} of the new readings are high; the highest upper value is {highest}.",
            format_point(
                "The diary has the old and the new readings.",
                SheetCells(_BOOK, sheet=_SHEET, columns=_COLUMNS, rows=rows, ordered=True),
            ),
            tool_point("The patient is called in, or a note is made.", acted),
            unchanged_point(changed),
            high_readings=Expected(count, grounds=tuple(upper for _, upper, _ in self._new)),
            highest=Expected(highest, grounds=(self._highest,)),
        )
