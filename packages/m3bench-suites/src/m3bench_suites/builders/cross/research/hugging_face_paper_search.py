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
from m3bench_suites.builders.cross.research._shared.reading import (
    bare,
    cited_dois,
    look_up_references,
    named_papers,
    study_size,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    fork,
    leader,
    leader_of,
    pluck,
    require,
    require_lead,
    solution,
    stated,
    table,
    together,
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
            *(call(MODEL, models, model_id=brief["id"]) for brief in models.data),
            *(call(DATA_SET, data_sets, dataset_id=brief["id"]) for brief in data_sets.data),
        ]
        named = named_papers(pages)
        require(len(named) >= 4, "models and data sets name few papers.")
        answers = yield both_sources(named)
        noted, claims = compare(answers, list(named), "citations", "citations")
        wrong = [name for name in named if noted[name] != claims[name]]
        surplus = sum(noted.values()) - sum(claims.values())
        require(wrong and surplus, "the hub counts right in all.")
        more = surplus > 0
        days = pluck(named, answers[1::2], 0, "published_date")
        most_cited, newest = max(named, key=claims.__getitem__), max(named, key=days.__getitem__)
        require(most_cited != newest, "the newest paper is the most cited one.")
        chosen = most_cited if more else newest
        require_lead(claims.values(), 1)
        require(len(set(days.values())) == len(days), "two papers are of the same day.")
        (text,) = yield [call(READ_ARXIV, *answers, paper_id=chosen)]
        cited, top = yield from look_up_references(index, text)
        counts = [paper.data[0]["citations"] for paper in cited]
        arxiv = top["doi"].rpartition("arXiv.")[2]
        require("arXiv." in top["doi"], "the most cited reference is not of arXiv.")
        (last,) = yield [call(HUB_PAPER, *cited, arxiv_id=arxiv)]
        return solution(
            {
                "papers": computed(len(named), list(named)),
                "wrong": table("paper", wrong, hub=noted, archive=claims),
                "surplus": computed(surplus, [*noted.values(), *claims.values()]),
                "more": computed(more, [*noted.values(), *claims.values()]),
                "chosen": stated(chosen),
                "size": stated(study_size(text.text)),
                "mean": computed(round(sum(counts) / len(counts), 1), counts, HALF),
                "reference": stated(top["doi"]),
                "votes": stated(last.data["upvotes"]),
            },
            branches=[
                fork(
                    "the citations on the hub add up to more than those in the archive",
                    more,
                    READ_ARXIV,
                    met=most_cited,
                    unmet=newest,
                )
            ],
            validations=[validation("the citations of a paper", (HUB_PAPER, ARXIV), named, wrong)],
        )

    return TaskSpec(words={"tag": tag, "purpose": _TAGS[tag]}, plans=(plan, partial(plan, SCHOLAR)))


def _dated(draw: TaskDraw) -> TaskSpec:
    most = draw.turn((_READ, _READ + 1, _READ + 2), "most")

    def plan() -> Plan:
        (daily,) = yield [call(DAILY)]
        ranked = sorted(daily.data, key=lambda paper: -paper["upvotes"])
        require(len(ranked) > most, "there are few papers today.")
        named = {paper["arxiv_id"]: [daily] for paper in ranked[:most]}
        answers, texts = yield from together(
            both_sources(named), (call(READ_ARXIV, daily, paper_id=name) for name in named)
        )
        noted, claims = compare(answers, list(named), "published", "published_date")
        wrong = [name for name in named if noted[name] != claims[name]]
        sizes = {name: study_size(text.text) for name, text in zip(named, texts, strict=True)}
        largest, smallest = leader(sizes, 1), leader(sizes, 1, lowest=True)
        mean = sum(sizes.values()) / len(sizes)
        heavy = sizes[largest] * 2 > sum(sizes.values())
        chosen = largest if heavy else smallest
        references = {name: cited_dois(text.text) for name, text in zip(named, texts, strict=True)}
        cited = yield [call(SEMANTIC, *texts, query=doi, max_results=1) for doi in references[chosen]]
        found_papers = [result.data[0] for result in cited]
        top = leader_of(found_papers, lambda paper: paper["citations"], 1)
        require("arXiv." in top["doi"], "the most cited reference is not of arXiv.")
        arxiv = bare(top["doi"].rpartition("arXiv.")[2])
        (last,) = yield [call(READ_ARXIV, *cited, paper_id=arxiv)]
        older = yield [call(SEMANTIC, last, query=doi, max_results=1) for doi in cited_dois(last.text)]
        counts = [result.data[0]["citations"] for result in older]
        require_lead(counts, 1)
        deepest = older[counts.index(max(counts))].data[0]["doi"]
        require("arXiv." in deepest, "the most cited of the older papers is not of arXiv.")
        (voted,) = yield [call(HUB_PAPER, *older, arxiv_id=deepest.rpartition("arXiv.")[2])]
        return solution(
            {
                "wrong": table("paper", wrong, hub=noted, archive=claims),
                "mean": computed(round(mean, 1), sizes.values(), HALF),
                "heavy": computed(heavy, sizes.values()),
                "chosen": stated(chosen),
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
