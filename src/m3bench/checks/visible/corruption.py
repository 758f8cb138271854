"""Texts that contradict the right ones."""

from __future__ import annotations

import re
from collections.abc import Iterable

from m3bench.checks.visible.contradictions import contradictions

_NUMBER = re.compile(r"\d+")


def contradicting_line(texts: Iterable[str]) -> str | None:
    """Return a line that says one of the texts with another number; None if there is none."""
    wanted = list(texts)
    for text in wanted:
        spelling = text.partition("|")[0]
        numbers = list(_NUMBER.finditer(spelling))
        if not numbers:
            continue
        last = numbers[-1]
        other = f"{spelling[: last.start()]}{int(last[0]) + 7}{spelling[last.end() :]}"
        if contradictions(wanted, [spelling, other]) == [other]:
            return other
    return None
