"""A transfer order whose figures and words differ: the customer has to be asked which are right."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, GradedPoint, call
from m3bench_suites.builders.omni import Steps, TaskDraw, ask, given
from m3bench_suites.builders.omni.service._shared import lines_pdf, spoken_hundreds
from m3bench_suites.builders.omni.service.banking.transfers import ORDER, UNITS, TransferOrder
from m3bench_suites.builders.tasks import tool_point

_TOPIC = "amount of the transfer"


class UnclearAmount(TransferOrder):
    """The customer knows whether the figures or the words are right."""

    shortcuts = (Shortcut.UNASKED, Shortcut.UNINSPECTED)
    contradiction = _TOPIC

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        figures, words = self._amount, self._wrong
        if draw.pick((True, False), "words are right"):
            figures, words = words, figures
        unit = UNITS[self._currency]
        self._lines = self._written(
            f"Amount: {figures:.2f} {self._currency}", f"In words: {spoken_hundreds(words)} {unit}"
        )
        self.inputs = given(lines_pdf(ORDER, self._lines))
        self.words = {**self.words, "amount": f"{spoken_hundreds(self._amount)} {unit}"}

    def _find_amount(self, skipped: Shortcut | None) -> Steps[tuple[int, Sequence[CallResult]]]:
        (read,) = yield [call("pdf/read_text", path=ORDER)]
        if skipped is Shortcut.UNASKED:
            return self._wrong, (read,)
        told = yield ask("The figures and the words differ. Which amount is right?", uses=(read,))
        return self._amount, (read, *told)

    def _asked_points(self) -> tuple[GradedPoint, ...]:
        asked = UserAsked((_TOPIC,), before="accounts/transfer")
        return (tool_point("The customer was asked for the amount before.", asked),)
