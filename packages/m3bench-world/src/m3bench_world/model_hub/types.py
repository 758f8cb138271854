"""Types of the hub."""

from __future__ import annotations

from datetime import date
from typing import Literal

import msgspec

Kind = Literal["model", "dataset", "space", "paper"]


class Score(msgspec.Struct, frozen=True):
    """A result that the card of a model reports."""

    data_set: str
    split: str
    metric: str
    value: float


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What models, data sets and spaces have in common."""

    id: str
    field: str
    """Slug of the field of an invented entry; empty for well-known ones."""
    subject: str
    """Subject of the related paper."""
    created: date
    popularity: float
    """Log10 of the downloads in a month (visits, for spaces) when the entry is mature."""

    @property
    def author(self) -> str:
        return self.id.partition("/")[0]

    @property
    def name(self) -> str:
        return self.id.partition("/")[2]


class Model(Entry, frozen=True, kw_only=True):
    task: str
    library: str
    parameters: int
    licence: str
    languages: tuple[str, ...]
    data_sets: tuple[str, ...]
    base: str
    """The model it was fine-tuned from, or an empty text."""
    bytes_per_weight: int

    @property
    def weight_bytes(self) -> int:
        return self.parameters * self.bytes_per_weight


class DataSet(Entry, frozen=True, kw_only=True):
    task: str
    licence: str
    languages: tuple[str, ...]
    splits: dict[str, int]
    labels: tuple[str, ...]

    @property
    def rows(self) -> int:
        return sum(self.splits.values())


class Space(Entry, frozen=True, kw_only=True):
    title: str
    sdk: str
    task: str
    models: tuple[str, ...]
    data_sets: tuple[str, ...]
    hardware: str
    is_running: bool
    features: tuple[str, ...]
    missing: tuple[str, ...]
    """Features that an interface of this kind could have and this one lacks."""
    latency_ms: int | None
    """Median time of an answer, if the space reports it."""


class Item(msgspec.Struct, frozen=True):
    kind: Kind
    id: str
    note: str


class Collection(Entry, frozen=True, kw_only=True):
    title: str
    description: str
    items: tuple[Item, ...]
