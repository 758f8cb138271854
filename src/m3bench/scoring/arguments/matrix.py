"""Similarity of calls, from the similarities of their fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench.scoring.arguments.fields import Field
from m3bench.scoring.arguments.kinds import Kind
from m3bench.scoring.arguments.outer import TEXTS, Matrix, VectorsByText, outer, texts_to_compare
from m3bench.scoring.arguments.roles import Role

Fields = Mapping[str, Field]
Truths = NDArray[np.bool_]
Numbers = NDArray[np.float64]

_DECIMALS = 6
_OPTIONS_SHARE = 0.25
"""Upper limit for the weight of all options together, as a share of the other fields' weight."""
_MISSING_OPTIONAL = 0.5
_UNASKED = 0.25
_FLOOR = 0.5
_LIST_FLOOR = 0.4
_LISTS = frozenset({Kind.SET, Kind.SEQUENCE, Kind.TABLE, Kind.OBJECT})


class FieldComparison(msgspec.Struct, frozen=True):
    """One field of two calls: both values, kind, role, similarity and weight."""

    name: str
    kind: str
    role: str
    weight: float
    similarity: float
    reference: Any = None
    prediction: Any = None
    in_reference: bool = True
    in_prediction: bool = True
    forbids: bool = False
    """Whether the field alone rules out the match."""


@dataclass
class _Sum:
    """Weighted sums over the fields of one role, for every pair."""

    weight: Matrix
    similarity: Matrix

    @classmethod
    def empty(cls, shape: tuple[int, int]) -> _Sum:
        return cls(np.zeros(shape), np.zeros(shape))


def similarity_matrix(
    rows: Sequence[Fields], columns: Sequence[Fields], vectors: VectorsByText, *, forbid: bool = True
) -> Matrix:
    """Return the similarity of every pair of calls; 0 if a match is forbidden.

    Args:
        rows: The fields of the reference calls.
        columns: The fields of the predicted calls.
        vectors: Vectors of the texts.
        forbid: Whether forbidden matches are 0; otherwise they keep their similarity.
    """
    shape = (len(rows), len(columns))
    carried, options = _Sum.empty(shape), _Sum.empty(shape)
    forbidden = np.zeros(shape, dtype=bool)
    known = np.zeros(shape, dtype=bool)
    for name in _names(rows, columns):
        layer = _Layer(name, rows, columns, vectors)
        layer.add_to(carried, options)
        forbidden |= layer.forbidden
        known |= layer.identified
    identifying = np.array([_identifies(fields) for fields in rows], dtype=bool).reshape(-1, 1)
    forbidden |= identifying & ~known
    mean = _mean(carried, options)
    return (np.where(forbidden, 0.0, mean) if forbid else mean).round(_DECIMALS)


def explain_pair(row: Fields, column: Fields, vectors: VectorsByText) -> tuple[FieldComparison, ...]:
    """Compare the fields of two calls, the heaviest first."""
    fields = [_explained(name, row, column, vectors) for name in _names([row], [column])]
    return tuple(sorted(fields, key=lambda field: (-field.weight, field.name)))


def texts_for_encoder(rows: Sequence[Fields], columns: Sequence[Fields]) -> Iterator[str]:
    """Yield the texts to encode."""
    for name in _names(rows, columns):
        left = [fields[name] for fields in rows if name in fields]
        right = [fields[name] for fields in columns if name in fields]
        if left and right and any(field.kind in TEXTS for field in left):
            yield from texts_to_compare(left, right)


def _mean(carried: _Sum, options: _Sum) -> Matrix:
    """Return the weighted mean. A call with options only is mostly identified by its tool."""
    bare = carried.weight == 0
    weight = np.where(bare, 1.0, carried.weight)
    similarity = np.where(bare, 1.0, carried.similarity)
    scale = np.minimum(1.0, _OPTIONS_SHARE * weight / np.maximum(options.weight, 1e-12))
    mean: Matrix = (similarity + scale * options.similarity) / (weight + scale * options.weight)
    return mean


class _Layer:
    """One field, for every pair of calls."""

    def __init__(
        self, name: str, rows: Sequence[Fields], columns: Sequence[Fields], vectors: VectorsByText
    ) -> None:
        left = [fields.get(name) for fields in rows]
        right = [fields.get(name) for fields in columns]
        self._rows, self._columns = _Column.of(left), _Column.of(right)
        self.similarity = np.zeros((len(left), len(right)))
        there = [field for field in left if field], [field for field in right if field]
        if all(there):
            inner = outer(*there, vectors)
            if len(there[0]) == len(left) and len(there[1]) == len(right):
                self.similarity = inner
            else:
                self.similarity[np.ix_(self._rows.present, self._columns.present)] = inner

    def add_to(self, carried: _Sum, options: _Sum) -> None:
        present, other = self._rows.present[:, None], self._columns.present[None, :]
        own = np.where(other, self._rows.weight[:, None], self._rows.missing[:, None])
        weight = np.where(present, own, np.where(other, self._columns.unasked[None, :], 0.0))
        option = np.where(present, self._rows.option[:, None], self._columns.option[None, :])
        for total, mask in ((carried, ~option), (options, option)):
            part = np.where(mask, weight, 0.0)
            total.weight += part
            total.similarity += part * self.similarity

    @property
    def forbidden(self) -> Truths:
        """Pairs with a contradiction in an identifying field, or without a required one."""
        identifying = self._rows.identifying[:, None]
        contradicted = self._columns.present[None, :] & (self.similarity < self._rows.floor[:, None])
        lacking = ~self._columns.present[None, :] & self._rows.required[:, None]
        pairs: Truths = identifying & (contradicted | lacking)
        return pairs

    @property
    def identified(self) -> Truths:
        pairs: Truths = self._rows.identifying[:, None] & self._columns.present[None, :]
        return pairs


@dataclass
class _Column:
    """One field of all calls of one side, as arrays."""

    present: Truths
    option: Truths
    identifying: Truths
    required: Truths
    weight: Numbers
    missing: Numbers
    unasked: Numbers
    floor: Numbers

    @classmethod
    def of(cls, fields: Sequence[Field | None]) -> _Column:
        return cls(
            present=np.array([field is not None for field in fields]),
            option=np.array([field is not None and is_option(field) for field in fields]),
            identifying=np.array([field is not None and is_identifying(field) for field in fields]),
            required=np.array([field is not None and field.required for field in fields]),
            weight=np.array([field.importance.weight if field else 0.0 for field in fields]),
            missing=np.array([_missing_weight(field) if field else 0.0 for field in fields]),
            unasked=np.array([_unasked_weight(field) if field else 0.0 for field in fields]),
            floor=np.array([_floor(field) if field else 0.0 for field in fields]),
        )


def is_option(field: Field) -> bool:
    return field.importance.role is Role.OPTION


def is_identifying(field: Field) -> bool:
    return field.importance.role is Role.IDENTIFYING


def _missing_weight(field: Field) -> float:
    """Weight of a field that only the reference has. With a default, omitting it means another value."""
    known = field.required or field.has_default or is_option(field)
    return field.importance.weight * (1.0 if known else _MISSING_OPTIONAL)


def _unasked_weight(field: Field) -> float:
    """Weight of a field that only the prediction has."""
    return field.importance.weight * (1.0 if is_option(field) else _UNASKED)


def _floor(field: Field) -> float:
    return _LIST_FLOOR if field.kind in _LISTS else _FLOOR


def _identifies(fields: Fields) -> bool:
    return any(map(is_identifying, fields.values()))


def _names(rows: Sequence[Fields], columns: Sequence[Fields]) -> list[str]:
    if len(rows) == len(columns) == 1:
        return list(dict.fromkeys((*rows[0], *columns[0])))
    return list(dict.fromkeys(name for fields in (*rows, *columns) for name in fields))


def _explained(name: str, row: Fields, column: Fields, vectors: VectorsByText) -> FieldComparison:
    layer = _Layer(name, [row], [column], vectors)
    left, right = row.get(name), column.get(name)
    field = left or right
    assert field is not None
    if left is None:
        weight = _unasked_weight(field)
    else:
        weight = field.importance.weight if right else _missing_weight(field)
    return FieldComparison(
        name=name,
        kind=field.kind.value,
        role=field.importance.role.value,
        weight=weight,
        similarity=round(float(layer.similarity[0, 0]), _DECIMALS),
        reference=left.value if left else None,
        prediction=right.value if right else None,
        in_reference=left is not None,
        in_prediction=right is not None,
        forbids=bool(layer.forbidden[0, 0]),
    )
