"""`dump`: calls like `generic`, then submits everything that the results contain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.floors import reject_argument, typed_steps
from m3bench.agents.filling import Findings
from m3bench.agents.protocol import Agent
from m3bench.core import AnswerField, FieldType

_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)*")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_TIME = re.compile(r"\b\d{1,2}:\d{2}\b")
_PATTERNS = {
    FieldType.NUMBER: _NUMBER,
    FieldType.DURATION: _NUMBER,
    FieldType.DATE: _DATE,
    FieldType.TIME: _TIME,
}
_MAX_VALUES = 200
_MAX_PROSE = 20_000


class DumpAgent:
    """Submits every value it finds instead of choosing one."""

    name = "dump"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        findings = Findings()
        for calls in typed_steps(attempt, self.name):
            findings.take(await attempt.call(calls))
        lines = list(dict.fromkeys(findings.lines))
        form = attempt.task.form
        fields = None if form is None else {field.name: _everything(field, lines) for field in form.fields}
        prose = "\n".join((attempt.request, *lines))
        return Ending(prose[:_MAX_PROSE], fields=fields)


def _everything(field: AnswerField, lines: Sequence[str]) -> Any:
    """Return all candidates for a field: as a list if it takes one, else joined."""
    if field.type is FieldType.RECORD:
        record = {part.name: _everything(part, lines) for part in field.fields}
        return [record] if field.many else record
    found = _candidates(field, lines)
    return found if field.many else "; ".join(found)


def _candidates(field: AnswerField, lines: Sequence[str]) -> list[str]:
    if field.type is FieldType.YES_NO:
        return ["yes", "no"]
    if field.type is FieldType.CHOICE:
        return list(field.choices)
    pattern = _PATTERNS.get(field.type)
    values = [line.partition(": ")[2] or line for line in lines]
    if pattern is not None:
        values = [hit for value in values for hit in pattern.findall(value)]
    return list(dict.fromkeys(filter(None, map(str.strip, values))))[:_MAX_VALUES]


def make(argument: str) -> Agent:
    reject_argument("dump", argument)
    return DumpAgent()
