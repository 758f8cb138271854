"""Results on the cards of models."""

from __future__ import annotations

import math

from m3bench_world.chance import Chance
from m3bench_world.data import written
from m3bench_world.model_hub.types import DataSet, Model, Score

_METRICS = written("model_hub", "metrics", dict[str, tuple[tuple[str, float, float], ...]])


def scores(chance: Chance, model: Model, data_sets: dict[str, DataSet]) -> tuple[Score, ...]:
    """Return the reported results: of each data set that the model was trained on, on its last split."""
    found = []
    for name in model.data_sets:
        data_set = data_sets.get(name)
        split = list(data_set.splits)[-1] if data_set else "test"
        quality = chance.between(0.06, 0.94, "hub quality", model.id, name)
        values: dict[str, float] = {}
        for metric, low, high in _METRICS.get(model.task, ()):
            share = quality + chance.between(-0.06, 0.06, "hub score", model.id, name, metric)
            values[metric] = round(low + (high - low) * share, 4 if high <= 2 else 1)
        if "precision" in values:
            both = values["precision"], values["recall"]
            values["f1"] = round(2 * both[0] * both[1] / sum(both), 4)
        found += [Score(name, split, metric, value) for metric, value in values.items()]
    return tuple(found)


def throughput(chance: Chance, model: Model) -> float:
    """Return the examples a second on one GPU that the card reports."""
    usual = 9_000 / math.pow(model.parameters / 1e6, 0.8)
    return round(usual * chance.between(0.6, 1.5, "hub speed", model.id), 1)
