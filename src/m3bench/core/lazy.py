"""What is made or imported when it is needed: items, values, and the names of packages."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from functools import cache
from importlib import import_module
from importlib.abc import InspectLoader
from itertools import islice
from types import ModuleType
from typing import Any, Generic, TypeVar, overload

_Item = TypeVar("_Item")
_Value = TypeVar("_Value")


class LazySequence(Sequence[_Item]):  # noqa: PLW1641 - compares by content, like a list
    """A sequence that makes its items again each time.

    Args:
        count: The number of items.
        items: Yields the items at the given places, for example from a file.
    """

    def __init__(self, count: int, items: Callable[[range], Iterable[_Item]]) -> None:
        self._count, self._items = count, items

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[_Item]:
        return iter(self._items(range(self._count)))

    @overload
    def __getitem__(self, place: int) -> _Item: ...

    @overload
    def __getitem__(self, place: slice) -> list[_Item]: ...

    def __getitem__(self, place: int | slice) -> _Item | list[_Item]:
        wanted = range(self._count)[place]
        if isinstance(wanted, range):
            return list(self._items(wanted))
        return next(iter(self._items(range(wanted, wanted + 1))))

    def mapped(self, convert: Callable[[_Item], _Value]) -> LazySequence[_Value]:
        """Return a sequence of converted items."""
        return LazySequence(self._count, lambda places: map(convert, self._items(places)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str | bytes):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __repr__(self) -> str:
        return f"<{self._count} items, made when they are needed>"


class LazyMapping(Mapping[str, _Value]):
    """A mapping from names to values that are computed again each time, except for the last one.

    Args:
        count: The number of names.
        names: Yields them in order.
        find: Returns the value of a name. Raises `KeyError` for others.
        values: Yields all values in the order of the names; by default, `find` is asked for each.
    """

    def __init__(
        self,
        count: int,
        names: Callable[[], Iterator[str]],
        find: Callable[[str], _Value],
        values: Callable[[], Iterator[_Value]] | None = None,
    ) -> None:
        self._count, self._names, self._find = count, names, find
        self._values = values or (lambda: map(find, names()))
        self._last: tuple[str, _Value] | None = None

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        return self._names()

    def __getitem__(self, name: str) -> _Value:
        last = self._last  # a reader asks for a name several times in a row; threads may be among them
        if last is None or last[0] != name:
            last = self._last = (name, self._find(name))
        return last[1]

    def values(self) -> ValuesView[_Value]:
        """Return a view that yields all values in one go."""
        return _Values(self, self._values)

    def items(self) -> ItemsView[str, _Value]:
        """Return a view that yields all names and values in one go."""
        return _Items(self, lambda: zip(self._names(), self._values(), strict=True))

    def __repr__(self) -> str:
        return f"<{self._count} values by name, computed when they are needed>"


class _Values(ValuesView[_Value], Generic[_Value]):
    def __init__(self, mapping: Mapping[Any, _Value], items: Callable[[], Iterator[_Value]]) -> None:
        super().__init__(mapping)
        self._items = items

    def __iter__(self) -> Iterator[_Value]:
        return self._items()


class _Items(ItemsView[str, _Value], Generic[_Value]):
    def __init__(
        self, mapping: Mapping[str, _Value], items: Callable[[], Iterator[tuple[str, _Value]]]
    ) -> None:
        super().__init__(mapping)
        self._items = items

    def __iter__(self) -> Iterator[tuple[str, _Value]]:
        return self._items()


class LateMapping(Mapping[str, _Value]):
    """A mapping that is read as a whole when it is used first, and then kept."""

    def __init__(self, read: Callable[[], Mapping[str, _Value]]) -> None:
        self._read = cache(read)

    def __getitem__(self, name: str) -> _Value:
        return self._read()[name]

    def __contains__(self, name: object) -> bool:
        return name in self._read()

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __repr__(self) -> str:
        return repr(self._read())


def chunks(items: Iterable[_Item], size: int) -> Iterator[list[_Item]]:
    """Yield the items in lists of this size; the last may be shorter."""
    remaining = iter(items)
    while chunk := list(islice(remaining, size)):
        yield chunk


def lazy_names(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` for a package whose imports stand below `if TYPE_CHECKING:`.

    A name cannot be lazy if a submodule has the same name: import it above.
    """
    module = sys.modules[package]
    homes = dict(_homes(module))

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home, attribute = homes[name]
        value = getattr(import_module(home), attribute)
        setattr(module, name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(module), *homes})

    return get, names


def _homes(module: ModuleType) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each name with its module and its name there."""
    for branch in _tree(module).body:
        if isinstance(branch, ast.If) and ast.unparse(branch.test) == "TYPE_CHECKING":
            for statement in branch.body:
                assert isinstance(statement, ast.ImportFrom), "only `from … import …` can be lazy"
                for alias in statement.names:
                    yield alias.asname or alias.name, (statement.module or "", alias.name)


def _tree(module: ModuleType) -> ast.Module:
    loader = module.__spec__.loader if module.__spec__ else None
    source = loader.get_source(module.__name__) if isinstance(loader, InspectLoader) else None
    return ast.parse(source or "")
