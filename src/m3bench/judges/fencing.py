"""What others wrote goes to a judge as fenced data: it can be read, but not closed from inside."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Sequence

import msgspec

LONGEST = 12_000
"""Characters of a part where nothing else is said."""
_MARK_DIGITS = 16
_TAIL = 3
"""The end of a text that is too long gets one part in so many of the room, its beginning the rest."""
_NAME = re.compile(r"[a-z][a-z_]*")
# What a reader does not see but a model reads, and what ends a line without looking like it. Line feeds and
# tabs stay, and so does the selector that makes a heart red.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


class Part(msgspec.Struct, frozen=True):
    """A text of others' under a name of ours."""

    name: str
    text: str
    longest: int = LONGEST
    """In characters, as they are shown; what is more is left out of the middle, and it is said how much."""


def fenced(parts: Sequence[Part]) -> str:
    """All parts, each between two lines that bear a mark which occurs in none of them.

    The mark follows from the texts. Who writes one of them cannot know it: to write it down would change it.
    """
    texts = [bounded(visible(part.text), part.longest) for part in parts]
    mark = _mark([_name(part) for part in parts], texts)
    return "\n\n".join(
        f"BEGIN {part.name} {mark}\n{text}\nEND {part.name} {mark}"
        for part, text in zip(parts, texts, strict=True)
    )


def visible(text: str) -> str:
    """The text with characters that cannot be seen written out, such as ⟨U+202E⟩."""
    return _UNSEEN.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text.replace("\r\n", "\n"))


def bounded(text: str, longest: int) -> str:
    """The text, or its beginning and its end with a note of how much is left out between."""
    if len(text) <= longest:
        return text
    room = max(0, longest - len(_note(len(text))))
    tail = room // _TAIL
    return f"{text[: room - tail]}{_note(len(text) - room)}{text[len(text) - tail :]}"


def _note(count: int) -> str:
    return f" [… {count:,} characters left out …] "


def _name(part: Part) -> str:
    if not _NAME.fullmatch(part.name):
        raise ValueError(f"{part.name!r} cannot be the name of a part")
    return part.name


def _mark(names: Sequence[str], texts: Sequence[str]) -> str:
    known = "\0".join((*names, *texts)).encode()
    folded = [text.casefold() for text in texts]
    marks = (
        hashlib.sha256(b"%d\0%s" % (number, known)).hexdigest()[:_MARK_DIGITS] for number in itertools.count()
    )
    return next(mark for mark in marks if not any(mark in text for text in folded))
