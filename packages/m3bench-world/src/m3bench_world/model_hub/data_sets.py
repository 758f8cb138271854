"""All data sets: well-known ones, and invented ones of every field."""

from __future__ import annotations

from m3bench_world.chance import Chance
from m3bench_world.model_hub.naming import draw_creation, draw_owner
from m3bench_world.model_hub.tables import Field, fields, rows, split_list
from m3bench_world.model_hub.types import DataSet

_LICENCES = ("cc-by-4.0",) * 3 + (
    "apache-2.0",
    "apache-2.0",
    "mit",
    "cc0-1.0",
    "cc-by-nc-4.0",
    "odc-by",
    "other",
)
_TAILS = ("", "-corpus", "-mini", "-annotated", "-balanced", "-multi", "-v2", "-bench")
_PAIRS = {"translation-en-fr": ("en", "fr"), "translation-de-en": ("de", "en")}


def known_data_sets(chance: Chance) -> list[DataSet]:
    """Return the well-known data sets. A `?` in the list of splits is a drawn number."""
    return [
        DataSet(
            id=name,
            field="",
            subject=subject,
            created=draw_creation(chance, name, known=True),
            popularity=float(popularity),
            task=task,
            licence=licence,
            languages=split_list(languages),
            splits=_splits(chance, name, splits),
            labels=split_list(labels),
        )
        for (task, subject), (name, licence, languages, splits, labels, popularity) in rows("data_sets.txt")
    ]


def _splits(chance: Chance, name: str, text: str) -> dict[str, int]:
    found = {}
    for part in text.split(","):
        split, _, number = part.partition(":")
        low, high = (3.4, 6.1) if split == "train" else (2.8, 3.6)
        drawn = round(10 ** chance.between(low, high, "hub rows", name, split))
        found[split] = drawn if number == "?" else int(number)
    return found


def invented_data_sets(chance: Chance) -> list[DataSet]:
    made: dict[str, DataSet] = {}
    for field in fields().values():
        for number in range(chance.whole(2, 4, "hub data sets", field.slug)):
            data_set = _data_set(chance, field, number)
            made.setdefault(data_set.id, data_set)
    return list(made.values())


def _data_set(chance: Chance, field: Field, number: int) -> DataSet:
    key = ("hub data set", field.slug, number)
    rows_in_all = round(10 ** chance.between(2.4, 5.6, *key, "rows"))
    test = max(20, round(rows_in_all * chance.between(0.05, 0.2, *key, "test")))
    validation = round(rows_in_all * 0.1) if chance.happens(0.5, *key, "validation") else 0
    splits = {"train": rows_in_all - test - validation, "validation": validation, "test": test}
    languages = _PAIRS.get(field.slug) or (chance.pick(("en", "en", "en", "multilingual"), *key, "language"),)
    return DataSet(
        id=f"{draw_owner(chance, *key)}/{field.slug}{chance.pick(_TAILS, *key, 'tail')}",
        field=field.slug,
        subject=field.subject,
        created=draw_creation(chance, *key, known=number == 0),
        popularity=round(chance.between(1.2, 4.0, *key, "popularity"), 2),
        task=field.task,
        licence=chance.pick(_LICENCES, *key, "licence"),
        languages=languages,
        splits={split: number for split, number in splits.items() if number},
        labels=field.labels,
    )


def label_counts(chance: Chance, data_set: DataSet) -> dict[str, int]:
    """Return the examples of each label in the first split."""
    total = next(iter(data_set.splits.values()))
    even = not data_set.field
    weights = [
        1.0 if even else chance.between(0.2, 1.0, "hub label", data_set.id, label)
        for label in data_set.labels
    ]
    counts = [int(total * weight / sum(weights)) for weight in weights]
    if counts:
        counts[0] += total - sum(counts)
    return dict(zip(data_set.labels, counts, strict=True))
