"""Text in many scripts."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core import Text
from m3bench.hosting import Reply
from m3bench.models import Request
from m3bench.runs.preflight.codes import Codes, holds_all
from m3bench.runs.preflight.probes.probe import Probe, ProbeCall, ProbeTool, texts_of


class UnicodeProbe(Probe):
    """Words in six scripts, with combining marks, and an emoji."""

    name = "unicode"
    thing = "the text in other scripts"
    request = (
        "Call the tool read_words. It returns words in several scripts. "
        "Answer with all of them, exactly as they are."
    )
    lost = "Characters were changed on the way to the model: see the encoding of the client."
    unread = "The model did not repeat the words exactly. Small models cannot."

    def tools(self) -> tuple[ProbeTool, ...]:
        return (ProbeTool("read_words", "Returns words in several scripts.", self._answer),)

    def is_answered(self, codes: Codes, answer: str) -> bool:
        return holds_all(answer, codes.scripts(self.name))

    def has_reached(self, codes: Codes, requests: Sequence[Request]) -> bool:
        return any(holds_all(text, codes.scripts(self.name)) for text in texts_of(requests))

    async def _answer(self, call: ProbeCall) -> Reply:
        return Reply((Text(" ".join(call.codes.scripts(self.name))),))
