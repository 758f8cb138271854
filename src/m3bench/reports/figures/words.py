"""Words of others as a drawing can hold them."""

from __future__ import annotations

import re

from m3bench.core.text import shorten
from m3bench.judges import escape_invisible

_LONGEST = 400
# XML cannot hold these, and the drawing program ends the whole process where it meets one.
_NOT_IN_XML = {code: f"⟨U+{code:04X}⟩" for code in (0xFFFE, 0xFFFF)}
# Names that are too long are cut by halves of these, which then are no text any more.
_BEYOND_TWO_BYTES = re.compile("[\U00010000-\U0010ffff]")


def drawable(text: str) -> str:
    """The text, all of it to be seen, and not endless."""
    return shorten(_BEYOND_TWO_BYTES.sub("□", escape_invisible(text).translate(_NOT_IN_XML)), _LONGEST)
