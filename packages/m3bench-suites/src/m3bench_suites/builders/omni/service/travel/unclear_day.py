"""A message whose weekday and date do not fit: the traveller has to be asked for the right day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from m3bench.checks import UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, GradedPoint, Plan, PlanError
from m3bench_suites.builders.omni import Steps, TaskDraw, ask
from m3bench_suites.builders.omni.service._shared import spoken_day
from m3bench_suites.builders.omni.service.travel.postponed import PostponedEvent
from m3bench_suites.builders.tasks import tool_point

_TOPIC = "opening day"
_WRONG_BY = (2, 3, -2, -3, 4, -4)
"""Days between the right day, whose weekday is said, and the date that is said."""


class UnclearDay(PostponedEvent):
    """The date in the message is on another weekday; with it, another flight would be the right one."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED)
    contradiction = _TOPIC

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self.words = {**self.words, "opens": f"{self._opens:%A}, {spoken_day(str(self._opens))}"}

    def _said_day(self) -> str:
        booked = self._planned - timedelta(days=1)
        for wrong_by in _WRONG_BY:
            said = self._opens + timedelta(days=wrong_by)
            flights = self._flights(self._company, self._booking, (said - booked).days - 1)
            if flights and flights[-1]["id"] != self._target["id"]:
                self._mistaken = flights[-1]
                return f"{self._opens:%A}, {spoken_day(str(said))}"
        raise PlanError("the wrong day would not matter")

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
