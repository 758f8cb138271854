"""One field compared for many calls at once, by distinct values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from m3bench.encoders import Vectors
from m3bench.scoring.arguments.compare import compare_values, written
from m3bench.scoring.arguments.fields import Field
from m3bench.scoring.arguments.forms import code_form, folded, is_number, url_form
from m3bench.scoring.arguments.kinds import Kind
from m3bench.scoring.arguments.words import CONFLICT, SYNONYM, Words, conflicting, overlap, read_words

Matrix = NDArray[np.float64]
VectorsByText = Mapping[str, Vectors]

_MANY = 4_096
"""Number of pairs from which whole matrices are faster than single pairs."""
_SAME_MAKER = 0.9
TEXTS = frozenset({Kind.TEXT, Kind.NAME, Kind.PLACE})
_EQUALITY = {Kind.CODE: code_form, Kind.CHOICE: folded, Kind.FLAG: folded, Kind.URL: url_form}


def outer(rows: Sequence[Field], columns: Sequence[Field], vectors: VectorsByText) -> Matrix:
    """Return the similarity of every pair. The reference's field decides how values are compared."""
    left, row_indices = _distinct(rows)
    right, column_indices = _distinct(columns)
    small = _matrix(left, right, vectors)
    if len(left) == len(rows) and len(right) == len(columns):
        return small
    return small[np.ix_(row_indices, column_indices)]


def texts_to_compare(rows: Sequence[Field], columns: Sequence[Field]) -> Iterator[str]:
    """Yield the texts of a field whose similarity does not follow from their words."""
    left = [field for field in _distinct(rows)[0] if field.kind in TEXTS and isinstance(field.value, str)]
    right = [field for field in _distinct(columns)[0] if isinstance(field.value, str)]
    if len(left) * len(right) > _MANY:
        yield from (field.value for field in (*left, *right))
        return
    for one, other in product(left, right):
        if not _settled(one.value, other.value):
            yield one.value
            yield other.value


def _settled(left: str, right: str) -> bool:
    if folded(left) == folded(right):
        return True
    one, other = read_words(left), read_words(right)
    return overlap(one, other) == 1 and not conflicting(one, other)


def _distinct(fields: Sequence[Field]) -> tuple[list[Field], list[int]]:
    """Return the distinct fields by value and kind, and the index of each field among them."""
    if len(fields) == 1:
        return list(fields), [0]
    seen: dict[tuple[str, str, str | None], int] = {}
    distinct: list[Field] = []
    indices = []
    for field in fields:
        key = (field.key, field.kind, field.made_by)
        if key not in seen:
            seen[key] = len(distinct)
            distinct.append(field)
        indices.append(seen[key])
    return distinct, indices


def _matrix(left: Sequence[Field], right: Sequence[Field], vectors: VectorsByText) -> Matrix:
    if len(left) * len(right) > _MANY:
        kinds = {field.kind for field in left}
        plain = all(isinstance(field.value, str | int | float) for field in (*left, *right))
        if len(kinds) == 1 and plain:
            kind = left[0].kind
            if kind is Kind.TEXT and all(isinstance(field.value, str) for field in (*left, *right)):
                return _many_texts([field.value for field in left], [field.value for field in right], vectors)
            if kind in _EQUALITY:
                return _many_codes(left, right, kind)
            if kind is Kind.COUNT and all(is_number(field.value) for field in (*left, *right)):
                numbers = [np.array([float(field.value) for field in side]) for side in (left, right)]
                return _equal(*numbers)
    return np.array([[_pair(one, other, vectors) for other in right] for one in left], dtype=np.float64)


def _pair(left: Field, right: Field, vectors: VectorsByText) -> float:
    if left.key == right.key:
        return 1.0
    try:
        cosine = _cosine(left.value, right.value, vectors)
        similarity = compare_values(left.kind, left.value, right.value, cosine)
    except RecursionError:
        return 0.0
    if left.kind is Kind.PATH and left.made_by is not None and left.made_by == right.made_by:
        return max(similarity, _SAME_MAKER)
    return similarity


def _cosine(left: Any, right: Any, vectors: VectorsByText) -> float | None:
    if not isinstance(left, str) or not isinstance(right, str):
        return None
    one, other = vectors.get(left), vectors.get(right)
    # Multiplied and summed in float64, so that the value does not depend on the shape of a matrix product.
    return None if one is None or other is None else float((one.astype(np.float64) * other).sum())


def _many_codes(left: Sequence[Field], right: Sequence[Field], kind: Kind) -> Matrix:
    form = _EQUALITY[kind]
    numbers: dict[str, int] = {}
    sides = [
        np.array([numbers.setdefault(form(written(field.value)), len(numbers)) for field in side])
        for side in (left, right)
    ]
    return _equal(*sides)


def _many_texts(left: Sequence[str], right: Sequence[str], vectors: VectorsByText) -> Matrix:
    """Compute `compare_values` of texts for all pairs at once."""
    words = [[read_words(text) for text in side] for side in (left, right)]
    shared = _overlaps(*words)
    sides = [np.stack([vectors[text] for text in side]).astype(np.float64) for side in (left, right)]
    near = np.maximum(shared, sides[0] @ sides[1].T)
    similarity = np.where(shared > 0, (shared + near) / 2, np.where(near >= SYNONYM, near, near / 2))
    similarity[shared == 1] = 1.0
    for row, column in zip(*np.nonzero(shared), strict=True):
        if conflicting(words[0][row], words[1][column]):
            similarity[row, column] *= CONFLICT
    forms = [np.array([folded(text) for text in side]) for side in (left, right)]
    similarity[np.equal.outer(*forms)] = 1.0
    return similarity


def _overlaps(left: Sequence[Words], right: Sequence[Words]) -> Matrix:
    common = np.zeros((len(left), len(right)))
    rows, columns = _texts_by_word(left), _texts_by_word(right)
    for word in rows.keys() & columns.keys():
        common[np.ix_(rows[word], columns[word])] += 1
    sizes = np.add.outer(*(np.array([len(text.words) for text in side], float) for side in (left, right)))
    overlaps: Matrix = np.where(sizes > 0, 2 * common / np.maximum(sizes, 1), 1.0)
    return overlaps


def _texts_by_word(texts: Sequence[Words]) -> dict[str, list[int]]:
    """Return the indices of the texts that have each word."""
    indices: dict[str, list[int]] = defaultdict(list)
    for index, text in enumerate(texts):
        for word in text.words:
            indices[word].append(index)
    return indices


def _equal(left: NDArray[Any], right: NDArray[Any]) -> Matrix:
    equal: Matrix = np.equal.outer(left, right).astype(np.float64)
    return equal
