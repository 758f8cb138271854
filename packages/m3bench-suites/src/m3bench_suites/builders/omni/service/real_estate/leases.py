"""Leases of the world, and how they are signed without covering their words."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.checks import Check, PdfArea, PdfContent, PdfCopy, PdfPicture
from m3bench.suites import CallResult, DataFile, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Steps, TaskDraw
from m3bench_suites.builders.omni.recordings import HEARD_PLACES
from m3bench_suites.builders.omni.service._shared import draw_paper, stamp, written_day

GIVEN, MADE = "lease.pdf", "signed.pdf"
_PEOPLE = ("Ada Brandt", "Noor Vasquez", "Tomas Reilly", "Livia Horn", "Samir Quist", "Greta Ohm")
_FIRMS = ("Copper Studio", "Meadow Design", "River Print", "Station Bakery", "Garden Foods", "Winter Sports")
"""Names that the bundled recognizer hears."""
_PAGE = (0.0, 0.0, 595.0, 841.0)
_SIZE = 10
"""Of place and day, in points."""


class Lease(msgspec.Struct, frozen=True):
    """A lease that one party has to sign, and photographs of two signatures."""

    file: WorldFile
    truth: dict[str, Any]
    party: str
    firm: str
    """The name of the party."""
    signer: str
    picture: DataFile
    other_signer: str
    other_picture: DataFile
    place: str
    day: str

    @property
    def number(self) -> str:
        return str(self.truth["number"])

    @property
    def line(self) -> str:
        """What stands below the signature."""
        return f"{self.place}, {written_day(self.day)}"

    @property
    def other_party(self) -> str:
        return "tenant" if self.party == "landlord" else "landlord"

    @property
    def deposit_cents(self) -> int:
        return int(self.truth["rent_cents"] * self.truth["deposit_months"])

    def area(self, party: str) -> dict[str, Any]:
        signatures: list[dict[str, Any]] = self.truth["signatures"]
        return next(signature for signature in signatures if signature["party"] == party)

    def sign(
        self, party: str, picture: str, line: str, *uses: CallResult, inspected: bool = True
    ) -> Steps[None]:
        """Put the signature above its line, as wide as the line at first; then smaller, and date it below."""
        where = self.area(party)
        left, top, page = where["left"], where["top"], str(where["page"])
        yield [
            call(
                "pdf/stamp_picture", *uses, path=GIVEN, picture=picture, left=left, top=top,
                width=where["width"], pages=page, output=MADE,
            )
        ]  # fmt: skip
        if inspected:
            yield [call("render/render_document", path=MADE)]
            yield [
                call(
                    "pdf/stamp_picture", *uses, path=GIVEN, picture=picture, left=left + 6, top=top + 1,
                    width=66, height=37, pages=page, output=MADE,
                )
            ]  # fmt: skip
        yield [stamp(MADE, MADE, line, (left, top + where["height"] + 22), _SIZE, *uses, pages=page)]
        if inspected:
            yield [call("render/render_document", path=MADE)]

    def signature_checks(self) -> tuple[Check, ...]:
        """Return that the right signature is above its line, and that the other line is empty."""
        right, other = self.area(self.party), self.area(self.other_party)
        return (
            PdfPicture(
                MADE, right["page"], _box(right), GIVEN, self.picture.name, (self.other_picture.name,)
            ),
            PdfArea(MADE, other["page"], _box(other), shows="source", source=GIVEN),
        )

    def line_checks(self) -> tuple[Check, ...]:
        """Return that place and day are below the name of the party, in the size of the rule."""
        where = self.area(self.party)
        below = (max(0.0, where["left"] - 10.0), where["top"] + where["height"] + 14.0, 230.0, 60.0)
        return (
            PdfContent(MADE, pages=len(self.truth["pages"]), contains=(self.line,)),
            PdfCopy(MADE, GIVEN, (self.line,)),
            PdfArea(MADE, where["page"], below, source=GIVEN, texts=(self.line,), size=_SIZE),
        )

    def untouched_checks(self) -> tuple[Check, ...]:
        """Return that the words of the page, the party below the line, and the other pages are as before."""
        right = self.area(self.party)
        page, top = right["page"], right["top"]
        party = (right["left"], top + right["height"] + 2, 60.0, 14.0)
        return (
            PdfArea(MADE, page, (0.0, 0.0, 595.0, top - 40), shows="source", source=GIVEN),
            PdfArea(MADE, page, party, shows="source", source=GIVEN),
            *(
                PdfArea(MADE, number, _PAGE, shows="source", source=GIVEN)
                for number in range(1, len(self.truth["pages"]) + 1)
                if number != page
            ),
        )


def draw_lease(draw: TaskDraw) -> Lease:
    """Draw a lease, who signs it, and where."""
    party, firm = draw.pick(("landlord", "tenant"), "party"), draw.pick(_FIRMS, "firm")
    start = draw.pick(("2026-01-01", "2026-01-15", "2026-02-01"), "start")
    lease = draw_paper(draw, GIVEN, "contract", {"start": start, party: firm})
    signer, other = draw.sample(_PEOPLE, 2, "signers")
    return Lease(
        lease.file,
        lease.truth,
        party,
        firm,
        signer,
        _signature(draw.photo_name(0), signer, "#1d2f8a"),
        other,
        _signature(draw.photo_name(1), other, "#20242c"),
        draw.pick(HEARD_PLACES, "place"),
        f"2025-12-{draw.whole(1, 28, 'day'):02}",
    )


def _signature(name: str, signer: str, ink: str) -> DataFile:
    """Return the photograph of a signature: a name in large letters over a stroke."""
    shapes = [
        {"color": ink, "text": signer, "at": [24, 64], "size": 46},
        {"color": ink, "rectangle": [20, 132, 330, 138]},
        {"color": ink, "ellipse": [318, 118, 342, 142]},
    ]
    return DataFile(name, "png", {"size": [360, 200], "shapes": shapes})


def _box(where: dict[str, Any]) -> tuple[float, float, float, float]:
    return where["left"], where["top"], where["width"], where["height"] - 1
