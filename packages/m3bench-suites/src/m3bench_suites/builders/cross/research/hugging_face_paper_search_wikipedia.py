"""Hugging Face, Paper Search and Wikipedia: papers behind models of companies, and classes of bird calls."""

from __future__ import annotations

import re
from functools import partial
from statistics import mean
from typing import Any

from m3bench.suites import Plan, PlanError, call
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
    cited_dois,
    named_paper,
    named_papers,
    papers_of,
    study_size,
    top_paper,
)
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    listed,
    require,
    require_lead,
    rows,
    solution,
    stated,
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
    most, enough = draw.whole(3, 4, "most"), 2

    def plan(index: str = SEMANTIC) -> Plan:
        searches = yield [call(MODELS, author=owner, limit=most) for owner in _COMPANIES]
        pages = yield [call(MODEL, search, model_id=one["id"]) for search in searches for one in search.data]
        named_by = named_papers(pages)
        require(len(named_by) >= 5, "the models name few papers.")
        answers = yield both_sources(named_by)
        noted, claims = compare(answers, list(named_by), "published", "published_date")
        wrong = [name for name in named_by if noted[name] != claims[name]]
        cited = {name: one.data[0]["citations"] for name, one in zip(named_by, answers[1::2], strict=True)}
        often = len(wrong) >= enough
        require(0 < len(wrong) < len(named_by), "all papers are dated alike.")
        sound = [name for name in named_by if name not in wrong]
        require_lead([cited[name] for name in (wrong if often else sound)], 1)
        misdated, well_dated = max(wrong, key=cited.__getitem__), max(sound, key=cited.__getitem__)
        chosen = misdated if often else well_dated
        users = [page.data for page in named_by[chosen]]
        require_lead([page["downloads"] for page in users], 1)
        model = max(users, key=lambda page: page["downloads"])
        text, article = yield [
            call(READ_ARXIV, *answers, paper_id=chosen),
            call(ARTICLE, *answers, *named_by[chosen], title=_COMPANIES[model["author"]]),
        ]
        looked = yield [call(index, text, query=doi, max_results=1) for doi in cited_dois(text.text)]
        counts = [one.data[0]["citations"] for one in looked]
        require_lead(counts, 1)
        top = max((one.data[0] for one in looked), key=lambda one: one["citations"])
        require("arXiv." in top["doi"], "the most cited reference is not of arXiv.")
        (last,) = yield [call(HUB_PAPER, *looked, arxiv_id=top["doi"].rpartition("arXiv.")[2])]
        seat, ticker = seat_and_ticker(article.data["summary"])
        return solution(
            {
                "wrong": rows(
                    {"paper": stated(name), "hub": stated(noted[name]), "archive": stated(claims[name])}
                    for name in wrong
                ),
                "often": computed(often, wrong),
                "misdated": stated(chosen) if often else NOTHING,
                "well_dated": NOTHING if often else stated(chosen),
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
                branch(
                    f"at least {enough} of the papers have another day in the archive",
                    holds=often,
                    met={"tools": [READ_ARXIV], "values": [misdated]},
                    unmet={"tools": [READ_ARXIV], "values": [well_dated]},
                )
            ],
            validations=[
                validation("the day of publication of a paper", (HUB_PAPER, ARXIV), named_by, wrong)
            ],
        )

    return TaskSpec(words={"most": most, "enough": enough}, plans=(plan, partial(plan, SCHOLAR)))


def _birds(draw: TaskDraw) -> TaskSpec:
    most = draw.whole(4, 6, "most")

    def plan() -> Plan:
        (search,) = yield [call(DATA_SETS, tags=_BIRDS, limit=20)]
        sets = yield [call(DATA_SET, search, dataset_id=one["id"]) for one in search.data]
        require(len(sets) >= 2, "there is only one data set.")
        counts = _label_counts([one.data for one in sets])
        require_lead(counts.values(), 1)
        labels = list(counts)
        looked = yield [
            *(call(ARTICLE, *sets, title=label.capitalize()) for label in labels),
            *(call(BIORXIV, *sets, query=label, max_results=most) for label in labels),
        ]
        articles, searches = looked[: len(labels)], looked[len(labels) :]
        require(all(isinstance(one.data, dict) for one in articles), "a class has no article.")
        tops = {label: top_paper(one) for label, one in zip(labels, searches, strict=True) if papers_of(one)}
        require(tops, "no class has a preprint.")
        texts = yield [
            call(READ_BIORXIV, searches[labels.index(label)], paper_id=paper["paper_id"])
            for label, paper in tops.items()
        ]
        sizes = [study_size(text.text) for text in texts]
        leader = max(counts, key=counts.__getitem__)
        studied = leader in tops
        grounds = [count for one in sets for count in one.data["label_distribution"]["counts"].values()]
        fields = {
            "sets": computed(len(sets), [one.data["id"] for one in sets]),
            "leader": stated(leader),
            "examples": computed(counts[leader], grounds),
            "articles": listed(one.data["title"] for one in articles),
            "sizes": computed(sum(sizes), sizes),
            "studied": computed(studied, [leader]),
        }
        if studied:
            (more,) = yield [call(PUBMED, *sets, *searches, query=leader, max_results=10)]
            last = top_paper(more, only_open=True)
            (text,) = yield [call(READ_PUBMED, more, paper_id=last["paper_id"])]
            fields |= {
                "pmid": stated(last["paper_id"]),
                "pmid_size": stated(study_size(text.text)),
                "best_model": NOTHING,
                "accuracy": NOTHING,
                "paper": NOTHING,
            }
        else:
            (models,) = yield [call(MODELS, *sets, *searches, tags=_BIRDS, limit=20)]
            pages = yield [call(MODEL, models, model_id=one["id"]) for one in models.data]
            with_paper = [one.data for one in pages if named_paper(one.data)]
            require_lead([one["results"][0]["value"] for one in with_paper], 0.001)
            best = max(with_paper, key=lambda one: one["results"][0]["value"])
            fields |= {
                "pmid": NOTHING,
                "pmid_size": NOTHING,
                "best_model": stated(best["id"]),
                "accuracy": stated(best["results"][0]["value"]),
                "paper": stated(named_paper(best)),
            }
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

    return TaskSpec(words={"tag": _BIRDS, "most": most, "ten": 10}, plans=(plan,))


def seat_and_ticker(summary: str) -> tuple[str, str]:
    """Return the seat of a company and its ticker, from the summary of its article."""
    match = re.search(r"Its seat is in (.+?)\. .* under the ticker (\S+?),", summary)
    if match is None:
        raise PlanError("the article names no seat or ticker.")
    return match[1], match[2]


def _label_counts(sets: list[dict[str, Any]]) -> dict[str, int]:
    """Return the examples of each class over all data sets."""
    totals: dict[str, int] = {}
    for one in sets:
        for label, count in one["label_distribution"]["counts"].items():
            totals[label] = totals.get(label, 0) + count
    return totals


FAMILY = cross_family(
    number=76,
    name="hugging_face_paper_search_wikipedia",
    title="Hugging Face, Paper Search and Wikipedia",
    servers=("Hugging Face", "Paper Search", "Wikipedia"),
    tasks=(_companies, _birds),
)
