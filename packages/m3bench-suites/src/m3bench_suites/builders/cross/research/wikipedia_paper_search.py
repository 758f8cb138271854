"""Wikipedia and Paper Search: relatives of an animal, and medicines that studies of a disease name."""

from __future__ import annotations

import re
from statistics import mean

from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.research._shared.names import (
    ARTICLE,
    ARXIV,
    BIORXIV,
    HALF,
    MEDRXIV,
    PUBMED,
    READ_ARXIV,
    READ_BIORXIV,
    READ_MEDRXIV,
    READ_PUBMED,
)
from m3bench_suites.builders.cross.research._shared.reading import papers_of, study_size, top_paper
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    fork,
    leader,
    leader_of,
    listed,
    require,
    require_lead,
    solution,
    stated,
)

_CATS = ("Tiger", "Lion", "Jaguar", "Cheetah", "Leopard")
_DISEASES = (
    "atrial fibrillation",
    "heart failure",
    "hypertension",
    "stroke",
    "myocardial infarction",
    "angina",
)
_STATUS = re.compile(r"conservation status is listed as ([a-z ]+)\.")
_DRUGBANK = re.compile(r"DrugBank number is (DB\d+)")
_THREATENED = ("vulnerable", "endangered", "critically endangered")


def status_of(summary: str) -> str:
    """Return the conservation status in the summary of a species, or an empty text."""
    match = _STATUS.search(summary)
    return match[1] if match else ""


def _relatives(draw: TaskDraw) -> TaskSpec:
    animal, most = draw.turn(_CATS, "animal"), draw.whole(4, 5, "most")

    def plan() -> Plan:
        (start,) = yield [call(ARTICLE, title=animal)]
        kin = [name for name in start.data["links"] if name != "Mammal"]
        articles = yield [call(ARTICLE, start, title=name) for name in kin]
        status = {
            name: status_of(article.data["summary"]) for name, article in zip(kin, articles, strict=True)
        }
        searches = yield [call(BIORXIV, start, query=name.lower(), max_results=most) for name in kin]
        tops = {name: top_paper(item) for name, item in zip(kin, searches, strict=True) if papers_of(item)}
        require(len(tops) >= 4, "few relatives have preprints.")
        texts = yield [
            call(READ_BIORXIV, searches[kin.index(name)], paper_id=paper["paper_id"])
            for name, paper in tops.items()
        ]
        sizes = {name: study_size(result.text) for name, result in zip(tops, texts, strict=True)}
        largest = leader(sizes, 1)
        threatened = status[largest] in _THREATENED
        search, read = (PUBMED, READ_PUBMED) if threatened else (ARXIV, READ_ARXIV)
        (more,) = yield [call(search, *texts, *articles, query=largest.lower(), max_results=10)]
        open_ones = [paper for paper in papers_of(more) if paper["open_access"]]
        require(open_ones, "no further paper is open.")
        last = leader_of(open_ones, lambda paper: paper["citations"], 1)
        (text,) = yield [call(read, more, paper_id=last["paper_id"])]
        at_risk = [name for name in kin if status[name] in _THREATENED]
        return solution(
            {
                "at_risk": listed(at_risk),
                "studied": computed(len(tops), [top["paper_id"] for top in tops.values()]),
                "mean": computed(round(mean(sizes.values()), 1), sizes.values(), HALF),
                "largest": stated(largest),
                "preprint": stated(tops[largest]["paper_id"]),
                "size": stated(sizes[largest]),
                "threatened": computed(threatened, [status[largest], *sizes.values()]),
                "paper": stated(last["paper_id"]),
                "last_citations": stated(last["citations"]),
                "last_size": stated(study_size(text.text)),
            },
            branches=[
                branch(
                    f"the relative of the {animal.lower()} with the largest study is at risk",
                    holds=threatened,
                    met={"tools": [PUBMED]},
                    unmet={"tools": [ARXIV]},
                )
            ],
        )

    return TaskSpec(words={"animal": animal.lower(), "most": most, "ten": 10}, plans=(plan,))


def _medicines(draw: TaskDraw) -> TaskSpec:
    disease, most = draw.turn(_DISEASES, "disease"), draw.whole(11, 12, "most")

    def plan() -> Plan:
        (search,) = yield [call(PUBMED, query=disease, max_results=most)]
        partners = list(dict.fromkeys(paper["keywords"][-1] for paper in papers_of(search)))
        articles = yield [call(ARTICLE, search, title=name) for name in partners]
        drugs = {
            name: article for name, article in zip(partners, articles, strict=True) if _is_medicine(article)
        }
        require(len(drugs) >= 3, "few medicines are named.")
        searches = yield [call(PUBMED, item, query=name, max_results=6) for name, item in drugs.items()]
        tops = {
            name: (item, top_paper(item, only_open=True))
            for name, item in zip(drugs, searches, strict=True)
            if any(paper["open_access"] for paper in papers_of(item))
        }
        require(len(tops) >= 2, "few papers are open.")
        texts = yield [call(READ_PUBMED, item, paper_id=paper["paper_id"]) for item, paper in tops.values()]
        sizes = {name: study_size(result.text) for name, result in zip(tops, texts, strict=True)}
        total = sum(sizes.values())
        heavy = 2 * max(sizes.values()) > total
        big, little = leader(sizes, 1), leader(sizes, 1, lowest=True)
        drug = big if heavy else little
        (preprints,) = yield [call(MEDRXIV, *texts, query=drug, max_results=10)]
        require(papers_of(preprints), "there is no preprint.")
        require_lead([paper["citations"] for paper in papers_of(preprints)], 1)
        last = top_paper(preprints)
        (text,) = yield [call(READ_MEDRXIV, preprints, paper_id=last["paper_id"])]
        number_of = _DRUGBANK.search(drugs[drug].data["summary"])
        require(number_of, "the article gives no DrugBank number.")
        return solution(
            {
                "medicines": listed(result.data["title"] for result in drugs.values()),
                "mean": computed(round(mean(sizes.values()), 1), sizes.values(), HALF),
                "heavy": computed(heavy, sizes.values()),
                "medicine": stated(drugs[drug].data["title"]),
                "study": stated(tops[drug][1]["paper_id"]),
                "size": stated(sizes[drug]),
                "drugbank": stated(number_of[1] if number_of else ""),
                "preprint": stated(last["paper_id"]),
                "preprint_size": stated(study_size(text.text)),
            },
            branches=[
                fork(
                    "the largest of these studies has more than half of all subjects",
                    heavy,
                    MEDRXIV,
                    met=big,
                    unmet=little,
                )
            ],
        )

    return TaskSpec(words={"disease": disease, "most": most, "six": 6, "ten": 10}, plans=(plan,))


def _is_medicine(result: CallResult) -> bool:
    return isinstance(result.data, dict) and result.data["description"].startswith("medicine")


FAMILY = cross_family(
    number=75,
    name="wikipedia_paper_search",
    title="Wikipedia and Paper Search",
    servers=("Wikipedia", "Paper Search"),
    tasks=(_relatives, _medicines),
)
