"""Pictures and documents that say what a task needs, instead of what they would draw."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.core import Picture
from m3bench_world import World
from m3bench_world.scenes import compose_picture

WORLD = World()


@pytest.mark.parametrize(
    ("kind", "settings", "place"),
    [
        ("scanned_form", {"title": "Claim", "company": "Town Hall"}, ("title", "company")),
        ("invoice", {"buyer": "Ida Falk", "day": "2025-11-01"}, ("buyer", "date")),
        ("contract", {"tenant": "River Print", "start": "2026-01-01"}, ("tenant", "start")),
        ("fillable_form", {"company": "Town Hall"}, ("company",)),
    ],
)
def test_a_document_says_what_is_set_and_draws_the_rest(
    kind: str, settings: dict[str, Any], place: tuple[str, ...]
) -> None:
    drawn, told = (WORLD.documents.document(kind, 3, given) for given in ({}, settings))
    assert [told.truth[name] for name in place] == list(settings.values())
    assert drawn.data != told.data
    assert {name: told.truth[name] for name in drawn.truth if name == "number"} == {
        name: drawn.truth[name] for name in drawn.truth if name == "number"
    }


def test_the_fields_of_a_form_are_set_by_name() -> None:
    settings = {
        "name": "Ida Falk",
        "address": "1 Hill Street",
        "phone": "555",
        "currency": "GBP",
        "amount": 5_000,
    }
    form = WORLD.documents.document("scanned_form", 3, {**settings, "departments": ["Permits"]})
    fields = {field["label"]: field["value"] for field in form.truth["fields"]}
    wanted = ("Name", "Address", "Telephone", "Amount (GBP)", "Department")
    assert [fields[label] for label in wanted] == ["Ida Falk", "1 Hill Street", "555", "50.00", "Permits"]


def test_who_and_where_they_live_are_set_apart() -> None:
    truth = WORLD.documents.document(
        "invoice", 3, {"buyer": "Ida Falk", "buyer address": "1 Hill Street"}
    ).truth
    assert (truth["buyer"], truth["addresses"]["buyer"]) == ("Ida Falk", "1 Hill Street")
    assert truth["seller"] != "Ida Falk"


def test_a_receipt_has_goods_and_a_day() -> None:
    settings = {"form": "receipt", "goods": ["milk", "yogurt"], "day": "2025-11-01"}
    for number in range(8):
        facts = compose_picture(WORLD, Picture("a.png", "receipt", number, settings=settings)).scene.facts
        products = [WORLD.shops.by_asin(item["asin"]) for item in facts["items"]]
        assert {product.noun for product in products if product} <= {"milk", "yogurt"}
        assert (facts["form"], facts["date"]) == ("receipt", "2025-11-01")


def test_a_list_of_a_class_is_about_the_subject() -> None:
    settings = {"survey": "Test scores", "form": "sheet"}
    facts = compose_picture(WORLD, Picture("a.png", "class_table", 4, settings=settings)).scene.facts
    assert (facts["column"], facts["form"]) == ("Score", "sheet")


def test_a_setting_that_nobody_knows_is_named() -> None:
    with pytest.raises(ValueError, match=r"have no setting .byer.; settings are: .*buyer"):
        WORLD.documents.document("invoice", 3, {"byer": "Ida Falk"})
    mistaken = Picture("a.png", "receipt", 0, settings={"form": "receipt", "date": "2025-11-01"})
    with pytest.raises(ValueError, match="have no setting 'date'; settings are: day, form, goods"):
        compose_picture(WORLD, mistaken)
