"""Facts about one species or one group of living things."""

from __future__ import annotations

import msgspec

STATUS = {
    "LC": "of least concern",
    "NT": "near threatened",
    "VU": "vulnerable",
    "EN": "endangered",
    "CR": "critically endangered",
    "D": "domesticated",
    "": "not listed",
}


class Living(msgspec.Struct, frozen=True, kw_only=True):
    """A species, or a group if `rank` says so; fields below the rank of a group are empty."""

    name: str
    others: tuple[str, ...]
    """Further English names, the scientific name where people search by it, and plural forms."""
    scientific: str
    rank: str = "species"
    kind: str
    """mammal, bird, fish, reptile, amphibian, invertebrate, tree, flower, crop, fungus or group."""
    taxon_class: str = ""
    order: str = ""
    family: str = ""
    size: str = ""
    range: str = ""
    habitat: str = ""
    diet: str = ""
    """Food of an animal; empty for plants and fungi."""
    uses: str = ""
    """Uses of a plant or fungus; empty for animals."""
    status: str = ""
    """A key of `STATUS`."""
    text: str = ""
    """A description in sentences; only groups have one."""

    @property
    def status_words(self) -> str:
        return STATUS[self.status]

    @property
    def is_plant(self) -> bool:
        return self.kind in ("tree", "flower", "crop")
