"""Paper Search and BioMCP: how often the articles on a gene were cited, by two sources."""

from __future__ import annotations

import re
from typing import Any

from m3bench.suites import CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.reading import entry, items, parts, total, whole
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    leader,
    require,
    require_lead,
    solution,
    stated,
    table,
    together,
    validation,
)

_DISEASE, _GENE = "BioMCP/disease_getter", "BioMCP/gene_getter"
_ARTICLES, _ARTICLE = "BioMCP/article_searcher", "BioMCP/article_getter"
_TRIALS, _PROTOCOL = "BioMCP/trial_searcher", "BioMCP/trial_protocol_getter"
_PUBMED, _READ = "Paper Search/search_pubmed", "Paper Search/read_pubmed_paper"
_SCHOLAR = "Paper Search/search_google_scholar"
_DISEASES = ("Glioblastoma", "Pancreatic cancer", "Thyroid cancer", "Bladder cancer", "Gastric cancer")
_SHOWN = 8
_REFERENCE = re.compile(r"\[1\] [^\[]+? doi:(?P<doi>\S+)")


def in_archive(result: CallResult, key: str, value: str) -> dict[str, Any]:
    """Return the paper of a search with an id or a DOI."""
    for paper in result.data if isinstance(result.data, list) else ():
        if paper[key] == value:
            return dict(paper)
    raise PlanError(f"the search does not find {value}.")


def first_reference(text: str) -> str:
    """Return the DOI of the first entry of a reference list."""
    match = _REFERENCE.search(" ".join(text.split()))
    if match is None:
        raise PlanError("the text has no reference list.")
    return match["doi"]


def citation_counts(draw: TaskDraw) -> TaskSpec:
    """Make a task on the citations of the articles on a gene."""
    disease = draw.turn(_DISEASES, "disease")

    def plan() -> Plan:
        (page,) = yield [call(_DISEASE, disease_id_or_name=disease)]
        genes = items(page, "Genes")
        require(len(genes) > 2, "the disease has few genes.")
        pages = yield [call(_GENE, page, gene_id_or_symbol=gene) for gene in genes]
        lengths = [whole(page, "Length") for page in pages]
        require_lead(lengths, 1)
        gene = genes[lengths.index(max(lengths))]
        (search,) = yield [call(_ARTICLES, *pages, genes=[gene], include_preprints=False, page_size=_SHOWN)]
        pmids = [entry(part, "PMID") for part in parts(search) if "**PMID**" in part]
        require(len(pmids) == _SHOWN, "there are few articles.")
        copies, library = yield from together(
            (call(_ARTICLE, search, pmid=pmid) for pmid in pmids),
            (call(_PUBMED, search, query=pmid, max_results=1) for pmid in pmids),
        )
        claims = {pmid: whole(copy, "Citations") for pmid, copy in zip(pmids, copies, strict=True)}
        papers = {p: in_archive(item, "paper_id", p) for p, item in zip(pmids, library, strict=True)}
        cited = {pmid: int(paper["citations"]) for pmid, paper in papers.items()}
        wrong = [pmid for pmid in pmids if claims[pmid] != cited[pmid]]
        checked = validation("how often an article was cited", (_ARTICLE, _PUBMED), pmids, wrong)
        top = leader(cited, 1)
        is_open = bool(papers[top]["open_access"])
        fields = {
            "gene": computed(gene, (gene, *lengths)),
            "length": stated(max(lengths)),
            "mismatches": table("article", wrong, record=claims, library=cited),
            "top": computed(top, (top,)),
            "citations": stated(cited[top]),
            "open": computed(is_open, (top,)),
            **dict.fromkeys(("reference", "published", "trials", "enrollment"), NOTHING),
        }
        if is_open:
            (read,) = yield [call(_READ, *library, paper_id=top)]
            doi = first_reference(read.text)
            (scholar,) = yield [call(_SCHOLAR, read, query=doi, max_results=1)]
            paper = in_archive(scholar, "doi", doi)
            fields["reference"] = stated(doi)
            fields["published"] = stated(paper["published_date"])
        else:
            (trials,) = yield [call(_TRIALS, *library, conditions=[disease], recruiting_status="OPEN")]
            fields["trials"] = stated(total(trials))
            nct = entry(parts(trials)[0], "NCT")
            (protocol,) = yield [call(_PROTOCOL, trials, nct_id=nct)]
            fields["enrollment"] = stated(whole(protocol, "Enrollment"))
        decision = branch(
            "the most cited article on the longest gene is open access",
            holds=is_open,
            met={"tools": [_READ, _SCHOLAR]},
            unmet={"tools": [_TRIALS]},
        )
        return solution(fields, branches=[decision], validations=[checked])

    return TaskSpec(words={"disease": disease.lower(), "shown": _SHOWN}, plans=(plan,))
