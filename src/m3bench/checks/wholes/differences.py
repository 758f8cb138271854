"""What differs between a file as it was given and as it is now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from m3bench.checks.wholes.items import Contents

_MOST_PAIRS = 4_000_000
"""Of items of two lists that are aligned, without those that are the same at both ends."""


@dataclass(frozen=True)
class Differences:
    """Items by address; those of lists by address and index, such as `lines/4`."""

    changed: dict[str, str]
    """What was there, of items that were changed or removed."""
    added: Counter[str]
    """The numbers of new items. A changed item of a list counts as one that was removed and one added."""

    def __bool__(self) -> bool:
        return bool(self.changed or self.added)


def compare_contents(original: Contents, current: Contents) -> Differences:
    changed: dict[str, str] = {}
    added: Counter[str] = Counter()
    for address, items in original.items():
        now = current.get(address, ())
        if items == now:
            continue
        if len(items) == 1 and len(now) <= 1:
            changed[address] = items[0]
            continue
        kept = set(_kept(items, now))
        changed |= {f"{address}/{index}": item for index, item in enumerate(items) if index not in kept}
        if count := len(now) - len(kept):
            added[address] = count
    added.update({address: len(items) for address, items in current.items() if address not in original})
    return Differences(changed, added)


def _kept(before: Sequence[str], now: Sequence[str]) -> Iterator[int]:
    """Yield the indices of items that are still there, in the same order."""
    start = next(
        (index for index, (one, other) in enumerate(zip(before, now, strict=False)) if one != other),
        min(len(before), len(now)),
    )
    end = 0
    while end < min(len(before), len(now)) - start and before[-1 - end] == now[-1 - end]:
        end += 1
    yield from range(start)
    yield from range(len(before) - end, len(before))
    left, right = before[start : len(before) - end], now[start : len(now) - end]
    if len(left) * len(right) <= _MOST_PAIRS:
        yield from (start + index for index in _common(left, right))


def _common(left: Sequence[str], right: Sequence[str]) -> Iterator[int]:
    """Yield the indices, on the left, of a longest common subsequence.

    Not with `difflib`, which takes hours for lists that were made for it.
    """
    lengths = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for row in reversed(range(len(left))):
        below, here, item = lengths[row + 1], lengths[row], left[row]
        for column in reversed(range(len(right))):
            same = item == right[column]
            here[column] = below[column + 1] + 1 if same else max(below[column], here[column + 1])
    row = column = 0
    while row < len(left) and column < len(right):
        if left[row] == right[column]:
            yield row
            row, column = row + 1, column + 1
        elif lengths[row + 1][column] >= lengths[row][column + 1]:
            row += 1
        else:
            column += 1
