"""Structured content beside the text."""

from __future__ import annotations

from m3bench.core import Data, Text
from m3bench.hosting import Reply
from m3bench.runs.preflight.probes.probe import Probe, ProbeCall, ProbeTool


class StructuredProbe(Probe):
    """A code that is in `structuredContent` alone."""

    name = "structured"
    thing = "the structured content"
    request = "Call the tool read_record. It returns a record with a code. Answer with this code."
    lost = (
        "The client passes on the text of results only. Servers that return structured content beside a "
        "short text cannot be used."
    )
    unread = "The model did not find the code in the JSON of the result."

    def tools(self) -> tuple[ProbeTool, ...]:
        return (ProbeTool("read_record", "Returns a record with a code.", self._answer),)

    async def _answer(self, call: ProbeCall) -> Reply:
        record = {"kind": "record", "code": self.code(call.codes)}
        return Reply((Text("The record is in the structured content."), Data(record)))
