"""Paper Search and BioMCP: how often the articles on a gene were cited, by two sources."""

from __future__ import annotations

import re
from typing import Any

from m3bench.suites import Blueprint, CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.medicine._shared.reading import entry, items, parts, total, whole
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    require,
    require_lead,
    rows,
    solution,
    task,
    validation,
)
from m3bench_suites.builders.fields import code, day, named, number, records, yes_no

_DISEASE, _GENE = "BioMCP/disease_getter", "BioMCP/gene_getter"
_ARTICLES, _ARTICLE = "BioMCP/article_searcher", "BioMCP/article_getter"
_TRIALS, _PROTOCOL = "BioMCP/trial_searcher", "BioMCP/trial_protocol_getter"
_PUBMED, _READ = "Paper Search/search_pubmed", "Paper Search/read_pubmed_paper"
_SCHOLAR = "Paper Search/search_google_scholar"
_DISEASES = ("Glioblastoma", "Pancreatic cancer", "Thyroid cancer", "Bladder cancer", "Gastric cancer")
_SHOWN = 8
_REFERENCE = re.compile(r"\[1\] [^\[]+? doi:(?P<doi>\S+)")
_WORDING = Wording(
    request=(
        "Look up {disease} and every gene that its entry names, and take the longest gene (in bp). Search "
        "the articles on this gene without preprints, and take the first {shown} as listed. Read the record "
        "of each, and find each in PubMed by its PMID. List the PMIDs whose number of citations in the "
        "record differs from PubMed's, with both numbers. Take the article with the most citations by "
        "PubMed. If it is open access, read its full text in PubMed, take the first entry of its reference "
        "list, find this on Google Scholar by its DOI, and give its publication date there. If it is not, "
        "search the open trials with the disease as the only condition, and give the number found and the "
        "enrollment of the first by its protocol."
    ),
    fuzzy=(
        "I am preparing a talk on {disease}. Among the genes listed for it I would like to concentrate on "
        "the longest. Take the first {shown} articles that come up about that gene, preprints left out. Our "
        "own article records state how often each was cited, but I have seen other counts in the literature "
        "search of the medical library: where do they differ, and what are both numbers? By the library, "
        "which of the articles is cited most? In case it is open access, have a look at its full text and "
        "tell me when the first work in its reference list came out, according to the scholar search engine. "
        "If it is behind a paywall, tell me how many open trials there are for the disease and how many "
        "people the protocol of the first listed enrolls."
    ),
)


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


def citation_counts(draw: TaskDraw, family: CrossFamily) -> Blueprint:
    """Make a task on the citations of the articles on a gene."""
    disease = draw.turn(_DISEASES, "disease")

    def plan() -> Plan:
        (page,) = yield [call(_DISEASE, disease_id_or_name=disease)]
        genes = items(page, "Genes")
        require(len(genes) > 2, "the disease has few genes.")
        pages = yield [call(_GENE, page, gene_id_or_symbol=gene) for gene in genes]
        lengths = [whole(one, "Length") for one in pages]
        require_lead(lengths, 1)
        gene = genes[lengths.index(max(lengths))]
        (search,) = yield [call(_ARTICLES, *pages, genes=[gene], include_preprints=False, page_size=_SHOWN)]
        pmids = [entry(part, "PMID") for part in parts(search) if "**PMID**" in part]
        require(len(pmids) == _SHOWN, "there are few articles.")
        both = yield [
            *(call(_ARTICLE, search, pmid=pmid) for pmid in pmids),
            *(call(_PUBMED, search, query=pmid, max_results=1) for pmid in pmids),
        ]
        copies, library = both[:_SHOWN], both[_SHOWN:]
        stated = {pmid: whole(one, "Citations") for pmid, one in zip(pmids, copies, strict=True)}
        papers = {p: in_archive(one, "paper_id", p) for p, one in zip(pmids, library, strict=True)}
        cited = {pmid: int(paper["citations"]) for pmid, paper in papers.items()}
        wrong = [pmid for pmid in pmids if stated[pmid] != cited[pmid]]
        checked = validation("how often an article was cited", (_ARTICLE, _PUBMED), pmids, wrong)
        require_lead(cited.values(), 1)
        top = max(pmids, key=cited.__getitem__)
        is_open = bool(papers[top]["open_access"])
        fields = {
            "gene": computed(gene, (gene, *lengths)),
            "length": found(max(lengths)),
            "mismatches": rows(
                {"article": found(one), "record": found(stated[one]), "library": found(cited[one])}
                for one in wrong
            ),
            "top": computed(top, (top,)),
            "citations": found(cited[top]),
            "open": computed(is_open, (top,)),
            **dict.fromkeys(("reference", "published", "trials", "enrollment"), NOTHING),
        }
        if is_open:
            (read,) = yield [call(_READ, *library, paper_id=top)]
            doi = first_reference(read.text)
            (scholar,) = yield [call(_SCHOLAR, read, query=doi, max_results=1)]
            paper = in_archive(scholar, "doi", doi)
            fields["reference"] = found(doi)
            fields["published"] = found(paper["published_date"])
        else:
            (trials,) = yield [call(_TRIALS, *library, conditions=[disease], recruiting_status="OPEN")]
            fields["trials"] = found(total(trials))
            nct = entry(parts(trials)[0], "NCT")
            (protocol,) = yield [call(_PROTOCOL, trials, nct_id=nct)]
            fields["enrollment"] = found(whole(protocol, "Enrollment"))
        decision = branch(
            "the most cited article on the longest gene is open access",
            holds=is_open,
            met={"tools": [_READ, _SCHOLAR]},
            unmet={"tools": [_TRIALS]},
        )
        return solution(fields, branches=[decision], validations=[checked])

    form = (
        named("gene", "symbol of the longest gene of the disease"),
        number("length", "its length", "bp"),
        records(
            "mismatches",
            "the articles whose numbers of citations differ",
            code("article", "its PMID"),
            number("record", "citations by the article's record"),
            number("library", "citations by the literature search"),
        ),
        code("top", "PMID of the article with the most citations by the literature search"),
        number("citations", "these citations"),
        yes_no("open", "whether this article is open access"),
        code("reference", "DOI of the first entry of its reference list, if asked for"),
        day("published", "when this work was published, if asked for"),
        number("trials", "number of open trials of the disease, if asked for"),
        number("enrollment", "enrollment of the first of them by its protocol, if asked for"),
    )
    return task(draw, family, _WORDING, {"disease": disease.lower(), "shown": _SHOWN}, form, plan)
