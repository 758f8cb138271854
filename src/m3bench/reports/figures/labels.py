"""Make untrusted text safe to draw."""

from __future__ import annotations

import re

from m3bench.core.text import shorten
from m3bench.judges import escape_invisible

_LONGEST = 400
# Characters that XML cannot represent. The renderer would abort the whole process.
_NOT_IN_XML = {code: f"⟨U+{code:04X}⟩" for code in (0xFFFE, 0xFFFF)}
# The renderer truncates long names within surrogate pairs, which makes them invalid.
_BEYOND_TWO_BYTES = re.compile("[\U00010000-\U0010ffff]")


def drawable(text: str) -> str:
    """Return the text with all characters visible, and limited in length."""
    return shorten(_BEYOND_TWO_BYTES.sub("□", escape_invisible(text).translate(_NOT_IN_XML)), _LONGEST)
