"""Medicines in a picture: what is printed on them, and what the pharmacy and the shop know of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected
from m3bench.suites.plans import CallResult, PlanError

if TYPE_CHECKING:
    from m3bench.suites.m3.family import ScenePicture
    from m3bench.world import World
    from m3bench.world.pharmacy import Drug

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
"""How a medicine is marketed, as forms offer it."""
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
    """A medicine as one would buy it."""

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
        """The size as the shop says it."""
        return f"{pieces} {self.form.rsplit(maxsplit=1)[-1]}s" if self.is_counted else "large tube or bottle"

    def keywords(self, pieces: int) -> str:
        return f"{self.name} {self.strength} {self.form} {self.pack(pieces)}"

    def offers(self, found: CallResult, pieces: int) -> list[dict[str, Any]]:
        """The products of a search that are just this medicine in just this pack, one for each brand."""
        title = f" {self.strength} {self.name} {self.form}, {self.pack(pieces)}".casefold()
        matching = [item for item in found.data["products"] if item["title"].casefold().endswith(title)]
        if len(matching) < min(3, len(self.drug.brands)) + 1:
            raise PlanError(f"{found.tool} left out offers of {self.keywords(pieces)}.")
        return matching


def _choice(status: str) -> str:
    """The official words for how a drug is marketed, as one of `STATUSES`."""
    return next(choice for choice, spellings in _SPELLINGS.items() if spellings[0] == status)


def status_field(status: str) -> Expected:
    """How a drug is marketed, from the official words."""
    return Expected(_choice(status), also=_SPELLINGS[_choice(status)], grounds=(status,))


def status_cells(status: str) -> list[str]:
    """The same in the cell of a table: all ways to write it."""
    return [_choice(status), *_SPELLINGS[_choice(status)]]


def pictured_remedies(world: World, picture: ScenePicture) -> list[Remedy]:
    """Those in a picture of medicines, in the order in which the picture lists them."""
    known = {drug.name: drug for drug in world.pharmacy.common()}
    shown = picture.scene.facts["medicines"]
    return [Remedy(known[one["generic"]], one["strength"], one["form"], one["brand"]) for one in shown]


def printed_names(remedies: Sequence[Remedy]) -> tuple[str, ...]:
    """What only the picture says."""
    return tuple(name for remedy in remedies for name in (remedy.brand, remedy.name) if name)


def read_names(found: CallResult, remedies: Sequence[Remedy], *, brands: bool) -> list[str]:
    """The medicines as the text read from the picture names them: by what is in them, or by brand where only
    that was read and will do. Raises `PlanError` where one was not read at all."""
    text = " ".join(found.text.split()).casefold()
    names = []
    for remedy in remedies:
        known = (remedy.name, remedy.brand) if brands and remedy.brand else (remedy.name,)
        read = [name for name in known if name.casefold() in text]
        if not read:
            raise PlanError(f"{found.tool} did not read {remedy.name}.")
        names.append(read[0])
    return names


def speaks_plainly(use: str) -> bool:
    """Whether an indication can be named in a sentence: "which of them list … among their uses?"."""
    return (
        len(use) <= 32
        and not use.startswith(("after ", "help "))
        and not any(sign in use for sign in ",;()'")
    )


def is_clear(use: str, drug: Drug) -> bool:
    """Whether the drug plainly has this use or plainly has not: no other use shares a word with it."""
    if use in drug.indications:
        return True
    return _words(use).isdisjoint(word for other in drug.indications for word in _words(other))


def _words(use: str) -> frozenset[str]:
    words = (word.strip(".,()").rstrip("s") for word in use.casefold().replace("-", " ").split())
    return frozenset(word for word in words if len(word) >= _SHORTEST_WORD) - _WEAK_WORDS
