"""Which texts without plain JSON fill in a form, and which values they leave out."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.form import last_correction, read_form

FORM = AnswerForm(
    (
        AnswerField("title", FieldType.NAME, "its title"),
        AnswerField("unit_price", FieldType.NUMBER, "its price", "USD"),
        AnswerField("authors", FieldType.NAME, "who wrote it", many=True),
        AnswerField(
            "offers",
            FieldType.RECORD,
            "who sells it",
            many=True,
            fields=(
                AnswerField("shop", FieldType.NAME, "the shop"),
                AnswerField("unit_price", FieldType.NUMBER, "its price there", "USD"),
            ),
        ),
    )
)
DUNE = {"title": "Dune", "unit_price": "12.5"}
WRITERS = {"title": "Dune", "authors": ["Ann Lee", "Bo Ray"]}
HEAD = "| Shop | Unit price |\n|---|---|"
OFFERS = [{"shop": "Corner", "unit_price": "12.5"}, {"shop": "Market", "unit_price": "14"}]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("| Field | Value |\n|---|---|\n| Title | Dune |\n| Unit price | 12.5 |", DUNE),
        ("| Title | Unit price |\n|---|---|\n| Dune | 12.5 |", DUNE),
        ("1. **Title**: Dune\n2. **Unit price**: 12.5", DUNE),
        ("## Title\n\nDune\n\n## Authors\n- Ann Lee\n- Bo Ray", WRITERS),
        ("**Title**\nDune\n\n**Unit price**\n12.5", DUNE),
        ("title: Dune\nauthors:\n- Ann Lee\n- Bo Ray\n", WRITERS),
        (f"Offers:\n\n{HEAD}\n| Corner | 12.5 |\n| Market | 14 |", {"offers": OFFERS}),
        ("offers:\n- shop: Corner\n  unit_price: 12.5\n- shop: Market\n  unit_price: 14", {"offers": OFFERS}),
        (
            "- Offers:\n  - Shop: Corner, unit price: 12.5\n  - Shop: Market, unit price: 14\n- Title: Dune",
            {"offers": OFFERS, "title": "Dune"},
        ),
        ("The title is Dune. The unit price is 12.5.", DUNE),
        ('{"title": "Emma"}\n\nCorrection: {"title": "Dune"}', {"title": "Dune"}),
        ('{"title": "Dune", "unitPrice": 9}\n\nCorrection: unit price: 12.5', DUNE),
        ('{"title": "Emma"}\n**Final answer:** {"title": "Dune"}', {"title": "Dune"}),
        ("offers: none", {"offers": []}),
    ],
)  # fmt: skip
def test_layouts_that_are_read(text: str, fields: dict[str, Any]) -> None:
    assert read_form(FORM, text) == fields


@pytest.mark.parametrize(
    "text",
    [
        "Dune costs 12.5 USD.",
        "title: Dune\ntitle: Emma",
        "| Field | Value | Value |\n|---|---|---|\n| Title | Dune | Emma |",
        "| Title |\n|---|\n| Dune |\n| Emma |",
        '{"title": "Dune"}\n{"title": "Emma"}',
        '{"offers": []}\n\nCorrection: offers: Corner has it for 12.5',
        "",
    ],
)
def test_what_is_open_is_not_guessed(text: str) -> None:
    assert read_form(FORM, text) is None


def test_a_title_may_begin_like_a_correction() -> None:
    assert read_form(FORM, '{"title": "Correction: A Novel"}') == {"title": "Correction: A Novel"}
    assert last_correction('{"title": "Correction: A Novel"}') is None
    assert last_correction("It is 5.\nCorrection: it is 6.") == "it is 6."
