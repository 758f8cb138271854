"""Traceable values in the arguments of calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from m3bench.core import Call, parsed_arguments
from m3bench.scoring.files import writes_file
from m3bench.scoring.provenance.needles import Needle, make_needle


class Leaf(NamedTuple):
    call: int
    path: str
    value: Any
    needle: Needle


def read_leaves(calls: Sequence[Call]) -> tuple[list[Leaf], int]:
    """Return the traceable values, and the number of the others."""
    leaves, trivial = [], 0
    for index, call in enumerate(calls):
        for path, value in _scalars(parsed_arguments(call.arguments)):
            needle = make_needle(value)
            if needle is None:
                trivial += 1
            else:
                leaves.append(Leaf(index, path, value, needle))
    return leaves, trivial


def _scalars(arguments: Any) -> Iterator[tuple[str, Any]]:
    """Yield every scalar with its path, in order. Not recursive: models sometimes nest deeply."""
    waiting = [("", arguments)] if arguments is not None else []
    while waiting:
        path, here = waiting.pop()
        if isinstance(here, dict):
            inner = [(f"{path}.{key}" if path else str(key), item) for key, item in here.items()]
        elif isinstance(here, list | tuple):
            inner = [(f"{path}[{i}]", item) for i, item in enumerate(here)]
        else:
            yield path, here
            continue
        waiting.extend(reversed(inner))


def value_keys(call: Call) -> frozenset[object]:
    """Return the traceable values of a call's arguments; equal values have equal keys."""
    return frozenset(leaf.needle.key for leaf in read_leaves((call,))[0])


def value_key(value: Any) -> object | None:
    """Return the key of one value as in `value_keys`; None if it is too short or too common."""
    needle = make_needle(value)
    return None if needle is None else needle.key


def written_files(call: Call) -> frozenset[object]:
    """Return the base names of the files that a call probably writes, as keys of `value_keys`."""
    leaves = read_leaves((call,))[0]
    return frozenset(leaf.needle.key for leaf in leaves if leaf.needle.file and writes_file(call, leaf.path))
