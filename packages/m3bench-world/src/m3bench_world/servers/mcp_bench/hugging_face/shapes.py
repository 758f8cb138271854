"""Answers about entries of the hub, as JSON objects."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from m3bench_world import World
from m3bench_world.model_hub import (
    Collection,
    DataSet,
    Entry,
    Model,
    Space,
    data_set_tags,
    model_tags,
    space_tags,
    space_url,
)
from m3bench_world.papers import Paper

MOST_LINKED = 20
_SITE = "https://huggingface.co"


def moment(value: datetime) -> str:
    return value.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def _arxiv(world: World, entry: Entry) -> list[str]:
    paper = world.model_hub.paper_of(entry)
    return [f"arxiv:{paper}"] if paper else []


def _counted(world: World, entry: Entry) -> dict[str, Any]:
    hub = world.model_hub
    return {
        "downloads": hub.downloads(entry),
        "likes": hub.likes(entry),
        "lastModified": moment(hub.last_change(entry)),
    }


def brief_model(world: World, model: Model) -> dict[str, Any]:
    return {
        "id": model.id,
        "author": model.author,
        "pipeline_tag": model.task,
        "tags": model_tags(model),
        **_counted(world, model),
    }


def full_model(world: World, model: Model) -> dict[str, Any]:
    hub = world.model_hub
    spaces = [space.id for space in hub.spaces.values() if model.id in space.models]
    results = [
        {"dataset": score.data_set, "split": score.split, "metric": score.metric, "value": score.value}
        for score in hub.scores(model)
    ]
    return {
        **brief_model(world, model),
        "tags": model_tags(model) + _arxiv(world, model),
        "createdAt": moment(hub.created_at(model)),
        "library_name": model.library,
        "license": model.licence,
        "language": list(model.languages),
        "parameters": model.parameters,
        "weight_size": model.weight_bytes,
        "base_model": model.base or None,
        "datasets": list(model.data_sets),
        "results": results,
        "inference_speed": {"examples_per_second": hub.throughput(model), "hardware": "one GPU, batch 32"},
        "spaces": spaces[:MOST_LINKED],
        "description": _model_card(world, model),
        "url": f"{_SITE}/{model.id}",
    }


def _model_card(world: World, model: Model) -> str:
    size = f"{model.parameters / 1e6:,.1f} million parameters ({model.weight_bytes / 1e9:.2f} GB of weights)"
    text = [f"{model.name} is a model for {model.task.replace('-', ' ')} with {size}."]
    if model.base:
        text.append(f"It was fine-tuned from {model.base} on {', '.join(model.data_sets)}.")
    text += [
        f"It reaches {score.metric} {score.value} on {score.data_set} ({score.split})."
        for score in world.model_hub.scores(model)
    ]
    text.append(f"The licence is {model.licence}.")
    return " ".join(text)


def brief_data_set(world: World, data_set: DataSet) -> dict[str, Any]:
    return {
        "id": data_set.id,
        "author": data_set.author,
        "tags": data_set_tags(data_set),
        **_counted(world, data_set),
    }


def full_data_set(world: World, data_set: DataSet) -> dict[str, Any]:
    hub = world.model_hub
    trained = [model.id for model in hub.models.values() if data_set.id in model.data_sets]
    labels = hub.label_counts(data_set)
    return {
        **brief_data_set(world, data_set),
        "tags": data_set_tags(data_set) + _arxiv(world, data_set),
        "createdAt": moment(hub.created_at(data_set)),
        "license": data_set.licence,
        "language": list(data_set.languages),
        "splits": {split: {"num_rows": rows} for split, rows in data_set.splits.items()},
        "num_examples": data_set.rows,
        "classes": list(data_set.labels),
        "label_distribution": {"split": next(iter(data_set.splits)), "counts": labels} if labels else None,
        "models_trained": trained[:MOST_LINKED],
        "description": _data_card(data_set),
        "url": f"{_SITE}/datasets/{data_set.id}",
    }


def _data_card(data_set: DataSet) -> str:
    parts = ", ".join(f"{rows:,} in {split}" for split, rows in data_set.splits.items())
    text = f"{data_set.name} has {data_set.rows:,} examples for {data_set.task.replace('-', ' ')}: {parts}."
    languages = f" Languages: {', '.join(data_set.languages)}. The licence is {data_set.licence}."
    labels = f" It has {len(data_set.labels)} classes." if data_set.labels else ""
    return text + labels + languages


def brief_space(world: World, space: Space) -> dict[str, Any]:
    hub = world.model_hub
    return {
        "id": space.id,
        "author": space.author,
        "title": space.title,
        "sdk": space.sdk,
        "tags": space_tags(space),
        "likes": hub.likes(space),
        "lastModified": moment(hub.last_change(space)),
    }


def full_space(world: World, space: Space) -> dict[str, Any]:
    hub = world.model_hub
    metrics = {"visits_30_days": hub.downloads(space), "median_latency_ms": space.latency_ms}
    shown = [hub.models[name] for name in space.models if name in hub.models]
    pairs = [tag for model in shown for tag in model_tags(model) if tag.startswith("translation_")]
    return {
        **brief_space(world, space),
        "tags": space_tags(space) + _arxiv(world, space),
        "createdAt": moment(hub.created_at(space)),
        "runtime": {"stage": "RUNNING" if space.is_running else "SLEEPING", "hardware": space.hardware},
        "metrics": metrics if space.is_running else None,
        "models": list(space.models),
        "datasets": list(space.data_sets),
        "language_pairs": sorted(set(pairs)) or None,
        "features": list(space.features),
        "missing_features": list(space.missing),
        "description": _space_card(space),
        "url": f"{_SITE}/spaces/{space.id}",
        "app_url": space_url(space),
    }


def _space_card(space: Space) -> str:
    text = f"A {space.sdk} app for {space.task.replace('-', ' ')} with {', '.join(space.models)}."
    if space.features:
        text += f" The interface has: {', '.join(space.features)}."
    if space.latency_ms is not None:
        text += f" An answer takes {space.latency_ms} ms (median)."
    return text


def brief_collection(world: World, collection: Collection) -> dict[str, Any]:
    hub = world.model_hub
    return {
        "id": collection.id,
        "namespace": collection.author,
        "collection_id": collection.name,
        "title": collection.title,
        "owner": collection.author,
        "description": collection.description,
        "items": len(collection.items),
        "upvotes": hub.likes(collection),
        "lastModified": moment(hub.last_change(collection)),
    }


def full_collection(world: World, collection: Collection) -> dict[str, Any]:
    hub = world.model_hub
    shelves: dict[str, dict[str, Any]] = {
        "model": dict(hub.models), "dataset": dict(hub.data_sets), "space": dict(hub.spaces)
    }  # fmt: skip
    items = []
    for item in collection.items:
        entry = shelves[item.kind][item.id]
        items.append({"type": item.kind, "id": item.id, **_listed(world, entry), "note": item.note or None})
    return brief_collection(world, collection) | {
        "items": items,
        "url": f"{_SITE}/collections/{collection.id}",
    }


def _listed(world: World, entry: Entry) -> dict[str, int]:
    """Return the size of an entry as a collection lists it, which may be wrong."""
    if isinstance(entry, DataSet):
        return {"num_examples": world.model_hub.listed_size(entry)}
    return {"parameters": world.model_hub.listed_size(entry)} if isinstance(entry, Model) else {}


def brief_paper(world: World, paper: Paper) -> dict[str, Any]:
    cut = paper.abstract if len(paper.abstract) <= 200 else f"{paper.abstract[:200]}..."
    return {
        "arxiv_id": paper.home_id.rpartition("v")[0],
        "title": paper.title,
        "authors": list(paper.authors),
        "published": str(paper.published),
        "summary": cut,
        "upvotes": world.model_hub.reading.upvotes(paper.home_id, paper.published),
    }


def full_paper(world: World, paper: Paper) -> dict[str, Any]:
    hub = world.model_hub
    linked = hub.entries_of_paper(paper.home_id.rpartition("v")[0], paper.keywords[0])
    return brief_paper(world, paper) | {
        "published": str(hub.noted_day(paper)),
        "citations": hub.noted_citations(paper),
        "summary": paper.abstract,
        "categories": list(paper.categories),
        "url": f"https://arxiv.org/abs/{paper.home_id.rpartition('v')[0]}",
        "repositories": {kind: ids[:MOST_LINKED] for kind, ids in linked.items()},
    }
