"""A small reader of DICOM Part 10 headers: explicit and implicit little endian, bounded, no pixel data."""

from __future__ import annotations

import struct
from typing import Any

import msgspec

from m3bench_world.servers.healthcare.dicom_tags import TAGS

PREAMBLE = 128
MAGIC = b"DICM"
MOST_ELEMENTS = 2_000
MOST_SHOWN = 300
LONGEST_VALUE = 400
DEEPEST = 8

IMPLICIT = "1.2.840.10008.1.2"
BIG_ENDIAN = "1.2.840.10008.1.2.2"
DEFLATED = "1.2.840.10008.1.2.1.99"
_UNDEFINED = 0xFFFFFFFF
_PIXEL_DATA = (0x7FE0, 0x0010)
_TRANSFER_SYNTAX = (0x0002, 0x0010)
_CHARACTER_SET = (0x0008, 0x0005)
_ITEM, _ITEM_END, _SEQUENCE_END = (0xFFFE, 0xE000), (0xFFFE, 0xE00D), (0xFFFE, 0xE0DD)
_LONG_FORMS = frozenset(("OB", "OD", "OF", "OL", "OV", "OW", "SQ", "SV", "UC", "UN", "UR", "UT", "UV"))
_SHORT_FORMS_TEXT = """
AE AS AT CS DA DS DT FD FL IS LO LT PN SH SL SS ST TM UI UL US
"""
_SHORT_FORMS = frozenset(_SHORT_FORMS_TEXT.split())
_NUMBERS = {"US": "H", "SS": "h", "UL": "I", "SL": "i", "FL": "f", "FD": "d", "SV": "q", "UV": "Q"}
_BYTES = frozenset(("OB", "OD", "OF", "OL", "OV", "OW", "UN"))


class NotDicom(ValueError):
    """The bytes are not valid DICOM; the message says where."""


class Element(msgspec.Struct, frozen=True):
    tag: tuple[int, int]
    vr: str
    value: Any
    """Text, a number, a list of them, or a description of what was skipped."""

    @property
    def number(self) -> str:
        return f"({self.tag[0]:04X},{self.tag[1]:04X})"

    @property
    def name(self) -> str:
        known = TAGS.get(self.tag)
        return known[1] if known else ("Private element" if self.tag[0] % 2 else "Unknown element")


class Header(msgspec.Struct, frozen=True):
    """All elements before the pixel data, in order."""

    elements: list[Element]
    transfer_syntax: str
    has_pixel_data: bool
    complete: bool
    """Whether the file was read up to its end or the pixel data."""


def read_header(data: bytes) -> Header:
    """Read the header of a DICOM file. Raises `NotDicom`."""
    if len(data) < PREAMBLE + 4 or data[PREAMBLE : PREAMBLE + 4] != MAGIC:
        raise NotDicom("it has no DICM mark after a preamble of 128 bytes")
    reader = _Reader(data, PREAMBLE + 4)
    meta = reader.file_meta()
    syntax = next((str(element.value) for element in meta if element.tag == _TRANSFER_SYNTAX), IMPLICIT)
    if syntax in (BIG_ENDIAN, DEFLATED):
        raise NotDicom(f"its transfer syntax {syntax} (big endian or deflated) is not supported")
    reader.explicit = syntax != IMPLICIT
    rest, pixels, complete = reader.dataset()
    return Header([*meta, *rest], syntax, has_pixel_data=pixels, complete=complete)


class _Reader:
    """Walks over the elements of a file."""

    def __init__(self, data: bytes, place: int) -> None:
        self._data = data
        self._place = place
        self.explicit = True
        self._encoding = "latin-1"
        self._visited = 0

    def file_meta(self) -> list[Element]:
        elements = []
        while self._peek_group() == 0x0002:
            elements.append(self._element())
        if not elements:
            raise NotDicom("it has no file meta information (group 0002)")
        return elements

    def dataset(self) -> tuple[list[Element], bool, bool]:
        """Read the elements up to the pixel data or the end. Also returns whether there are pixels, and
        whether the data is complete."""
        elements: list[Element] = []
        try:
            while self._place < len(self._data):
                if self._peek_tag() == _PIXEL_DATA:
                    return elements, True, True
                element = self._element()
                elements.append(element)
                if element.tag == _CHARACTER_SET:
                    self._encoding = "utf-8" if "192" in str(element.value) else "latin-1"
        except NotDicom:
            return elements, False, False
        return elements, False, True

    def _element(self) -> Element:
        tag, vr, length = self._start()
        if vr == "SQ" or length == _UNDEFINED:
            items = self._skip_items(length, depth=0)
            return Element(tag, vr, f"sequence of {items} item{'' if items == 1 else 's'}")
        return Element(tag, vr, self._value(vr, self._take(length)))

    def _start(self) -> tuple[tuple[int, int], str, int]:
        """Tag, value representation and length; leaves the place at the value."""
        self._visited += 1
        if self._visited > MOST_ELEMENTS:
            raise NotDicom(f"it has more than {MOST_ELEMENTS:,} elements")
        tag = self._peek_tag()
        self._place += 4
        if tag[0] == 0xFFFE:
            return tag, "", self._number("<I", 4)
        if not self.explicit:
            return tag, TAGS.get(tag, ("UN", ""))[0], self._number("<I", 4)
        vr = self._take(2).decode("latin-1")
        if vr in _LONG_FORMS:
            self._take(2)
            return tag, vr, self._number("<I", 4)
        if vr not in _SHORT_FORMS:
            raise NotDicom(f"it has an unknown value representation at byte {self._place - 2}")
        return tag, vr, self._number("<H", 2)

    def _skip_items(self, length: int, depth: int) -> int:
        """Skip the items of a sequence or of encapsulated bytes, and count them."""
        if depth > DEEPEST:
            raise NotDicom(f"its sequences are nested deeper than {DEEPEST}")
        end = len(self._data) if length == _UNDEFINED else self._place + length
        if end > len(self._data):
            raise NotDicom("a sequence runs past the end of the file")
        items = 0
        while self._place < end:
            tag, _, size = self._start()
            if tag == _SEQUENCE_END:
                return items
            if tag != _ITEM:
                raise NotDicom(f"it has something else than an item in a sequence at byte {self._place}")
            items += 1
            if size == _UNDEFINED:
                self._skip_open_item(depth)
            else:
                self._take(size)
        return items

    def _skip_open_item(self, depth: int) -> None:
        while True:
            tag, vr, length = self._start()
            if tag == _ITEM_END:
                return
            if vr == "SQ" or length == _UNDEFINED:
                self._skip_items(length, depth + 1)
            else:
                self._take(length)

    def _value(self, vr: str, raw: bytes) -> Any:
        if vr in _NUMBERS:
            return _one_or_list(_unpack(_NUMBERS[vr], raw))
        if vr == "AT":
            pairs = _unpack("H", raw)
            return _one_or_list([f"({a:04X},{b:04X})" for a, b in zip(pairs[::2], pairs[1::2], strict=False)])
        if vr in _BYTES:
            return f"{len(raw):,} bytes"
        text = raw.decode(self._encoding, errors="replace").strip(" \x00")
        text = "".join(letter if letter.isprintable() else " " for letter in text)
        return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}… ({len(text):,} characters)"

    def _peek_group(self) -> int | None:
        left = self._data[self._place : self._place + 2]
        return int.from_bytes(left, "little") if len(left) == 2 else None

    def _peek_tag(self) -> tuple[int, int]:
        if self._place + 4 > len(self._data):
            raise NotDicom(f"it ends within an element at byte {self._place}")
        group, element = struct.unpack_from("<HH", self._data, self._place)
        return group, element

    def _number(self, form: str, size: int) -> int:
        number: int = struct.unpack(form, self._take(size))[0]
        return number

    def _take(self, length: int) -> bytes:
        if self._place + length > len(self._data):
            raise NotDicom(f"it ends within an element at byte {self._place}")
        taken = self._data[self._place : self._place + length]
        self._place += length
        return taken


def _unpack(form: str, raw: bytes) -> list[Any]:
    size = struct.calcsize(form)
    count = min(len(raw) // size, 64)
    values = struct.unpack(f"<{count}{form}", raw[: count * size])
    return [_json_number(value) for value in values]


def _json_number(value: float) -> float | str:
    """Replace non-finite numbers, which JSON cannot express, by text."""
    if isinstance(value, float):
        return round(value, 6) if abs(value) < 1e300 else str(value)
    return value


def _one_or_list(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 else values
