"""Bar codes and QR codes as modules of one pixel, with the quiet zone that scanners need."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from PIL import Image

from m3bench_world.scenes.painting import Canvas

# Its stub file is not valid Python, which stops type checkers that import it.
_zxing: Any = import_module("zxingcpp")
_LEFT_ODD = (
    "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111",
    "0001011",
)  # fmt: skip
_LEFT_EVEN = tuple("".join("10"[int(bit)] for bit in reversed(code)) for code in _LEFT_ODD)
_RIGHT = tuple("".join("10"[int(bit)] for bit in code) for code in _LEFT_ODD)
_FIRST = ("OOOOOO", "OOEOEE", "OOEEOE", "OOEEEO", "OEOOEE", "OEEOOE", "OEEEOO", "OEOEOE", "OEOEEO", "OEEOEO")
"""Parities of the left-hand digits, which encode the first digit."""
_ADD_ON = ("EEOOO", "EOEOO", "EOOEO", "EOOOE", "OEEOO", "OOEEO", "OOOEE", "OEOEO", "OEOOE", "OOEOE")
_QUIET_BARS, _QUIET_QR = 11, 4
_BETWEEN = 9
"""Modules between a code and its add-on."""
_FINE = 2
"""Supersampling factor of page canvases."""


def check_digit(digits: str) -> str:
    """Return the check digit of an EAN-13 from its first twelve digits."""
    total = sum(int(digit) * (3 if index % 2 else 1) for index, digit in enumerate(digits))
    return str(-total % 10)


def ean13(digits: str) -> str:
    """Return the 95 modules of a code; 1 is a bar."""
    if len(digits) != 13 or not digits.isdecimal() or check_digit(digits[:12]) != digits[12]:
        raise ValueError(f"{digits!r} is no EAN-13: thirteen digits, of which the last is the check digit")
    pattern = _FIRST[int(digits[0])]
    left = "".join(_left(digit, parity) for digit, parity in zip(digits[1:7], pattern, strict=True))
    right = "".join(_RIGHT[int(digit)] for digit in digits[7:])
    return f"101{left}01010{right}101"


def ean5(digits: str) -> str:
    """Return the 47 modules of a five-digit add-on, such as a price."""
    if len(digits) != 5 or not digits.isdecimal():
        raise ValueError(f"{digits!r} is no add-on: five digits")
    check = sum(int(digit) * (9 if index % 2 else 3) for index, digit in enumerate(digits)) % 10
    pattern = zip(digits, _ADD_ON[check], strict=True)
    return "1011" + "01".join(_left(digit, parity) for digit, parity in pattern)


class Symbol(NamedTuple):
    """A code to print: one pixel per module, bars one pixel high, and its quiet zone."""

    kind: str
    text: str
    modules: Image.Image


def ean13_symbol(digits: str, add_on: str = "") -> Symbol:
    """Return an EAN-13, with a five-digit add-on if given."""
    more = "0" * _BETWEEN + ean5(add_on) if add_on else ""
    line = "0" * _QUIET_BARS + ean13(digits) + more + "0" * _QUIET_BARS
    image = Image.frombytes("L", (len(line), 1), bytes(0 if bit == "1" else 255 for bit in line))
    return Symbol("ean13", digits, image)


def qr_symbol(text: str) -> Symbol:
    """Return a QR code with medium error correction."""
    barcode = _zxing.create_barcode(text, _zxing.BarcodeFormat.QRCode, ec_level="M")
    return Symbol("qr", text, _render_barcode(barcode, _QUIET_QR))


def code128_symbol(text: str) -> Symbol:
    """Return a Code 128 for letters and digits, as on library labels."""
    whole = _render_barcode(_zxing.create_barcode(text, _zxing.BarcodeFormat.Code128), _QUIET_BARS)
    middle = whole.height // 2
    return Symbol("code128", text, whole.crop((0, middle, whole.width, middle + 1)))


def stamp(
    canvas: Canvas, symbol: Symbol, at: tuple[float, float], module: float, *, tall: float | None = None
) -> tuple[float, float]:
    """Print a code on a canvas whose units are pixels, `module` of them per module; `tall` is the height of
    bars. Returns its width and height including the quiet zone."""
    grain = max(1, round(module * _FINE))
    modules = symbol.modules
    image = modules.resize((modules.width * grain, modules.height * grain), Image.Resampling.NEAREST)
    width, height = modules.width * module, tall or modules.height * module
    canvas.code(symbol.kind, symbol.text, image, (*at, width, height))
    return width, height


def _left(digit: str, parity: str) -> str:
    return (_LEFT_ODD if parity == "O" else _LEFT_EVEN)[int(digit)]


def _render_barcode(barcode: Any, quiet: int) -> Image.Image:
    drawn = np.array(barcode.to_image(scale=1, add_quiet_zones=False))
    return Image.fromarray(np.pad(drawn, quiet, constant_values=255))
