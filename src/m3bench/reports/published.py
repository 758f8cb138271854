"""What M³-Bench's paper reports: six metrics of fourteen models, in all and for each family."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from statistics import mean

import msgspec

from m3bench.scoring import METRICS

TOTAL = "all"


class PublishedScore(msgspec.Struct, frozen=True):
    """The line of a model in the table of a family."""

    family: str
    """The title without its number: `Items Price`; `all` for the table over all tasks."""
    model: str
    values: dict[str, float]
    """By metric: the six that are computed, two that judges give, and the average as it is printed."""

    @property
    def mean(self) -> float:
        """Of the six computed metrics, which is what m3bench calls the mean; judges are not in it."""
        return mean(self.values[metric] for metric in METRICS)


@cache
def published_m3() -> tuple[PublishedScore, ...]:
    text = files("m3bench.reports").joinpath("data", "m3_bench.csv").read_text(encoding="utf-8")
    return tuple(_score(row) for row in csv.DictReader(text.splitlines()))


def _score(row: dict[str, str]) -> PublishedScore:
    task, model = row.pop("task"), row.pop("model")
    family = task if task == TOTAL else task.partition(" ")[2]
    return PublishedScore(family, model, {name: float(value) for name, value in row.items()})


def published_mean(family: str, model: str) -> float | None:
    """What a model of the paper reached; None where it has no such line."""
    found = [one.mean for one in published_m3() if (one.family, one.model) == (family, model)]
    return found[0] if found else None


def published_average(family: str) -> float | None:
    """What the models of the paper reached on average."""
    found = [one.mean for one in published_m3() if one.family == family]
    return mean(found) if found else None
