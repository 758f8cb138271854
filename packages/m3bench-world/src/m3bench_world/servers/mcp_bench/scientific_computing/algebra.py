"""Linear algebra. Results are the same on every machine as far as they are printed.

Products are added up without rounding in between. Determinants and inverses of small matrices are computed
with fractions, taking each number as it is written. Signs that the mathematics leaves open are fixed here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

from m3bench.servers.kit import BadArgument
from m3bench_world.servers.mcp_bench.scientific_computing.arrays import (
    MOST_SHOWN,
    check_matrix,
    check_vector,
    without_noise,
)

LARGEST_EXACT = 12
_DEPENDENT = 1e-10
_Result = TypeVar("_Result")
_Given = ParamSpec("_Given")


def _careful(compute: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
    """Refuse numbers that LAPACK cannot work with, such as 1e150 beside 1e-150."""

    @wraps(compute)
    def careful(*args: _Given.args, **kwargs: _Given.kwargs) -> _Result:
        try:
            with np.errstate(all="ignore"):
                return compute(*args, **kwargs)
        except np.linalg.LinAlgError:
            raise BadArgument(
                "name", "the numbers are too far apart to compute with; scale the matrix"
            ) from None

    return careful


def multiply(left: Any, right: Any) -> Any:
    """Return the matrix product; a vector on the right is a column, on the left a row."""
    if left.ndim > 2 or right.ndim > 2:
        raise BadArgument("name_a", "only matrices and vectors can be multiplied")
    if left.shape[-1] != right.shape[0]:
        shapes = f"{list(left.shape)} and {list(right.shape)}"
        raise BadArgument(
            "name_b", f"shapes {shapes} do not fit: columns of the first must equal rows of the second"
        )
    rows, columns = np.atleast_2d(left), right.reshape(right.shape[0], -1)
    if rows.shape[0] * columns.size > 500_000 or rows.shape[0] * columns.shape[1] > MOST_SHOWN:
        raise BadArgument("name_a", "the product is too large; use smaller matrices")
    done = [[dot(row, column) for column in columns.T] for row in rows]
    return np.array(done).reshape(left.shape[:-1] + right.shape[1:])


def dot(left: Any, right: Any) -> float:
    return math.fsum((left * right).tolist())


@_careful
def rank(array: Any) -> int:
    """Return how many singular values are not lost in rounding."""
    return int(np.linalg.matrix_rank(check_matrix(np.atleast_2d(array), "name")))


def dot_product(left: Any, right: Any) -> float:
    first, second = check_vector(left, "name_a"), check_vector(right, "name_b")
    if first.size != second.size:
        raise BadArgument(
            "name_b", f"the vectors have {first.size} and {second.size} numbers; they must be as long"
        )
    return dot(first, second)


def cross_product(left: Any, right: Any) -> Any:
    first, second = check_vector(left, "name_a"), check_vector(right, "name_b")
    for vector, name in ((first, "name_a"), (second, "name_b")):
        if vector.size != 3:
            raise BadArgument(name, f"a cross product needs vectors of 3 numbers; this has {vector.size}")
    return np.cross(first, second)


def projection(array: Any, onto: list[float]) -> Any:
    vector, target = check_vector(array, "name"), np.array(onto, dtype=float)
    if vector.size != target.size:
        raise BadArgument("new_vector", f"it has {target.size} numbers; the stored vector has {vector.size}")
    length = float(np.abs(target).max(initial=0.0))
    if not 0 < length < np.inf:
        raise BadArgument("new_vector", "pass a vector that is finite and not zero")
    target = target / length  # so that squares neither overflow nor vanish
    return target * (dot(vector, target) / dot(target, target))


@_careful
def determinant(array: Any) -> float:
    matrix = check_matrix(array, "name", square=True)
    if len(matrix) > LARGEST_EXACT:
        return float(np.linalg.det(matrix))
    return _as_float(_eliminated(_fractions(matrix))[0])


@_careful
def inverse(array: Any) -> Any:
    matrix = check_matrix(array, "name", square=True)
    size = len(matrix)
    if size > LARGEST_EXACT:
        if np.linalg.matrix_rank(matrix) < size:
            raise _singular()
        return without_noise(np.linalg.inv(matrix))
    identity = [[Fraction(row == column) for column in range(size)] for row in range(size)]
    found, solved = _eliminated([row + unit for row, unit in zip(_fractions(matrix), identity, strict=True)])
    if found == 0:
        raise _singular()
    return np.array([[_as_float(value) for value in row[size:]] for row in solved])


def _singular() -> BadArgument:
    return BadArgument("name", "the matrix is singular: it has no inverse; see its rank or svd_decompose")


def _fractions(matrix: Any) -> list[list[Fraction]]:
    """Numbers as they are written: 0.1 is a tenth, not the binary number next to it."""
    return [[Fraction(repr(value)) for value in row] for row in matrix.tolist()]


def _as_float(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _eliminated(rows: list[list[Fraction]]) -> tuple[Fraction, list[list[Fraction]]]:
    """Reduce rows by Gauss and Jordan. Returns the determinant of the square on the left, and the rows."""
    found = Fraction(1)
    for index in range(len(rows)):
        pivot = next((number for number in range(index, len(rows)) if rows[number][index]), None)
        if pivot is None:
            return Fraction(0), rows
        if pivot != index:
            rows[index], rows[pivot] = rows[pivot], rows[index]
            found = -found
        found *= rows[index][index]
        rows[index] = [value / rows[index][index] for value in rows[index]]
        for other in range(len(rows)):
            if other != index and rows[other][index]:
                factor = rows[other][index]
                rows[other] = [
                    value - factor * top for value, top in zip(rows[other], rows[index], strict=True)
                ]
    return found, rows


@_careful
def eigen(array: Any) -> tuple[Any, Any]:
    """Return eigenvalues from the largest real part down, and unit eigenvectors as columns."""
    matrix = check_matrix(array, "name", square=True)
    symmetric = bool(np.array_equal(matrix, matrix.T))
    values, vectors = np.linalg.eigh(matrix) if symmetric else np.linalg.eig(matrix)
    values = without_noise(values)
    scale = float(np.abs(values).max()) or 1.0
    order = sorted(
        range(len(values)), key=lambda place: (-round(values[place].real / scale, 9), -values[place].imag)
    )
    turned = [_turned(vectors[:, place]) for place in order]
    return values[order], without_noise(np.column_stack(turned))


def _turned(vector: Any) -> Any:
    """Scale by a unit so that the first of the largest entries is a positive real number."""
    sizes = np.abs(vector)
    lead = int(np.argmax(sizes >= sizes.max() * (1 - 1e-9)))
    return vector * (np.conj(vector[lead]) / sizes[lead]) if sizes[lead] else vector


@_careful
def orthogonal_triangular(array: Any) -> tuple[Any, Any]:
    """Return Q and R, with no negative number on the diagonal of R."""
    q, r = np.linalg.qr(check_matrix(array, "name"))
    signs = np.where(np.diag(r) < 0, -1.0, 1.0)
    return without_noise(q * signs), without_noise(r * signs[:, None])


@_careful
def singular_values(array: Any) -> tuple[Any, Any, Any]:
    """Return U, the singular values and Vᵀ; the largest entry of each column of U is positive."""
    u, s, v_t = np.linalg.svd(check_matrix(array, "name"), full_matrices=False)
    leads = np.argmax(np.abs(u) >= np.abs(u).max(axis=0) * (1 - 1e-9), axis=0)
    signs = np.where(u[leads, np.arange(u.shape[1])] < 0, -1.0, 1.0)
    return without_noise(u * signs), without_noise(s), without_noise(v_t * signs[:, None])


@_careful
def orthonormal_basis(array: Any) -> list[list[float]]:
    """Return a basis of the column space by Gram and Schmidt, from the first column on."""
    matrix = check_matrix(array.reshape(-1, 1) if array.ndim == 1 else array, "name")
    # Scaled, so that squares neither overflow nor vanish.
    matrix = matrix / (np.abs(matrix).max() or 1.0)
    smallest = _DEPENDENT * math.sqrt(max(dot(column, column) for column in matrix.T))
    basis: list[Any] = []
    for column in matrix.T:
        rest = column.copy()
        for vector in [*basis, *basis]:  # twice, because one pass leaves rounding errors
            rest = rest - dot(rest, vector) * vector
        length = math.sqrt(dot(rest, rest))
        if length > smallest:
            basis.append(rest / length)
    return [[float(f"{value:.12g}") + 0.0 for value in without_noise(vector)] for vector in basis]


@_careful
def in_basis(array: Any, vectors: list[list[float]]) -> Any:
    """Return a matrix or a vector in the basis of the given vectors."""
    size = array.shape[0]
    if len(vectors) != size or any(len(vector) != size for vector in vectors):
        raise BadArgument("new_basis", f"a basis here has {size} vectors of {size} numbers each")
    if array.ndim > 2 or (array.ndim == 2 and array.shape[1] != size):
        raise BadArgument("name", "only a square matrix or a vector can change its basis")
    columns = check_matrix(np.array(vectors, dtype=float).T, "new_basis")
    if not np.all(np.isfinite(columns)) or np.linalg.matrix_rank(columns) < size:
        raise BadArgument("new_basis", "the vectors are linearly dependent: they are no basis")
    moved = array if array.ndim == 1 else multiply(array, columns)
    return without_noise(np.linalg.solve(columns, moved))
