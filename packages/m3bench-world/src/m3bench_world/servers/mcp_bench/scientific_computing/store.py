"""The tensors of an attempt, in one file of its workspace, so that every process of the attempt sees them."""

from __future__ import annotations

import math
import re
from typing import Any

import msgspec
import numpy as np

from m3bench.core import near_misses
from m3bench.servers.kit import BadArgument, Files, NotFound, Unavailable

PATH = ".tensors.json"
LONGEST_NAME = 80
MOST_TENSORS = 200
MOST_VALUES = 5_000
"""In one tensor. All together have at most ten times as many."""
MOST_AXES = 8
LARGEST = 1e150
_NAME = re.compile(r"[^\x00-\x1f\x7f\u2028\u2029]+")


class Tensor(msgspec.Struct, frozen=True):
    shape: tuple[int, ...]
    values: tuple[float, ...]


class Store:
    """Tensors by name. Names are keys in the file and never paths."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def get(self, name: str, argument: str = "name") -> Any:
        """Return a tensor as an array of numpy."""
        tensors = self._read()
        if name not in tensors:
            near = near_misses(name, tensors) or list(tensors)[:10]
            raise NotFound(
                f"no tensor '{name[:LONGEST_NAME]}' for '{argument}'; create it with create_tensor", near
            )
        tensor = tensors[name]
        return np.array(tensor.values, dtype=float).reshape(tensor.shape)

    def put(self, name: str, shape: list[int], values: list[float]) -> None:
        tensors = self._read()
        tensors[_checked_name(name)] = Tensor(_checked_shape(shape, len(values)), tuple(_checked(values)))
        if (
            len(tensors) > MOST_TENSORS
            or sum(len(tensor.values) for tensor in tensors.values()) > 10 * MOST_VALUES
        ):
            limits = f"{MOST_TENSORS} tensors, {10 * MOST_VALUES:,} values in all"
            raise BadArgument(
                "name", f"the store is full ({limits}); delete a tensor first with delete_tensor"
            )
        self._write(tensors)

    def delete(self, name: str) -> list[str]:
        """Remove a tensor. Returns the names that are left."""
        tensors = self._read()
        if tensors.pop(name, None) is None:
            raise NotFound(
                f"no tensor '{name[:LONGEST_NAME]}'", near_misses(name, tensors) or list(tensors)[:10]
            )
        self._write(tensors)
        return list(tensors)

    def _read(self) -> dict[str, Tensor]:
        try:
            data = self._files.read(PATH)
        except NotFound:
            return {}
        try:
            tensors = msgspec.json.decode(data, type=dict[str, Tensor])
        except (msgspec.DecodeError, RecursionError):
            tensors = {"": Tensor((), ())}
        if any(
            math.prod(tensor.shape) != len(tensor.values) or not tensor.shape for tensor in tensors.values()
        ):
            raise Unavailable(
                f"the tensor store '{PATH}' is damaged; delete that file and create the tensors again"
            )
        return tensors

    def _write(self, tensors: dict[str, Tensor]) -> None:
        self._files.write(PATH, msgspec.json.encode(tensors))


def _checked_name(name: str) -> str:
    if not 0 < len(name) <= LONGEST_NAME or not name.strip() or not _NAME.fullmatch(name):
        raise BadArgument(
            "name", f"a name has 1 to {LONGEST_NAME} printable characters, such as 'A' or 'cov_matrix'"
        )
    return name


def _checked_shape(shape: list[int], count: int) -> tuple[int, ...]:
    if not 1 <= len(shape) <= MOST_AXES or not all(1 <= size <= MOST_VALUES for size in shape):
        raise BadArgument(
            "shape", f"a shape has 1 to {MOST_AXES} sizes from 1 to {MOST_VALUES:,}, such as [3, 3]"
        )
    if count > MOST_VALUES:
        raise BadArgument("values", f"{count:,} values are too many; the maximum is {MOST_VALUES:,}")
    if math.prod(shape) != count:
        raise BadArgument(
            "values",
            f"shape {list(shape)} needs {math.prod(shape):,} values, row by row; there are {count:,}",
        )
    return tuple(shape)


def _checked(values: list[float]) -> list[float]:
    for value in values:
        if not abs(value) <= LARGEST:
            raise BadArgument("values", f"{value:g} is too large; values lie between ±{LARGEST:g}")
    return values
