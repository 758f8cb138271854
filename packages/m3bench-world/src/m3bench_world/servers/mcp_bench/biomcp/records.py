"""Records of `fetch`, and the domain of an id by its form."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.biomcp import entries, market, registers, safety
from m3bench_world.servers.mcp_bench.biomcp.articles import article_text, get_article
from m3bench_world.servers.mcp_bench.biomcp.trials import get_trial, trial_text
from m3bench_world.servers.mcp_bench.biomcp.variants import get_gene, get_variant, variant_text

if TYPE_CHECKING:
    from m3bench_world import World

_FORMS = (
    (r"NCT\d{8}", "trial"),
    (r"rs\d+|chr[\dXY]+:g\..+", "variant"),
    (r"NCI-\d{6}", "nci_organization"),
    (r"INT\d{6}", "nci_intervention"),
    (r"BMK\d{5}", "nci_biomarker"),
    (r"(MONDO|DOID|ICD10CM):\S+", "disease"),
    (r"D-\d{4}-\d{4}", "fda_recall"),
    (r"(NDA|BLA|ANDA)\d{6}", "fda_approval"),
    (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "fda_label"),
    (r"DB\d{5}", "drug"),
    (r"\d{9}", "fda_adverse"),
    (r"3\d{7}", "fda_device"),
    (r"(PMID:)?\s*\d{8}|PMC\d+|(doi:|https?://doi\.org/)?10\.\d{4,}/\S+", "article"),
)
_GETTERS: dict[str, Callable[[ToolContext, str], Answer]] = {
    "nci_intervention": registers.nci_intervention_getter,
    "fda_adverse": safety.openfda_adverse_getter,
    "fda_device": safety.openfda_device_getter,
    "fda_label": market.openfda_label_getter,
    "fda_approval": market.openfda_approval_getter,
    "fda_recall": market.openfda_recall_getter,
    "fda_shortage": market.openfda_shortage_getter,
}


def domain_of(world: World, text: str) -> str:
    """Return the domain of an id by its form, else by what has this name."""
    for form, domain in _FORMS:
        if re.fullmatch(form, text, re.IGNORECASE | re.ASCII):
            return domain
    named = {
        "gene": world.genome.gene(text),
        "variant": world.genome.variant(text),
        "disease": world.genome.disease(text),
        "drug": world.regulator.drug(text),
    }
    found = next((domain for domain, one in named.items() if one), None)
    if found is None:
        raise NotFound(
            f"no record '{text[:60]}'; pass an id of a search, or a gene, variant, disease or drug"
        )
    return found


def fetch_record(context: ToolContext, domain: str, text: str, detail: str) -> dict[str, Any]:
    """Return a record with id, title, text, address and metadata."""
    world = context.world
    facts: dict[str, Any]
    if domain == "trial":
        trial = get_trial(world, text)
        parts = () if detail in ("all", "full") else (detail,)
        facts = {"status": trial.status, "phase": trial.phase, "sponsor": trial.sponsor, "detail": detail}
        return _record(domain, trial.nct_id, trial.title, trial_text(world, trial, *parts), trial.url, facts)
    if domain == "article":
        paper = get_article(world, text)
        facts = {
            "journal": paper.journal,
            "date": paper.published.isoformat(),
            "doi": paper.doi,
            "authors": list(paper.authors),
            "open_access": paper.open_access,
        }
        return _record(domain, paper.home_id, paper.title, article_text(world, paper), paper.url, facts)
    if domain == "gene":
        gene = get_gene(world, text, "id")
        url = f"https://www.ncbi.nlm.nih.gov/gene/{gene.entrez}"
        body = entries.gene_text(world, gene)
        return _record(domain, gene.symbol, gene.name, body, url, entries.gene_metadata(gene))
    if domain == "variant":
        one = get_variant(world, text, "id")
        facts = {
            "rsid": one.rsid,
            "gene": one.gene,
            "significance": one.significance,
            "frequency": one.frequency,
        }
        return _record(domain, one.id, one.title, variant_text(world, one, external=True), "", facts)
    return _of_register(context, domain, text)


def _of_register(context: ToolContext, domain: str, text: str) -> dict[str, Any]:
    world = context.world
    if domain in ("disease", "nci_disease"):
        disease = entries.get_disease(world, text, "id")
        facts = {
            "mondo": disease.mondo,
            "doid": disease.doid,
            "icd10cm": disease.icd,
            "category": disease.category,
        }
        return _record(domain, disease.id, disease.name, entries.disease_text(world, disease), "", facts)
    if domain == "drug":
        drug = entries.get_drug(world, text, "id")
        facts = {"drugbank": drug.drugbank, "class": drug.kind.title}
        return _record(domain, drug.name, drug.name, entries.drug_text(world, drug), "", facts)
    if domain == "nci_organization":
        site = registers.get_organization(world, text)
        facts = {"kind": site.kind, "city": site.city, "state": site.state, "country": site.country}
        return _record(domain, site.id, site.name, registers.organization_text(world, site), "", facts)
    if domain == "nci_biomarker":
        marker = next((marker for marker in world.studies.markers() if text.upper() == marker.id), None)
        if marker is None:
            raise NotFound(
                f"no biomarker '{text[:40]}'; pass a code of nci_biomarker_searcher, such as BMK20000"
            )
        facts = {"gene": marker.gene, "kind": marker.kind}
        return _record(domain, marker.id, marker.name, registers.marker_text(world, marker), "", facts)
    if domain not in _GETTERS:
        raise BadArgument("domain", f"'{domain}' has no records of its own")
    body: str = _GETTERS[domain](context, text).data
    title = body.partition("\n")[0].lstrip("# ")
    return _record(domain, text.strip(), title, body, "", {})


def _record(
    domain: str, identifier: str, title: str, text: str, url: str, facts: dict[str, Any]
) -> dict[str, Any]:
    return {
        "id": identifier,
        "title": title,
        "text": text,
        "url": url,
        "metadata": {"domain": domain, **facts},
    }
