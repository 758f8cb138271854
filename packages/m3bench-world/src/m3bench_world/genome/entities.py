"""Types of the genome: genes, variants, diseases, drugs with a target, biomarkers."""

from __future__ import annotations

import re

import msgspec

_LETTERS = {
    "A": "Ala", "R": "Arg", "N": "Asn", "D": "Asp", "C": "Cys", "Q": "Gln", "E": "Glu", "G": "Gly",
    "H": "His", "I": "Ile", "L": "Leu", "K": "Lys", "M": "Met", "F": "Phe", "P": "Pro", "S": "Ser",
    "T": "Thr", "W": "Trp", "Y": "Tyr", "V": "Val", "X": "Ter",
}  # fmt: skip
AMINO_ACIDS = "".join(letter for letter in _LETTERS if letter != "X")
_CHANGE = re.compile(r"([A-Z])(\d+)([A-Z]|fs|del)")


class Gene(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    """Position in the table."""
    symbol: str
    name: str
    entrez: str
    ensembl: str
    uniprot: str
    chromosome: str
    start: int
    end: int
    """Span of its transcripts on GRCh38."""
    start37: int
    end37: int
    strand: str
    band: str
    aliases: tuple[str, ...]
    role: str
    diseases: tuple[str, ...]
    partners: tuple[str, ...]
    """Genes that it acts on or with."""

    @property
    def length(self) -> int:
        """Return its length in base pairs."""
        return self.end - self.start + 1


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    gene: str
    name: str
    """Usual short name: V600E, *3."""
    protein: str
    """Change of the protein in one-letter code, or empty."""
    rsid: str
    chromosome: str
    position: int
    """On GRCh37, as in its id."""
    position38: int
    reference: str
    alternate: str
    coding: str
    consequence: str
    significance: str
    frequency: float
    """Share of chromosomes in the general population."""
    origin: str
    diseases: tuple[str, ...]
    cadd: float
    sift: str
    """deleterious, tolerated, or empty."""
    polyphen: str
    invented: bool = False

    @property
    def id(self) -> str:
        """Return its genomic name by HGVS on GRCh37."""
        return f"chr{self.chromosome}:g.{_change(self.position, self.reference, self.alternate)}"

    @property
    def title(self) -> str:
        """Return the gene with the short name: BRAF V600E, CYP2C9*3."""
        return f"{self.gene}{'' if self.name.startswith('*') else ' '}{self.name}"

    @property
    def hgvsp(self) -> tuple[str, ...]:
        """Return the change of the protein in one-letter and in three-letter code."""
        match = _CHANGE.fullmatch(self.protein)
        if match is None:
            return ()
        before, place, after = match.groups()
        if after == before:
            return (f"p.{before}{place}=", f"p.{_LETTERS[before]}{place}=")
        return f"p.{self.protein}", f"p.{_LETTERS[before]}{place}{_LETTERS.get(after, after)}"


def _change(position: int, reference: str, alternate: str) -> str:
    if len(reference) == len(alternate) == 1:
        return f"{position}{reference}>{alternate}"
    if reference.startswith(alternate):
        first, last = position + len(alternate), position + len(reference) - 1
        return f"{first}del" if first == last else f"{first}_{last}del"
    if alternate.startswith(reference):
        return f"{position}_{position + 1}ins{alternate[len(reference) :]}"
    return f"{position}_{position + len(reference) - 1}delins{alternate}"


class Disease(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    name: str
    mondo: str
    doid: str
    icd: str
    category: str
    synonyms: tuple[str, ...]
    subject: str
    """The subject of papers that is nearest to it."""
    definition: str

    @property
    def id(self) -> str:
        return self.mondo or self.doid or f"ICD10CM:{self.icd}"


class TargetedDrug(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a drug beyond the pharmacy's table."""

    name: str
    brand: str
    approved: int
    """Year of the first approval in the United States."""
    formula: str
    genes: tuple[str, ...]
    use: str


class Biomarker(msgspec.Struct, frozen=True, kw_only=True):
    """A biomarker that trials of a condition ask for, with the drugs that they test."""

    name: str
    gene: str
    variant: str
    kind: str
    assay: str
    condition: str
    drugs: tuple[str, ...]


class Tumors(msgspec.Struct, frozen=True, kw_only=True):
    """How often tumors of one study have a change in a gene."""

    study: str
    cancer: str
    samples: int
    altered: int
    hotspot: str

    @property
    def percent(self) -> float:
        return round(100 * self.altered / self.samples, 1)
