"""Probes whose tools return a picture and a document."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core import Media, Text
from m3bench.hosting import Reply
from m3bench.media import written_bytes
from m3bench.models import Request
from m3bench.runs.preflight.codes import Codes
from m3bench.runs.preflight.probes.probe import Probe, ProbeCall, has_media

_SIZE = (640, 240)
_HEIGHT = 120
"""Of the letters, in pixels."""


class PictureProbe(Probe):
    """A picture with a code in large letters."""

    name = "picture"
    tool = "show_picture"
    tool_returns = "Returns a picture that shows a code."
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


class DocumentProbe(Probe):
    """An embedded PDF file with a code on its page."""

    name = "document"
    tool = "open_document"
    tool_returns = "Returns a PDF document with a code."
    thing = "the document"
    request = "Call the tool open_document. It returns a PDF document with a code. Answer with this code."
    required = False
    lost = "Documents in results are left out: use tools that return their text."
    unread = "The model or its server ignores documents: use tools that return their text."

    def has_reached(self, codes: Codes, requests: Sequence[Request]) -> bool:
        document = make_pdf(self.sentence(codes))
        return has_media(requests, document) or super().has_reached(codes, requests)

    async def _answer(self, call: ProbeCall) -> Reply:
        data = make_pdf(self.sentence(call.codes))
        document = Media(media_type="application/pdf", data=data, uri="probe://files/letter.pdf")
        return Reply((Text("The document is attached."), document))


def make_pdf(line: str) -> bytes:
    """Return a PDF file of one page with one line of text in large letters."""
    drawn = f"BT /F1 28 Tf 60 700 Td ({line}) Tj ET".encode("ascii")
    fonts = b"<< /Font << /F1 5 0 R >> >>"
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources %s >>" % fonts,
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    data, starts = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        starts.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    count = len(objects) + 1
    return (
        data
        + b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table)
        + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(data))
    )
