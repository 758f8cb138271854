"""Setting text and labels: what is written can be read and fits."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.scenes.painting.letters import text_width
from m3bench_world.scenes.painting.look import Dice, Look
from m3bench_world.scenes.prints.goods import brand_design, package_of, themed_articles
from m3bench_world.scenes.prints.labels import Wording, design_of, set_label
from m3bench_world.scenes.prints.listings import tokens
from m3bench_world.scenes.prints.till import Bill, Purchase, bill
from m3bench_world.scenes.prints.typeset import (
    SMALLEST,
    Block,
    fit_block,
    is_writable,
    stack_blocks,
    wrap_text,
)
from m3bench_world.scenes.prints.wrapping import Frame, PackageStyle, find_package, label_area, wrap
from m3bench_world.scenes.sprites import labels

WORLD = World()
_WORDS = st.lists(st.text("abcdefgh", min_size=1, max_size=12), min_size=1, max_size=12).map(" ".join)


@given(_WORDS, st.floats(10, 40), st.floats(60, 400))
def test_wrapping_keeps_every_word_in_order(text: str, size: float, widest: float) -> None:
    lines = wrap_text(text, size, widest)
    assert " ".join(lines) == text
    assert all(text_width(line, size) <= widest + 1e-6 or " " not in line for line in lines)


@given(_WORDS, st.floats(80, 500), st.floats(40, 300))
def test_what_is_stacked_fits_and_can_be_read(text: str, width: float, height: float) -> None:
    blocks = [Block(text, 40, 3), Block("12 oz", 24, 1)]
    groups = stack_blocks(blocks, width, height)
    lines = [line for group in groups or [] for line in group]
    assert all(line.size >= SMALLEST and text_width(line.text, line.size) <= width + 1e-6 for line in lines)
    assert sum(line.size for line in lines) <= height


def test_a_block_that_cannot_fit_is_refused() -> None:
    assert fit_block(Block("Unforgettable", 40, 1), 50, 40) is None


def test_only_letters_of_the_font_are_writable() -> None:
    assert is_writable("OREO Double Stuf", "$4.99 & more!")
    assert not is_writable("Nescafé")
    assert not is_writable("fine", " ")


def test_a_label_names_brand_variant_and_size() -> None:
    design = design_of(Dice(Random(1)))
    label = set_label(
        design, Wording("Heinz", "No Sugar Added", "20 oz bottle", "ketchup"), Frame(0, 0, 170, 190)
    )
    assert label
    said = " ".join(line.text for group in label.groups for line in group)
    assert said == "Heinz No Sugar Added ketchup 20 oz bottle"
    assert set_label(design, Wording("Heinz", "No Sugar Added", "20 oz bottle"), Frame(0, 0, 60, 60)) is None


@pytest.mark.parametrize("kind", [*labels("packages"), *labels("medicines"), "bottle"])
def test_the_label_of_a_package_is_painted_on_its_area(kind: str) -> None:
    size = (200.0, 200.0 * sum(find_package(kind).tall) / 2)
    areas: list[Frame] = []
    cutout = wrap(kind, Look(Random(3)), size, PackageStyle("#c8382e", lambda _, area: areas.append(area)))
    assert areas == [label_area(kind, size)]
    assert cutout.label == kind
    assert 185 <= cutout.size[0] <= 204
    x, y, width, height = areas[0]
    assert x >= 0
    assert y >= 0
    assert x + width <= size[0] + 0.01
    assert y + height <= size[1] + 0.01


def test_a_brand_looks_the_same_everywhere() -> None:
    assert brand_design(WORLD, "Heinz") == brand_design(World(), "Heinz")
    brands = ("Heinz", "Tide", "Lysol", "Dove", "Crest", "Jif")
    assert len({brand_design(WORLD, brand) for brand in brands}) > 3


def test_articles_of_a_theme_exist_and_come_in_one_package() -> None:
    for number in range(6):
        _, articles = themed_articles(WORLD, Dice(Random(number)))
        assert len(articles) > 8
        for article in articles:
            assert WORLD.shops.by_asin(article.product.asin) == article.product
            assert package_of(article.product) == article.package
            assert "pack of" not in article.product.size


def test_a_bill_rounds_half_a_cent_up() -> None:
    one = Bill((Purchase("tea", "", 2, 105), Purchase("rice", "", 1, 100)), 500, 1000)
    assert (one.subtotal, one.tax_cents, one.total, one.change) == (310, 16, 326, 674)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 500))
def test_every_bill_adds_up(seed: int) -> None:
    one = bill(WORLD, Dice(Random(seed)), 5, 14)
    assert one.total == sum(purchase.amount * purchase.cents for purchase in one.purchases) + one.tax_cents
    assert abs(one.tax_cents * 10000 - one.subtotal * one.tax) <= 5000
    assert one.change >= 0


def test_pieces_of_a_line_make_the_line() -> None:
    line = "import numpy as np  # arrays of 3 'axes'"
    pieces = tokens(line)
    assert "".join(piece.text for piece in pieces) == line
    assert [piece.role for piece in pieces if piece.text.strip()][:2] == ["keyword", "text"]
    assert pieces[-1].role == "comment"
