"""Tags of entries, and the words by which they are found."""

from __future__ import annotations

from m3bench_world.model_hub.tables import fields
from m3bench_world.model_hub.types import DataSet, Entry, Model, Space


def search_words(entry: Entry) -> str:
    field = fields().get(entry.field)
    about = f"{field.title} {field.purpose} {' '.join(field.words)}" if field else ""
    return f"{entry.id} {about} {entry.subject}"


def model_tags(model: Model) -> list[str]:
    tags = [model.library, model.task, *_pairs(model.task, model.languages), *model.languages]
    tags += [f"dataset:{name}" for name in model.data_sets]
    tags += [f"base_model:{model.base}"] if model.base else []
    tags += ["safetensors", f"license:{model.licence}"]
    return list(dict.fromkeys(tags)) + _field_tags(model)


def data_set_tags(data_set: DataSet) -> list[str]:
    tags = [data_set.task, *_pairs(data_set.task, data_set.languages)]
    tags += [f"task_categories:{data_set.task}", *(f"language:{language}" for language in data_set.languages)]
    return [
        *tags,
        f"license:{data_set.licence}",
        f"size_categories:{_size(data_set.rows)}",
        *_field_tags(data_set),
    ]


def space_tags(space: Space) -> list[str]:
    return [space.sdk, space.task, *_field_tags(space)]


def _field_tags(entry: Entry) -> list[str]:
    field = fields().get(entry.field)
    return [field.slug, *(word for word in field.words if len(word) > 2)] if field else []


def _pairs(task: str, languages: tuple[str, ...]) -> list[str]:
    """Return tags such as translation_en_to_fr."""
    if task != "translation" or len(languages) < 2:
        return []
    return [f"translation_{source}_to_{languages[-1]}" for source in languages[:-1]]


def _size(rows: int) -> str:
    for most, name in ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**6, "100K<n<1M")):
        if rows < most:
            return name
    return "n>1M"
