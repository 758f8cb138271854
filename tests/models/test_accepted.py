"""Which content a model takes."""

from __future__ import annotations

import pytest

from m3bench.models import MediaKind, ModelRef, accepted_types, defaults_for, plain_type, with_accepted


@pytest.mark.parametrize(
    ("ref", "taken", "not_taken"),
    [
        (ModelRef(name="openai/gpt-unknown"), "image/png", "audio/wav"),
        (ModelRef(name="openai/m", accepts=(MediaKind.SOUND,)), "audio/wav", "image/png"),
        (ModelRef(name="openai/m", accepts=(MediaKind.SOUND,)), "audio/mpeg", "audio/flac"),
        (ModelRef(name="google/m", accepts=(MediaKind.FILM,)), "video/mp4", "audio/wav"),
        (ModelRef(name="google/gemini-2.5-pro"), "audio/wav", "application/zip"),
        (ModelRef(name="somewhere/m", accepts=(MediaKind.DOCUMENTS,)), "application/pdf", "image/png"),
    ],
)
def test_types_follow_from_the_api_and_the_model(ref: ModelRef, taken: str, not_taken: str) -> None:
    types = accepted_types(ref)
    assert types is not None
    assert taken in types
    assert not_taken not in types


def test_no_api_takes_what_it_has_no_form_for() -> None:
    assert accepted_types(ModelRef(name="openai/m", accepts=(MediaKind.FILM,))) == frozenset()


@pytest.mark.parametrize("ref", [ModelRef(name="openai/m", text_only=True), ModelRef(name="local/m")])
def test_models_of_text_take_nothing_else(ref: ModelRef) -> None:
    assert accepted_types(ref) == frozenset()


def test_without_a_name_everything_is_passed_on() -> None:
    assert accepted_types(ModelRef()) is None


def test_given_kinds_replace_what_is_known() -> None:
    known = defaults_for("openai/gpt-unknown")
    assert with_accepted(known, None) is known
    changed = with_accepted(known, [MediaKind.FILM])
    assert (changed.pictures, changed.video) == (False, True)


@pytest.mark.parametrize(
    ("given", "plain"), [("image/JPG; q=1", "image/jpeg"), ("audio/vnd.wave", "audio/wav"), ("x/y", "x/y")]
)
def test_types_have_one_name(given: str, plain: str) -> None:
    assert plain_type(given) == plain
