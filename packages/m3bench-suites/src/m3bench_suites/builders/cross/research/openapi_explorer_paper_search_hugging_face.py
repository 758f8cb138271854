"""OpenAPI Explorer, Paper Search and Hugging Face: services, the data to send through them, and research."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from statistics import mean
from typing import Any

from m3bench.suites import Plan, PlanError, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.research._shared.comparing import both_sources, compare
from m3bench_suites.builders.cross.research._shared.names import (
    ARXIV,
    COLLECTION,
    COLLECTIONS,
    DATA_SET,
    DATA_SETS,
    HALF,
    HUB_PAPER,
    MODEL,
    MODELS,
    READ_ARXIV,
    SEMANTIC,
)
from m3bench_suites.builders.cross.research._shared.reading import (
    cited_dois,
    named_papers,
    request_rate,
    study_size,
)
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_clear,
    require_lead,
    rows,
    solution,
    stated,
    validation,
)

OVERVIEW, OPERATION = "OpenAPI Explorer/getApiOverview", "OpenAPI Explorer/getApiOperation"
_LINE = re.compile(r"^- ([A-Z]+) \S+ \((\w+)\): .*?(\[[^\]]*\])?$", re.MULTILINE)
_USUAL = re.compile(r"a page has (\d+) entries unless asked for")
_SIZES = ("per_page", "limit")


def listings(overview: str) -> list[str]:
    """Return the ids of the operations that list things."""
    found = [
        name for method, name, _ in _LINE.findall(overview) if method == "GET" and name.startswith("list")
    ]
    if not found:
        raise PlanError("the service lists nothing.")
    return found


def deprecated(overview: str) -> list[str]:
    """Return the ids of the operations that are marked as deprecated."""
    return [name for _, name, marks in _LINE.findall(overview) if "deprecated" in marks]


def page_size(document: dict[str, Any]) -> int | None:
    """Return the default size of a page of the only operation in a document; None if it does not page."""
    ((operation,),) = (tuple(methods.values()) for methods in document["paths"].values())
    sizes = (one["schema"]["default"] for one in operation["parameters"] if one["name"] in _SIZES)
    return next(sizes, None)


def usual_page(notes: Iterable[str | None]) -> int:
    """Return the size of a page that the notes of a collection recommend."""
    match = _USUAL.search("\n".join(note or "" for note in notes))
    if match is None:
        raise PlanError("no note recommends a size of pages.")
    return int(match[1])


_SERVICES = {
    "newsdesk": "fake-news",
    "chatbridge": "toxic-comments",
    "mailroom": "spam-classification",
    "medicharts": "medical-reports",
    "legalvault": "legal-clauses",
    "voicenote": "call-centre-speech",
}
_OTHERS = (
    "parcelway",
    "ledgerline",
    "tablebook",
    "fleetwise",
    "talentdock",
    "soundshelf",
    "skyfare",
    "cargoport",
)
_PRACTICES = "API specification best practices"


def _transfer(draw: TaskDraw) -> TaskSpec:
    service = draw.turn(tuple(_SERVICES), "service")
    tag, long = _SERVICES[service], 5

    def plan() -> Plan:
        overview, data_sets, models = yield [
            call(OVERVIEW, id=service),
            call(DATA_SETS, tags=tag, limit=20),
            call(MODELS, tags=tag, limit=20),
        ]
        lists = listings(overview.text)
        looked = yield [
            *(call(OPERATION, overview, id=service, operationIdOrRoute=name) for name in lists),
            *(call(DATA_SET, data_sets, dataset_id=one["id"]) for one in data_sets.data),
            *(call(MODEL, models, model_id=one["id"]) for one in models.data),
        ]
        operations, rest = looked[: len(lists)], looked[len(lists) :]
        sets, pages = rest[: len(data_sets.data)], rest[len(data_sets.data) :]
        paged = {
            name: size
            for name, one in zip(lists, operations, strict=True)
            if (size := page_size(one.data)) is not None
        }
        require(len(paged) >= 3, "few operations page.")
        widest = max(paged.values())
        rows_of = {one.data["id"]: one.data["num_examples"] for one in sets}
        require_lead(rows_of.values(), 1)
        largest = max(rows_of, key=rows_of.__getitem__)
        rate = request_rate(overview.text)
        requests = math.ceil(rows_of[largest] / widest)
        minutes = requests / rate
        require_clear(minutes, long, 0.02)
        named = named_papers([*pages, *sets])
        require(len(named) >= 4, "models and data sets name few papers.")
        answers = yield both_sources(named)
        noted, claims = compare(answers, list(named), "citations", "citations")
        days = {name: one.data[0]["published_date"] for name, one in zip(named, answers[1::2], strict=True)}
        wrong = [name for name in named if noted[name] != claims[name]]
        require_lead(claims.values(), 1)
        require(len(set(days.values())) == len(days), "two papers are of the same day.")
        slow = minutes > long
        most_cited, newest = max(named, key=claims.__getitem__), max(named, key=days.__getitem__)
        require(most_cited != newest, "the newest paper is the most cited one.")
        chosen = most_cited if slow else newest
        (text,) = yield [call(READ_ARXIV, *answers, overview, *operations, *sets, paper_id=chosen)]
        cited = yield [call(SEMANTIC, text, query=doi, max_results=1) for doi in cited_dois(text.text)]
        counts = [one.data[0]["citations"] for one in cited]
        require_lead(counts, 1)
        top = max((one.data[0] for one in cited), key=lambda one: one["citations"])
        require("arXiv." in top["doi"], "the most cited reference is not of arXiv.")
        (last,) = yield [call(HUB_PAPER, *cited, arxiv_id=top["doi"].rpartition("arXiv.")[2])]
        return solution(
            {
                "page": stated(widest),
                "data_set": stated(largest),
                "requests": computed(requests, (rows_of[largest], widest)),
                "minutes": computed(round(minutes, 2), (rows_of[largest], rate)),
                "slow": computed(slow, (rows_of[largest], rate)),
                "wrong": rows(
                    {"paper": stated(name), "hub": stated(noted[name]), "archive": stated(claims[name])}
                    for name in wrong
                ),
                "most_cited": stated(chosen) if slow else NOTHING,
                "newest": NOTHING if slow else stated(chosen),
                "size": stated(study_size(text.text)),
                "mean": computed(round(mean(counts), 1), counts, HALF),
                "votes": stated(last.data["upvotes"]),
            },
            branches=[
                branch(
                    f"the transfer takes more than {long} minutes",
                    holds=slow,
                    met={"tools": [READ_ARXIV], "values": [most_cited]},
                    unmet={"tools": [READ_ARXIV], "values": [newest]},
                )
            ],
            validations=[validation("the citations of a paper", (HUB_PAPER, ARXIV), named, wrong)],
        )

    return TaskSpec(words={"service": service, "tag": tag, "long": long}, plans=(plan,))


def _practice(draw: TaskDraw) -> TaskSpec:
    services = draw.sample(_OTHERS, 4, "services")

    def plan() -> Plan:
        (search,) = yield [call(COLLECTIONS, query=_PRACTICES, limit=1)]
        (brief,) = search.data
        (guide,) = yield [
            call(COLLECTION, search, namespace=brief["namespace"], collection_id=brief["collection_id"])
        ]
        items = {one["id"]: one for one in guide.data["items"] if one["type"] != "space"}
        usual = usual_page([one["note"] for one in guide.data["items"]])
        looked = yield [
            *(call(OVERVIEW, id=service) for service in services),
            *(
                call(MODEL, guide, model_id=name)
                if one["type"] == "model"
                else call(DATA_SET, guide, dataset_id=name)
                for name, one in items.items()
            ),
        ]
        overviews, pages = looked[:4], looked[4:]
        listed = {name: one.get("parameters", one.get("num_examples")) for name, one in items.items()}
        claims = {one.data["id"]: one.data.get("parameters", one.data.get("num_examples")) for one in pages}
        wrong = [name for name in items if listed[name] != claims[name]]
        wanted = [(place, name) for place, one in enumerate(overviews) for name in listings(one.text)]
        operations = yield [
            call(OPERATION, overviews[place], id=services[place], operationIdOrRoute=name)
            for place, name in wanted
        ]
        sizes = [page_size(one.data) for one in operations]
        paged = [
            (services[place], size)
            for (place, _), size in zip(wanted, sizes, strict=True)
            if size is not None
        ]
        over = {service: sum(one == service and size > usual for one, size in paged) for service in services}
        worst = max(over, key=over.__getitem__)
        broken = 2 * sum(over.values()) > len(paged)
        old = [name for one in overviews for name in deprecated(one.text)]
        named = named_papers(pages)
        require(named, "no item names a paper.")
        papers = yield [call(ARXIV, *sources, query=name, max_results=1) for name, sources in named.items()]
        cited = {name: one.data[0]["citations"] for name, one in zip(named, papers, strict=True)}
        require_lead(cited.values(), 1)
        require_lead(cited.values(), 1, lowest=True)
        require(len(cited) >= 2, "all items name the same paper.")
        most_cited, least_cited = max(cited, key=cited.__getitem__), min(cited, key=cited.__getitem__)
        chosen = most_cited if broken else least_cited
        (text,) = yield [call(READ_ARXIV, guide, *papers, *operations, paper_id=chosen)]
        return solution(
            {
                "usual": stated(usual),
                "wrong": rows(
                    {"item": stated(name), "listed": stated(listed[name]), "stated": stated(claims[name])}
                    for name in wrong
                ),
                "paged": computed(len(paged), [name for _, name in wanted]),
                "over": computed(sum(over.values()), [usual]),
                "worst": computed(worst, [usual]),
                "deprecated": computed(len(old), old),
                "broken": computed(broken, [usual]),
                "most_cited": stated(chosen) if broken else NOTHING,
                "least_cited": NOTHING if broken else stated(chosen),
                "citations": stated(cited[chosen]),
                "size": stated(study_size(text.text)),
            },
            branches=[
                branch(
                    "more than half of the operations have larger pages than recommended",
                    holds=broken,
                    met={"tools": [READ_ARXIV], "values": [most_cited]},
                    unmet={"tools": [READ_ARXIV], "values": [least_cited]},
                )
            ],
            validations=[validation("the size of an item", (COLLECTION, DATA_SET), items, wrong)],
        )

    return TaskSpec(
        words={"title": _PRACTICES, "services": f"{', '.join(services[:3])} and {services[3]}"}, plans=(plan,)
    )


FAMILY = cross_family(
    number=78,
    name="openapi_explorer_paper_search_hugging_face",
    title="OpenAPI Explorer, Paper Search and Hugging Face",
    servers=("OpenAPI Explorer", "Paper Search", "Hugging Face"),
    tasks=(_transfer, _practice),
)
