"""Paper Search and BioMCP: what the articles behind the open trials of a drug say."""

from __future__ import annotations

import re
from collections import Counter

from m3bench.suites import Blueprint, CallResult, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.medicine._shared.citation_counts import first_reference, in_archive
from m3bench_suites.builders.cross.medicine._shared.reading import (
    code_in,
    entry,
    listed_trials,
    parts,
    sites,
    whole,
)
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

_TRIALS, _REFERENCES = "BioMCP/trial_searcher", "BioMCP/trial_references_getter"
_ARTICLE, _LOCATIONS = "BioMCP/article_getter", "BioMCP/trial_locations_getter"
_ORGANIZATION, _PROTOCOL = "BioMCP/nci_organization_getter", "BioMCP/trial_protocol_getter"
_SCHOLAR, _READ = "Paper Search/search_google_scholar", "Paper Search/read_pubmed_paper"
_DRUGS = ("Pembrolizumab", "Nivolumab", "Olaparib", "Trametinib", "Crizotinib")
_LINE = re.compile(r"^- PMID (\d+): .+ doi:(\S+)$", re.MULTILINE)
_PAGE, _FEWEST = 5, 5
_WORDING = Wording(
    request=(
        "Search the open trials with {drug} as the intervention and take the first {page} listed. Get the "
        "references of each, and collect all different PMIDs. Get the record of each article, and find each "
        "on Google Scholar by its DOI. List the PMIDs whose citations in the record and on Google Scholar "
        "differ, with both numbers. Which article has the most citations by Google Scholar, and how many of "
        "the trials refer to it? If at least half of the articles are open access by Google Scholar, read "
        "the most cited open access article in PubMed and report its journal, the number of sites whose "
        "material it comprises, and when the first work of its reference list was published by Google "
        "Scholar (by its DOI). Otherwise get the sites of the first trial listed, and report their number, "
        "the name of the contact of the organization of the first site, and the enrollment of the newest "
        "trial on its page by the protocol."
    ),
    fuzzy=(
        "Which literature stands behind the open trials of {drug}? Take the first {page} listed and all the "
        "articles they refer to, each only once. The records of the articles give citation counts that do "
        "not always agree with the big scholar search engine; where do they contradict each other and with "
        "what numbers? By that engine, which article is cited most, and how many of the trials point to it? "
        "When half of the articles or more are open access there, read the most cited of the open ones in "
        "full and tell me its journal, from how many sites its material comes, and when the first work in "
        "its reference list came out by that engine. When it is fewer than half, I want the number of sites "
        "of the first trial listed, the name of the person to contact at the organization behind its "
        "first site, and how many people the newest trial on that organization's page enrolls."
    ),
)


def site_count(paper: str) -> int:
    """Return from how many sites the material of a paper comes."""
    stated = code_in(" ".join(paper.split()), r"\b(?:from|at) \d+ (?:centres|sites)\b")
    return int(stated.split()[1])


def _listed(result: CallResult) -> dict[str, str]:
    """Return the articles that a trial refers to, with their DOIs."""
    return dict(_LINE.findall(result.text))


def trial_literature(draw: TaskDraw, family: CrossFamily) -> Blueprint:
    """Make a task on the articles that trials of a drug refer to."""
    drug = draw.turn(_DRUGS, "drug")

    def plan() -> Plan:
        (search,) = yield [call(_TRIALS, interventions=[drug], recruiting_status="OPEN", page_size=_PAGE)]
        trials = [entry(part, "NCT") for part in parts(search)]
        require(len(trials) > 2, "there are few trials.")
        pages = yield [call(_REFERENCES, search, nct_id=nct) for nct in trials]
        named_by = Counter(pmid for page in pages for pmid in _listed(page))
        known = {pmid: about for page in pages for pmid, about in _listed(page).items()}
        pmids = list(known)
        require(len(pmids) >= _FEWEST, "there are few articles.")
        source = {pmid: next(page for page in pages if pmid in _listed(page)) for pmid in pmids}
        both = yield [
            *(call(_ARTICLE, source[pmid], pmid=pmid) for pmid in pmids),
            *(call(_SCHOLAR, source[pmid], query=known[pmid], max_results=1) for pmid in pmids),
        ]
        copies, scholar = both[: len(pmids)], both[len(pmids) :]
        stated = {pmid: whole(one, "Citations") for pmid, one in zip(pmids, copies, strict=True)}
        papers = {pmid: in_archive(one, "doi", known[pmid]) for pmid, one in zip(pmids, scholar, strict=True)}
        cited = {pmid: int(paper["citations"]) for pmid, paper in papers.items()}
        wrong = [pmid for pmid in pmids if stated[pmid] != cited[pmid]]
        checked = validation("how often an article was cited", (_ARTICLE, _SCHOLAR), pmids, wrong)
        require_lead(cited.values(), 1)
        top = max(pmids, key=cited.__getitem__)
        free = [pmid for pmid in pmids if papers[pmid]["open_access"]]
        require(free, "no article is open access.")
        half = 2 * len(free) >= len(pmids)
        fields = {
            "trials": computed(len(trials), trials),
            "articles": computed(len(pmids), pmids),
            "mismatches": rows(
                {"article": found(one), "record": found(stated[one]), "scholar": found(cited[one])}
                for one in wrong
            ),
            "top": computed(top, (top,)),
            "pointing": computed(named_by[top], (top,)),
            "half": computed(half, pmids),
            **dict.fromkeys(("journal", "centres", "published", "sites", "contact", "newest"), NOTHING),
        }
        if half:
            require_lead([cited[pmid] for pmid in free], 1)
            best = max(free, key=cited.__getitem__)
            (read,) = yield [call(_READ, *scholar, paper_id=best)]
            fields["journal"] = found(papers[best]["journal"])
            fields["centres"] = found(site_count(read.text))
            doi = first_reference(read.text)
            (cited_work,) = yield [call(_SCHOLAR, read, query=doi, max_results=1)]
            fields["published"] = found(in_archive(cited_work, "doi", doi)["published_date"])
        else:
            (places,) = yield [call(_LOCATIONS, search, *scholar, nct_id=trials[0])]
            first = sites(places)[0]
            (home,) = yield [call(_ORGANIZATION, places, organization_id=first.code)]
            fields["sites"] = computed(len(sites(places)), [site.code for site in sites(places)])
            (newest,) = yield [call(_PROTOCOL, home, nct_id=listed_trials(home)[0])]
            fields["contact"] = found(entry(home, "Contact").rpartition(", ")[0])
            fields["newest"] = found(whole(newest, "Enrollment"))
        decision = branch(
            f"at least half of the articles behind the open trials of {drug} are open access",
            holds=half,
            met={"tools": [_READ]},
            unmet={"tools": [_LOCATIONS, _ORGANIZATION]},
        )
        return solution(fields, branches=[decision], validations=[checked])

    form = (
        number("trials", "how many open trials were taken"),
        number("articles", "how many different articles they refer to"),
        records(
            "mismatches",
            "the articles whose numbers of citations differ",
            code("article", "its PMID"),
            number("record", "citations by the article's record"),
            number("scholar", "citations by the scholar search engine"),
        ),
        code("top", "PMID of the article with the most citations by the scholar search engine"),
        number("pointing", "how many of the trials refer to it"),
        yes_no("half", "whether at least half of the articles are open access"),
        named("journal", "journal of the most cited open access article, if asked for"),
        number("centres", "number of sites (centres) that its material comes from, if asked for"),
        day("published", "when the first work of its reference list was published, if asked for"),
        number("sites", "number of sites of the first trial, if asked for"),
        named("contact", "name of the contact of the organization of its first site, if asked for"),
        number("newest", "enrollment of the newest trial of this organization, if asked for"),
    )
    return task(draw, family, _WORDING, {"drug": drug.lower(), "page": _PAGE}, form, plan)
