"""Two cameras in a store room: what is on the shelves now, and what must be ordered?"""

from __future__ import annotations

from typing import Any

from m3bench.checks import Expected, NoStrayFiles, SheetCells
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.service._shared import draw_company, draw_film
from m3bench_suites.builders.tasks import format_point, tool_point

_BOOK, _SHEET = "stock.xlsx", "Store room"
_HEAD = ["Article", "On the shelf", "Order below", "Order"]
_UNSEEN = ("napkin", "straw")


class StoreRoom(Scenario):
    """The counts at the end of the film go into a table, and with them what must be ordered."""

    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._film = draw_film(draw, "shelf_camera", _is_eventful)
        counts = {label: seen for camera in self._film.facts.values() for label, seen in camera.items()}
        self._counts: dict[str, dict[str, int]] = counts
        articles = sorted((*counts, *_UNSEEN))
        self._before = {label: draw.whole(2, 6, "before", label) for label in articles}
        self._below = {label: draw.whole(2, 4, "below", label) for label in articles}
        scarce = draw.pick(sorted(counts), "scarce")
        self._below[scarce] = self._now(scarce, {}) + 1
        self.inputs = given(self._film.file, DataFile(_BOOK, "xlsx", {_SHEET: self._rows({})}))
        self.words = {"company": draw_company(draw, "food delivery"), "film": self._film}
        self.shown = tuple(self._to_order({}))

    def _now(self, label: str, guess: dict[str, int]) -> int:
        if label not in self._counts:
            return self._before[label]
        seen = self._counts[label]
        return guess.get(label, seen["before"] - seen["taken"] + seen["added"])

    def _rows(self, guess: dict[str, int] | None) -> list[list[Any]]:
        """Return the table: as given for `{}`, else with the counts of the film or guessed ones."""
        rows: list[list[Any]] = []
        for label, before in self._before.items():
            is_kept = not guess or label not in self._counts
            now = before if is_kept else self._now(label, guess or {})
            rows.append([label, now, self._below[label], "yes" if now < self._below[label] else "no"])
        return [_HEAD, *rows]

    def _to_order(self, guess: dict[str, int]) -> list[str]:
        return [label for label in self._before if self._now(label, guess) < self._below[label]]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        film = self._film
        guess = {label: self._now(label, {}) for label in self._counts}
        taken = sum(seen["taken"] for seen in self._counts.values())
        if skipped is Shortcut.BLIND:
            guess, taken = {label: count + 1 for label, count in guess.items()}, 1 if taken != 1 else 2
        sheet, table = yield [
            call("video/contact_sheet", path=film.name, count=film.count),
            call("sheets/read_range", path=_BOOK),
        ]
        cut = film.truth.cuts[0]
        times = [0.5, cut - 0.3, cut + 0.5, film.truth.seconds - 0.3]
        (closer,) = yield [call("video/extract_frames", sheet, path=film.name, times=times)]
        rows = [row[1:] for row in self._rows(guess)[1:]]
        yield [call("sheets/write_range", table, closer, path=_BOOK, start="B2", rows=rows)]
        yield [call("render/render_document", path=_BOOK)]
        yield done("The table is up to date.", _BOOK)
        return self._solution(taken, self._to_order(guess))

    def _solution(self, taken: int, to_order: list[str]) -> Solution:
        guess = {label: self._now(label, {}) for label in self._counts}
        rows = self._rows(guess)[1:]
        return solved(
            f"{taken} pieces were taken; to order: {', '.join(to_order) or 'nothing'}.",
            tool_point("The counts are right.", _column(rows, 1)),
            tool_point("The table says what must be ordered.", _column(rows, 3)),
            format_point("The other columns and rows are as they were.", _column(rows, 2)),
            format_point("No other file was made.", NoStrayFiles((_BOOK,))),
            taken=taken,
            order=Expected(items=tuple(Expected(label) for label in to_order)),
        )


def _column(rows: list[list[Any]], place: int) -> SheetCells:
    """Return the check of a column, with the articles in their order."""
    wanted = tuple((row[0], row[place]) for row in rows)
    return SheetCells(_BOOK, _SHEET, columns=("Article", _HEAD[place]), rows=wanted, ordered=True)


def _is_eventful(facts: dict[str, Any]) -> bool:
    """Something was taken, and something else happened as well."""
    counts = [seen for camera in facts.values() for seen in camera.values()]
    taken, added = (sum(count[act] for count in counts) for act in ("taken", "added"))
    return bool(taken >= 1 and taken + added >= 3)
