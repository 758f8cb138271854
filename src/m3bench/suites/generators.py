"""Suites that can be built again: their families generate tasks from a world and a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
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
            hint = f"{meant} m3bench suite list {self.suite} names them all.".lstrip()
            raise UsageError(f"There is no family {name!r}.", hint)
        module = self.modules.get(name, f"{self.package}.{name}")
        family: GeneratedFamily = import_module(module).FAMILY
        return family

    def draw(self, world: World, family: GeneratedFamily, number: int) -> Blueprint:
        """Return the task of a family with that number. Its plans are not executed yet."""
        draw = import_module(self.package).TaskDraw
        return family.make(draw(world, family, number))
