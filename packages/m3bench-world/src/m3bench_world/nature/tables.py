"""The tables of living things."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from m3bench_world.nature.living import Living

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
