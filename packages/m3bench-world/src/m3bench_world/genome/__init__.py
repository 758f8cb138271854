"""Genes, variants, diseases with a genetic side, and the drugs and biomarkers tied to them."""

from m3bench_world.genome.entities import Biomarker, Disease, Gene, TargetedDrug, Tumors, Variant
from m3bench_world.genome.genome import Genome
from m3bench_world.genome.invented import invented_variants
from m3bench_world.genome.tables import biomarkers, diseases, genes, known_variants, targeted_drugs

__all__ = [
    "Biomarker",
    "Disease",
    "Gene",
    "Genome",
    "TargetedDrug",
    "Tumors",
    "Variant",
    "biomarkers",
    "diseases",
    "genes",
    "invented_variants",
    "known_variants",
    "targeted_drugs",
]
