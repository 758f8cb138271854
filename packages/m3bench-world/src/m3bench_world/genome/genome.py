"""The genome: genes, variants and diseases by any of their names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from m3bench.core import near_misses, normalize
from m3bench_world.genome.entities import Disease, Gene, TargetedDrug, Tumors, Variant
from m3bench_world.genome.invented import SIGNIFICANCES, invented_variants
from m3bench_world.genome.tables import diseases, genes, known_variants, targeted_drugs
from m3bench_world.world import World

_COHORTS = ("Harrowfield Tumor Atlas", "Estuary Sequencing Cohort", "Tamarack Pan-Cancer Panel")


class Genome:
    """Human genes and their variants: the well-known ones are real, rare ones come from the seed."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self._errata = world.errata

    def genes(self) -> list[Gene]:
        return list(genes().values())

    def gene(self, text: str) -> Gene | None:
        """Return a gene by symbol, alias, or a number of Entrez, Ensembl or UniProt."""
        key = text.strip().casefold()
        return self._by_symbol.get(key) or self._by_other.get(key)

    def near_genes(self, text: str) -> list[str]:
        return near_misses(text, genes())

    @cached_property
    def _by_symbol(self) -> dict[str, Gene]:
        return {symbol.casefold(): gene for symbol, gene in genes().items()}

    @cached_property
    def _by_other(self) -> dict[str, Gene]:
        found: dict[str, Gene] = {}
        for gene in genes().values():
            for other in (gene.entrez, gene.ensembl, gene.uniprot, gene.name, *gene.aliases):
                found.setdefault(other.casefold(), gene)
        return found

    def variants(self, gene: Gene) -> list[Variant]:
        """Return the variants of a gene, the well-known ones first."""
        known = (variant for variant in known_variants() if variant.gene == gene.symbol)
        return [*known, *invented_variants(self._chance, gene)]

    def summarized_significance(self, one: Variant) -> str:
        """Return the class of a variant as the page of its gene states it.

        Some pages contradict the record of a rare variant: they are not revised when a class changes.
        """
        if not one.invented:
            return one.significance
        return self._errata.pick("gene pages", one.rsid, one.significance, SIGNIFICANCES)

    @cached_property
    def all_variants(self) -> tuple[Variant, ...]:
        rare = (variant for gene in genes().values() for variant in invented_variants(self._chance, gene))
        return (*known_variants(), *rare)

    def variant(self, text: str) -> Variant | None:
        """Return a variant by rsID, genomic name, or gene and change such as "BRAF V600E"."""
        return self.known_variant(text) or self._rare_names.get(variant_key(text))

    def known_variant(self, text: str) -> Variant | None:
        """Return a well-known variant by any of its names."""
        return self._known_names.get(variant_key(text))

    @cached_property
    def _known_names(self) -> dict[str, Variant]:
        return _by_name(known_variants())

    @cached_property
    def _rare_names(self) -> dict[str, Variant]:
        return _by_name(self.all_variants)

    def near_variants(self, text: str) -> list[str]:
        return near_misses(
            text,
            [
                *(variant.rsid for variant in known_variants()),
                *(variant.title for variant in known_variants()),
            ],
        )

    def tumors(self, gene: Gene) -> list[Tumors]:
        """Return how often the tumors of invented cohorts have a change in a gene."""
        chance = self._chance
        cancers = [name for name in gene.diseases if diseases()[name].category == "cancer"]
        spots = [
            variant
            for variant in known_variants()
            if variant.gene == gene.symbol and variant.origin == "somatic"
        ]
        found = []
        for rank, cancer in enumerate(cancers):
            name = ("tumors", gene.symbol, cancer)
            samples = chance.whole(240, 2_400, *name, "samples")
            share = chance.between(0.16, 0.5, *name, "share") / (rank + 1)
            fitting = [spot.name for spot in spots if cancer in spot.diseases]
            found.append(
                Tumors(
                    study=f"{_COHORTS[(rank + gene.number) % len(_COHORTS)]}: {cancer}",
                    cancer=cancer,
                    samples=samples,
                    altered=round(samples * share),
                    hotspot=fitting[0] if fitting else "",
                )
            )
        return found

    def diseases(self) -> list[Disease]:
        return list(diseases().values())

    def disease(self, text: str) -> Disease | None:
        """Return a disease by name, synonym, or a number of MONDO, DOID or ICD-10-CM."""
        return self._disease_names.get(_plain(text))

    def near_diseases(self, text: str) -> list[str]:
        return near_misses(text, diseases())

    @cached_property
    def _disease_names(self) -> dict[str, Disease]:
        names = {_plain(disease.name): disease for disease in diseases().values()}
        for one in diseases().values():
            for other in (*one.synonyms, one.mondo, one.doid, one.icd, f"ICD10CM:{one.icd}"):
                if other:
                    names.setdefault(_plain(other), one)
        return names

    @property
    def targeted_drugs(self) -> dict[str, TargetedDrug]:
        """The drugs with known targets, by name."""
        return targeted_drugs()

    def targeted_drug(self, text: str) -> TargetedDrug | None:
        """Return what is known of a drug by its name or brand."""
        return self._drug_names.get(text.strip().casefold())

    @cached_property
    def _drug_names(self) -> dict[str, TargetedDrug]:
        names = {
            targeted_drug.brand.casefold(): targeted_drug
            for targeted_drug in targeted_drugs().values()
            if targeted_drug.brand
        }
        return names | {name.casefold(): targeted_drug for name, targeted_drug in targeted_drugs().items()}


def variant_key(text: str) -> str:
    """Return the form in which names of variants are compared."""
    bare = text.strip().casefold().replace("p.", " ").replace(":", " ").replace("*", " *")
    return " ".join(bare.split())


def _by_name(variants: Iterable[Variant]) -> dict[str, Variant]:
    names: dict[str, Variant] = {}
    for variant in variants:
        changes = (
            variant.title,
            *(f"{variant.gene} {change}" for change in (*variant.hgvsp, variant.coding)),
        )
        for name in (variant.rsid, variant.id, *changes):
            names.setdefault(variant_key(name), variant)
    return names


def _plain(text: str) -> str:
    return normalize(text).replace("'s ", " ").replace("-", " ")
