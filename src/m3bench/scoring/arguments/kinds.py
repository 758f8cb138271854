"""The kind of a field, from its schema, its name and its value, in this order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from m3bench.scoring.arguments.dates import read_date, read_duration
from m3bench.scoring.arguments.forms import is_number, read_number, read_point
from m3bench.scoring.files import base_name, name_parts


class Kind(StrEnum):
    """How two values of a field are compared."""

    FLAG = "flag"
    CHOICE = "choice"
    CODE = "code"
    PATH = "file path"
    URL = "address"
    COUNT = "count"
    NUMBER = "number"
    AMOUNT = "amount"
    SIZE = "size"
    DATE = "date"
    DURATION = "duration"
    POINT = "coordinates"
    BOX = "pixel box"
    PLACE = "place"
    NAME = "name"
    TEXT = "text"
    NUMBERS = "numbers"
    SEQUENCE = "ordered list"
    SET = "set"
    TABLE = "table"
    OBJECT = "object"
    OTHER = "value"


Schema = Mapping[str, Any]


def words(*lines: str) -> frozenset[str]:
    """Return the words of some lines."""
    return frozenset(word for line in lines for word in line.split())


_CODE_WORDS = words(
    "asin cell code codes doi domain ean formula gtin guid hash iata icao id ids instrument instruments isbn",
    "issn pmid range sku symbol symbols ticker tickers upc uuid version",
)
_DATE_WORDS = words("after before begin date day end from since start time timestamp until")
_DURATION_WORDS = words("duration length minutes runtime")
_AMOUNT_WORDS = words("amount budget cost fee price prices total")
_SIZE_WORDS = words("distance height left margin radius size top width")
_PLACE_WORDS = words("address center city country destination location origin place town")
_PATH_WORDS = words("file filename filepath files image images path paths photo picture")
_ORDERED_WORDS = words("bbox box color colour intermediates path points polyline route waypoints")
_CHOICE_WORDS = words("action command kind method mode operation palette platform status style type")
_SYMBOL_WORDS = words("attribute name option package prefix")
_NAME_WORDS = words("author brand condition drug name person subreddit title topic")
_CODE_VALUE = re.compile(r"[^\s]*(?:[._:/]|\d)[^\s]*")
_FILE_ENDING = re.compile(
    r"\.(?:png|jpe?g|webp|gif|bmp|tiff?|svg|pdf|xlsx?|pptx?|docx?|csv|json|txt|md|html?|mp3|wav|mp4|dcm|zip)$",
    re.IGNORECASE,
)
_READERS: tuple[tuple[frozenset[str], Callable[[str], object], Kind], ...] = (
    (_DATE_WORDS, read_date, Kind.DATE),
    (_DURATION_WORDS, read_duration, Kind.DURATION),
    (_AMOUNT_WORDS, read_number, Kind.AMOUNT),
)
_URL = re.compile(r"(?:https?|ftp)://\S+", re.IGNORECASE)


def kind_of(name: str, value: Any, schema: Schema) -> Kind:
    """Return the kind of a field from the last part of its name, its value, and its schema (may be empty)."""
    parts = name_parts(name)
    if isinstance(value, bool) or schema.get("type") == "boolean":
        return Kind.FLAG
    if isinstance(value, list | tuple):
        return _kind_of_list(parts, value)
    if isinstance(value, dict):
        return Kind.OBJECT
    if "enum" in schema:
        return Kind.CHOICE
    if isinstance(value, int | float):
        return _kind_of_number(parts, value)
    return _kind_of_text(parts, value) if isinstance(value, str) else Kind.OTHER


def _kind_of_number(parts: set[str], value: float) -> Kind:
    if parts & _CODE_WORDS:
        return Kind.CODE
    if parts & _DATE_WORDS and value >= 1e8:
        return Kind.DATE
    if parts & _AMOUNT_WORDS:
        return Kind.AMOUNT
    if parts & _SIZE_WORDS:
        return Kind.SIZE
    return Kind.COUNT if isinstance(value, int) else Kind.NUMBER


def _kind_of_text(parts: set[str], value: str) -> Kind:
    shaped = _kind_by_shape(parts, value)
    if shaped is not None:
        return shaped
    if parts & _PATH_WORDS:
        return Kind.PATH
    if parts & _CHOICE_WORDS and " " not in value.strip():
        return Kind.CHOICE
    if parts & _SYMBOL_WORDS and _CODE_VALUE.fullmatch(value):
        return Kind.CODE
    if parts & _PLACE_WORDS:
        return Kind.PLACE
    return Kind.NAME if parts & _NAME_WORDS else Kind.TEXT


def _kind_by_shape(parts: set[str], value: str) -> Kind | None:
    """Return the kind of a text whose form and name both point to it."""
    if _URL.fullmatch(value.strip()):
        return Kind.URL
    if read_point(value) is not None:
        return Kind.POINT
    if base_name(value.casefold()) is not None and (parts & _PATH_WORDS or _FILE_ENDING.search(value)):
        return Kind.PATH
    if parts & _CODE_WORDS:
        return Kind.CODE
    for named, read, kind in _READERS:
        if parts & named and read(value) is not None:
            return kind
    return None


def _kind_of_list(parts: set[str], value: list[Any] | tuple[Any, ...]) -> Kind:
    if value and all(isinstance(row, list | tuple) for row in value):
        return Kind.TABLE
    numeric = bool(value) and all(map(is_number, value))
    if parts & _ORDERED_WORDS and (numeric or all(read_point(item) is not None for item in value)):
        return Kind.SEQUENCE
    return Kind.NUMBERS if numeric else Kind.SET
