"""The hub: entries are made of entries that exist before them, and counters follow the clock."""

from __future__ import annotations

from datetime import timedelta

import pytest

from m3bench_world import World


@pytest.fixture(scope="module")
def world() -> World:
    return World()


def test_entries_refer_to_entries_that_exist(world: World) -> None:
    hub = world.model_hub
    for model in hub.models.values():
        assert all(name in hub.data_sets for name in model.data_sets), model.id
        assert not model.base or model.base in hub.models
    for space in hub.spaces.values():
        assert all(name in hub.models for name in space.models), space.id
        assert all(name in hub.data_sets for name in space.data_sets)
    known = {*hub.models, *hub.data_sets, *hub.spaces}
    for collection in hub.collections.values():
        assert all(item.id in known for item in collection.items)
    assert min(len(hub.models), len(hub.data_sets), len(hub.spaces), len(hub.collections)) > 60


def test_papers_are_those_of_the_archive(world: World) -> None:
    hub = world.model_hub
    named = [(model, hub.paper_of(model)) for model in list(hub.models.values())[::9]]
    assert len([paper for _, paper in named if paper]) > 20
    for model, paper in named:
        if paper:
            found = world.papers.paper(paper, "arxiv")
            assert found is not None
            assert found.published < model.created


def test_scores_agree(world: World) -> None:
    hub = world.model_hub
    for model in hub.models.values():
        values = {(score.data_set, score.metric): score.value for score in hub.scores(model)}
        for (name, metric), value in values.items():
            if metric == "precision":
                recall = values[name, "recall"]
                assert values[name, "f1"] == pytest.approx(2 * value * recall / (value + recall), abs=1e-4)
    assert hub.scores(hub.models["dslim/bert-base-NER"])


def test_days_follow_each_other(world: World) -> None:
    tomorrow = World(now=world.now + timedelta(days=1)).model_hub
    hub = world.model_hub
    for name, model in hub.models.items():
        later = tomorrow.models[name]
        assert later == model
        assert hub.likes(model) <= tomorrow.likes(later)
        assert hub.created_at(model) <= hub.last_change(model) <= tomorrow.last_change(later)
        assert hub.last_change(model) < world.now
    yesterdays = [paper.title for paper in hub.reading.daily()]
    assert len(set(yesterdays) & {paper.title for paper in tomorrow.reading.daily()}) > len(yesterdays) // 2


def test_search_wants_at_least_half_of_the_words(world: World) -> None:
    index = world.model_hub.space_index
    assert index.find("covid sentiment demo")
    assert index.find("covid sentiment unheardof")
    assert index.find("covid unheardof unthinkable") == []
    assert index.find("!!") == []
