"""A hub of models, data sets, spaces, collections and papers."""

from m3bench_world.model_hub.daily import bare_id
from m3bench_world.model_hub.hub import ModelHub
from m3bench_world.model_hub.search import Index
from m3bench_world.model_hub.spaces import space_url
from m3bench_world.model_hub.tables import fields
from m3bench_world.model_hub.tags import data_set_tags, model_tags, space_tags
from m3bench_world.model_hub.types import Collection, DataSet, Entry, Item, Model, Score, Space

__all__ = [
    "Collection",
    "DataSet",
    "Entry",
    "Index",
    "Item",
    "Model",
    "ModelHub",
    "Score",
    "Space",
    "bare_id",
    "data_set_tags",
    "fields",
    "model_tags",
    "space_tags",
    "space_url",
]
