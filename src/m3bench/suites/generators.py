"""Suites that can be built again: their families generate tasks from a world and a number."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from m3bench.core import UsageError
from m3bench.core.text import did_you_mean
from m3bench.suites.plans import Blueprint

if TYPE_CHECKING:
    from m3bench.worlds import World


class NumberedFamily(Protocol):
    """A family of generated tasks, with a number of its own within its suite."""

    @property
    def number(self) -> int: ...

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...


class GeneratedFamily(NumberedFamily, Protocol):
    """A family, and what makes its tasks."""

    @property
    def make(self) -> Callable[[Any], Blueprint]: ...


class SuiteGenerator(msgspec.Struct, frozen=True, kw_only=True):
    """The families of a suite, imported when they are needed."""

    suite: str
    file: str = ""
    """The Python file of the only family, if it is no installed suite."""
    package: str
    """The package of the suite. It names the class of its draws, `TaskDraw`."""
    modules: Mapping[str, str] = {}
    """The module of each family, which has it as `FAMILY`; by default the one of its name in the package."""
    families: Mapping[str, int]
    """The families in order, with their number of tasks in the released suite."""
    third_party: tuple[str, ...] = ()
    """Servers of the catalog that the tasks need."""
    has_scenarios: bool = False
    """Whether the number of a task, modulo the size of its family, decides what kind of task it is."""
    distinct: bool = False
    """Whether no two tasks of a family may have the same answer, which somebody could remember."""
    analyzed: bool = False
    """Whether tasks get a dependency analysis and, with a condition, a world of the other branch."""

    @property
    def size(self) -> int:
        """The number of tasks of the released suite."""
        return sum(self.families.values())

    def family(self, name: str) -> GeneratedFamily:
        """Import a family. Raise `UsageError` if the name is unknown."""
        if name not in self.families:
            meant = did_you_mean(name, self.families, most=1)
            hint = f"{meant} m3bench list tasks {self.suite} names them all.".lstrip()
            raise UsageError(f"There is no family {name!r}.", hint)
        module = self.modules.get(name, f"{self.package}.{name}")
        family: GeneratedFamily = import_module(module).FAMILY
        return family

    def draw(self, world: World, family: GeneratedFamily, number: int) -> Blueprint:
        """Return the task of a family with that number. Its plans are not executed yet."""
        draw = import_module(self.package).TaskDraw
        return family.make(draw(world, family, number))


def generator_of_file(path: Path) -> SuiteGenerator:
    """Return what builds the family of a Python file. Raise `UsageError` if the file has none.

    The file has a family, `FAMILY`, and the class of its draws, `TaskDraw`.
    """
    module = _import_file(path)
    if missing := [name for name in ("FAMILY", "TaskDraw") if not hasattr(module, name)]:
        raise UsageError(f"{path} has no {missing[0]}.", "docs/extending/task.md shows a whole family.")
    family = module.FAMILY
    return SuiteGenerator(
        suite=module.TaskDraw.suite,
        file=str(path.resolve()),
        package=module.__name__,
        modules={family.name: module.__name__},
        families={family.name: len(family.tasks)},
    )


def _import_file(path: Path) -> ModuleType:
    """Import a file once. Its module is known by the file's name."""
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise UsageError(f"There is no file {path}.", "Name a Python file with a family.")
    known = sys.modules.get(path.stem)
    if known is not None:
        if known.__file__ and path.samefile(known.__file__):
            return known
        raise UsageError(f"Another module is named {path.stem!r}.", f"Give {path} another name.")
    module = sys.modules[path.stem] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[path.stem]
        raise UsageError(
            f"{path} cannot be imported: {type(error).__name__}: {error}",
            f"Look at line {_line_of(error, path)}.",
        ) from error
    return module


def _line_of(error: Exception, path: Path) -> int:
    """Return the line of a file at which an error was raised."""
    if isinstance(error, SyntaxError) and error.lineno:
        return error.lineno
    frames = extract_tb(error.__traceback__)
    return max((frame.lineno or 1 for frame in frames if frame.filename == str(path)), default=1)
