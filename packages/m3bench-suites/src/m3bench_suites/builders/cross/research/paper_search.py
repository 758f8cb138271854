"""Paper Search alone: where a paper comes from, and how many subjects studies of three archives have."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import mean
from typing import Any

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.research._shared.names import (
    ARXIV,
    BIORXIV,
    HALF,
    MEDRXIV,
    PUBMED,
    READ_ARXIV,
    READ_BIORXIV,
    READ_MEDRXIV,
    READ_PUBMED,
    READ_SEMANTIC,
    SCHOLAR,
    SEMANTIC,
)
from m3bench_suites.builders.cross.research._shared.reading import cited_dois, study_size
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    fork,
    leader_of,
    require,
    require_clear,
    require_lead,
    solution,
    stated,
)

_METHODS = (
    "object detection",
    "speech recognition",
    "question answering",
    "image captioning",
    "pose estimation",
    "federated learning",
    "graph neural network",
    "depth estimation",
)
_DISEASES = (
    "malaria",
    "tuberculosis",
    "dengue",
    "measles",
    "cholera",
    "influenza",
    "hepatitis b",
    "covid-19",
)
_READERS = {PUBMED: READ_PUBMED, MEDRXIV: READ_MEDRXIV, BIORXIV: READ_BIORXIV}


def _lineage(draw: TaskDraw) -> TaskSpec:
    subject = draw.turn(_METHODS, "subject")

    def plan_with(index: str) -> Callable[[], Plan]:
        def plan() -> Plan:
            (search,) = yield [call(ARXIV, query=f'ti:"{subject}"', max_results=10)]
            require_lead([paper["citations"] for paper in search.data], 1)
            start = max(search.data, key=_citations)
            (text,) = yield [call(READ_ARXIV, search, paper_id=start["paper_id"])]
            dois = cited_dois(text.text)
            cited = yield [call(index, text, query=doi, max_results=1) for doi in dois]
            papers = [result.data[0] for result in cited]
            require_lead(map(_citations, papers), 1)
            known = [paper["citations"] for paper in papers]
            well_known = max(known) > start["citations"]
            require_clear(max(known), start["citations"], 1)
            most_cited, newest = max(papers, key=_citations), leader_of(papers, _days, 1)
            require(most_cited is not newest, "the newest reference is the most cited one.")
            following = most_cited if well_known else newest
            (second,) = yield [call(READ_SEMANTIC, search, *cited, paper_id=f"DOI:{following['doi']}")]
            new = [doi for doi in cited_dois(second.text) if doi not in dois and doi != start["doi"]]
            require(len(new) >= 2, "the second paper cites little that the first does not.")
            older = yield [call(index, second, text, query=doi, max_results=1) for doi in new]
            require_lead([result.data[0]["citations"] for result in older], 1)
            last = max((result.data[0] for result in older), key=_citations)
            (third,) = yield [call(READ_SEMANTIC, *older, paper_id=f"DOI:{last['doi']}")]
            sizes = [study_size(result.text) for result in (text, second, third)]
            return solution(
                {
                    "start": stated(start["doi"]),
                    "start_size": stated(sizes[0]),
                    "mean": computed(round(mean(known), 1), known, HALF),
                    "well_known": computed(well_known, known),
                    "second": stated(following["doi"]),
                    "second_size": stated(sizes[1]),
                    "new": computed(len(new), new),
                    "last": stated(last["doi"]),
                    "last_citations": stated(last["citations"]),
                    "size": computed(sum(sizes), sizes),
                },
                branches=[
                    fork(
                        "a paper that it refers to has more citations than it has",
                        well_known,
                        READ_SEMANTIC,
                        met=most_cited["doi"],
                        unmet=newest["doi"],
                    )
                ],
            )

        return plan

    return TaskSpec(words={"subject": subject, "most": 10}, plans=(plan_with(SEMANTIC), plan_with(SCHOLAR)))


def _archives(draw: TaskDraw) -> TaskSpec:
    disease, most = draw.turn(_DISEASES, "disease"), draw.whole(9, 10, "most")
    return TaskSpec(words={"disease": disease, "most": most}, plans=(partial(_archives_plan, disease, most),))


def _archives_plan(disease: str, most: int) -> Plan:
    searches = yield [call(tool, query=disease, max_results=most) for tool in _READERS]
    wanted = [
        (search, brief["paper_id"]) for search in searches for brief in search.data if brief["open_access"]
    ]
    texts = yield [call(_READERS[search.tool], search, paper_id=name) for search, name in wanted]
    sizes: dict[str, dict[str, int]] = {tool: {} for tool in _READERS}
    for (search, name), text in zip(wanted, texts, strict=True):
        sizes[search.tool][name] = study_size(text.text)
    require(sizes[PUBMED] and sizes[MEDRXIV], "an archive has no open paper.")
    sums = {tool: sum(size.values()) for tool, size in sizes.items()}
    everything = [value for size in sizes.values() for value in size.values()]
    require_lead(everything, 1)
    require(sums[PUBMED] != sums[MEDRXIV], "the sums are the same.")
    clinical = sums[PUBMED] > sums[MEDRXIV]
    tool = PUBMED if clinical else MEDRXIV
    largest = max(sizes[tool], key=sizes[tool].__getitem__)
    references = {name: cited_dois(text.text) for (_, name), text in zip(wanted, texts, strict=True)}
    cited = yield [call(SEMANTIC, *texts, query=doi, max_results=1) for doi in references[largest]]
    found_papers = [result.data[0] for result in cited if result.data[0]["open_access"]]
    require(len(found_papers) >= 2, "few references are open.")
    oldest = leader_of(found_papers, _days, 1, lowest=True)
    (last,) = yield [call(READ_SEMANTIC, *cited, paper_id=f"DOI:{oldest['doi']}")]
    older = yield [call(SEMANTIC, last, query=doi, max_results=1) for doi in cited_dois(last.text)]
    counts = [result.data[0]["citations"] for result in older]
    readable = [result.data[0] for result in older if result.data[0]["open_access"]]
    require(readable, "no reference of the oldest one is open.")
    famous = leader_of(readable, _citations, 1)
    (end,) = yield [call(READ_SEMANTIC, *older, paper_id=f"DOI:{famous['doi']}")]
    best = {index: max(sizes[index], key=sizes[index].__getitem__) for index in (PUBMED, MEDRXIV)}
    asked = {*references[largest], *cited_dois(last.text)}
    branches = {
        item: [doi for doi in references[name] if name == largest or doi not in asked]
        for item, name in best.items()
    }
    return solution(
        {
            "pubmed": computed(sums[PUBMED], sizes[PUBMED].values()),
            "medrxiv": computed(sums[MEDRXIV], sizes[MEDRXIV].values()),
            "mean": computed(round(mean(everything), 1), everything, HALF),
            "clinical": computed(clinical, everything),
            "largest": stated(largest),
            "largest_size": stated(sizes[tool][largest]),
            "oldest": stated(oldest["doi"]),
            "oldest_size": stated(study_size(last.text)),
            "older_mean": computed(round(mean(counts), 1), counts, HALF),
            "famous": stated(famous["doi"]),
            "famous_size": stated(study_size(end.text)),
        },
        branches=[
            branch(
                f"the open articles on {disease} in PubMed have more subjects than those in medRxiv",
                holds=clinical,
                met={"tools": [SEMANTIC], "values": branches[PUBMED]},
                unmet={"tools": [SEMANTIC], "values": branches[MEDRXIV]},
            )
        ],
    )


def _citations(paper: dict[str, Any]) -> int:
    number_of: int = paper["citations"]
    return number_of


def _days(paper: dict[str, Any]) -> int:
    """Return the day of a paper as a number."""
    return int(paper["published_date"].replace("-", ""))


FAMILY = cross_family(
    number=72,
    name="paper_search",
    title="Paper Search",
    servers=("Paper Search",),
    tasks=(_lineage, _archives),
)
