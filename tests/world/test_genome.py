"""Genes, variants and diseases: real ones by any name, rare ones from the seed."""

from __future__ import annotations

import pytest

from m3bench_world import World
from m3bench_world.genome import biomarkers, diseases, genes, known_variants, targeted_drugs

WORLD = World()
GENOME = WORLD.genome


@pytest.mark.parametrize(
    ("text", "symbol"),
    [("BRAF", "BRAF"), ("p53", "TP53"), ("HER2", "ERBB2"), ("673", "BRAF"), ("brca1", "BRCA1")],
)
def test_a_gene_has_many_names(text: str, symbol: str) -> None:
    gene = GENOME.gene(text)
    assert gene is not None
    assert gene.symbol == symbol


def test_an_unknown_gene_gets_suggestions() -> None:
    assert GENOME.gene("BRAFF") is None
    assert "BRAF" in GENOME.near_genes("BRAFF")


@pytest.mark.parametrize(
    ("symbol", "chromosome", "start", "end"),
    [
        # GRCh38 spans as NCBI Gene and Ensembl state them (NC_000007.14, NC_000017.11, NC_000011.10)
        ("BRAF", "7", 140_713_328, 140_924_929),
        ("TP53", "17", 7_668_421, 7_687_490),
        ("HBB", "11", 5_225_464, 5_227_071),
    ],
)
def test_positions_are_those_of_the_reference(symbol: str, chromosome: str, start: int, end: int) -> None:
    gene = genes()[symbol]
    assert gene.chromosome == chromosome
    assert (gene.start, gene.end) == pytest.approx((start, end), abs=60)
    assert gene.length == gene.end - gene.start + 1


@pytest.mark.parametrize(
    ("name", "identifier", "position38"),
    [
        # dbSNP: rs113488022, rs1057910, rs334, rs113993960
        ("BRAF V600E", "chr7:g.140453136A>T", 140_753_336),
        ("CYP2C9*3", "chr10:g.96741053A>C", 94_981_296),
        ("HBB p.Glu7Val", "chr11:g.5248232T>A", 5_227_002),
        ("rs113993960", "chr7:g.117199645_117199647del", 117_559_590),
    ],
)
def test_well_known_variants_stand_where_dbsnp_has_them(name: str, identifier: str, position38: int) -> None:
    variant = GENOME.variant(name)
    assert variant is not None
    assert variant.id == identifier
    assert variant.position38 == position38
    assert GENOME.variant(variant.rsid) == GENOME.variant(identifier) == variant
    assert not variant.invented


def test_tables_agree_with_each_other() -> None:
    for gene in genes().values():
        assert set(gene.diseases) <= diseases().keys()
        assert set(gene.partners) <= genes().keys()
        assert gene.start < gene.end
    for variant in known_variants():
        gene = genes()[variant.gene]
        assert set(variant.diseases) <= diseases().keys()
        assert gene.start37 - 6_000 <= variant.position <= gene.end37 + 6_000, variant.title
    for marker in biomarkers():
        assert marker.gene in genes()
        assert marker.condition in diseases()
        assert set(marker.drugs) <= targeted_drugs().keys()
        assert not marker.variant or GENOME.variant(f"{marker.gene} {marker.variant}"), marker
    for name in targeted_drugs():
        drug = WORLD.pharmacy.find(name)
        assert drug is not None
        assert drug.name.lower() == name.lower()
    for disease in diseases().values():
        assert WORLD.clinic.diagnosis(disease.icd) is not None
        assert GENOME.disease(disease.id) == GENOME.disease(disease.name.upper()) == disease


def test_rare_variants_come_from_the_seed() -> None:
    gene = genes()["BRAF"]
    mine, other = World(7).genome.variants(gene), World(8).genome.variants(gene)
    rare = [variant for variant in mine if variant.invented]
    assert len(rare) > 4
    assert mine == World(7).genome.variants(gene) != other
    assert [variant for variant in other if not variant.invented] == mine[: -len(rare)]
    for variant in rare:
        assert gene.start37 <= variant.position <= gene.end37
        assert GENOME.variant(variant.rsid) == GENOME.variant(variant.id) == variant
    assert len({variant.id for variant in GENOME.all_variants}) == len(GENOME.all_variants)


def test_tumor_cohorts_name_the_hotspot() -> None:
    cohorts = GENOME.tumors(genes()["BRAF"])
    assert cohorts[0].cancer == "Melanoma"
    assert cohorts[0].hotspot == "V600E"
    assert all(0 < cohort.altered < cohort.samples for cohort in cohorts)
    assert GENOME.tumors(genes()["HBB"]) == []
