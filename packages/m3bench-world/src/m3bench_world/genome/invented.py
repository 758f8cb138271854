"""Rare variants of each gene, invented from the seed, beside the well-known ones."""

from __future__ import annotations

from functools import lru_cache

from m3bench_world.chance import Chance
from m3bench_world.genome.entities import AMINO_ACIDS, Gene, Variant
from m3bench_world.genome.tables import cadd

FIRST_RSID = 4_000_000_000
"""Above the numbers that dbSNP has given out."""
SLOTS = 32
_CLASSES = ("pathogenic", "likely_pathogenic", "uncertain_significance", "uncertain_significance",
            "likely_benign", "benign", "conflicting")  # fmt: skip
SIGNIFICANCES = tuple(dict.fromkeys(_CLASSES))
_HARM = {
    "pathogenic": ("deleterious", "probably_damaging"),
    "likely_pathogenic": ("deleterious", "probably_damaging"),
    "conflicting": ("deleterious", "possibly_damaging"),
    "uncertain_significance": ("tolerated", "possibly_damaging"),
}
_PURINES = {"A": "G", "G": "A", "C": "T", "T": "C"}


@lru_cache(maxsize=500)
def invented_variants(chance: Chance, gene: Gene) -> tuple[Variant, ...]:
    """Return the rare variants of a gene. The first ones change one amino acid and are harmful."""
    number = chance.whole(6, 14, "variants", gene.symbol)
    found: dict[int, Variant] = {}
    for slot in range(number):
        variant = _variant(chance, gene, slot)
        found.setdefault(variant.position, variant)
    return tuple(found.values())


def _variant(chance: Chance, gene: Gene, slot: int) -> Variant:
    name = ("variant", gene.symbol, slot)
    place = chance.whole(gene.start37, gene.end37, *name, "place")
    significance = _CLASSES[slot] if slot < 2 else chance.pick(_CLASSES, *name, "class")
    stops = slot >= 2 and significance.endswith("pathogenic") and chance.happens(0.4, *name, "stop")
    protein, codon = _protein(chance, name, stops=stops)
    reference = chance.pick("ACGT", *name, "base")
    sift, polyphen = _HARM.get(significance, ("tolerated", "benign"))
    alternate = _PURINES[reference]
    return Variant(
        gene=gene.symbol,
        name=protein,
        protein=protein,
        rsid=f"rs{FIRST_RSID + gene.number * SLOTS + slot}",
        chromosome=gene.chromosome,
        position=place,
        position38=place - gene.start37 + gene.start,
        reference=reference,
        alternate=alternate,
        coding=_coding(gene, codon, reference, alternate),
        consequence="stop_gained" if stops else "missense_variant",
        significance=significance,
        frequency=_frequency(chance, name, significance),
        origin=chance.pick(("germline", "somatic"), *name, "origin"),
        diseases=gene.diseases[:1] if sift == "deleterious" else (),
        cadd=cadd(significance, place),
        sift="" if stops else sift,
        polyphen="" if stops else polyphen,
        invented=True,
    )


def _protein(chance: Chance, name: tuple[object, ...], *, stops: bool) -> tuple[str, int]:
    before = chance.pick(AMINO_ACIDS, *name, "before")
    others = AMINO_ACIDS.replace(before, "")
    codon = chance.whole(12, 480, *name, "codon")
    after = "X" if stops else chance.pick(others, *name, "after")
    return f"{before}{codon}{after}", codon


def _coding(gene: Gene, codon: int, reference: str, alternate: str) -> str:
    opposite = str.maketrans("ACGT", "TGCA")
    if gene.strand == "-":
        reference, alternate = reference.translate(opposite), alternate.translate(opposite)
    return f"c.{codon * 3 - 1}{reference}>{alternate}"


def _frequency(chance: Chance, name: tuple[object, ...], significance: str) -> float:
    highest = -1.0 if significance.endswith("benign") else -3.3
    return float(f"{10 ** chance.between(-5.5, highest, *name, 'frequency'):.2g}")
