"""Hugging Face and Paper Search: papers as the hub knows them, and as their archive does."""

from __future__ import annotations

from functools import partial

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.research._shared.comparing import both_sources, compare
from m3bench_suites.builders.cross.research._shared.names import (
    ARXIV,
    DAILY,
    DATA_SET,
    DATA_SETS,
    HALF,
    HUB_PAPER,
    MODEL,
    MODELS,
    READ_ARXIV,
    SCHOLAR,
    SEMANTIC,
)
from m3bench_suites.builders.cross.research._shared.reading import bare, cited_dois, named_papers, study_size
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_lead,
    rows,
    solution,
    stated,
    validation,
)

_TAGS = {
    "ner-clinical": "finding drugs and diseases in text",
    "translation-de-en": "translating from German to English",
    "sentiment-analysis": "telling the tone of a text",
    "traffic-signs": "finding traffic signs",
    "paper-summaries": "summarising scientific papers",
    "deepfake-detection": "telling generated faces from photos",
    "code-completion": "completing programs",
    "medical-reports": "sorting medical reports",
}
_READ = 8


def _cited(draw: TaskDraw) -> TaskSpec:
    tag = draw.turn(tuple(_TAGS), "tag")

    def plan(index: str = SEMANTIC) -> Plan:
        models, data_sets = yield [call(MODELS, tags=tag, limit=20), call(DATA_SETS, tags=tag, limit=20)]
        pages = yield [
            *(call(MODEL, models, model_id=one["id"]) for one in models.data),
            *(call(DATA_SET, data_sets, dataset_id=one["id"]) for one in data_sets.data),
        ]
        named = named_papers(pages)
        require(len(named) >= 4, "models and data sets name few papers.")
        answers = yield both_sources(named)
        noted, claims = compare(answers, list(named), "citations", "citations")
        wrong = [name for name in named if noted[name] != claims[name]]
        surplus = sum(noted.values()) - sum(claims.values())
        require(wrong and surplus, "the hub counts right in all.")
        more = surplus > 0
        days = {name: one.data[0]["published_date"] for name, one in zip(named, answers[1::2], strict=True)}
        most_cited, newest = max(named, key=claims.__getitem__), max(named, key=days.__getitem__)
        require(most_cited != newest, "the newest paper is the most cited one.")
        chosen = most_cited if more else newest
        require_lead(claims.values(), 1)
        require(len(set(days.values())) == len(days), "two papers are of the same day.")
        (text,) = yield [call(READ_ARXIV, *answers, paper_id=chosen)]
        dois = cited_dois(text.text)
        cited = yield [call(index, text, query=doi, max_results=1) for doi in dois]
        counts = [one.data[0]["citations"] for one in cited]
        require_lead(counts, 1)
        top = max((one.data[0] for one in cited), key=lambda one: one["citations"])
        arxiv = top["doi"].rpartition("arXiv.")[2]
        require("arXiv." in top["doi"], "the most cited reference is not of arXiv.")
        (last,) = yield [call(HUB_PAPER, *cited, arxiv_id=arxiv)]
        return solution(
            {
                "papers": computed(len(named), list(named)),
                "wrong": rows(
                    {"paper": stated(name), "hub": stated(noted[name]), "archive": stated(claims[name])}
                    for name in wrong
                ),
                "surplus": computed(surplus, [*noted.values(), *claims.values()]),
                "more": computed(more, [*noted.values(), *claims.values()]),
                "most_cited": stated(chosen) if more else NOTHING,
                "newest": NOTHING if more else stated(chosen),
                "size": stated(study_size(text.text)),
                "mean": computed(round(sum(counts) / len(counts), 1), counts, HALF),
                "reference": stated(top["doi"]),
                "votes": stated(last.data["upvotes"]),
            },
            branches=[
                branch(
                    "the citations on the hub add up to more than those in the archive",
                    holds=more,
                    met={"tools": [READ_ARXIV], "values": [most_cited]},
                    unmet={"tools": [READ_ARXIV], "values": [newest]},
                )
            ],
            validations=[validation("the citations of a paper", (HUB_PAPER, ARXIV), named, wrong)],
        )

    return TaskSpec(words={"tag": tag, "purpose": _TAGS[tag]}, plans=(plan, partial(plan, SCHOLAR)))


def _dated(draw: TaskDraw) -> TaskSpec:
    most = draw.whole(_READ, _READ + 2, "most")

    def plan() -> Plan:
        (daily,) = yield [call(DAILY)]
        ranked = sorted(daily.data, key=lambda one: -one["upvotes"])
        require(len(ranked) > most, "there are few papers today.")
        named = {one["arxiv_id"]: [daily] for one in ranked[:most]}
        results = yield [
            *both_sources(named),
            *(call(READ_ARXIV, daily, paper_id=name) for name in named),
        ]
        answers, texts = results[: 2 * len(named)], results[2 * len(named) :]
        noted, claims = compare(answers, list(named), "published", "published_date")
        wrong = [name for name in named if noted[name] != claims[name]]
        sizes = {name: study_size(text.text) for name, text in zip(named, texts, strict=True)}
        require_lead(sizes.values(), 1)
        require_lead(sizes.values(), 1, lowest=True)
        largest, smallest = max(sizes, key=sizes.__getitem__), min(sizes, key=sizes.__getitem__)
        mean = sum(sizes.values()) / len(sizes)
        heavy = sizes[largest] * 2 > sum(sizes.values())
        chosen = largest if heavy else smallest
        references = {name: cited_dois(text.text) for name, text in zip(named, texts, strict=True)}
        cited = yield [call(SEMANTIC, *texts, query=doi, max_results=1) for doi in references[chosen]]
        found_papers = [one.data[0] for one in cited]
        require_lead([one["citations"] for one in found_papers], 1)
        top = max(found_papers, key=lambda one: one["citations"])
        require("arXiv." in top["doi"], "the most cited reference is not of arXiv.")
        arxiv = bare(top["doi"].rpartition("arXiv.")[2])
        (last,) = yield [call(READ_ARXIV, *cited, paper_id=arxiv)]
        older = yield [call(SEMANTIC, last, query=doi, max_results=1) for doi in cited_dois(last.text)]
        counts = [one.data[0]["citations"] for one in older]
        require_lead(counts, 1)
        deepest = older[counts.index(max(counts))].data[0]["doi"]
        require("arXiv." in deepest, "the most cited of the older papers is not of arXiv.")
        (voted,) = yield [call(HUB_PAPER, *older, arxiv_id=deepest.rpartition("arXiv.")[2])]
        return solution(
            {
                "wrong": rows(
                    {"paper": stated(name), "hub": stated(noted[name]), "archive": stated(claims[name])}
                    for name in wrong
                ),
                "mean": computed(round(mean, 1), sizes.values(), HALF),
                "heavy": computed(heavy, sizes.values()),
                "largest": stated(largest) if heavy else NOTHING,
                "smallest": NOTHING if heavy else stated(smallest),
                "size": stated(sizes[chosen]),
                "reference": stated(top["doi"]),
                "citations": stated(top["citations"]),
                "reference_size": stated(study_size(last.text)),
                "older_mean": computed(round(sum(counts) / len(counts), 1), counts, HALF),
                "votes": stated(voted.data["upvotes"]),
            },
            branches=[
                branch(
                    "the largest study has more than half of the examples of all of them",
                    holds=heavy,
                    met={"tools": [SEMANTIC], "values": references[largest]},
                    unmet={"tools": [SEMANTIC], "values": references[smallest]},
                )
            ],
            validations=[validation("the day of publication of a paper", (HUB_PAPER, ARXIV), named, wrong)],
        )

    return TaskSpec(words={"most": most}, plans=(plan,))


FAMILY = cross_family(
    number=74,
    name="hugging_face_paper_search",
    title="Hugging Face and Paper Search",
    servers=("Hugging Face", "Paper Search"),
    tasks=(_cited, _dated),
)
