"""Genes and well-known variants as subjects of papers.

They stand outside the vocabulary: only a query that names one of them finds their papers, so that all other
queries keep their answers.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from m3bench_world.chance import Chance
from m3bench_world.genome import Gene, diseases, genes, invented_variants, known_variants, targeted_drugs
from m3bench_world.papers.draws import Draws
from m3bench_world.papers.types import Subject, Topic

GENES_FROM = 3_000
VARIANTS_FROM = 3_300
"""First numbers of these subjects: above the vocabulary, below the drugs."""
GENETICS = Topic(
    key="genetics",
    family="gene",
    rates={"pubmed": 0.9, "biorxiv": 0.45, "medrxiv": 0.1, "arxiv": 0.3},
    categories=("q-bio.GN", "q-bio.QM"),
    partners=(),
)
_OTHER_NAMES = {"p53": "TP53", "her2": "ERBB2", "pd-l1": "CD274", "pd-1": "PDCD1", "mek1": "MAP2K1"}
_WORDS_TOO = frozenset(("pole", "hamp", "tert"))
"""Symbols that are words. Like symbols of up to three letters, they count only in capitals, beside a word of
genetics."""
_GENETIC_WORDS = frozenset((
    "gene", "genes", "mutation", "mutations", "mutant", "mutated", "variant", "variants", "exon", "fusion",
    "amplification", "oncogene", "polymorphism", "allele", "genotype",
))  # fmt: skip
_TOKEN = re.compile(r"rs\d+|p\.[A-Za-z]\d+\w+|[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?:\*\w+)?|-1639G>A", re.ASCII)
_PROPER = (
    "Li-Fraumeni", "Alzheimer", "Parkinson", "Huntington", "Duchenne", "Crohn", "HIV", "Lynch", "Gaucher",
    "Fabry", "Marfan", "Rett", "Wilson",
)  # fmt: skip


@cache
def _numbered() -> dict[int, Subject]:
    found = {
        GENES_FROM + gene.number: Subject(GENES_FROM + gene.number, gene.symbol, (), GENETICS.key)
        for gene in genes().values()
    }
    for index, variant in enumerate(known_variants()):
        number = VARIANTS_FROM + index
        found[number] = Subject(number, variant.title, (), GENETICS.key)
    return found


def gene_subject(number: int) -> Subject | None:
    """Return the gene or variant with a number; None for all other numbers."""
    return _numbered().get(number) if GENES_FROM <= number < VARIANTS_FROM + 700 else None


@cache
def _symbols() -> dict[str, Gene]:
    known = {symbol.casefold(): gene for symbol, gene in genes().items()}
    return known | {name: genes()[symbol] for name, symbol in _OTHER_NAMES.items()}


@cache
def _variant_numbers() -> dict[tuple[str, str], int]:
    """Map gene and short name, gene and protein change, and rsIDs to subjects."""
    found: dict[tuple[str, str], int] = {}
    for index, variant in enumerate(known_variants()):
        for name in (variant.name, variant.protein):
            if name:
                found.setdefault((variant.gene, name.casefold()), VARIANTS_FROM + index)
        found[("", variant.rsid)] = VARIANTS_FROM + index
    return found


@cache
def _lone_changes() -> dict[str, int]:
    """Map protein changes that only one gene has, such as V600E, to subjects."""
    changes = [variant.protein for variant in known_variants()]
    return {
        variant.protein: VARIANTS_FROM + index
        for index, variant in enumerate(known_variants())
        if len(variant.protein) > 4 and changes.count(variant.protein) == 1
    }


@lru_cache(maxsize=2_000)
def genes_in(text: str) -> tuple[Subject, ...]:
    """Return the variants and genes that a text names, variants first."""
    if not _TOKEN.search(text):
        return ()
    tokens = _TOKEN.findall(text)[:120]
    lowered = [token.casefold() for token in tokens]
    spoken = {word for token in lowered for word in token.split("-")}
    genetic = not _GENETIC_WORDS.isdisjoint(spoken)
    named = [gene for token in tokens for gene in _genes_of(token, genetic=genetic)]
    keys: list[int] = []
    for token in tokens:
        bare = token.removeprefix("p.")
        star = f"*{bare.partition('*')[2]}" if "*" in bare else bare
        keys += [_variant_numbers().get(("", token.casefold()), -1), _lone_changes().get(bare, -1)]
        keys += [_variant_numbers().get((gene.symbol, star.casefold()), -1) for gene in named]
    keys += [GENES_FROM + gene.number for gene in named]
    return tuple(_numbered()[key] for key in dict.fromkeys(keys) if key >= 0)


def _genes_of(token: str, *, genetic: bool) -> list[Gene]:
    base = token.partition("*")[0]
    parts = (base, *base.split("-")) if "-" in base else (base,)
    found = ((part, _symbols().get(part.casefold())) for part in parts)
    return [
        gene
        for part, gene in found
        if gene
        and ((genetic and part.isupper()) or (len(gene.symbol) > 3 and part.casefold() not in _WORDS_TOO))
    ]


def disease_in_sentence(name: str) -> str:
    return name if name.startswith(_PROPER) else name[0].lower() + name[1:]


def gene_slots(chance: Chance, subject: Subject, draws: Draws) -> tuple[str, dict[str, str]]:
    """Return the subject of the disease, and what the sentences of a paper say of the gene."""
    variant = None if subject.number < VARIANTS_FROM else known_variants()[subject.number - VARIANTS_FROM]
    gene = genes()[variant.gene if variant else subject.name]
    known = (variant.diseases if variant else ()) or gene.diseases
    disease = diseases()[known[int(len(known) * draws.share() ** 2)]]
    drugs = [drug.name.lower() for drug in targeted_drugs().values() if gene.symbol in drug.genes]
    other = draws.pick(gene.partners)
    strength = draws.between(0.35, 1.85)
    new = draws.pick(invented_variants(chance, gene)[:4])
    slots = {
        "g": gene.symbol,
        "x": subject.name,
        "p": disease_in_sentence(disease.name),
        "g2": other,
        "t": draws.pick(drugs) if drugs else "targeted treatment",
        "strength": "strong" if strength > 1 else "weak",
        "b": f"{strength:.2f}",
        "nv": new.protein,
        "h": str(draws.whole(3, 41)),
        "role": gene.role,
    }
    return disease.subject, slots
