"""Facts about one species or one group of living things, and the tables of all."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

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


SPECIES_FILES = {
    "mammals": "mammal",
    "birds": "bird",
    "fish": "fish",
    "reptiles": "reptile",
    "invertebrates": "invertebrate",
    "trees": "tree",
    "flowers": "flower",
    "crops": "crop",
    "fungi": "fungus",
}
"""File → kind of its species."""

_WITHOUT_DIET = ("tree", "flower", "crop", "fungus")


def rows(name: str) -> Iterator[list[str]]:
    """Return the rows of a table, without its heading."""
    text = (files(__package__) / "data" / f"{name}.tsv").read_text(encoding="utf-8")
    return (line.split("\t") for line in text.splitlines()[1:])


def orders() -> dict[str, tuple[str, str]]:
    """Map families to class and order."""
    return {
        family: (taxon_class, order)
        for taxon_class, order, families in rows("orders")
        for family in families.split()
    }


def species() -> Iterator[Living]:
    above = orders()
    for file, kind in SPECIES_FILES.items():
        for row in rows(file):
            yield _species(row, kind, *above[row[3]])


def _species(row: list[str], kind: str, taxon_class: str, order: str) -> Living:
    name, others, scientific, family, size, where, habitat, life, status = row
    without_diet = kind in _WITHOUT_DIET
    return Living(
        name=name,
        others=_names(others),
        scientific=scientific,
        kind="amphibian" if taxon_class == "Amphibia" else kind,
        taxon_class=taxon_class,
        order=order,
        family=family,
        size=size,
        range=where,
        habitat=habitat,
        diet="" if without_diet else life,
        uses=life if without_diet else "",
        status=status,
    )


def groups() -> Iterator[Living]:
    for name, others, scientific, rank, text in rows("groups"):
        yield Living(
            name=name, others=_names(others), scientific=scientific, rank=rank, kind="group", text=text
        )


def _names(others: str) -> tuple[str, ...]:
    return tuple(other for other in others.split(";") if other)
