"""Checks of arrays, and how they are printed."""

from __future__ import annotations

from typing import Any

import numpy as np

from m3bench.servers.kit import BadArgument

DIGITS = 10
MOST_SHOWN = 5_000
LARGEST_MATRIX = 50
_NOISE = 4 * np.finfo(float).eps


def show(array: Any) -> str:
    """Print an array with commas, so that it can be pasted into an argument."""
    array = np.asarray(array) + 0.0
    if not np.all(np.isfinite(array)):
        raise BadArgument("name", "the result is too large to represent; use smaller numbers")
    return np.array2string(
        array,
        separator=", ",
        precision=DIGITS,
        threshold=MOST_SHOWN,
        max_line_width=100_000,
        floatmode="maxprec",
    )


def scalar(value: float) -> float:
    if not np.isfinite(value):
        raise BadArgument("name", "the result is too large to represent; use smaller numbers")
    return float(f"{value:.15g}") + 0.0


def scaled(array: Any, factor: float) -> Any:
    with np.errstate(all="ignore"):
        return array * factor


def without_noise(array: Any) -> Any:
    """Set to 0 what is lost in the rounding of the largest entry, and differs from machine to machine."""
    array = np.array(array)
    size = np.max(np.abs(array), initial=0.0) * _NOISE * max(array.shape, default=1)
    if np.iscomplexobj(array):
        array.real[np.abs(array.real) <= size] = 0
        array.imag[np.abs(array.imag) <= size] = 0
        return array.real if not array.imag.any() else array
    array[np.abs(array) <= size] = 0
    return array


def check_matrix(array: Any, name: str, *, square: bool = False) -> Any:
    shape = tuple(int(size) for size in array.shape)
    if array.ndim != 2 or (square and shape[0] != shape[1]):
        raise BadArgument(
            name, f"it must be a {'square ' if square else ''}matrix; its shape is {list(shape)}"
        )
    if max(shape) > LARGEST_MATRIX:
        raise BadArgument(
            name, f"{shape[0]} × {shape[1]} is too large; the maximum is {LARGEST_MATRIX} a side"
        )
    return array


def check_vector(array: Any, name: str) -> Any:
    flat = array.ravel()
    if max(array.shape) != flat.size:
        shape = [int(size) for size in array.shape]
        raise BadArgument(name, f"it must be a vector; its shape is {shape}")
    return flat
