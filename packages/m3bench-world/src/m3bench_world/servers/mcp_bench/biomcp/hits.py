"""Hits of `search` in each domain: id, title, text, address."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from m3bench_world.servers.mcp_bench.biomcp import market, registers, safety
from m3bench_world.servers.mcp_bench.biomcp.articles import find_articles
from m3bench_world.servers.mcp_bench.biomcp.entries import get_drug
from m3bench_world.servers.mcp_bench.biomcp.query import Request
from m3bench_world.servers.mcp_bench.biomcp.text import cut
from m3bench_world.servers.mcp_bench.biomcp.trials import Filters, find_trials
from m3bench_world.servers.mcp_bench.biomcp.variants import VariantFilters, find_variants, get_gene

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.genome import Gene, Variant

Hit = dict[str, Any]
LONGEST = 300
MOST = 300


def _hit(identifier: str, title: str, text: str, url: str = "") -> Hit:
    return {"id": identifier, "title": title, "text": cut(text, LONGEST), "url": url}


def _articles(world: World, request: Request, _: Filters) -> list[Hit]:
    found = find_articles(
        world,
        genes=request.genes,
        variants=request.variants,
        diseases=request.illnesses,
        chemicals=request.treatments,
        keywords=request.keywords,
    )
    return [_hit(one.home_id, one.title, one.abstract, one.url) for one in found]


def _trials(world: World, request: Request, filters: Filters) -> list[Hit]:
    terms = [*request.genes, *request.variants, *request.keywords]
    if request.illnesses or request.treatments:
        found = find_trials(world, request.illnesses, request.treatments, terms, filters)
    else:
        found = find_trials(world, [], [], terms, filters)
    return [
        _hit(one.nct_id, one.title, f"{one.status}, {one.phase}. {one.summary}", one.url)
        for one in found[:MOST]
    ]


def _variants(world: World, request: Request, _: Filters) -> list[Hit]:
    chosen = request.significance.casefold().replace(" ", "_") or None
    found: list[Variant] = []
    genes: list[Gene | None] = [get_gene(world, symbol, "query") for symbol in request.genes]
    for gene in genes or [None]:
        for name in request.variants or ([""] if gene else request.keywords[:1]) or [""]:
            filters = VariantFilters(names=(name,) if name else (), significance=chosen)
            found += find_variants(world, gene, filters)
    return [
        _hit(
            one.id,
            one.title,
            f"{one.rsid}, {', '.join(one.hgvsp) or one.coding}; {one.significance}; "
            f"frequency {one.frequency:g}",
            "" if one.invented else f"https://www.ncbi.nlm.nih.gov/snp/{one.rsid}",
        )
        for one in found[:MOST]
    ]


def _genes(world: World, request: Request, _: Filters) -> list[Hit]:
    words = [word.casefold() for word in request.genes or request.words]
    found = [
        gene
        for gene in world.genome.genes()
        if any(
            word == gene.symbol.casefold()
            or word in gene.name.casefold()
            or any(word == other.casefold() for other in (*gene.aliases, *gene.diseases))
            for word in words
        )
    ]
    named = [gene for word in words if (gene := world.genome.gene(word))]
    return [
        _hit(gene.symbol, gene.name, gene.role, f"https://www.ncbi.nlm.nih.gov/gene/{gene.entrez}")
        for gene in {gene.symbol: gene for gene in (*named, *found)}.values()
    ]


def _drugs(world: World, request: Request, _: Filters) -> list[Hit]:
    named = [drug for word in request.treatments or request.words if (drug := world.regulator.drug(word))]
    genes = {gene.symbol for word in request.genes if (gene := world.genome.gene(word))}
    targeted = [name for name, known in world.genome.targeted_drugs.items() if genes & set(known.genes)]
    found = [*named, *(get_drug(world, name) for name in targeted)]
    return [
        _hit(drug.name, drug.name, f"{drug.kind.title}; {', '.join(drug.indications)}", "")
        for drug in {drug.name: drug for drug in found}.values()
    ]


def _diseases(world: World, request: Request, _: Filters) -> list[Hit]:
    words = [word.casefold() for word in request.illnesses or request.words]
    found = [
        disease
        for disease in world.genome.diseases()
        if any(word in name.casefold() for word in words for name in (disease.name, *disease.synonyms))
    ]
    return [_hit(one.id, one.name, one.definition) for one in found]


def _name(request: Request) -> str:
    return " ".join(request.words[:3])


def _organizations(world: World, request: Request, _: Filters) -> list[Hit]:
    words = _name(request)
    found = [
        *registers.find_organizations(world, words, "", "", ""),
        *registers.find_organizations(world, "", "", words, ""),
    ]
    unique = {one.id: one for one in found}.values()
    return [_hit(one.id, one.name, f"{one.kind}; {one.city}, {one.state} {one.country}") for one in unique]


def _interventions(world: World, request: Request, _: Filters) -> list[Hit]:
    found = registers.find_interventions(world, _name(request), "", synonyms=True)
    return [_hit(one.id, one.name, f"{one.kind}; {', '.join(one.synonyms[:5])}") for one in found]


def _markers(world: World, request: Request, _: Filters) -> list[Hit]:
    found = registers.find_markers(world, _name(request), "")
    return [_hit(one.id, one.name, f"{one.kind} of {one.gene}; {', '.join(one.conditions)}") for one in found]


def _cancers(world: World, request: Request, _: Filters) -> list[Hit]:
    found = registers.find_cancers(world, _name(request), "", synonyms=True)
    return [_hit(one.id, one.name, one.definition) for one in found]


def _drug_word(request: Request) -> str:
    return (request.treatments or request.words)[0]


def _adverse(world: World, request: Request, _: Filters) -> list[Hit]:
    reports = world.regulator.reports(get_drug(world, _drug_word(request), "query"))
    found = [reports.report(index) for index in reports.indices()[:MOST]] if reports else []
    return [
        _hit(one.id, f"{one.drug}: {', '.join(one.reactions)}", f"{one.received.isoformat()}; {one.outcome}")
        for one in found
    ]


def _labels(world: World, request: Request, _: Filters) -> list[Hit]:
    found = market.find_labels(world, _drug_word(request), "", boxed=False)
    return [
        _hit(label.set_id, label.brand, label.sections["indications_and_usage"]) for label, _drug in found
    ]


def _devices(world: World, request: Request, _: Filters) -> list[Hit]:
    words = _name(request)
    found = safety.find_device_reports(world, device=words, genomic=False)
    found = found or safety.find_device_reports(world, problem=words, genomic=False)
    return [_hit(one.key, f"{one.device}: {one.problem}", one.narrative) for one in found[:MOST]]


def _approvals(world: World, request: Request, _: Filters) -> list[Hit]:
    found = market.find_applications(world, _drug_word(request), "", "")
    return [
        _hit(one.number, f"{one.drug} ({one.brand})", f"approved {one.approved.isoformat()}") for one in found
    ]


def _recalls(world: World, request: Request, _: Filters) -> list[Hit]:
    found = market.find_recalls(world, drug=_drug_word(request))
    return [_hit(one.number, one.product, f"class {one.grade}, {one.status}: {one.reason}") for one in found]


def _shortages(world: World, request: Request, _: Filters) -> list[Hit]:
    found = market.find_shortages(world, _drug_word(request), "", "")
    return [_hit(one.drug, f"{one.drug}: {one.status}", one.reason) for one in found]


DOMAINS: dict[str, Callable[[World, Request, Filters], list[Hit]]] = {
    "article": _articles,
    "trial": _trials,
    "variant": _variants,
    "gene": _genes,
    "drug": _drugs,
    "disease": _diseases,
    "nci_organization": _organizations,
    "nci_intervention": _interventions,
    "nci_biomarker": _markers,
    "nci_disease": _cancers,
    "fda_adverse": _adverse,
    "fda_label": _labels,
    "fda_device": _devices,
    "fda_approval": _approvals,
    "fda_recall": _recalls,
    "fda_shortage": _shortages,
}


def search_domain(world: World, domain: str, request: Request, filters: Filters) -> list[Hit]:
    return DOMAINS[domain](world, request, filters)
