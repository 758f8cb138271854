"""An offer whose price has changed."""

from __future__ import annotations

from datetime import date, timedelta

from m3bench.checks import DocxContent, DocxParts, PageLayout
from m3bench.core import Sabotage, Shortcut
from m3bench.suites import Plan, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.service._shared import written_day
from m3bench_suites.builders.tasks import tool_point

_PATH = "offer.docx"


class CorrectedOffer(Scenario):
    """A letter is corrected; the tool that does it also spoils another number."""

    shortcuts = (Shortcut.UNINSPECTED, Shortcut.TRUSTING)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        media = draw.media_number()
        truth = draw.world.documents.document("letter", media).truth
        count, cents = truth["count"], truth["unit_cents"]
        new = cents + draw.whole(1, 9, "more") * 5
        self._paragraphs = tuple(truth["paragraphs"])
        self._old = f"{_money(cents)} EUR each, which is {_money(count * cents)} EUR in total"
        self._new = f"{_money(new)} EUR each, which is {_money(count * new)} EUR in total"
        until = date.fromisoformat(truth["valid_until"])
        # A day such as 2 December is also in the text 12 December.
        days = [
            day for day in range(8, 20) if written_day(until) not in written_day(until + timedelta(days=day))
        ]
        later = until + timedelta(days=draw.pick(days, "later"))
        self._until, self._later = written_day(until), written_day(later)
        self._count = count
        self._heading, self._header = truth["headings"][0]["text"], truth["header"]
        self.inputs = given(WorldFile(_PATH, "document", "letter", media))
        self.sabotage = Sabotage(
            tool="word/find_and_replace",
            fault="change_word",
            path=_PATH,
            settings={"old": f"We offer {count} pieces", "new": f"We offer {count + 3} pieces"},
        )
        self.words = {"price": _money(new), "later": self._later}

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        (read,) = yield [call("word/read_paragraphs", path=_PATH)]
        (priced,) = yield [call("word/find_and_replace", read, path=_PATH, find=self._old, replace=self._new)]
        (dated,) = yield [
            call("word/find_and_replace", read, priced, path=_PATH, find=self._until, replace=self._later)
        ]
        if skipped is None:
            (seen,) = yield [call("render/render_document", dated, path=_PATH)]
            yield [
                call(
                    "word/find_and_replace", read, seen, path=_PATH,
                    find=f"We offer {self._count + 3} pieces", replace=f"We offer {self._count} pieces",
                )
            ]  # fmt: skip
            yield [call("render/render_document", path=_PATH)]
        yield done("The offer is corrected.", _PATH)
        return self._solution()

    def _solution(self) -> Solution:
        day, dear, priced, valid, *rest = self._paragraphs
        priced = priced.replace(self._old, self._new)
        valid = valid.replace(self._until, self._later)
        return solved(
            f"{_PATH} has the new price, the new total and the new date.",
            tool_point(
                "Price, total and quantity are right.",
                DocxContent(_PATH, paragraphs=(priced,), lacks=(self._old,)),
            ),
            tool_point(
                "The offer has the new date.", DocxContent(_PATH, paragraphs=(valid,), lacks=(self._until,))
            ),
            tool_point(
                "The rest of the letter is as before.",
                DocxContent(_PATH, headings=(self._heading,), paragraphs=(day, dear, *rest)),
                DocxParts(_PATH, headers=(self._header,)),
            ),
            tool_point("It can be printed as it is.", PageLayout(_PATH)),
        )


def _money(cents: int) -> str:
    return f"{cents / 100:,.2f}"
