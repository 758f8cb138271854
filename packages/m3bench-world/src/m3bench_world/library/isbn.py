"""International Standard Book Numbers: check digits and parsing."""

from __future__ import annotations

PREFIX = "97869"
"""Group 69 is unassigned, so no number of this world belongs to a real book."""


class InvalidIsbn(ValueError):
    """The text is not an ISBN; the message says why."""


def check_digit_13(twelve: str) -> str:
    total = sum(int(digit) * (1, 3)[index % 2] for index, digit in enumerate(twelve))
    return str(-total % 10)


def check_digit_10(nine: str) -> str:
    total = sum(int(digit) * (10 - index) for index, digit in enumerate(nine))
    return "0123456789X"[-total % 11]


def read_isbn(text: str) -> str:
    """Return the ISBN-13 of an ISBN-10 or ISBN-13, with or without hyphens. Raises `InvalidIsbn`."""
    code = "".join(letter for letter in text.upper().removeprefix("ISBN") if letter not in "- :–‐").strip()
    body = code[:-1]
    if len(code) not in (10, 13) or not (body.isascii() and body.isdecimal()):
        raise InvalidIsbn(
            f"'{text[:40]}' is not an ISBN: it needs 10 or 13 digits (an X may end the shorter kind)"
        )
    expected = check_digit_13(body) if len(code) == 13 else check_digit_10(body)
    if code[-1] != expected:
        raise InvalidIsbn(f"'{text[:40]}' has check digit {code[-1]}, expected {expected}: a digit is wrong")
    if len(code) == 13:
        if body[:3] not in ("978", "979"):
            raise InvalidIsbn(f"'{text[:40]}' is an article number, not an ISBN: those begin with 978 or 979")
        return code
    return f"978{body}" + check_digit_13(f"978{body}")
