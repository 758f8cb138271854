"""What a pharmacy knows: drugs, their classes and products, labels and reports of adverse events."""

from __future__ import annotations

import msgspec


class DrugClass(msgspec.Struct, frozen=True, kw_only=True):
    """What the drugs of a class have in common."""

    key: str
    title: str
    stems: tuple[str, ...]
    """Endings of names; with a hyphen behind it, a beginning."""
    indications: tuple[str, ...]
    action: str
    reactions: tuple[str, ...]
    """The most usual first."""
    cautions: tuple[str, ...]

    @property
    def with_article(self) -> str:
        """Its title within a sentence: "an ACE inhibitor", "a statin"."""
        return f"an {self.title}" if self.title.startswith((*"aeioAEIO", "H2")) else f"a {self.title}"


class Product(msgspec.Struct, frozen=True, kw_only=True):
    """A form in which a drug is sold, with its strengths."""

    form: str
    strengths: tuple[str, ...]


class Drug(msgspec.Struct, frozen=True, kw_only=True):
    """A drug under its generic name."""

    name: str
    drugbank: str
    """Its DrugBank number; empty where it has none."""
    common: bool
    """Whether a patient might have heard of it."""
    invented: bool
    """Whether its class, uses and products were guessed from its name and the seed."""
    kind: DrugClass
    indications: tuple[str, ...]
    products: tuple[Product, ...]
    otc: bool
    """Sold without a prescription, at least in some products."""
    prescription: bool
    brands: tuple[str, ...]
    names: tuple[str, ...]
    """Other names, in lower case."""
    dose: str = ""
    """The usual dose on the package, where it is common knowledge."""


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """A package leaflet: its sections in the order of print."""

    set_id: str
    version: int
    effective: str
    brand: str
    generic: str
    manufacturer: str
    product_type: str
    route: tuple[str, ...]
    ndc: str
    sections: dict[str, str]


class AdverseEvents(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of reports. Each report has one main reaction, so that the reactions, like each other breakdown,
    add up to the total."""

    total: int
    reactions: dict[str, int]
    seriousness: dict[str, int]
    sex: dict[str, int]
    age: dict[str, int]
    years: dict[str, int]
