"""`nixos_context7_hugging_face`: models that manuals name."""

from __future__ import annotations

from m3bench_suites.builders.cross.software._shared.manuals import Docs
from m3bench_suites.builders.cross.software.nixos_context7_hugging_face import named_models
from tests.suites.cross.software.solving import check_shape, world


def test_models_are_read_from_titles_once() -> None:
    titles = (
        "Ask google-bert/bert-base-uncased about orders",
        "Load a/b-c for orders",
        "Fine-tune a/b-c on tracks",
        "Fine-tune a model on tracks",
        "Download a/d for orders",
    )
    assert named_models(Docs("1.0.0", titles)) == ["google-bert/bert-base-uncased", "a/b-c"]


def test_the_youngest_named_model_is_found() -> None:
    done = check_shape("nixos_context7_hugging_face", 0)
    models = world().model_hub.models
    named = [models[str(call.arguments["model_id"])] for call in done.rounds[2]]
    assert done.value("youngest") == max(named, key=lambda model: model.created).id
    assert done.value("parameters") == round(sum(model.parameters for model in named) / 1e6, 1)


def test_only_free_models_win() -> None:
    done = check_shape("nixos_context7_hugging_face", 1)
    hub = world().model_hub
    found = [hub.models[str(call.arguments["model_id"])] for call in done.rounds[1]]
    free = [model for model in found if model.licence in ("apache-2.0", "mit")]
    assert done.value("model") == max(free, key=hub.throughput).id
    assert len(free) <= len(found)
