"""Hugging Face alone: an owner's collection against its models, and the models of a purpose."""

from __future__ import annotations

from functools import partial
from typing import Any

from m3bench.checks import Expected
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.research._shared.names import (
    COLLECTION,
    COLLECTIONS,
    DATA_SET,
    HUB_PAPER,
    MODEL,
    MODELS,
    SPACE,
    SPACES,
)
from m3bench_suites.builders.cross.research._shared.reading import named_paper
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    branch,
    computed,
    leader,
    leader_of,
    listed,
    require,
    solution,
    stated,
    table,
    validation,
)

_OWNERS = ("Helsinki-NLP", "huggingface")
"""Owners of one collection with models."""
_PURPOSES = {
    "phishing-urls": "telling phishing addresses from honest ones",
    "fake-news": "spotting misleading news",
    "spam-classification": "telling spam from wanted messages",
    "intent-detection": "telling what a user of a support chat wants",
    "legal-clauses": "sorting clauses of contracts",
    "clinical-trial": "sorting reports of clinical trials by outcome",
    "toxic-comments": "finding toxic comments",
}


def _owner(draw: TaskDraw) -> TaskSpec:
    owner = draw.turn(_OWNERS, "owner")

    def plan() -> Plan:
        (search,) = yield [call(COLLECTIONS, owner=owner)]
        (brief,) = search.data
        (listing,) = yield [
            call(COLLECTION, search, namespace=brief["namespace"], collection_id=brief["collection_id"])
        ]
        listed = {item["id"]: item["parameters"] for item in listing.data["items"] if item["type"] == "model"}
        pages = yield [call(MODEL, listing, model_id=name) for name in listed]
        claims = {page.data["id"]: page.data["parameters"] for page in pages}
        wrong = [name for name in listed if listed[name] != claims[name]]
        surplus = sum(listed.values()) - sum(claims.values())
        require(wrong and surplus, "no size is listed wrongly.")
        more = surplus > 0
        wrong_pages = [page for page in pages if page.data["id"] in wrong]
        wanted = _linked(wrong_pages, "spaces" if more else "datasets")
        tool, argument = (SPACE, "space_id") if more else (DATA_SET, "dataset_id")
        looked = yield [call(tool, *pages, **{argument: name}) for name in wanted]
        with_paper = [result for result in looked if named_paper(result.data)]
        require(with_paper, "none of them names a paper.")
        top = leader_of(with_paper, _likes, 1)
        (read,) = yield [call(HUB_PAPER, *looked, arxiv_id=named_paper(top.data))]
        repositories = [name for names in read.data["repositories"].values() for name in names]
        return solution(
            {
                "wrong": table("model", wrong, listed=listed, stated=claims),
                "surplus": computed(surplus, [*listed.values(), *claims.values()]),
                "more": computed(more, [*listed.values(), *claims.values()]),
                "liked": stated(top.data["id"]),
                "likes": stated(_likes(top)),
                "paper": stated(read.data["arxiv_id"]),
                "citations": stated(read.data["citations"]),
                "repositories": computed(len(repositories), repositories),
            },
            branches=[
                branch(
                    "the sizes in the collection add up to more than those on the pages of its models",
                    holds=more,
                    met={"tools": [SPACE]},
                    unmet={"tools": [DATA_SET]},
                )
            ],
            validations=[validation("the size of a model", (COLLECTION, MODEL), listed, wrong)],
        )

    return TaskSpec(words={"owner": owner}, plans=(plan,))


def _linked(pages: list[CallResult], kind: str) -> list[str]:
    names = dict.fromkeys(name for page in pages for name in page.data[kind])
    require(names, f"there are no {kind}.")
    return list(names)


def _likes(result: CallResult) -> int:
    likes: int = result.data["likes"]
    return likes


def _purpose(draw: TaskDraw) -> TaskSpec:
    tag = draw.turn(tuple(_PURPOSES), "tag")
    return TaskSpec(words={"tag": tag, "purpose": _PURPOSES[tag]}, plans=(partial(_purpose_plan, tag),))


def _purpose_plan(tag: str) -> Plan:
    (search,) = yield [call(MODELS, tags=tag, limit=20)]
    pages = yield [call(MODEL, search, model_id=brief["id"]) for brief in search.data]
    require(len(pages) >= 4, f"there are few models with the tag {tag}.")
    accuracy = {page.data["id"]: _accuracy(page.data) for page in pages}
    best = leader_of(pages, lambda page: accuracy[page.data["id"]], 0.001)
    names = _linked(list(pages), "datasets")
    base = best.data["base_model"]
    require(len(names) >= 2, "all models were trained on the same data.")
    *data_sets, origin = yield [
        *(call(DATA_SET, *pages, dataset_id=name) for name in names),
        call(MODEL, *pages, model_id=base),
    ]
    sizes = {result.data["id"]: result.data["num_examples"] for result in data_sets}
    largest = leader(sizes, 1)
    same = largest in best.data["datasets"]
    head = best.data["parameters"] - origin.data["parameters"]
    require(head > 0, "the best model is not larger than the one it was made from.")
    fields = {
        "models": computed(len(pages), list(accuracy)),
        "best": stated(best.data["id"]),
        "accuracy": stated(accuracy[best.data["id"]]),
        "added": computed(head, (best.data["parameters"], origin.data["parameters"])),
        "largest": stated(largest),
        "examples": stated(sizes[largest]),
        "same": computed(same, (largest, best.data["id"])),
    }
    fields |= yield from _demos(tag, *data_sets, *pages) if same else _shelves(tag, *data_sets, *pages)
    return solution(
        fields,
        branches=[
            branch(
                f"the most accurate model with the tag {tag} was trained on the largest data set",
                holds=same,
                met={"tools": [SPACES]},
                unmet={"tools": [COLLECTIONS]},
            )
        ],
    )


def _demos(tag: str, *uses: CallResult) -> Steps[dict[str, Expected]]:
    """Look up the running demo with the most visits."""
    (demos,) = yield [call(SPACES, *uses, tags=tag, limit=20)]
    spaces = yield [call(SPACE, demos, space_id=space["id"]) for space in demos.data]
    running = [space.data for space in spaces if space.data["runtime"]["stage"] == "RUNNING"]
    require(running, "no demo runs.")
    visited = leader_of(running, lambda space: space["metrics"]["visits_30_days"], 1)
    return {
        "found": listed([visited["id"]]),
        "number": stated(visited["metrics"]["visits_30_days"]),
        "changed": stated(visited["lastModified"][:10], also=(visited["lastModified"],)),
    }


def _shelves(tag: str, *uses: CallResult) -> Steps[dict[str, Expected]]:
    """Look up the collections that a search finds, and count what they list."""
    (search,) = yield [call(COLLECTIONS, *uses, query=tag.replace("-", " "), limit=20)]
    shelves = yield [
        call(COLLECTION, search, namespace=shelf["namespace"], collection_id=shelf["collection_id"])
        for shelf in search.data
    ]
    items = list(dict.fromkeys(item["id"] for shelf in shelves for item in shelf.data["items"]))
    newest = max(shelf.data["lastModified"] for shelf in shelves)
    return {
        "found": listed(shelf.data["id"] for shelf in shelves),
        "number": computed(len(items), items),
        "changed": stated(newest[:10], also=(newest,)),
    }


def _accuracy(page: dict[str, Any]) -> float:
    value: float = next(result["value"] for result in page["results"] if result["metric"] == "accuracy")
    return value


FAMILY = cross_family(
    number=71, name="hugging_face", title="Hugging Face", servers=("Hugging Face",), tasks=(_owner, _purpose)
)
