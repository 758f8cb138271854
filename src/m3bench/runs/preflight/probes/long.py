"""A long result."""

from __future__ import annotations

from m3bench.core import Text
from m3bench.hosting import Reply
from m3bench.runs.preflight.probes.probe import Probe, ProbeCall, ProbeTool

_LENGTH = 18_000
"""In characters. A run cuts results at 20,000."""
_PLACES = ("shelf", "drawer", "cabinet", "box", "folder", "crate", "case")


class LongProbe(Probe):
    """A list of many lines, the last of which has the code."""

    name = "long"
    thing = "the end of the long result"
    request = (
        "Call the tool read_list. It returns a long list. Its last line has a code. Answer with this code."
    )
    lost = (
        "The agent cuts long results. Raise its limit if it has one, or expect failures where answers are in "
        "long results."
    )
    unread = "The model did not find the code at the end of 18,000 characters: is its context large enough?"

    def tools(self) -> tuple[ProbeTool, ...]:
        return (ProbeTool("read_list", "Returns a long list with a code in its last line.", self._answer),)

    async def _answer(self, call: ProbeCall) -> Reply:
        return Reply((Text(_list(f"The code is {self.code(call.codes)}.")),))


def _list(last: str) -> str:
    lines, length, number = [], 0, 0
    while length < _LENGTH:
        number += 1
        line = f"{number}. The {_PLACES[number % len(_PLACES)]} number {number * 37 % 1000} holds no code."
        lines.append(line)
        length += len(line) + 1
    return "\n".join([*lines, last])
