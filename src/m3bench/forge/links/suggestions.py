"""Values that an error message suggests."""

from __future__ import annotations

import re

_OFFERS = re.compile(
    r"\b(?:did you mean|is not one of|not one of|must be one of|one of|allowed(?: values)?|available[\w ]*|"
    r"valid values(?: are)?|choose from|options are)\W*?[:=]?\s+(.+)",
    re.IGNORECASE | re.DOTALL,
)
_ARGUMENT = re.compile(r"(?:argument|parameter|field)\s+['\"`]([\w.-]+)['\"`]", re.IGNORECASE)
_QUOTED = re.compile(r"['\"`]([^'\"`\n]{1,80})['\"`]")
_MOST_OFFERS = 5
_LONGEST = 60


def named_argument(text: str) -> str | None:
    """Return the argument that an error message names, if any."""
    found = _ARGUMENT.search(text)
    return found[1] if found else None


def suggested_values(text: str) -> list[str]:
    """Return the values that an error message suggests, at most five."""
    found = _OFFERS.search(text)
    if found is None:
        return []
    listed = found[1]
    quoted = _QUOTED.findall(listed)
    if quoted:
        return quoted[:_MOST_OFFERS]
    line = re.split(r"[?;\n]|\.(?:\s|$)", listed, maxsplit=1)[0]
    parts = (part.strip(" []()") for part in re.split(r",\s*|\s+or\s+", line))
    return [part for part in parts if part and len(part) <= _LONGEST][:_MOST_OFFERS]
