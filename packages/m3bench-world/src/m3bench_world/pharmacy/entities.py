"""Types of the pharmacy: drugs, classes, products, labels and adverse events."""

from __future__ import annotations

import msgspec


class DrugClass(msgspec.Struct, frozen=True, kw_only=True):
    """Common facts of the drugs of a class."""

    key: str
    title: str
    stems: tuple[str, ...]
    """Endings of names; a stem with a trailing hyphen is a prefix."""
    indications: tuple[str, ...]
    action: str
    reactions: tuple[str, ...]
    """The most usual first."""
    cautions: tuple[str, ...]

    @property
    def with_article(self) -> str:
        """Return the title with its article: "an ACE inhibitor", "a statin"."""
        return f"an {self.title}" if self.title.startswith((*"aeioAEIO", "H2")) else f"a {self.title}"


class Product(msgspec.Struct, frozen=True, kw_only=True):
    """A form of a drug, with its strengths."""

    form: str
    strengths: tuple[str, ...]


class Drug(msgspec.Struct, frozen=True, kw_only=True):
    """A drug under its generic name."""

    name: str
    drugbank: str
    """DrugBank number, or empty."""
    common: bool
    """Whether it is commonly known."""
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
    """The usual dose on the package, if commonly known."""


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """A package leaflet with its sections in order."""

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
    """Counts of adverse event reports.

    Each report has one main reaction, so that every breakdown adds up to the total.
    """

    total: int
    reactions: dict[str, int]
    seriousness: dict[str, int]
    sex: dict[str, int]
    age: dict[str, int]
    years: dict[str, int]
