"""All models: well-known ones, and invented fine-tuned ones of every field."""

from __future__ import annotations

from m3bench_world.chance import Chance
from m3bench_world.data import written
from m3bench_world.model_hub.naming import draw_creation, draw_creation_after, draw_owner
from m3bench_world.model_hub.tables import Field, fields, rows, split_list
from m3bench_world.model_hub.types import DataSet, Model

BASES = written("model_hub", "bases", dict[str, tuple[str, ...]])
"""Models that invented ones of a task are fine-tuned from."""
LICENCES = ("apache-2.0",) * 4 + ("mit",) * 3 + ("cc-by-4.0", "cc-by-nc-4.0", "bsd-3-clause", "other")
_TAILS = ("", "-v2", "-large-batch", "-distilled", "-onnx", "-lora", "-refined", "-2025")
_LARGE = 1_000_000_000


def known_models(chance: Chance) -> list[Model]:
    """Return the well-known models. Names, sizes and licences are real; days and counters are drawn."""
    return [
        Model(
            id=name,
            field="",
            subject=subject,
            created=draw_creation(chance, name, known=True),
            popularity=float(popularity),
            task=task,
            library=library,
            parameters=round(float(millions) * 1e6),
            licence=licence,
            languages=split_list(languages),
            data_sets=split_list(data_sets),
            base="",
            bytes_per_weight=2 if float(millions) * 1e6 >= _LARGE else 4,
        )
        for (task, subject, library), (name, millions, licence, languages, data_sets, popularity) in rows(
            "models.txt"
        )
    ]


def invented_models(chance: Chance, known: dict[str, Model], data_sets: list[DataSet]) -> list[Model]:
    """Return the fine-tuned models of every field."""
    by_field: dict[str, list[DataSet]] = {}
    for data_set in data_sets:
        by_field.setdefault(data_set.field, []).append(data_set)
    made: dict[str, Model] = {}
    for field in fields().values():
        for number in range(chance.whole(4, 9, "hub models", field.slug)):
            model = _fine_tuned(chance, field, number, known, by_field[field.slug])
            made.setdefault(model.id, model)
    return list(made.values())


def _fine_tuned(
    chance: Chance, field: Field, number: int, known: dict[str, Model], data_sets: list[DataSet]
) -> Model:
    key = ("hub model", field.slug, number)
    base = known[chance.pick(BASES[field.task], *key, "base")]
    short = base.name.split("-finetuned")[0].removesuffix("-Instruct").lower()
    name = f"{short}-{field.slug}{chance.pick(_TAILS, *key, 'tail')}"
    trained_on = chance.pick(data_sets, *key, "data") if number else data_sets[0]
    return Model(
        id=f"{draw_owner(chance, *key)}/{name}",
        field=field.slug,
        subject=field.subject,
        created=draw_creation_after(chance, [trained_on.created], *key, known=number == 0),
        popularity=round(chance.between(1.4, 4.6, *key, "popularity"), 2),
        task=field.task,
        library=base.library,
        parameters=base.parameters + 1_000 * chance.whole(0, 900, *key, "head"),
        licence=chance.pick(LICENCES, *key, "licence"),
        languages=trained_on.languages,
        data_sets=(trained_on.id,),
        base=base.id,
        bytes_per_weight=base.bytes_per_weight,
    )
