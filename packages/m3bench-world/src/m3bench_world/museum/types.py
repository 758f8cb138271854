"""Types of the museum: departments, kinds of objects, and objects."""

from __future__ import annotations

import msgspec


class Culture(msgspec.Struct, frozen=True):
    name: str
    period: str
    first: int
    last: int
    """Years; negative for BC."""


class Department(msgspec.Struct, frozen=True):
    id: int
    name: str
    letters: str
    kinds: tuple[str, ...]
    cultures: tuple[Culture, ...]


class Kind(msgspec.Struct, frozen=True):
    """A kind of object, such as an amphora, with a short fact."""

    name: str
    classification: str
    shape: str
    low: float
    high: float
    """Heights in centimetres."""
    materials: tuple[str, ...]
    titles: tuple[str, ...]
    fact: str


class MuseumObject(msgspec.Struct, frozen=True):
    id: int
    title: str
    kind: Kind
    department: Department
    culture: str
    period: str
    begin: int
    end: int
    date: str
    medium: str
    artist: str
    """Empty if the maker is unknown."""
    height: float
    width: float
    depth: float
    """Centimetres; depth is 0 for flat things."""
    accession: str
    credit: str
    gallery: str
    """Empty if it is not on view."""
    motif: str
    tags: tuple[str, ...]
    public_domain: bool
    highlight: bool
    has_image: bool

    @property
    def dimensions(self) -> str:
        numbers = [f"{part} {size:g} cm" for part, size in self.measurements.items()]
        inches = " × ".join(f"{size / 2.54:.1f}" for size in self.measurements.values())
        return f"{'; '.join(numbers)} ({inches} in.)"

    @property
    def measurements(self) -> dict[str, float]:
        sizes = {"Height": self.height, "Width": self.width, "Depth": self.depth}
        return {part: size for part, size in sizes.items() if size}

    @property
    def image_url(self) -> str:
        if not self.has_image:
            return ""
        return f"https://images.metmuseum.org/CRDImages/{self.department.letters}/original/W{self.id}.png"
