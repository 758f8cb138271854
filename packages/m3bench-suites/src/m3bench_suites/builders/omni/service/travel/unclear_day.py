"""A message whose weekday and date do not fit: the traveller has to be asked for the right day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from m3bench.checks import UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, GradedPoint, Plan
from m3bench_suites.builders.omni import Steps, TaskDraw, ask
from m3bench_suites.builders.omni.service._shared import spoken_day
from m3bench_suites.builders.omni.service.travel.postponed import FEWEST_DAYS, MOST_DAYS, PostponedEvent
from m3bench_suites.builders.tasks import tool_point

_TOPIC = "opening day"
_WRONG_BY = (2, 3, -2, -3, 4, -4, 5, -5, 6, -6)
"""Days between the right day, whose weekday is said, and the date that is said."""


class UnclearDay(PostponedEvent):
    """The date in the message is on another weekday; with it, another flight would be the right one."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED)
    contradiction = _TOPIC

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self.words = {**self.words, "opens": f"{self._opens:%A}, {spoken_day(str(self._opens))}"}

    def _late(self) -> range:
        return range(FEWEST_DAYS, MOST_DAYS)

    def _suits(self, company: Any, booking: dict[str, Any], days: int) -> bool:
        return self._mistake(company, booking, days) is not None

    def _mistake(self, company: Any, booking: dict[str, Any], days: int) -> tuple[int, dict[str, Any]] | None:
        """Return by how many days the date is wrong, and the flight that it suggests: another one."""
        right = self._flights(company, booking, days)[-1]
        for wrong_by in _WRONG_BY:
            flights = self._flights(company, booking, days + wrong_by)
            if flights and flights[-1]["id"] != right["id"]:
                return wrong_by, flights[-1]
        return None

    def _said_day(self) -> str:
        days = (self._opens - self._planned).days
        wrong_by, self._mistaken = self._mistake(self._company, self._booking, days) or (0, self._target)
        return f"{self._opens:%A}, {spoken_day(str(self._opens + timedelta(days=wrong_by)))}"

    def _ask(self, skipped: Shortcut | None, *heard: CallResult) -> Steps[Sequence[CallResult]]:
        if skipped is not None:
            return ()
        question = "The date in the message is on another weekday. What is the new opening day?"
        return (yield ask(question, uses=heard))

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        right = self._target
        if skipped is Shortcut.UNASKED:
            self._target = self._mistaken
        try:
            return (yield from super().plan(skipped))
        finally:
            self._target = right

    def _asked_points(self) -> tuple[GradedPoint, ...]:
        asked = UserAsked((_TOPIC,), before="bookings/change_booking")
        return (tool_point("The traveller was asked for the day before.", asked),)
