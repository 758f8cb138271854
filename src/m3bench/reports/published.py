"""Results in M³-Bench's paper: six metrics of fourteen models, in total and per family."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from statistics import mean

import msgspec

from m3bench.scoring import METRICS

TOTAL = "all"


class PublishedScore(msgspec.Struct, frozen=True):
    """One model's row in the table of a family."""

    family: str
    """The title without its number, such as `Items Price`; `all` for the table over all tasks."""
    model: str
    values: dict[str, float]
    """By metric: the six computed ones, two by judges, and the printed average."""

    @property
    def mean(self) -> float:
        """Mean of the six computed metrics, without judges."""
        return mean(self.values[metric] for metric in METRICS)


def data_rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a table of a paper, by the name of its file."""
    text = files("m3bench.reports").joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def published_m3() -> tuple[PublishedScore, ...]:
    return tuple(map(_score, data_rows("m3_bench")))


def _score(row: dict[str, str]) -> PublishedScore:
    task, model = row.pop("task"), row.pop("model")
    family = task if task == TOTAL else task.partition(" ")[2]
    return PublishedScore(family, model, {name: float(value) for name, value in row.items()})


def published_mean(family: str, model: str) -> float | None:
    """Return the score of a published model, or None if the paper has none."""
    scores = (score.mean for score in published_m3() if (score.family, score.model) == (family, model))
    return next(scores, None)


def published_average(family: str) -> float | None:
    """Return the average score of the published models."""
    means = [score.mean for score in published_m3() if score.family == family]
    return mean(means) if means else None
