"""Medicines in a picture: printed names, pharmacy facts and shop offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected
from m3bench.suites import CallResult, PlanError
from m3bench_suites.builders.tasks import require

if TYPE_CHECKING:
    from m3bench_suites.builders.m3.family import ScenePicture
    from m3bench_world import World
    from m3bench_world.pharmacy import Drug

_WEAK_WORDS = frozenset(
    [
        "with",
        "from",
        "after",
        "minor",
        "acute",
        "severe",
        "mild",
        "moderate",
        "relief",
        "treatment",
        "prevention",
        "occasional",
        "short",
        "term",
        "long",
        "chronic",
        "certain",
        "other",
        "some",
        "adults",
        "children",
        "people",
        "when",
        "kinds",
        "types",
        "their",
        "that",
        "which",
    ]
)
_SHORTEST_WORD = 4
STATUSES = ("over the counter", "prescription", "both")
"""Choices for how a medicine is marketed."""
_SPELLINGS = {
    "over the counter": (
        "Over-the-counter", "OTC", "non-prescription", "without prescription", "no prescription",
    ),
    "prescription": (
        "Prescription", "Rx", "Rx only", "prescription only", "on prescription", "by prescription",
    ),
    "both": (
        "Over-the-counter and prescription", "prescription and over-the-counter", "OTC and prescription",
        "prescription and OTC", "OTC and Rx", "Rx and OTC", "OTC or prescription", "OTC/Rx", "Rx/OTC",
        "both OTC and prescription", "over the counter or prescription", "prescription or over the counter",
        "OTC/prescription", "prescription/OTC", "OTC, prescription", "prescription or OTC",
    ),
}  # fmt: skip


class Remedy(msgspec.Struct, frozen=True):
    """A medicine in a strength and form that can be bought."""

    drug: Drug
    strength: str
    form: str
    brand: str = ""

    @property
    def name(self) -> str:
        return self.drug.name

    @property
    def is_counted(self) -> bool:
        return self.form.endswith(("tablet", "capsule", "caplet", "lozenge", "softgel"))

    def pack(self, pieces: int) -> str:
        """Return the pack size in the shop's words."""
        return f"{pieces} {self.form.rsplit(maxsplit=1)[-1]}s" if self.is_counted else "large tube or bottle"

    def keywords(self, pieces: int) -> str:
        return f"{self.name} {self.strength} {self.form} {self.pack(pieces)}"

    def offers(self, result: CallResult, pieces: int) -> list[dict[str, Any]]:
        """Return the search hits for exactly this medicine and pack, one per brand."""
        title = f" {self.strength} {self.name} {self.form}, {self.pack(pieces)}".casefold()
        matching = [item for item in result.data["products"] if item["title"].casefold().endswith(title)]
        if len(matching) < min(3, len(self.drug.brands)) + 1:
            raise PlanError(f"{result.tool} did not return all offers of {self.keywords(pieces)}.")
        return matching


def _choice(status: str) -> str:
    """Return the choice of `STATUSES` for an official marketing status."""
    return next(choice for choice, spellings in _SPELLINGS.items() if spellings[0] == status)


def status_field(status: str) -> Expected:
    """Return the expected field for an official marketing status."""
    return Expected(_choice(status), also=_SPELLINGS[_choice(status)], grounds=(status,))


def status_cells(status: str) -> list[str]:
    """Return all accepted spellings of a marketing status in a cell."""
    return [_choice(status), *_SPELLINGS[_choice(status)]]


def pictured_remedies(world: World, picture: ScenePicture) -> list[Remedy]:
    """Return the medicines in a picture, in the order of its facts."""
    known = {drug.name: drug for drug in world.pharmacy.common()}
    shown = picture.scene.facts["medicines"]
    return [
        Remedy(known[medicine["generic"]], medicine["strength"], medicine["form"], medicine["brand"])
        for medicine in shown
    ]


def printed_names(remedies: Sequence[Remedy]) -> tuple[str, ...]:
    """Return the names that only the picture shows."""
    return tuple(name for remedy in remedies for name in (remedy.brand, remedy.name) if name)


def read_names(result: CallResult, remedies: Sequence[Remedy], *, brands: bool) -> list[str]:
    """Return the names of the medicines that OCR read: the ingredient, or the brand if that is allowed.

    Raise `PlanError` if a medicine was not read.
    """
    text = " ".join(result.text.split()).casefold()
    names = []
    for remedy in remedies:
        known = (remedy.name, remedy.brand) if brands and remedy.brand else (remedy.name,)
        read = [name for name in known if name.casefold() in text]
        require(read, f"{result.tool} did not read {remedy.name}.")
        names.append(read[0])
    return names


def speaks_plainly(use: str) -> bool:
    """Return whether an indication is short and simple enough to be used in a sentence."""
    return (
        len(use) <= 32
        and not use.startswith(("after ", "help "))
        and not any(sign in use for sign in ",;()'")
    )


def is_clear(use: str, drug: Drug) -> bool:
    """Return whether the drug clearly has this use or clearly not: no other use shares a word with it."""
    if use in drug.indications:
        return True
    return _words(use).isdisjoint(word for other in drug.indications for word in _words(other))


def _words(use: str) -> frozenset[str]:
    words = (word.strip(".,()").rstrip("s") for word in use.casefold().replace("-", " ").split())
    return frozenset(word for word in words if len(word) >= _SHORTEST_WORD) - _WEAK_WORDS
