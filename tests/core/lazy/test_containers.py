"""Sequences and mappings whose items are made when they are needed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from m3bench.core import LateMapping, LazyMapping, LazySequence


class Squares:
    """Squares of numbers by their name, and which were computed."""

    def __init__(self, count: int) -> None:
        self.computed: list[str] = []
        self.mapping = LazyMapping(count, lambda: map(str, range(count)), self.find)
        self._count = count

    def find(self, name: str) -> int:
        self.computed.append(name)
        if not 0 <= int(name) < self._count:
            raise KeyError(name)
        return int(name) ** 2


def test_a_value_is_computed_once_while_the_same_name_is_asked_for() -> None:
    squares = Squares(4)
    assert [squares.mapping[name] for name in ("2", "2", "3", "2")] == [4, 4, 9, 4]
    assert squares.computed == ["2", "3", "2"]


def test_an_unknown_name_is_asked_for_again_and_leaves_the_last_value() -> None:
    squares = Squares(2)
    assert squares.mapping["1"] == 1
    for _ in range(2):
        with pytest.raises(KeyError):
            squares.mapping["7"]
    assert squares.mapping["1"] == 1
    assert squares.computed == ["1", "7", "7"]


def test_a_mapping_has_names_values_and_items() -> None:
    mapping = Squares(3).mapping
    assert (len(mapping), list(mapping), list(mapping.values())) == (3, ["0", "1", "2"], [0, 1, 4])
    assert dict(mapping.items()) == {"0": 0, "1": 1, "2": 4}


def test_a_sequence_makes_items_at_places_and_slices() -> None:
    def items(places: range) -> Iterator[int]:
        return (place**2 for place in places)

    squares = LazySequence(5, items)
    assert (squares[2], squares[-1], squares[1:4], list(squares)) == (4, 16, [1, 4, 9], [0, 1, 4, 9, 16])
    assert squares == [0, 1, 4, 9, 16]
    assert list(squares.mapped(str)) == ["0", "1", "4", "9", "16"]
    with pytest.raises(IndexError):
        squares[5]


def test_a_late_mapping_is_read_once_and_not_before_it_is_used() -> None:
    reads: list[str] = []

    def read() -> dict[str, int]:
        reads.append("read")
        return {"a": 0, "b": 1}

    mapping = LateMapping(read)
    assert reads == []
    assert ("a" in mapping, "c" in mapping, len(mapping), list(mapping)) == (True, False, 2, ["a", "b"])
    assert (mapping["a"], reads) == (0, ["read"])
    with pytest.raises(KeyError):
        mapping["c"]
