"""Gathering the items of a file, whatever somebody put into it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from m3bench.checks.check import CheckFailed
from m3bench.checks.files import readable

Contents = Mapping[str, tuple[str, ...]]
"""Items by address. An address has one item, except for those of lists, such as the lines of a text."""

_MOST_CHARACTERS = 64 * 2**20


def gathered(pairs: Iterable[tuple[str, str]], path: str) -> Contents:
    """Return items by their addresses. Raise `CheckFailed` if they cannot be read, or are too long together.

    A long name above many values, as of a column or a key, makes each of their addresses long.
    """
    items: dict[str, list[str]] = defaultdict(list)
    left = _MOST_CHARACTERS
    with readable(path, "file of its kind"):
        for address, item in pairs:
            left -= len(address) + len(item)
            if left < 0:
                raise CheckFailed(
                    f"{path} holds more than {_MOST_CHARACTERS:,} characters with its addresses"
                )
            items[address].append(item)
    return {address: tuple(several) for address, several in items.items()}
