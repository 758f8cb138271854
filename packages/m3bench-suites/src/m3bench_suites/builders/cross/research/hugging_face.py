"""Hugging Face alone: an owner's collection against its models, and the models of a purpose."""

from __future__ import annotations

from typing import Any

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

_OWNER = "Helsinki-NLP"
_PURPOSES = {
    "phishing-urls": "telling phishing addresses from honest ones",
    "fake-news": "spotting misleading news",
    "spam-classification": "telling spam from wanted messages",
    "intent-detection": "telling what a user of a support chat wants",
    "legal-clauses": "sorting clauses of contracts",
    "clinical-trial": "sorting reports of clinical trials by outcome",
    "toxic-comments": "finding toxic comments",
}


def _owner(_: TaskDraw) -> TaskSpec:
    def plan() -> Plan:
        (search,) = yield [call(COLLECTIONS, owner=_OWNER)]
        (brief,) = search.data
        (listing,) = yield [
            call(COLLECTION, search, namespace=brief["namespace"], collection_id=brief["collection_id"])
        ]
        listed = {one["id"]: one["parameters"] for one in listing.data["items"] if one["type"] == "model"}
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
        with_paper = [one for one in looked if named_paper(one.data)]
        require(with_paper, "none of them names a paper.")
        require_lead(map(_likes, with_paper), 1)
        top = max(with_paper, key=_likes)
        (read,) = yield [call(HUB_PAPER, *looked, arxiv_id=named_paper(top.data))]
        repositories = [name for names in read.data["repositories"].values() for name in names]
        return solution(
            {
                "wrong": rows(
                    {"model": stated(name), "listed": stated(listed[name]), "stated": stated(claims[name])}
                    for name in wrong
                ),
                "surplus": computed(surplus, [*listed.values(), *claims.values()]),
                "more": computed(more, [*listed.values(), *claims.values()]),
                "liked_demo": stated(top.data["id"]) if more else NOTHING,
                "liked_data_set": NOTHING if more else stated(top.data["id"]),
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

    return TaskSpec(words={"owner": _OWNER}, plans=(plan,))


def _linked(pages: list[CallResult], kind: str) -> list[str]:
    names = dict.fromkeys(name for page in pages for name in page.data[kind])
    require(names, f"there are no {kind}.")
    return list(names)


def _likes(result: CallResult) -> int:
    likes: int = result.data["likes"]
    return likes


def _purpose(draw: TaskDraw) -> TaskSpec:
    tag = draw.turn(tuple(_PURPOSES), "tag")

    def plan() -> Plan:
        (search,) = yield [call(MODELS, tags=tag, limit=20)]
        pages = yield [call(MODEL, search, model_id=one["id"]) for one in search.data]
        require(len(pages) >= 4, f"there are few models with the tag {tag}.")
        accuracy = {page.data["id"]: _accuracy(page.data) for page in pages}
        require_lead(accuracy.values(), 0.001)
        best = max(pages, key=lambda page: accuracy[page.data["id"]])
        names = _linked(list(pages), "datasets")
        base = best.data["base_model"]
        require(len(names) >= 2, "all models were trained on the same data.")
        *data_sets, origin = yield [
            *(call(DATA_SET, *pages, dataset_id=name) for name in names),
            call(MODEL, *pages, model_id=base),
        ]
        sizes = {one.data["id"]: one.data["num_examples"] for one in data_sets}
        require_lead(sizes.values(), 1)
        largest = max(sizes, key=sizes.__getitem__)
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
        if same:
            (demos,) = yield [call(SPACES, *data_sets, *pages, tags=tag, limit=20)]
            looked = yield [call(SPACE, demos, space_id=one["id"]) for one in demos.data]
            running = [one.data for one in looked if one.data["runtime"]["stage"] == "RUNNING"]
            require(running, "no demo runs.")
            require_lead([one["metrics"]["visits_30_days"] for one in running], 1)
            visited = max(running, key=lambda one: one["metrics"]["visits_30_days"])
            fields |= {
                "demo": stated(visited["id"]),
                "visits": stated(visited["metrics"]["visits_30_days"]),
                "collections": NOTHING,
                "listed": NOTHING,
                "changed": stated(visited["lastModified"][:10], also=(visited["lastModified"],)),
            }
        else:
            words = tag.replace("-", " ")
            (shelves,) = yield [call(COLLECTIONS, *data_sets, *pages, query=words, limit=20)]
            looked = yield [
                call(COLLECTION, shelves, namespace=one["namespace"], collection_id=one["collection_id"])
                for one in shelves.data
            ]
            items = list(dict.fromkeys(item["id"] for one in looked for item in one.data["items"]))
            newest = max(one.data["lastModified"] for one in looked)
            fields |= {
                "demo": NOTHING,
                "visits": NOTHING,
                "collections": computed(len(looked), [one.data["id"] for one in looked]),
                "listed": computed(len(items), items),
                "changed": stated(newest[:10], also=(newest,)),
            }
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

    return TaskSpec(words={"tag": tag, "purpose": _PURPOSES[tag]}, plans=(plan,))


def _accuracy(page: dict[str, Any]) -> float:
    value: float = next(one["value"] for one in page["results"] if one["metric"] == "accuracy")
    return value


FAMILY = cross_family(
    number=71,
    name="hugging_face",
    title="Hugging Face",
    servers=("Hugging Face",),
    tasks=(_owner, _purpose),
)
