"""Spaces: demos of models, with what their interface can do."""

from __future__ import annotations

from m3bench_world.chance import Chance
from m3bench_world.model_hub.naming import draw_creation_after, draw_owner, slugify
from m3bench_world.model_hub.tables import Field, fields
from m3bench_world.model_hub.types import DataSet, Entry, Model, Space

SDKS = ("gradio",) * 6 + ("streamlit", "streamlit", "docker", "static")
HARDWARE = ("cpu-basic",) * 5 + ("cpu-upgrade", "t4-small", "a10g-small", "zero-a10g")
FEATURES = (
    "text input",
    "example selector",
    "batch upload",
    "live metrics",
    "confidence bars",
    "download of results",
)
_NAMES = ("{}-demo", "{}-playground", "{}-live", "{}", "{}-studio", "try-{}", "{}-arena")
_FAMOUS = 5.9
"""Popularity from which a well-known model has demos of its own."""


def invented_spaces(chance: Chance, models: list[Model], data_sets: list[DataSet]) -> list[Space]:
    made: dict[str, Space] = {}
    for field in fields().values():
        mine = [model for model in models if model.field == field.slug]
        sets = [data_set for data_set in data_sets if data_set.field == field.slug]
        for number in range(chance.whole(2, 4, "hub spaces", field.slug)):
            space = _of_field(chance, field, number, mine, sets)
            made.setdefault(space.id, space)
    for model in models:
        if not model.field and (model.popularity >= _FAMOUS or model.task == "translation"):
            for number in range(chance.whole(1, 2, "hub demos", model.id)):
                space = _of_model(chance, model, number)
                made.setdefault(space.id, space)
    return list(made.values())


def _of_field(
    chance: Chance, field: Field, number: int, models: list[Model], data_sets: list[DataSet]
) -> Space:
    key = ("hub space", field.slug, number)
    wanted = chance.whole(1, 3, *key, "models") if number else 1
    start = chance.whole(0, len(models) - 1, *key, "first") if number else 0
    shown = {one.id: one for step in range(wanted) for one in (models[(start + step) % len(models)],)}
    pattern = _NAMES[(chance.whole(0, 6, "hub space name", field.slug) + number) % len(_NAMES)]
    used = [data_sets[0]] if chance.happens(0.6, *key, "data used") else []
    sdk = "gradio" if number == 0 else chance.pick(SDKS, *key, "sdk")
    return _space(
        chance,
        key,
        name=pattern.format(field.slug),
        slug=field.slug,
        about=field,
        sdk=sdk,
        models=list(shown.values()),
        data_sets=used,
    )


def _of_model(chance: Chance, model: Model, number: int) -> Space:
    key = ("hub space", model.id, number)
    pattern = chance.pick(_NAMES, *key, "name")
    sdk = chance.pick(SDKS, *key, "sdk")
    name = pattern.format(slugify(model.name))
    return _space(chance, key, name=name, slug="", about=model, sdk=sdk, models=[model], data_sets=[])


def _space(
    chance: Chance,
    key: tuple[object, ...],
    *,
    name: str,
    slug: str,
    about: Field | Model,
    sdk: str,
    models: list[Model],
    data_sets: list[DataSet],
) -> Space:
    has = tuple(feature for feature in FEATURES if chance.happens(0.55, *key, feature))
    return Space(
        id=f"{draw_owner(chance, *key)}/{name}",
        field=slug,
        subject=about.subject,
        created=draw_creation_after(
            chance, [one.created for one in (*models, *data_sets)], *key, known=key[-1] == 0
        ),
        popularity=round(chance.between(1.0, 4.2, *key, "popularity"), 2),
        title=name.replace("-", " ").capitalize(),
        sdk=sdk,
        task=about.task,
        models=tuple(model.id for model in models),
        data_sets=tuple(data_set.id for data_set in data_sets),
        hardware="none" if sdk == "static" else chance.pick(HARDWARE, *key, "hardware"),
        is_running=chance.happens(0.75, *key, "running"),
        features=has,
        missing=tuple(feature for feature in FEATURES if feature not in has),
        latency_ms=chance.whole(35, 2_400, *key, "latency") if chance.happens(0.5, *key, "timed") else None,
    )


def space_url(space: Entry) -> str:
    """Return the address of the running app."""
    return f"https://{slugify(space.author)}-{slugify(space.name)}.hf.space"
