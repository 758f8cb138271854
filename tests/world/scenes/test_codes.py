"""Bar codes against known ones, and whatever is printed against a scanner."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from m3bench_world.scenes.prints.codes import (
    Symbol,
    check_digit,
    code128_symbol,
    ean5,
    ean13,
    ean13_symbol,
    qr_symbol,
    stamp,
)
from m3bench_world.scenes.prints.phone import page, paper

_zxing: Any = import_module("zxingcpp")


def _scanned(image: Image.Image) -> list[str]:
    return [barcode.text for barcode in _zxing.read_barcodes(image)]


def _printed(symbol: Symbol, module: float, turn: float = 0, tall: float | None = None) -> Image.Image:
    canvas = page(700, 400, turn)
    paper(canvas, 700, 400, "#ffffff")
    stamp(canvas, symbol, (60, 60), module, tall=tall)
    cutout = canvas.cutout()
    picture = Image.new("RGB", cutout.size, "#8a8a8a")
    picture.paste(cutout.image, (0, 0), cutout.image)
    return picture


def test_an_ean_13_is_written_as_the_standard_says() -> None:
    left = "0001101 0100111 0101111 0111101 0001001 0110011"
    right = "1000010 1000010 1000010 1110100 1000010 1100110"
    assert ean13("4006381333931") == f"101{left}01010{right}101".replace(" ", "")


@pytest.mark.parametrize(
    ("twelve", "last"), [("978030640615", "7"), ("400638133393", "1"), ("003600029145", "2")]
)
def test_check_digits(twelve: str, last: str) -> None:
    assert check_digit(twelve) == last


@pytest.mark.parametrize("wrong", ["", "123", "9780306406158", "978030640615X", "97803064061570"])
def test_what_is_no_ean_13_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="EAN-13"):
        ean13(wrong)


def test_an_add_on_is_written_as_the_standard_says() -> None:
    assert ean5("52495") == "1011" + "01".join(("0111001", "0010011", "0011101", "0001011", "0110001"))
    with pytest.raises(ValueError, match="five digits"):
        ean5("1234")


def test_a_price_behind_a_code_is_read_where_it_is_asked_for() -> None:
    picture = _printed(ean13_symbol("9780306406157", "51499"), 2.4, tall=90)
    assert _scanned(picture) == ["9780306406157"]
    both = _zxing.read_barcodes(picture, ean_add_on_symbol=_zxing.EanAddOnSymbol.Read)
    assert [found.text.replace(" ", "") for found in both] == ["978030640615751499"]


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**12 - 1), st.integers(-12, 12), st.sampled_from([2.0, 2.2, 2.6]))
def test_every_ean_13_scans(number: int, turn: int, module: float) -> None:
    body = f"{number:012d}"
    digits = body + check_digit(body)
    assert _scanned(_printed(ean13_symbol(digits), module, turn, tall=90)) == [digits]


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.text("abcdefghijklmnopqrstuvwxyz0123456789:/.-?=", min_size=4, max_size=60), st.integers(-180, 180))
def test_every_qr_code_scans_however_it_is_turned(text: str, turn: int) -> None:
    assert _scanned(_printed(qr_symbol(text), 5.0, turn)) == [text]


def test_the_number_of_a_library_scans() -> None:
    symbol = code128_symbol("3004217755")
    assert symbol.kind == "code128"
    assert _scanned(_printed(symbol, 2.2, 2, tall=60)) == ["3004217755"]
