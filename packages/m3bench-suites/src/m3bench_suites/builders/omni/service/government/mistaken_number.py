"""An application with the number of somebody else: the citizen has to be asked whose record it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.core import Shortcut
from m3bench.suites import CallResult, call
from m3bench_suites.builders.omni import Steps, TaskDraw, ask
from m3bench_suites.builders.omni.service.government.applications import FilledApplication
from m3bench_suites.builders.omni.service.government.forms import FORM

_TOPIC = "citizen number"


class MistakenNumber(FilledApplication):
    """The name in the request is not that of the number: the citizen knows the right one."""

    contradiction = _TOPIC
    topics = (*FilledApplication.topics, _TOPIC)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        others = [other for other in self._company.customers.values() if other["id"] != self._citizen["id"]]
        self._stranger: dict[str, Any] = draw.pick(others, "stranger")
        self.words = {**self.words, "stranger": self._stranger}

    def _look_up(self, skipped: Shortcut | None) -> Steps[Sequence[CallResult]]:
        """Find that the number belongs to somebody else, and ask for the right one."""
        listed, wrong = yield [
            call("pdf/list_form_fields", path=FORM),
            call("customers/get_customer", customer_id=self._stranger["id"]),
        ]
        if skipped is Shortcut.UNASKED:
            return listed, wrong
        question = f"{self._stranger['id']} belongs to another citizen. What is your citizen number?"
        told = yield ask(question, uses=(wrong,))
        (right,) = yield [call("customers/get_customer", *told, customer_id=self._citizen["id"])]
        return listed, right
