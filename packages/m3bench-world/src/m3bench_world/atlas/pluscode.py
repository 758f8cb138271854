"""Open location codes (plus codes): short codes for small areas, computed from coordinates."""

from __future__ import annotations

import re

ALPHABET = "23456789CFGHJMPQRVWX"
_PAIRS = 10
_SEPARATOR = 8
_GRID_ROWS = 5
_GRID_COLUMNS = 4
_CODE = re.compile(rf"\b([{ALPHABET}]{{2,8}}\+(?:[{ALPHABET}]{{2,7}})?)(?![{ALPHABET}])", re.IGNORECASE)
_FINEST = 8_000
"""Steps a degree at ten digits."""


def find_code(text: str) -> str | None:
    """Return the first plus code in a text, full or short, in upper case."""
    match = _CODE.search(text)
    if not match:
        return None
    code = match.group(1).upper()
    return code if code.index("+") % 2 == 0 else None


def encode(lat: float, lng: float) -> str:
    """Return the ten-digit code of an area of about 14 by 14 metres, such as `849VRGM9+4V`."""
    rows = min(int((lat + 90) * _FINEST), 180 * _FINEST - 1)
    columns = int(((lng + 180) % 360) * _FINEST) % (360 * _FINEST)
    digits = ""
    for _ in range(_PAIRS // 2):
        digits = ALPHABET[rows % 20] + ALPHABET[columns % 20] + digits
        rows, columns = rows // 20, columns // 20
    return f"{digits[:_SEPARATOR]}+{digits[_SEPARATOR:]}"


def decode(code: str) -> tuple[float, float] | None:
    """Return the centre of a full code's area."""
    digits = code.replace("+", "")
    if code.find("+") != _SEPARATOR or (len(digits) % 2 and len(digits) <= _PAIRS):
        return None
    lat, lng, height, width = -90.0, -180.0, 400.0, 400.0
    for position in range(0, min(len(digits), _PAIRS), 2):
        height, width = height / 20, width / 20
        lat += ALPHABET.index(digits[position]) * height
        lng += ALPHABET.index(digits[position + 1]) * width
    for digit in digits[_PAIRS:]:
        row, column = divmod(ALPHABET.index(digit), _GRID_COLUMNS)
        height, width = height / _GRID_ROWS, width / _GRID_COLUMNS
        lat, lng = lat + row * height, lng + column * width
    return _on_earth(lat + height / 2, lng + width / 2)


def recover(code: str, near_lat: float, near_lng: float) -> tuple[float, float] | None:
    """Return the centre of a full code, or of the short code nearest to a reference point."""
    missing = _SEPARATOR - code.index("+")
    if missing <= 0:
        return decode(code)
    centre = decode(encode(near_lat, near_lng)[:missing] + code)
    if centre is None:
        return None
    step = 20.0 ** (2 - missing // 2)
    return _on_earth(
        *(_nearest(own, near, step) for own, near in zip(centre, (near_lat, near_lng), strict=True))
    )


def _nearest(own: float, near: float, step: float) -> float:
    if own - near > step / 2:
        return own - step
    if near - own > step / 2:
        return own + step
    return own


def _on_earth(lat: float, lng: float) -> tuple[float, float] | None:
    return (round(lat, 7), round((lng + 180) % 360 - 180, 7)) if -90 <= lat <= 90 else None
