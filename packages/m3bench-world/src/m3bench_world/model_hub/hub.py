"""The hub: models, data sets, spaces, collections and papers, as they are at the world's moment."""

from __future__ import annotations

from datetime import date, datetime
from functools import cached_property
from typing import TypeVar

import msgspec

from m3bench_world.model_hub import counters
from m3bench_world.model_hub.curated import Stock, invented_collections
from m3bench_world.model_hub.daily import Reading
from m3bench_world.model_hub.data_sets import invented_data_sets, known_data_sets, label_counts
from m3bench_world.model_hub.models import invented_models, known_models
from m3bench_world.model_hub.scores import scores, throughput
from m3bench_world.model_hub.search import Index
from m3bench_world.model_hub.spaces import invented_spaces
from m3bench_world.model_hub.tags import data_set_tags, model_tags, search_words, space_tags
from m3bench_world.model_hub.types import Collection, DataSet, Entry, Model, Score, Space
from m3bench_world.papers import Paper
from m3bench_world.world import World

Kept = TypeVar("Kept", bound=Entry)


class ModelHub:
    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self._errata = world.errata
        self.now = world.now
        self.reading = Reading(world)

    @cached_property
    def _all_data_sets(self) -> list[DataSet]:
        return known_data_sets(self._chance) + invented_data_sets(self._chance)

    @cached_property
    def _all_models(self) -> list[Model]:
        known = known_models(self._chance)
        invented = invented_models(self._chance, {model.id: model for model in known}, self._all_data_sets)
        return known + invented

    @cached_property
    def _all_spaces(self) -> list[Space]:
        return invented_spaces(self._chance, self._all_models, self._all_data_sets)

    @cached_property
    def models(self) -> dict[str, Model]:
        """Models that exist now, by id."""
        return self._until_now(self._all_models)

    @cached_property
    def data_sets(self) -> dict[str, DataSet]:
        return self._until_now(self._all_data_sets)

    @cached_property
    def spaces(self) -> dict[str, Space]:
        return self._until_now(self._all_spaces)

    @cached_property
    def collections(self) -> dict[str, Collection]:
        stock = Stock(self._all_models, self._all_data_sets, self._all_spaces)
        exist = {*self.models, *self.data_sets, *self.spaces}
        made = self._until_now(invented_collections(self._chance, stock))
        return {
            name: msgspec.structs.replace(one, items=tuple(item for item in one.items if item.id in exist))
            for name, one in made.items()
        }

    def _until_now(self, entries: list[Kept]) -> dict[str, Kept]:
        today = self.now.date()
        return {entry.id: entry for entry in entries if entry.created < today}

    @cached_property
    def model_index(self) -> Index[Model]:
        return Index(
            (model, f"{search_words(model)} {' '.join(model_tags(model))}") for model in self.models.values()
        )

    @cached_property
    def data_set_index(self) -> Index[DataSet]:
        sets = self.data_sets.values()
        return Index((one, f"{search_words(one)} {' '.join(data_set_tags(one))}") for one in sets)

    @cached_property
    def space_index(self) -> Index[Space]:
        return Index(
            (
                space,
                " ".join(
                    (search_words(space), space.title, *space_tags(space), *space.models, *space.data_sets)
                ),
            )
            for space in self.spaces.values()
        )

    @cached_property
    def collection_index(self) -> Index[Collection]:
        return Index(
            (collection, f"{search_words(collection)} {collection.title}")
            for collection in self.collections.values()
        )

    def downloads(self, entry: Entry) -> int:
        return counters.downloads(self._chance, entry, self.now.date())

    def likes(self, entry: Entry) -> int:
        return counters.likes(self._chance, entry, self.now.date())

    def last_change(self, entry: Entry) -> datetime:
        return counters.last_change(self._chance, entry, self.now)

    def created_at(self, entry: Entry) -> datetime:
        return counters.created_at(self._chance, entry)

    def scores(self, model: Model) -> tuple[Score, ...]:
        return scores(self._chance, model, self.data_sets)

    def throughput(self, model: Model) -> float:
        return throughput(self._chance, model)

    def label_counts(self, data_set: DataSet) -> dict[str, int]:
        return label_counts(self._chance, data_set)

    def paper_of(self, entry: Entry) -> str:
        """Return the arXiv id of the related paper, without its version, or an empty text."""
        return self.reading.paper_of(entry)

    def entries_of_paper(self, arxiv_id: str, subject: str) -> dict[str, list[str]]:
        """Return the ids of the models, data sets and spaces that name a paper."""
        groups: dict[str, dict[str, Entry]] = {
            "models": dict(self.models),
            "datasets": dict(self.data_sets),
            "spaces": dict(self.spaces),
        }
        return {
            kind: [
                entry.id
                for entry in entries.values()
                if entry.subject == subject and self.paper_of(entry) == arxiv_id
            ]
            for kind, entries in groups.items()
        }

    # Notes of other people's work are copied once and not kept up: that is where the hub contradicts the
    # page of an entry, and the archive of a paper.

    def listed_size(self, entry: Model | DataSet) -> int:
        """Return the parameters of a model, or the rows of a data set, as collections list them."""
        size = entry.rows if isinstance(entry, DataSet) else entry.parameters
        return self._errata.whole("hub collections", entry.id, size)

    def noted_day(self, paper: Paper) -> date:
        """Return the day of publication as the hub's page of a paper states it."""
        return self._errata.day("hub paper days", paper.home_id, paper.published)

    def noted_citations(self, paper: Paper) -> int:
        """Return the citations as the hub's page of a paper states them."""
        return self._errata.whole("hub paper citations", paper.home_id, paper.citations)
