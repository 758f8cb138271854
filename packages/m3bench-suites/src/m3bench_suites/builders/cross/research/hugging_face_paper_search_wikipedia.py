"""Hugging Face, Paper Search and Wikipedia: papers behind models of companies, and classes of bird calls."""

from __future__ import annotations

import re
from functools import partial
from statistics import mean
from typing import Any

from m3bench.checks import Expected
from m3bench.suites import CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.research._shared.comparing import both_sources, compare
from m3bench_suites.builders.cross.research._shared.names import (
    ARTICLE,
    ARXIV,
    BIORXIV,
    DATA_SET,
    DATA_SETS,
    HALF,
    HUB_PAPER,
    MODEL,
    MODELS,
    PUBMED,
    READ_ARXIV,
    READ_BIORXIV,
    READ_PUBMED,
    SCHOLAR,
    SEMANTIC,
)
from m3bench_suites.builders.cross.research._shared.reading import (
    look_up_references,
    named_paper,
    named_papers,
    papers_of,
    study_size,
    top_paper,
)
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    branch,
    computed,
    fork,
    leader,
    leader_of,
    listed,
    pluck,
    require,
    require_lead,
    solution,
    stated,
    table,
    together,
    validation,
)

_COMPANIES = {
    "google": "Alphabet Inc.",
    "facebook": "Meta Platforms, Inc.",
    "microsoft": "Microsoft Corporation",
    "nvidia": "NVIDIA Corporation",
}
_BIRDS = "bird-calls"


def _companies(draw: TaskDraw) -> TaskSpec:
    most, enough = draw.turn((3, 4), "most"), 2
    return TaskSpec(
        words={"most": most, "enough": enough},
        plans=(
            partial(_companies_plan, most, enough),
            partial(partial(_companies_plan, most, enough), SCHOLAR),
        ),
    )


def _companies_plan(most: int, enough: int, index: str = SEMANTIC) -> Plan:
    searches = yield [call(MODELS, author=owner, limit=most) for owner in _COMPANIES]
    pages = yield [call(MODEL, search, model_id=brief["id"]) for search in searches for brief in search.data]
    named_by = named_papers(pages)
    require(len(named_by) >= 5, "the models name few papers.")
    answers = yield both_sources(named_by)
    noted, claims = compare(answers, list(named_by), "published", "published_date")
    wrong = [name for name in named_by if noted[name] != claims[name]]
    cited = pluck(named_by, answers[1::2], 0, "citations")
    often = len(wrong) >= enough
    require(0 < len(wrong) < len(named_by), "all papers are dated alike.")
    sound = [name for name in named_by if name not in wrong]
    require_lead([cited[name] for name in (wrong if often else sound)], 1)
    misdated, well_dated = max(wrong, key=cited.__getitem__), max(sound, key=cited.__getitem__)
    chosen = misdated if often else well_dated
    users = [page.data for page in named_by[chosen]]
    model = leader_of(users, lambda page: page["downloads"], 1)
    text, article = yield [
        call(READ_ARXIV, *answers, paper_id=chosen),
        call(ARTICLE, *answers, *named_by[chosen], title=_COMPANIES[model["author"]]),
    ]
    looked, top = yield from look_up_references(index, text)
    counts = [paper.data[0]["citations"] for paper in looked]
    require("arXiv." in top["doi"], "the most cited reference is not of arXiv.")
    (last,) = yield [call(HUB_PAPER, *looked, arxiv_id=top["doi"].rpartition("arXiv.")[2])]
    seat, ticker = seat_and_ticker(article.data["summary"])
    return solution(
        {
            "wrong": table("paper", wrong, hub=noted, archive=claims),
            "often": computed(often, wrong),
            "chosen": stated(chosen),
            "citations": stated(cited[chosen]),
            "size": stated(study_size(text.text)),
            "mean": computed(round(mean(counts), 1), counts, HALF),
            "model": stated(model["id"]),
            "reference": stated(top["doi"]),
            "votes": stated(last.data["upvotes"]),
            "seat": stated(seat, also=(seat.partition(",")[0],)),
            "ticker": stated(ticker),
        },
        branches=[
            fork(
                f"at least {enough} of the papers have another day in the archive",
                often,
                READ_ARXIV,
                met=misdated,
                unmet=well_dated,
            )
        ],
        validations=[validation("the day of publication of a paper", (HUB_PAPER, ARXIV), named_by, wrong)],
    )


def _birds(draw: TaskDraw) -> TaskSpec:
    most = draw.turn((4, 5, 6), "most")
    return TaskSpec(words={"tag": _BIRDS, "most": most, "ten": 10}, plans=(partial(_birds_plan, most),))


def _birds_plan(most: int) -> Plan:
    (search,) = yield [call(DATA_SETS, tags=_BIRDS, limit=20)]
    sets = yield [call(DATA_SET, search, dataset_id=brief["id"]) for brief in search.data]
    require(len(sets) >= 2, "there is only one data set.")
    counts = _label_counts([result.data for result in sets])
    labels = list(counts)
    articles, searches = yield from together(
        (call(ARTICLE, *sets, title=label.capitalize()) for label in labels),
        (call(BIORXIV, *sets, query=label, max_results=most) for label in labels),
    )
    require(all(isinstance(article.data, dict) for article in articles), "a class has no article.")
    tops = {label: top_paper(item) for label, item in zip(labels, searches, strict=True) if papers_of(item)}
    require(tops, "no class has a preprint.")
    texts = yield [
        call(READ_BIORXIV, searches[labels.index(label)], paper_id=paper["paper_id"])
        for label, paper in tops.items()
    ]
    sizes = [study_size(text.text) for text in texts]
    top_class = leader(counts, 1)
    studied = top_class in tops
    grounds = [count for result in sets for count in result.data["label_distribution"]["counts"].values()]
    fields = {
        "sets": computed(len(sets), [result.data["id"] for result in sets]),
        "leader": stated(top_class),
        "examples": computed(counts[top_class], grounds),
        "articles": listed(article.data["title"] for article in articles),
        "sizes": computed(sum(sizes), sizes),
        "studied": computed(studied, [top_class]),
    }
    uses = (*sets, *searches)
    fields |= yield from _study(top_class, *uses) if studied else _best_model(*uses)
    return solution(
        fields,
        branches=[
            branch(
                "there is a preprint on the class with most examples",
                holds=studied,
                met={"tools": [PUBMED]},
                unmet={"tools": [MODELS]},
            )
        ],
    )


def _study(label: str, *uses: CallResult) -> Steps[dict[str, Expected]]:
    """Look up how large the most cited open study of a class is."""
    (search,) = yield [call(PUBMED, *uses, query=label, max_results=10)]
    paper = top_paper(search, only_open=True)
    (text,) = yield [call(READ_PUBMED, search, paper_id=paper["paper_id"])]
    return {
        "found": stated(paper["paper_id"]),
        "figure": stated(study_size(text.text)),
    }


def _best_model(*uses: CallResult) -> Steps[dict[str, Expected]]:
    """Look up the most accurate model that names a paper."""
    (search,) = yield [call(MODELS, *uses, tags=_BIRDS, limit=20)]
    pages = yield [call(MODEL, search, model_id=model["id"]) for model in search.data]
    with_paper = [page.data for page in pages if named_paper(page.data)]
    best = leader_of(with_paper, lambda page: page["results"][0]["value"], 0.001)
    return {
        "found": stated(best["id"]),
        "figure": stated(best["results"][0]["value"]),
    }


def seat_and_ticker(summary: str) -> tuple[str, str]:
    """Return the seat of a company and its ticker, from the summary of its article."""
    match = re.search(r"Its seat is in (.+?)\. .* under the ticker (\S+?),", summary)
    if match is None:
        raise PlanError("the article names no seat or ticker.")
    return match[1], match[2]


def _label_counts(sets: list[dict[str, Any]]) -> dict[str, int]:
    """Return the examples of each class over all data sets."""
    totals: dict[str, int] = {}
    for item in sets:
        for label, count in item["label_distribution"]["counts"].items():
            totals[label] = totals.get(label, 0) + count
    return totals


FAMILY = cross_family(
    number=76,
    name="hugging_face_paper_search_wikipedia",
    title="Hugging Face, Paper Search and Wikipedia",
    servers=("Hugging Face", "Paper Search", "Wikipedia"),
    tasks=(_companies, _birds),
)
