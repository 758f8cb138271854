"""OpenAPI Explorer, Paper Search and Hugging Face: services, the data to send through them, and research."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from functools import partial
from statistics import mean
from typing import Any

from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, call
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
    look_up_references,
    named_papers,
    request_rate,
    study_size,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    fork,
    leader,
    pluck,
    require,
    require_clear,
    solution,
    stated,
    table,
    together,
    validation,
)

OVERVIEW, OPERATION = "OpenAPI Explorer/getApiOverview", "OpenAPI Explorer/getApiOperation"
_LINE = re.compile(r"^- ([A-Z]+) \S+ \((\w+)\): .*?(\[[^\]]*\])?$", re.MULTILINE)
_USUAL = re.compile(r"a page has (\d+) entries unless asked for")
_SIZES = ("per_page", "limit")


def listings(overview: str) -> list[str]:
    """Return the ids of the operations that list things."""
    names = [
        name for method, name, _ in _LINE.findall(overview) if method == "GET" and name.startswith("list")
    ]
    require(names, "the service lists nothing.")
    return names


def deprecated(overview: str) -> list[str]:
    """Return the ids of the operations that are marked as deprecated."""
    return [name for _, name, marks in _LINE.findall(overview) if "deprecated" in marks]


def page_size(document: dict[str, Any]) -> int | None:
    """Return the default size of a page of the only operation in a document; None if it does not page."""
    ((operation,),) = (tuple(methods.values()) for methods in document["paths"].values())
    sizes = (
        parameter["schema"]["default"] for parameter in operation["parameters"] if parameter["name"] in _SIZES
    )
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
    return TaskSpec(
        words={"service": service, "tag": tag, "long": long},
        plans=(partial(_transfer_plan, service, tag, long),),
    )


def _transfer_plan(service: str, tag: str, long: int) -> Plan:
    overview, data_sets, models = yield [
        call(OVERVIEW, id=service),
        call(DATA_SETS, tags=tag, limit=20),
        call(MODELS, tags=tag, limit=20),
    ]
    lists = listings(overview.text)
    looked = yield [
        *(call(OPERATION, overview, id=service, operationIdOrRoute=name) for name in lists),
        *(call(DATA_SET, data_sets, dataset_id=brief["id"]) for brief in data_sets.data),
        *(call(MODEL, models, model_id=brief["id"]) for brief in models.data),
    ]
    operations, rest = looked[: len(lists)], looked[len(lists) :]
    sets, pages = rest[: len(data_sets.data)], rest[len(data_sets.data) :]
    paged = {
        name: size
        for name, operation in zip(lists, operations, strict=True)
        if (size := page_size(operation.data)) is not None
    }
    require(len(paged) >= 3, "few operations page.")
    widest, rate = max(paged.values()), request_rate(overview.text)
    rows_of = {result.data["id"]: result.data["num_examples"] for result in sets}
    largest = leader(rows_of, 1)
    requests = math.ceil(rows_of[largest] / widest)
    minutes = requests / rate
    require_clear(minutes, long, 0.02)
    require(len(named := named_papers([*pages, *sets])) >= 4, "models and data sets name few papers.")
    answers = yield both_sources(named)
    noted, claims = compare(answers, list(named), "citations", "citations")
    days, slow = pluck(named, answers[1::2], 0, "published_date"), minutes > long
    wrong = [name for name in named if noted[name] != claims[name]]
    require(len(set(days.values())) == len(days), "two papers are of the same day.")
    most_cited, newest = leader(claims, 1), max(named, key=days.__getitem__)
    require(most_cited != newest, "the newest paper is the most cited one.")
    chosen = most_cited if slow else newest
    (text,) = yield [call(READ_ARXIV, *answers, overview, *operations, *sets, paper_id=chosen)]
    cited, top = yield from look_up_references(SEMANTIC, text)
    counts = [paper.data[0]["citations"] for paper in cited]
    require("arXiv." in top["doi"], "the most cited reference is not of arXiv.")
    (last,) = yield [call(HUB_PAPER, *cited, arxiv_id=top["doi"].rpartition("arXiv.")[2])]
    return solution(
        {
            "page": stated(widest),
            "data_set": stated(largest),
            "requests": computed(requests, (rows_of[largest], widest)),
            "minutes": computed(round(minutes, 2), (rows_of[largest], rate)),
            "slow": computed(slow, (rows_of[largest], rate)),
            "wrong": table("paper", wrong, hub=noted, archive=claims),
            "chosen": stated(chosen),
            "size": stated(study_size(text.text)),
            "mean": computed(round(mean(counts), 1), counts, HALF),
            "votes": stated(last.data["upvotes"]),
        },
        branches=[
            fork(
                f"the transfer takes more than {long} minutes", slow, READ_ARXIV, met=most_cited, unmet=newest
            )
        ],
        validations=[validation("the citations of a paper", (HUB_PAPER, ARXIV), named, wrong)],
    )


def _practice(draw: TaskDraw) -> TaskSpec:
    services = draw.sample(_OTHERS, 4, "services")
    return TaskSpec(
        words={"title": _PRACTICES, "services": f"{', '.join(services[:3])} and {services[3]}"},
        plans=(partial(_practice_plan, services),),
    )


def _practice_plan(services: list[str]) -> Plan:
    (search,) = yield [call(COLLECTIONS, query=_PRACTICES, limit=1)]
    (brief,) = search.data
    space, number = brief["namespace"], brief["collection_id"]
    (guide,) = yield [call(COLLECTION, search, namespace=space, collection_id=number)]
    items = {item["id"]: item for item in guide.data["items"] if item["type"] != "space"}
    usual = usual_page([item["note"] for item in guide.data["items"]])
    overviews, pages = yield from together(
        (call(OVERVIEW, id=service) for service in services),
        (_item_page(item, guide) for item in items.values()),
    )
    listed = {name: _size(item) for name, item in items.items()}
    claims = {page.data["id"]: _size(page.data) for page in pages}
    wrong = [name for name in items if listed[name] != claims[name]]
    wanted = [
        (service, overview, name)
        for service, overview in zip(services, overviews, strict=True)
        for name in listings(overview.text)
    ]
    operations = yield [
        call(OPERATION, overview, id=service, operationIdOrRoute=name) for service, overview, name in wanted
    ]
    sizes = [page_size(operation.data) for operation in operations]
    paged = [(service, size) for (service, _, _), size in zip(wanted, sizes, strict=True) if size is not None]
    over = {service: sum(owner == service and size > usual for owner, size in paged) for service in services}
    worst = max(over, key=over.__getitem__)
    broken = 2 * sum(over.values()) > len(paged)
    old = [name for overview in overviews for name in deprecated(overview.text)]
    named = named_papers(pages)
    require(named, "no item names a paper.")
    papers = yield [call(ARXIV, *sources, query=name, max_results=1) for name, sources in named.items()]
    cited = pluck(named, papers, 0, "citations")
    require(len(cited) >= 2, "all items name the same paper.")
    most_cited, least_cited = leader(cited, 1), leader(cited, 1, lowest=True)
    chosen = most_cited if broken else least_cited
    (text,) = yield [call(READ_ARXIV, guide, *papers, *operations, paper_id=chosen)]
    return solution(
        {
            "usual": stated(usual),
            "wrong": table("item", wrong, listed=listed, stated=claims),
            "paged": computed(len(paged), [name for _, _, name in wanted]),
            "over": computed(sum(over.values()), [usual]),
            "worst": computed(worst, [usual]),
            "deprecated": computed(len(old), old),
            "broken": computed(broken, [usual]),
            "chosen": stated(chosen),
            "citations": stated(cited[chosen]),
            "size": stated(study_size(text.text)),
        },
        branches=[
            fork(
                "more than half of the operations have larger pages than recommended",
                broken,
                READ_ARXIV,
                met=most_cited,
                unmet=least_cited,
            )
        ],
        validations=[validation("the size of an item", (COLLECTION, DATA_SET), items, wrong)],
    )


def _item_page(item: Mapping[str, Any], guide: CallResult) -> PlannedCall:
    if item["type"] == "model":
        return call(MODEL, guide, model_id=item["id"])
    return call(DATA_SET, guide, dataset_id=item["id"])


def _size(entry: Mapping[str, Any]) -> int | None:
    """Return the parameters of a model or the examples of a data set."""
    size: int | None = entry.get("parameters", entry.get("num_examples"))
    return size


FAMILY = cross_family(
    number=78,
    name="openapi_explorer_paper_search_hugging_face",
    title="OpenAPI Explorer, Paper Search and Hugging Face",
    servers=("OpenAPI Explorer", "Paper Search", "Hugging Face"),
    tasks=(_transfer, _practice),
)
