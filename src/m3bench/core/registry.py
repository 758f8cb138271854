"""Names that users can add to: built in, registered by a call, or declared by an installed distribution.

A distribution declares an entry point in the group of a kind, such as ``m3bench.agents``. Entry points are
read when a name is asked for or a list is made, never on import.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from m3bench.core.errors import M3BenchError, UsageError

T = TypeVar("T")
BUILT_IN = "built in"
REGISTERED = "registered"


class PluginError(M3BenchError):
    """A plugin that cannot be used: which distribution and entry point, what is wrong, and what to do."""


@dataclass(frozen=True)
class BuiltIn:
    """Something that ships with m3bench, loaded when it is asked for."""

    target: str
    """Where it is: ``package.module:attribute``."""
    summary: str = ""


@dataclass(frozen=True)
class Listed:
    """One line of a list."""

    name: str
    source: str
    """`BUILT_IN`, `REGISTERED`, or the name and version of a distribution."""
    summary: str
    problem: str | None = None
    """Why it cannot be used."""


@cache
def declared(group: str) -> tuple[EntryPoint, ...]:
    """The entry points of a group, in the order of names and distributions. Read once per process."""
    found = _all_entry_points().select(group=group)
    return tuple(sorted(found, key=lambda entry: (entry.name, source_of(entry))))


@cache
def _all_entry_points() -> Any:
    return entry_points()


def forget_declared() -> None:
    """Read entry points again next time, for a process in which a package was installed."""
    declared.cache_clear()
    _all_entry_points.cache_clear()


def source_of(entry: EntryPoint) -> str:
    """The distribution of an entry point, with its version."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an unknown distribution"


class Registry(Mapping[str, T], Generic[T]):
    """Things of one kind by name. Looking one up loads it; listing names loads nothing.

    A name has one owner: asking for a name that two sources claim is an error that names both.
    """

    def __init__(
        self,
        kind: str,
        built_in: Mapping[str, BuiltIn],
        *,
        problem: Callable[[str, Any], str | None],
        error: type[M3BenchError] = UsageError,
        also: str = "",
    ) -> None:
        """A registry for a kind of thing.

        Args:
            kind: The singular, such as ``agent``. The entry point group is ``m3bench.{kind}s``.
            built_in: What ships with m3bench.
            problem: Takes a name and a loaded object; says what is wrong with the object, or None.
            error: Raised for names that nobody has.
            also: Further names that are understood, for that error's hint.
        """
        self.kind, self.group = kind, f"m3bench.{kind}s"
        self._built_in, self._registered = built_in, dict[str, tuple[T, str]]()
        self._problem, self._error, self._also = problem, error, also

    def register(self, name: str, value: T, *, summary: str = "") -> None:
        """Add one in this process.

        Args:
            name: What users call it. It must not be taken.
            value: What an entry point would refer to.
            summary: One line for lists; by default the first line of the docstring.

        Raises:
            UsageError: The name is taken, empty, or the value is of the wrong kind.
        """
        problem = self._problem(name, value)
        if problem or not name.strip():
            raise UsageError(f"Cannot register the {self.kind} {name!r}: {problem or 'the name is empty'}.")
        owners = [source for source in self.sources_of(name) if source != REGISTERED]
        if owners or name in self._registered:
            taken = ", ".join(owners) or REGISTERED
            raise UsageError(
                f"Cannot register the {self.kind} {name!r}: the name is taken ({taken}).",
                "Choose another name.",
            )
        self._registered[name] = (value, summary or _first_line(value))

    def unregister(self, name: str) -> None:
        """Undo `register`. Unknown names are ignored."""
        self._registered.pop(name, None)

    def __getitem__(self, name: str) -> T:
        """Load one. Raises the registry's error for unknown names, and `PluginError` for broken plugins."""
        if name in self._registered:
            return self._registered[name][0]
        return self._load(name)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (
            name in self._built_in or name in self._registered or bool(self._entries(name))
        )

    def __iter__(self) -> Iterator[str]:
        added = {*self._registered, *(entry.name for entry in declared(self.group))}
        yield from self._built_in
        yield from sorted(added - self._built_in.keys())

    def __len__(self) -> int:
        return len(list(iter(self)))

    def is_built_in(self, name: str) -> bool:
        return name in self._built_in

    def working(self) -> Iterator[tuple[str, T]]:
        """Names with what they stand for, without plugins that cannot be used."""
        for name in self:
            try:
                yield name, self[name]
            except PluginError:
                continue

    def sources_of(self, name: str) -> list[str]:
        """Who claims a name."""
        built_in = [BUILT_IN] if name in self._built_in else []
        registered = [REGISTERED] if name in self._registered else []
        return [*built_in, *registered, *map(source_of, self._entries(name))]

    def listed(self) -> list[Listed]:
        """All of them for a list. Plugins are loaded, so that broken ones are shown with their problem."""
        built_in = [
            Listed(name, BUILT_IN, each.summary or _first_line(_imported(each.target)))
            for name, each in self._built_in.items()
        ]
        registered = [
            Listed(name, REGISTERED, summary) for name, (_, summary) in sorted(self._registered.items())
        ]
        return [*built_in, *registered, *map(self._listed, declared(self.group))]

    def _listed(self, entry: EntryPoint) -> Listed:
        try:
            value = self._checked(entry)
            self._require_one_owner(entry.name)
        except PluginError as error:
            return Listed(entry.name, source_of(entry), "", error.message)
        return Listed(entry.name, source_of(entry), _first_line(value))

    def _entries(self, name: str) -> list[EntryPoint]:
        return [entry for entry in declared(self.group) if entry.name == name]

    def _load(self, name: str) -> T:
        self._require_one_owner(name)
        if name in self._built_in:
            value: T = _imported(self._built_in[name].target)
            return value
        entries = self._entries(name)
        if not entries:
            raise self._unknown(name)
        return self._checked(entries[0])

    def _require_one_owner(self, name: str) -> None:
        owners = self.sources_of(name)
        if len(owners) > 1:
            plugin = owners[-1].rpartition(" ")[0]
            raise PluginError(
                f"There are two {self.kind}s called {name!r}: {owners[0]}, and {' and '.join(owners[1:])}.",
                f"Uninstall {plugin}, or have it choose another name for its entry point in {self.group}.",
            )

    def _checked(self, entry: EntryPoint) -> T:
        try:
            value: T = entry.load()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a plugin does when imported
            said = f"cannot be imported: {type(error).__name__}: {error}"
            raise self._broken(entry, said) from None
        problem = self._problem(entry.name, value)
        if problem:
            raise self._broken(entry, problem)
        return value

    def _broken(self, entry: EntryPoint, problem: str) -> PluginError:
        source = source_of(entry)
        return PluginError(
            f"The {self.kind} {entry.name!r} of {source} is broken: {problem} "
            f"(entry point {entry.name} = {entry.value} in {entry.group}).",
            f"Update or uninstall it: pip install -U {source.split()[0]}",
        )

    def _unknown(self, name: str) -> M3BenchError:
        near = difflib.get_close_matches(name, self, n=1)
        meant = f"Did you mean {near[0]}? " if near else ""
        known = ", ".join((*self, *filter(None, [self._also])))
        hint = f"{meant}{self.kind.capitalize()}s: {known}."
        return self._error(f"There is no {self.kind} {name!r}.", hint)


def _imported(target: str) -> Any:
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)


def _first_line(value: Any) -> str:
    """What a thing says of itself in an attribute for it, else its docstring's first line."""
    said = (getattr(value, name, None) for name in ("summary", "description", "about", "purpose"))
    text = next((each for each in said if isinstance(each, str)), None) or inspect.getdoc(value) or ""
    return text.strip().partition("\n")[0].rstrip(".")
