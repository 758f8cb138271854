"""NixOS, Context7 and Hugging Face: models, the library that runs them, and its packages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from statistics import mean
from typing import Any

from m3bench.checks import Tolerance
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.software._shared.manuals import (
    DOCS,
    RESOLVE,
    Docs,
    read_docs,
    read_library,
)
from m3bench_suites.builders.cross.software._shared.nix import HISTORY, INFO, OLD
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
    require_clear,
    solution,
    stated,
)

_MODELS, _MODEL = "Hugging Face/search-models", "Hugging Face/get-model-info"
_DATA_SET = "Hugging Face/get-dataset-info"
_SPACE = "Hugging Face/get-space-info"
_PYTHON = "python3Packages."
_KITS = ("gradio", "streamlit")
_QUERIES = (
    "phishing urls", "toxic comments", "spam classification", "fake news", "intent detection",
    "legal clauses", "medical reports", "finance tone",
)  # fmt: skip
_FREE = ("apache-2.0", "mit")
_ROWS = 9_000
_MOST = 12
_FEWEST = 3
_TENTH = Tolerance(absolute=0.06)
_NAMED = re.compile(r"(?:Ask|Load|Fine-tune) (\S+/\S+) (?:about|for|on) ")


def named_models(docs: Docs) -> list[str]:
    """Return the models that the titles of snippets name, each once."""
    return list(dict.fromkeys(match for title in docs.titles for match in _NAMED.findall(title)))


def _cards(draw: TaskDraw) -> TaskSpec:
    topic = draw.turn(("inference", "training"), "topic")
    return TaskSpec(words={"topic": topic}, plans=(partial(_cards_plan, topic),))


def _cards_plan(topic: str) -> Plan:
    package, index = yield [
        call(INFO, name=f"{_PYTHON}transformers", channel=OLD),
        call(RESOLVE, libraryName="Transformers"),
    ]
    library, held = read_library(index.text).id, package.data["version"]
    pinned, current = yield [
        call(DOCS, index, package, context7CompatibleLibraryID=f"{library}/v{held}", topic=topic),
        call(DOCS, index, context7CompatibleLibraryID=library, topic=topic),
    ]
    before, now = read_docs(pinned.text), read_docs(current.text)
    ids = named_models(now)
    require(len(ids) >= _FEWEST, "few models are named.")
    cards = yield [call(_MODEL, current, model_id=name) for name in ids]
    about = pluck(ids, cards)
    days = {name: about[name]["createdAt"][:10] for name in ids}
    best = max(days, key=days.__getitem__)
    require(list(days.values()).count(days[best]) == 1, "two models are equally new.")
    data_sets = about[best]["datasets"]
    chosen, last, sizes_of_sets = best, cards, list[int]()
    if data_sets:
        chosen, last, sizes_of_sets = yield from _favourite(data_sets, about, cards)
    shown = about[chosen]["spaces"]
    require(shown, "no app shows the model.")
    apps = yield [call(_SPACE, *last, space_id=name) for name in shown]
    packaged = [result.data for result in apps if result.data["sdk"] in _KITS]
    require(packaged, "no app is made with a Python package.")
    app = leader_of(packaged, lambda entry: entry["likes"], 1)
    (held_kit,) = yield [call(INFO, *apps, name=f"{_PYTHON}{app['sdk']}", channel=OLD)]
    sizes = [about[name]["parameters"] for name in ids]
    return solution(
        {
            "our_version": stated(held),
            "newest_version": stated(now.version, also=(f"v{now.version}",)),
            "models": computed(len(ids), ids),
            "parameters": computed(round(sum(sizes) / 1e6, 1), sizes, Tolerance(absolute=0.6)),
            "added": listed(name for name in ids if name not in named_models(before)),
            "youngest": stated(best),
            "created": computed(days[best], (about[best]["createdAt"],)),
            "downloads": stated(about[best]["downloads"]),
            "licence": stated(about[best]["license"]),
            "examples": computed(sum(sizes_of_sets), sizes_of_sets or [best]),
            "favourite": stated(chosen),
            "app": stated(app["id"]),
            "kit_version": stated(held_kit.data["version"]),
        },
        branches=[
            branch(
                "the card of the model that was created last lists data sets",
                holds=bool(data_sets),
                met={"tools": [_DATA_SET]},
                unmet={},
            )
        ],
    )


def _favourite(
    data_sets: Iterable[str], about: dict[str, Any], cards: Sequence[CallResult]
) -> Steps[tuple[str, Sequence[CallResult], list[int]]]:
    """Find the most downloaded model that was trained on data sets. What is read about models is added.

    Returns:
        The model, the results that name it, and the sizes of the data sets.
    """
    sets = yield [call(_DATA_SET, *cards, dataset_id=name) for name in data_sets]
    trained = list(dict.fromkeys(name for result in sets for name in result.data["models_trained"]))
    missing = [name for name in trained if name not in about]
    others: Sequence[CallResult] = ()
    if missing:
        others = yield [call(_MODEL, *sets, model_id=name) for name in missing]
    about |= {card.data["id"]: card.data for card in others}
    favourite = leader({name: about[name]["downloads"] for name in about if name in trained}, 1)
    return favourite, (*cards, *sets, *others), [result.data["num_examples"] for result in sets]


def _tuned(draw: TaskDraw) -> TaskSpec:
    query = draw.turn(_QUERIES, "query")
    return TaskSpec(
        words={"query": query, "rows": _ROWS, "most": _MOST}, plans=(partial(_tuned_plan, query),)
    )


def _tuned_plan(query: str) -> Plan:
    (search,) = yield [call(_MODELS, query=query, limit=_MOST)]
    ids = [entry["id"] for entry in search.data]
    require(_FEWEST <= len(ids) < _MOST, "few models, or more than are shown, were found.")
    cards = yield [call(_MODEL, search, model_id=name) for name in ids]
    speeds = {card.data["id"]: card.data["inference_speed"]["examples_per_second"] for card in cards}
    free = [card.data for card in cards if card.data["license"] in _FREE]
    require(len(free) > 1, "few models are free.")
    best = leader_of(free, lambda entry: speeds[entry["id"]], 0.2)
    require(best["base_model"] and best["datasets"], "the model was not fine-tuned.")
    base, data_set, package = yield [
        call(_MODEL, *cards, model_id=best["base_model"]),
        call(_DATA_SET, *cards, dataset_id=best["datasets"][0]),
        call(INFO, *cards, name=f"{_PYTHON}{best['library_name']}", channel="stable"),
    ]
    rows, held = data_set.data["num_examples"], package.data["version"]
    require_clear(rows, _ROWS, 1)
    large = rows >= _ROWS
    tool = f"{_PYTHON}{'accelerate' if large else 'peft'}"
    (index,) = yield [call(RESOLVE, *cards, libraryName=best["library_name"])]
    pages, stable, history = yield [
        call(
            DOCS, index, package,
            context7CompatibleLibraryID=f"{read_library(index.text).id}/v{held}", topic="training",
        ),
        call(INFO, data_set, name=tool, channel="stable"),
        call(HISTORY, data_set, package_name=tool, limit=1),
    ]  # fmt: skip
    docs = read_docs(pages.text)
    (example,) = yield [call(_MODEL, pages, model_id=named_models(docs)[0])]
    version, newest = stated(stable.data["version"]), stated(history.data["versions"][0]["version"])
    return solution(
        {
            "model": stated(best["id"]),
            "speed": stated(speeds[best["id"]], _TENTH),
            "parameters": computed(
                round(best["parameters"] / 1e6, 1), (best["parameters"],), Tolerance(absolute=0.6)
            ),
            "mean_speed": computed(round(mean(speeds.values()), 1), speeds.values(), _TENTH),
            "base_downloads": stated(base.data["downloads"]),
            "examples": stated(rows),
            "library_version": stated(held),
            "snippets": computed(docs.count, docs.titles),
            "example_downloads": stated(example.data["downloads"]),
            "kit_stable": version,
            "newest": newest,
        },
        branches=[
            fork(
                f"the data set of the fastest free model has at least {_ROWS} examples",
                large,
                (INFO, HISTORY),
                met=f"{_PYTHON}accelerate",
                unmet=f"{_PYTHON}peft",
            )
        ],
    )


FAMILY = cross_family(
    number=88,
    name="nixos_context7_hugging_face",
    title="NixOS, Context7 and Hugging Face",
    servers=("NixOS", "Context7", "Hugging Face"),
    tasks=(_cards, _tuned),
)
