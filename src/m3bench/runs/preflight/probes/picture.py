"""A picture."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core import Media, Text
from m3bench.hosting import Reply
from m3bench.media import written_bytes
from m3bench.models import Request
from m3bench.runs.preflight.codes import Codes
from m3bench.runs.preflight.probes.probe import Probe, ProbeCall, ProbeTool, has_media

_SIZE = (640, 240)
_HEIGHT = 120
"""Of the letters, in pixels."""


class PictureProbe(Probe):
    """A picture with a code in large letters."""

    name = "picture"
    thing = "the picture"
    request = (
        "Call the tool show_picture. It returns a picture with a code in large letters. "
        "Answer with this code."
    )
    media_type = "image/png"
    taken = "pictures"
    instead = "a note"
    lost = (
        "Tasks with pictures measure nothing with this agent. Use another version of its client, or an agent "
        "that passes pictures on."
    )
    unread = (
        "The model or its server ignores pictures. Name a model with vision, enable it on the server "
        "(llama.cpp: --mmproj), or run with --blind."
    )

    def tools(self) -> tuple[ProbeTool, ...]:
        return (ProbeTool("show_picture", "Returns a picture that shows a code.", self._answer),)

    def has_reached(self, codes: Codes, requests: Sequence[Request]) -> bool:
        return has_media(requests, draw_code(self.code(codes)))

    async def _answer(self, call: ProbeCall) -> Reply:
        picture = draw_code(self.code(call.codes))
        return Reply((Text("The picture shows the code."), Media(media_type="image/png", data=picture)))


def draw_code(code: str) -> bytes:
    """Draw a code in black on white, as a PNG file."""
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - slow to load

    picture = Image.new("RGB", _SIZE, "white")
    middle = (_SIZE[0] / 2, _SIZE[1] / 2)
    font = ImageFont.load_default(_HEIGHT)
    ImageDraw.Draw(picture).text(middle, code, fill="black", font=font, anchor="mm")
    return written_bytes(picture.save, "PNG")
