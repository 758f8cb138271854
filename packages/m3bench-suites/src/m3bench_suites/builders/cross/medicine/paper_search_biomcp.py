"""Paper Search and BioMCP: articles of both, their citations and full texts."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial

from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.medicine._shared.citation_counts import (
    citation_counts,
    first_reference,
    in_archive,
)
from m3bench_suites.builders.cross.medicine._shared.reading import (
    code_in,
    entry,
    listed_trials,
    parts,
    sites,
    whole,
)
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

_TRIALS, _REFERENCES = "BioMCP/trial_searcher", "BioMCP/trial_references_getter"
_ARTICLE, _LOCATIONS = "BioMCP/article_getter", "BioMCP/trial_locations_getter"
_ORGANIZATION, _PROTOCOL = "BioMCP/nci_organization_getter", "BioMCP/trial_protocol_getter"
_SCHOLAR, _READ = "Paper Search/search_google_scholar", "Paper Search/read_pubmed_paper"
_DRUGS = ("Pembrolizumab", "Nivolumab", "Olaparib", "Trametinib", "Crizotinib")
_LINE = re.compile(r"^- PMID (\d+): .+ doi:(\S+)$", re.MULTILINE)
_PAGE, _FEWEST = 5, 5


def site_count(paper: str) -> int:
    """Return from how many sites the material of a paper comes."""
    claims = code_in(" ".join(paper.split()), r"\b(?:from|at) \d+ (?:centres|sites)\b")
    return int(claims.split()[1])


def _listed(result: CallResult) -> dict[str, str]:
    """Return the articles that a trial refers to, with their DOIs."""
    return dict(_LINE.findall(result.text))


def trial_literature(draw: TaskDraw) -> TaskSpec:
    """Make a task on the articles that trials of a drug refer to."""
    drug = draw.turn(_DRUGS, "drug")
    return TaskSpec(
        words={"drug": drug.lower(), "page": _PAGE}, plans=(partial(_trial_literature_plan, drug),)
    )


def _trial_literature_plan(drug: str) -> Plan:
    (search,) = yield [call(_TRIALS, interventions=[drug], recruiting_status="OPEN", page_size=_PAGE)]
    trials = [entry(part, "NCT") for part in parts(search)]
    require(len(trials) > 2, "there are few trials.")
    pages = yield [call(_REFERENCES, search, nct_id=nct) for nct in trials]
    named_by = Counter(pmid for page in pages for pmid in _listed(page))
    known = {pmid: about for page in pages for pmid, about in _listed(page).items()}
    pmids = list(known)
    require(len(pmids) >= _FEWEST, "there are few articles.")
    source = {pmid: next(page for page in pages if pmid in _listed(page)) for pmid in pmids}
    copies, scholar = yield from together(
        (call(_ARTICLE, source[pmid], pmid=pmid) for pmid in pmids),
        (call(_SCHOLAR, source[pmid], query=known[pmid], max_results=1) for pmid in pmids),
    )
    claims = {pmid: whole(copy, "Citations") for pmid, copy in zip(pmids, copies, strict=True)}
    papers = {pmid: in_archive(item, "doi", known[pmid]) for pmid, item in zip(pmids, scholar, strict=True)}
    cited = {pmid: int(paper["citations"]) for pmid, paper in papers.items()}
    wrong = [pmid for pmid in pmids if claims[pmid] != cited[pmid]]
    checked = validation("how often an article was cited", (_ARTICLE, _SCHOLAR), pmids, wrong)
    top = leader(cited, 1)
    free = [pmid for pmid in pmids if papers[pmid]["open_access"]]
    require(free, "no article is open access.")
    half = 2 * len(free) >= len(pmids)
    fields = {
        "trials": computed(len(trials), trials),
        "articles": computed(len(pmids), pmids),
        "mismatches": table("article", wrong, record=claims, scholar=cited),
        "top": computed(top, (top,)),
        "pointing": computed(named_by[top], (top,)),
        "half": computed(half, pmids),
        **dict.fromkeys(("published", "newest"), NOTHING),
    }
    if half:
        require_lead([cited[pmid] for pmid in free], 1)
        best = max(free, key=cited.__getitem__)
        (read,) = yield [call(_READ, *scholar, paper_id=best)]
        fields["found"] = stated(papers[best]["journal"])
        fields["sites"] = stated(site_count(read.text))
        doi = first_reference(read.text)
        (cited_work,) = yield [call(_SCHOLAR, read, query=doi, max_results=1)]
        fields["published"] = stated(in_archive(cited_work, "doi", doi)["published_date"])
    else:
        (places,) = yield [call(_LOCATIONS, search, *scholar, nct_id=trials[0])]
        first = sites(places)[0]
        (home,) = yield [call(_ORGANIZATION, places, organization_id=first.code)]
        fields["sites"] = computed(len(sites(places)), [site.code for site in sites(places)])
        (newest,) = yield [call(_PROTOCOL, home, nct_id=listed_trials(home)[0])]
        fields["found"] = stated(entry(home, "Contact").rpartition(", ")[0])
        fields["newest"] = stated(whole(newest, "Enrollment"))
    decision = branch(
        f"at least half of the articles behind the open trials of {drug} are open access",
        holds=half,
        met={"tools": [_READ]},
        unmet={"tools": [_LOCATIONS, _ORGANIZATION]},
    )
    return solution(fields, branches=[decision], validations=[checked])


FAMILY = cross_family(
    number=4,
    name="paper_search_biomcp",
    title="Paper Search and BioMCP",
    servers=("Paper Search", "BioMCP"),
    tasks=(citation_counts, trial_literature),
)
