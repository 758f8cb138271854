"""Scenes of text, packages and codes: what they show is what the world knows, and can be read and scanned."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import product
from typing import Any

import pytest

from m3bench_world import World
from m3bench_world.library.isbn import read_isbn
from m3bench_world.scenes import Composition, compose, draw
from tests.hanging import HANG_SECONDS
from tests.volume import sample

KINDS = (
    "book_back", "class_table", "code_screen", "medicine", "poster", "qr_page", "receipt", "shelf", "slide",
)  # fmt: skip
NUMBERS = range(4)
WORLD = World()
_zxing: Any = import_module("zxingcpp")


@cache
def _composed(kind: str, number: int) -> Composition:
    return compose(WORLD, kind, number)


def _facts(kind: str) -> list[dict[str, Any]]:
    return [_composed(kind, number).scene.facts for number in NUMBERS]


def _texts(kind: str, number: int) -> list[str]:
    return [lettering.text for lettering in _composed(kind, number).scene.letterings]


@pytest.mark.parametrize("kind", KINDS)
def test_letterings_are_whole_in_the_picture_and_large_enough(kind: str) -> None:
    for number in NUMBERS:
        scene = _composed(kind, number).scene
        assert scene.letterings
        for lettering in scene.letterings:
            text, (left, top, right, bottom) = lettering.text, lettering.box
            assert 0 <= left < right <= scene.size[0], text
            assert 0 <= top < bottom <= scene.size[1], text
            tall = any(letter.isupper() or letter.isdigit() for letter in text)
            assert min(right - left, bottom - top) >= (13 if tall and len(text) > 1 else 5), text
            assert lettering.visible > 0.99, text


@pytest.mark.parametrize("kind", KINDS)
def test_facts_are_plain_and_pictures_differ(kind: str) -> None:
    pictures = {_composed(kind, number).image.tobytes() for number in NUMBERS}
    assert len(pictures) == len(NUMBERS)
    assert all(facts for facts in _facts(kind))


@pytest.mark.slow
def test_every_code_scans_in_many_scenes() -> None:
    for kind, number in product(("book_back", "qr_page"), sample(range(30), 3)):
        drawn = _composed(kind, number)
        seen = {barcode.text for barcode in _zxing.read_barcodes(drawn.image)}
        assert drawn.scene.codes
        assert seen == {code.text for code in drawn.scene.codes}, (kind, number)


def test_a_book_back_shows_the_isbn_of_its_book() -> None:
    library, extras = WORLD.library, set()
    for number, facts in enumerate(_facts("book_back")):
        book = library.book(facts["isbn13"])
        assert book
        assert book.title == facts["title"]
        assert list(book.authors) == facts["authors"]
        codes = _composed("book_back", number).scene.codes
        assert codes[0].kind == "ean13"
        assert codes[0].text == book.isbn13
        printed = next(text for text in _texts("book_back", number) if text.startswith("ISBN "))
        assert read_isbn(printed) == book.isbn13
        extras.add(facts["other_code"])
        others = {"library label": "library_number", "shop sticker": "sticker_code"}
        other = others.get(facts["other_code"])
        assert [code.text for code in codes[1:]] == ([facts[other]] if other else [])
    assert len(extras) > 2


def test_the_shelf_shows_products_of_the_shops_as_often_as_it_says() -> None:
    shops = WORLD.shops
    for number, facts in enumerate(_facts("shelf")):
        scene = _composed("shelf", number).scene
        texts = " ".join(_texts("shelf", number))
        assert facts["products"]
        for listed in facts["products"]:
            product = shops.by_asin(listed["asin"])
            assert product
            for name in ("brand", "variant", "noun", "size", "dollars"):
                assert getattr(product, name) == listed[name]
            assert texts.count(product.brand) >= listed["count"] or " " in product.brand
            assert f"${product.dollars:.2f}" in texts
            shown = [thing for thing in scene.things if thing.attributes["asin"] == listed["asin"]]
            assert len(shown) == listed["count"]
            assert {thing.label for thing in shown} == {listed["package"]}
        assert len(scene.things) == sum(listed["count"] for listed in facts["products"])


def test_medicines_are_those_of_the_pharmacy() -> None:
    pharmacy = WORLD.pharmacy
    for number, facts in enumerate(_facts("medicine")):
        scene = _composed("medicine", number).scene
        texts = _texts("medicine", number)
        kinds = [kind for listed in facts["medicines"] for kind in listed["packages"]]
        assert sorted(kinds) == sorted(thing.label for thing in scene.things)
        for listed in facts["medicines"]:
            drug = pharmacy.find(listed["generic"])
            assert drug
            assert listed["brand"] in drug.brands
            assert any(p.form == listed["form"] and listed["strength"] in p.strengths for p in drug.products)
            assert any(listed["brand"] in text for text in texts)


def test_posters_show_films_of_the_catalogue() -> None:
    films = WORLD.films
    for number, facts in enumerate(_facts("poster")):
        texts = _texts("poster", number)
        assert len(_composed("poster", number).scene.things) == len(facts["films"])
        for listed in facts["films"]:
            film = films.film(listed["id"])
            assert film
            assert film.title == listed["title"]
            assert film.year == listed["year"]
            assert listed["title"].upper() in " ".join(texts)
            assert str(film.year) in texts
            assert set(film.cast[:2]) <= set(texts)


def test_receipts_add_up_and_price_lists_name_prices_of_the_shops() -> None:
    shops, forms = WORLD.shops, set()
    for number, facts in enumerate(_facts("receipt")):
        forms.add(facts["form"])
        for item in facts["items"]:
            product = shops.by_asin(item["asin"])
            assert product
            assert product.dollars == item["price"]
            assert item["name"] in _texts("receipt", number)
        if facts["form"] == "receipt":
            cents = [round(item["price"] * 100) * item["amount"] for item in facts["items"]]
            assert sum(cents) == round(facts["subtotal"] * 100)
            assert round((facts["subtotal"] + facts["tax"]) * 100) == round(facts["total"] * 100)
            assert f"${facts['total']:.2f}" in _texts("receipt", number)
            assert "paid" not in facts or round(facts["paid"] - facts["total"], 2) == facts["change"]
    assert "receipt" in forms


def test_tables_of_numbers_show_every_number() -> None:
    for number, facts in enumerate(_facts("class_table")):
        texts = _texts("class_table", number)
        shown = [text for text in texts if text.replace(".", "").isdigit()]
        assert [float(text) for text in shown] == [float(value) for value in facts["values"]]
        assert {row["name"] for row in facts.get("rows", ())} <= set(texts)


def test_code_names_packages_that_exist() -> None:
    known, errors = {entry.name for entry in WORLD.nix.packages()}, 0
    for number, facts in enumerate(_facts("code_screen")):
        texts = _texts("code_screen", number)
        assert facts["packages"]
        assert set(facts["packages"]) <= known
        assert all(any(name.rpartition(".")[2] in text for text in texts) for name in facts["packages"])
        if facts["error"]:
            errors += 1
            assert facts["error"] in texts
            assert facts["missing"] in facts["packages"]
    assert errors


def test_codes_on_pages_lead_to_things_of_the_world() -> None:
    world = WORLD
    finders: dict[str, Callable[[str], object]] = {
        "book": world.library.book,
        "product": world.shops.by_asin,
        "park": world.parks.park,
        "package": world.nix.entry,
        "film": lambda imdb: world.films.film(int(imdb.removeprefix("tt"))),
    }
    for number, facts in enumerate(_facts("qr_page")):
        scene = _composed("qr_page", number).scene
        assert sorted(code.text for code in scene.codes) == sorted(link["text"] for link in facts["codes"])
        for link in facts["codes"]:
            assert finders[link["kind"]](link["key"]) is not None
            assert link["key"] in link["text"]
            assert link["caption"] in " ".join(_texts("qr_page", number))


def test_slides_show_their_numbers() -> None:
    for number, facts in enumerate(_facts("slide")):
        texts = " ".join(_texts("slide", number))
        assert facts["title"] in texts
        assert facts["subtitle"] in texts
        assert len(facts["rows"]) >= 3 or facts["presenter"] in texts
        assert bool(facts["presenter"]) == (facts["layout"] == "title")
        assert all(row["name"] in texts and row["shown"] in texts for row in facts["rows"])


_PRINT = """
import hashlib
from m3bench_world import World
from m3bench_world.scenes import draw
world = World()
for kind in reversed({kinds!r}):
    print(hashlib.sha256(draw(world, kind, 3).png).hexdigest())
"""


@pytest.mark.slow
def test_another_process_draws_the_same_bytes() -> None:
    here = [hashlib.sha256(draw(WORLD, kind, 3).png).hexdigest() for kind in KINDS]
    there = subprocess.run(
        [sys.executable, "-c", _PRINT.format(kinds=KINDS)],
        capture_output=True,
        text=True,
        check=True,
        timeout=HANG_SECONDS,
    )
    assert there.stdout.split() == here[::-1]


@pytest.mark.parametrize("kind", KINDS)
def test_another_world_draws_another_picture(kind: str) -> None:
    assert compose(World(8), kind, 0).image.tobytes() != _composed(kind, 0).image.tobytes()
