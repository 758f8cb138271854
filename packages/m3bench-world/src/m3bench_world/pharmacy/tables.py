"""Tables of the pharmacy: real drug names, and handwritten facts about common drugs."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from m3bench_world import data
from m3bench_world.pharmacy.entities import DrugClass, Product

OTHER = "other"


class DrugColumns(msgspec.Struct):
    """DrugBank's and MedlinePlus's names; `common` marks those of MedlinePlus."""

    name: list[str]
    drugbank: list[str]
    common: list[bool]
    names: list[tuple[str, ...]]


class CommonDrug(msgspec.Struct, frozen=True, kw_only=True):
    """A row of `common.tsv`."""

    name: str
    kind: str
    indications: tuple[str, ...]
    products: tuple[Product, ...]
    sold: str
    brands: tuple[str, ...]
    dose: str


@cache
def drug_columns() -> DrugColumns:
    return data.load("drugs", DrugColumns)


@cache
def classes() -> dict[str, DrugClass]:
    return {row[0]: _class(row) for row in _rows("classes.tsv")}


@cache
def common_drugs() -> dict[str, CommonDrug]:
    """Return the common drugs by name in lower case."""
    return {row[0].lower(): _common(row) for row in _rows("common.tsv")}


def _rows(name: str) -> list[list[str]]:
    text = (files("m3bench_world.pharmacy") / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


def _list(text: str, separator: str = "; ") -> tuple[str, ...]:
    return tuple(part for part in text.split(separator) if part)


def _class(row: list[str]) -> DrugClass:
    key, title, stems, uses, action, reactions, cautions = row
    return DrugClass(
        key=key,
        title=title,
        stems=tuple(stems.split()),
        indications=_list(uses),
        action=action,
        reactions=_list(reactions),
        cautions=_list(cautions),
    )


def _common(row: list[str]) -> CommonDrug:
    name, kind, uses, forms, sold, brands, dose = row
    return CommonDrug(
        name=name,
        kind=kind,
        indications=_list(uses) or classes()[kind].indications,
        products=tuple(_product(form) for form in _list(forms)),
        sold=sold,
        brands=_list(brands, ","),
        dose=dose,
    )


def _product(text: str) -> Product:
    """Split "oral suspension 100 mg/5 mL,200 mg/5 mL" into the form and its strengths."""
    start = next((place for place, letter in enumerate(text) if letter.isdigit()), len(text))
    return Product(form=text[:start].strip(), strengths=_list(text[start:], ","))
