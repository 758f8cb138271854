"""Names of a package that are imported on first use, so that whoever needs one does not load them all."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.abc import InspectLoader
from types import ModuleType
from typing import Any


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
