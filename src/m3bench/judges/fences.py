"""Fences around untrusted text, so that a judge can tell where it ends."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Sequence

import msgspec

MAX_CHARACTERS = 12_000
"""Default limit of a part, in characters."""
_MARKER_DIGITS = 16
_TAIL = 3
"""A truncated text keeps its end in one third of the space, its beginning in the rest."""
_NAME = re.compile(r"[a-z][a-z_]*")
# Characters that a model reads but a person does not see, and line breaks that do not look like one. Line
# feeds, tabs and the emoji variation selector stay.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


class Part(msgspec.Struct, frozen=True):
    """A named piece of untrusted text."""

    name: str
    text: str
    longest: int = MAX_CHARACTERS
    """In characters; longer texts lose their middle, with a note of how much is left out."""


def fence(parts: Sequence[Part]) -> str:
    """Return all parts, each between two lines with a marker that occurs in none of them.

    The marker is a hash of the texts, so the author of a text cannot predict it: writing it would change it.
    """
    texts = [truncate_middle(escape_invisible(part.text), part.longest) for part in parts]
    mark = _marker([_name(part) for part in parts], texts)
    return "\n\n".join(
        f"BEGIN {part.name} {mark}\n{text}\nEND {part.name} {mark}"
        for part, text in zip(parts, texts, strict=True)
    )


def escape_invisible(text: str) -> str:
    """Return the text with invisible characters written out, such as ⟨U+202E⟩."""
    return _INVISIBLE.sub(lambda sign: f"⟨U+{ord(sign[0]):04X}⟩", text.replace("\r\n", "\n"))


def truncate_middle(text: str, longest: int) -> str:
    """Return the text, or its beginning and end with a note of how much is left out."""
    if len(text) <= longest:
        return text
    room = max(0, longest - len(_note(len(text))))
    tail = room // _TAIL
    return f"{text[: room - tail]}{_note(len(text) - room)}{text[len(text) - tail :]}"


def _note(count: int) -> str:
    return f" [… {count:,} characters left out …] "


def _name(part: Part) -> str:
    if not _NAME.fullmatch(part.name):
        raise ValueError(f"{part.name!r} is not a valid part name")
    return part.name


def _marker(names: Sequence[str], texts: Sequence[str]) -> str:
    known = "\0".join((*names, *texts)).encode()
    folded = [text.casefold() for text in texts]
    marks = (
        hashlib.sha256(b"%d\0%s" % (number, known)).hexdigest()[:_MARKER_DIGITS]
        for number in itertools.count()
    )
    return next(mark for mark in marks if not any(mark in text for text in folded))
