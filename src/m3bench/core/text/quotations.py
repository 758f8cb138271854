"""What a text quotes: descriptions of tools give examples that way."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"(?<!\w)['‘\"“`]([^'’\"”`\n]{1,60})['’\"”`](?!\w)")
_READ = 4_000


def quotations(text: str) -> list[str]:
    """Return the short quotations in the first 4,000 characters of a text, each once."""
    return list(dict.fromkeys(_QUOTED.findall(text[:_READ])))
