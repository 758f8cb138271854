"""All models: well-known ones, and invented fine-tuned ones of every field."""

from __future__ import annotations

from m3bench_world.chance import Chance
from m3bench_world.model_hub.naming import draw_creation, draw_creation_after, draw_owner
from m3bench_world.model_hub.tables import Field, fields, rows, split_list
from m3bench_world.model_hub.types import DataSet, Model

BASES: dict[str, tuple[str, ...]] = {
    "text-classification": (
        "distilbert/distilbert-base-uncased", "google-bert/bert-base-uncased", "FacebookAI/roberta-base",
        "FacebookAI/xlm-roberta-base", "microsoft/deberta-v3-base", "microsoft/deberta-v3-large",
        "allenai/longformer-base-4096",
    ),
    "token-classification": (
        "google-bert/bert-base-cased", "distilbert/distilbert-base-uncased", "FacebookAI/xlm-roberta-large",
        "microsoft/deberta-v3-base", "dmis-lab/biobert-v1.1",
    ),
    "translation": ("google-t5/t5-small", "google-t5/t5-base", "google/mt5-small", "facebook/m2m100_418M"),
    "question-answering": ("deepset/roberta-base-squad2", "google/flan-t5-base", "FacebookAI/roberta-large"),
    "summarization": ("facebook/bart-large-cnn", "google/pegasus-xsum", "google/flan-t5-large"),
    "text-generation": (
        "Qwen/Qwen2.5-0.5B-Instruct", "Qwen/Qwen2.5-7B-Instruct", "mistralai/Mistral-7B-Instruct-v0.2",
        "microsoft/phi-2", "HuggingFaceTB/SmolLM2-1.7B-Instruct", "google/gemma-2b",
    ),
    "sentence-similarity": ("sentence-transformers/all-MiniLM-L6-v2", "BAAI/bge-m3", "intfloat/e5-base-v2"),
    "image-classification": ("google/vit-base-patch16-224", "microsoft/resnet-50", "facebook/dinov2-base"),
    "object-detection": ("facebook/detr-resnet-50", "hustvl/yolos-tiny", "PekingU/rtdetr_r50vd"),
    "image-segmentation": ("nvidia/segformer-b0-finetuned-ade-512-512", "facebook/sam-vit-base"),
    "image-to-text": ("Salesforce/blip-image-captioning-base",),
    "text-to-image": (
        "stable-diffusion-v1-5/stable-diffusion-v1-5", "stabilityai/stable-diffusion-xl-base-1.0",
    ),
    "automatic-speech-recognition": (
        "openai/whisper-tiny", "openai/whisper-small", "facebook/wav2vec2-base-960h",
    ),
    "audio-classification": ("MIT/ast-finetuned-audioset-10-10-0.4593", "facebook/wav2vec2-base-960h"),
    "text-to-speech": ("hexgrad/Kokoro-82M", "suno/bark"),
    "time-series-forecasting": ("amazon/chronos-t5-small",),
    "tabular-classification": ("google/tapas-base-finetuned-wtq",),
}  # fmt: skip
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
