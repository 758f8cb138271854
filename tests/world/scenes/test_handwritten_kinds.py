"""Scenes by hand: what counts is recorded, what is struck out is not, and sums are what they say."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from m3bench_world import World
from m3bench_world.library import InvalidIsbn, read_isbn
from m3bench_world.scenes import Composition, compose
from m3bench_world.scenes.kinds.handwritten_note import FORMS

KINDS = ("handwritten_note", "form", "receipt_pile")
NUMBERS = range(3)
WORLD = World()


@cache
def _composed(kind: str, number: int) -> Composition:
    return compose(WORLD, kind, number)


def _texts(kind: str, number: int) -> list[str]:
    return [line.text for line in _composed(kind, number).scene.letterings]


@pytest.mark.parametrize("kind", KINDS)
def test_texts_are_whole_large_enough_and_apart(kind: str) -> None:
    for number in NUMBERS:
        scene = _composed(kind, number).scene
        for line in scene.letterings:
            left, top, right, bottom = line.box
            assert 0 <= left < right <= scene.size[0]
            assert 0 <= top < bottom <= scene.size[1]
            assert bottom - top >= 12, line.text
            assert line.visible > 0.99, line.text
            assert line.quad is not None
        for one, other in permutations(scene.letterings, 2):
            assert _common(one.quad, other.quad) < 0.12, (one.text, other.text)


def _common(one: Any, other: Any) -> float:
    """Return how much of the second quadrangle the first covers, in samples."""
    a, b, _, d = np.array(other)
    steps = np.stack(np.meshgrid(np.linspace(0, 1, 12), np.linspace(0, 1, 6)), axis=-1).reshape(-1, 2)
    points = a + steps[:, :1] * (b - a) + steps[:, 1:] * (d - a)
    held = np.ones(len(points), dtype=bool)
    for (x0, y0), (x1, y1) in zip(one, (*one[1:], one[0]), strict=True):
        held &= (x1 - x0) * (points[:, 1] - y0) - (y1 - y0) * (points[:, 0] - x0) > 0
    return float(held.mean())


@pytest.mark.parametrize("number", range(8))
def test_notes_record_what_counts_and_not_what_is_struck_out(number: int) -> None:
    facts = _composed("handwritten_note", number).scene.facts
    assert facts["form"] == FORMS[number % 4]
    assert _texts("handwritten_note", number) == facts["handwritten"]
    assert facts["struck"]
    assert not set(facts["struck"]) & set(facts["handwritten"])


def test_shopping_lists_name_products_that_a_search_finds_first() -> None:
    for number in (0, 4):
        facts = _composed("handwritten_note", number).scene.facts
        assert len(facts["items"]) >= 3
        for item in facts["items"]:
            assert WORLD.shops.search(item["text"], 1)[0].asin == item["asin"]
            assert any(line.startswith(f"{item['amount']} x ") for line in facts["handwritten"])


def test_recipes_name_food_that_the_pantry_knows() -> None:
    facts = _composed("handwritten_note", 1).scene.facts
    for ingredient in facts["ingredients"]:
        (serving,) = WORLD.pantry.servings(f"{ingredient['grams']} g {ingredient['food']}")
        assert serving.grams == ingredient["grams"]
        assert f"{ingredient['grams']} g {ingredient['food']}" in facts["handwritten"]


@pytest.mark.parametrize("number", NUMBERS)
def test_one_row_of_a_form_is_crossed_out_and_one_other_number_is_wrong(number: int) -> None:
    orders = _composed("form", number).scene.facts["orders"]
    (crossed,) = [order for order in orders if order["crossed"]]
    (wrong,) = [order for order in orders if not order["valid"]]
    assert crossed is not wrong
    texts = _texts("form", number)
    for order in orders:
        assert (order["isbn"] in texts) is not order["crossed"]
        if order["valid"]:
            assert WORLD.library.book(read_isbn(order["isbn"]))
    with pytest.raises(InvalidIsbn):
        read_isbn(wrong["isbn"])


@pytest.mark.parametrize("number", NUMBERS)
def test_the_ticked_boxes_of_a_form_have_ink_and_the_others_do_not(number: int) -> None:
    composed = _composed("form", number)
    (thing,) = composed.scene.things
    facts = composed.scene.facts
    ticked = {facts["deliver"], "Yes" if facts["urgent"] else "No"}
    pixels = np.asarray(composed.image.convert("L"), dtype=float)
    for spot in thing.points:
        x, y = round(spot.x), round(spot.y)
        inner = pixels[y - 9 : y + 10, x - 9 : x + 10]
        inked = float((inner < inner.max() - 45).mean())
        assert (inked > 0.04) == (spot.name in ticked), spot.name


@pytest.mark.parametrize("number", range(6))
def test_bills_add_up_except_for_one_total_by_hand(number: int) -> None:
    scene = _composed("receipt_pile", number).scene
    bills, texts = scene.facts["bills"], _texts("receipt_pile", number)
    assert len({bill["currency"] for bill in bills}) == len(bills) == len(scene.things)
    slips = 0
    for bill in bills:
        printed = sum(line["price"] for line in bill["lines"]) - bill["discount"]
        assert bill["printed"] == pytest.approx(printed)
        assert bill["total"] == pytest.approx(bill["printed"] + bill["tip"])
        slips += bill["written"] != bill["total"]
        assert {f"{bill[name]:.2f}" for name in ("printed", "tip", "written")} <= set(texts)
    assert slips == 1


def test_bills_overlap_a_little() -> None:
    shares = [
        thing.visible for number in range(6) for thing in _composed("receipt_pile", number).scene.things
    ]
    assert min(shares) < 1
    assert min(shares) > 0.85


@pytest.mark.parametrize("kind", KINDS)
def test_another_world_writes_something_else(kind: str) -> None:
    assert compose(World(8), kind, 0).image.tobytes() != _composed(kind, 0).image.tobytes()
    assert compose(World(), kind, 1).image.tobytes() == _composed(kind, 1).image.tobytes()
