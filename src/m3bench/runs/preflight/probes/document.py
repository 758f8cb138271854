"""A PDF document as an embedded resource."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core import Media, Text
from m3bench.hosting import Reply
from m3bench.models import Request
from m3bench.runs.preflight.codes import Codes
from m3bench.runs.preflight.probes.probe import Probe, ProbeCall, ProbeTool, has_media


class DocumentProbe(Probe):
    """An embedded PDF file with a code on its page."""

    name = "document"
    thing = "the document"
    request = "Call the tool open_document. It returns a PDF document with a code. Answer with this code."
    required = False
    lost = "Documents in results are left out: use tools that return their text."
    unread = "The model or its server ignores documents: use tools that return their text."

    def tools(self) -> tuple[ProbeTool, ...]:
        return (ProbeTool("open_document", "Returns a PDF document with a code.", self._answer),)

    def has_reached(self, codes: Codes, requests: Sequence[Request]) -> bool:
        document = make_pdf(f"The code is {self.code(codes)}.")
        return has_media(requests, document) or super().has_reached(codes, requests)

    async def _answer(self, call: ProbeCall) -> Reply:
        data = make_pdf(f"The code is {self.code(call.codes)}.")
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
    data, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    return (
        data
        + b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table)
        + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(data))
    )
