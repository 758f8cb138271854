"""A text file as an embedded resource."""

from __future__ import annotations

from m3bench.core import Media, Text
from m3bench.hosting import Reply
from m3bench.runs.preflight.probes.probe import Probe, ProbeCall, ProbeTool


class FileProbe(Probe):
    """An embedded text file with a code."""

    name = "file"
    thing = "the embedded file"
    request = "Call the tool read_file. It returns a text file with a code in it. Answer with this code."
    lost = "The client leaves embedded resources out. Servers that return files cannot be used with it."
    unread = "The model did not find the code in the file."

    def tools(self) -> tuple[ProbeTool, ...]:
        return (ProbeTool("read_file", "Returns a text file with a code in it.", self._answer),)

    async def _answer(self, call: ProbeCall) -> Reply:
        text = f"Notes\n\nThe code is {self.code(call.codes)}.\n"
        file = Media(media_type="text/plain", data=text.encode(), uri="probe://files/notes.txt")
        return Reply((Text("The file is attached."), file))
