"""An error that says what to do."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core import Text
from m3bench.hosting import Reply
from m3bench.models import Request
from m3bench.runs.preflight.codes import Codes, holds_code
from m3bench.runs.preflight.probes.probe import Probe, ProbeCall, ProbeTool, texts_of

_KEY = {"type": "string", "description": "The key of the box."}


class ErrorProbe(Probe):
    """A box that opens with a key, which only the error of a first call tells."""

    name = "error"
    thing = "the message of the error"
    request = (
        "Call the tool open_box with the key START. It fails, and its error says which key is right. Call it "
        "again with that key: it returns a code. Answer with this code."
    )
    lost = "The agent hides errors of tools from its model, which cannot correct its calls."
    unread = "The model did not follow the error of its call."

    def tools(self) -> tuple[ProbeTool, ...]:
        return (
            ProbeTool("open_box", "Opens a box with a key and returns a code.", self._answer, {"key": _KEY}),
        )

    def has_reached(self, codes: Codes, requests: Sequence[Request]) -> bool:
        return any(self._key(codes) in text for text in texts_of(requests))

    async def _answer(self, call: ProbeCall) -> Reply:
        key = self._key(call.codes)
        if holds_code(str(call.arguments.get("key")), key):
            return Reply((Text(f"The code is {self.code(call.codes)}."),))
        return Reply((Text(f"Invalid argument 'key': the right key is {key}."),), is_error=True)

    def _key(self, codes: Codes) -> str:
        return codes.word(f"{self.name} key")
