"""Normal forms: equal for values that mean the same."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from math import isfinite
from typing import Any
from urllib.parse import unquote

Point = tuple[float, float]

_ISBN = re.compile(r"(?:97[89])?\d{9}[\dX]")
_DISEASE = re.compile(r"[a-z]\d[\da-z]\.?[\da-z]{0,4}")
_PREFIX = re.compile(
    r"^(?:https?://(?:dx\.)?doi\.org/|(?:doi|arxiv|isbn|asin|pmid)(?:-1[03])?[:\s]\s*)", re.IGNORECASE
)
_SEPARATORS = re.compile(r"[\s\-_/‐-―]+")
_WORKSPACE = re.compile(r"^(?:file:(?://(?:localhost)?)?)?(?:\$\{?workspace\}?|/workspace)/+", re.IGNORECASE)
_CURRENCY = re.compile(r"[$€£¥]|\b(?:usd|eur|gbp|jpy|brl|cad)\b", re.IGNORECASE)
_PAIR = re.compile(r"\(?\s*([-+]?\d{1,3}(?:\.\d+)?)\s*[,; ]\s*([-+]?\d{1,3}(?:\.\d+)?)\s*\)?")


@lru_cache(maxsize=16_384)
def folded(text: str) -> str:
    """Fold case, accents, character variants and white space."""
    if not text.isascii():
        parts = unicodedata.normalize("NFKD", text)
        text = "".join(character for character in parts if not unicodedata.combining(character))
    return " ".join(text.casefold().split())


@lru_cache(maxsize=16_384)
def code_form(value: str) -> str:
    """Normalize a code: no separators. Case matters only in long mixed-case codes, such as place ids."""
    bare = _PREFIX.sub("", value.strip())
    digits = re.sub(r"[\s\-‐-―]", "", bare).upper()
    if _ISBN.fullmatch(digits):
        return _isbn(digits)
    mixed = any(map(str.islower, bare)) and any(map(str.isupper, bare))
    plain = bare if mixed and len(bare) >= 10 and " " not in bare and "." not in bare else folded(bare)
    if _DISEASE.fullmatch(plain):
        return plain.replace(".", "")
    return _SEPARATORS.sub("", plain) or plain


def _isbn(digits: str) -> str:
    """Return the ISBN-13, also of an ISBN-10."""
    if len(digits) == 13:
        return digits
    body = f"978{digits[:9]}"
    weighed = sum(int(digit) * (3 if index % 2 else 1) for index, digit in enumerate(body))
    return f"{body}{-weighed % 10}"


@lru_cache(maxsize=4096)
def path_form(value: str) -> str:
    """Normalize a path: no workspace prefix. An absolute path keeps its slash."""
    plain = _WORKSPACE.sub("", value.strip().replace("\\", "/"))
    if plain.casefold().startswith("file:"):
        plain = unquote(re.sub(r"^file:(?://(?:localhost)?)?", "", plain, flags=re.IGNORECASE))
    kept = [part for part in plain.split("/") if part not in ("", ".")]
    return ("/" if plain.startswith("/") else "") + "/".join(kept)


def same_path(left: str, right: str) -> bool:
    """Return whether two paths are equal, or one is absolute and ends with the other."""
    if left == right:
        return True
    whole, part = (left, right) if left.startswith("/") else (right, left)
    return whole.startswith("/") and not part.startswith("/") and bool(part) and whole.endswith(f"/{part}")


@lru_cache(maxsize=4096)
def url_form(value: str) -> str:
    """Normalize a URL: no protocol, ``www.``, fragment or trailing slash."""
    bare = re.sub(r"^\w+://(?:www\.)?", "", value.strip(), flags=re.IGNORECASE).partition("#")[0]
    host, slash, rest = bare.partition("/")
    return (host.casefold() + slash + rest).rstrip("/")


@lru_cache(maxsize=4096)
def read_number(text: str) -> float | None:
    """Parse a number, also with thousands separators and a currency; None for any other text."""
    plain = _CURRENCY.sub("", text).strip()
    if re.fullmatch(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain):
        plain = plain.replace(",", "")
    try:
        number = float(plain)
    except ValueError:
        return None
    return number if isfinite(number) else None


def read_point(value: Any) -> Point | None:
    """Parse latitude and longitude such as ``"40.7,-74.0"``; None for anything else."""
    match = _PAIR.fullmatch(value) if isinstance(value, str) else None
    if match is None or not ("." in match[1] or "." in match[2]):
        return None
    lat, lng = float(match[1]), float(match[2])
    return (lat, lng) if abs(lat) <= 90 and abs(lng) <= 180 else None


def is_number(value: Any) -> bool:
    """Return whether a value is a number; a truth value is none."""
    return isinstance(value, int | float) and not isinstance(value, bool)
