"""Extensible registries: names that are built in, registered by a call, or provided by entry points.

A distribution declares an entry point in the group of a kind, such as ``m3bench.agents``. Entry points are
read when a name is looked up or names are listed, never on import.
"""

from __future__ import annotations

import difflib
import inspect
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint
from typing import Any, Generic, TypeVar

from m3bench.core.entry_points import PluginRaised, guarded, plugin_entry_points, source_of
from m3bench.core.errors import M3BenchError, UsageError

T = TypeVar("T")
_log = logging.getLogger(__name__)
BUILT_IN = "built in"
REGISTERED = "registered"


class PluginError(M3BenchError):
    """A plugin that cannot be used. The message names the distribution, the entry point and the problem."""


@dataclass(frozen=True)
class BuiltIn:
    """Something that ships with m3bench, loaded on first use."""

    target: str
    """``package.module:attribute``."""
    summary: str = ""


@dataclass(frozen=True)
class RegistryEntry:
    """A name of a registry, for listings."""

    name: str
    source: str
    """`BUILT_IN`, `REGISTERED`, or the name and version of a distribution."""
    summary: str
    problem: str | None = None
    """Why it cannot be used."""


class Registry(Mapping[str, T], Generic[T]):
    """Objects of one kind by name. A lookup loads the object; iterating over names loads nothing.

    Looking up a name that two sources provide is an error.
    """

    def __init__(
        self,
        kind: str,
        built_in: Mapping[str, BuiltIn],
        *,
        problem: Callable[[str, Any], str | None],
        error: type[M3BenchError] = UsageError,
        also: str = "",
        extra: str = "",
    ) -> None:
        """Create a registry.

        Args:
            kind: In the singular, such as ``agent``. The entry point group is ``m3bench.{kind}s``.
            built_in: The objects that ship with m3bench.
            problem: Takes a name and a loaded object; returns what is wrong, or None.
            error: The error to raise for unknown names.
            also: Other accepted names, for the hint of that error.
            extra: The extra that installs those that ship with m3bench, if they come with another package.
        """
        self.kind, self.group = kind, f"m3bench.{kind}s"
        self._built_in, self._registered = built_in, dict[str, tuple[T, str]]()
        self._problem, self._error, self._also, self._extra = problem, error, also, extra

    def register(self, name: str, value: T, *, summary: str = "") -> None:
        """Register an object in this process.

        Args:
            name: The name for users. It must not be taken.
            value: The object, as an entry point would reference it.
            summary: One line for listings. Defaults to the first line of the docstring.

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
        """Remove a registered name. Unknown names are ignored."""
        self._registered.pop(name, None)

    def __getitem__(self, name: str) -> T:
        """Load an object. Raises `error` for unknown names, and `PluginError` for broken plugins."""
        if name in self._registered:
            return self._registered[name][0]
        return self._load(name)

    def make(self, name: str, *arguments: Any, **options: Any) -> Any:
        """Call a function by name. Raises as a lookup does, and `PluginError` if that of a plugin fails."""
        function: Any = self[name]
        if not (entries := self._plugins(name)):
            return function(*arguments, **options)
        try:
            return guarded(lambda: function(*arguments, **options), M3BenchError)
        except PluginRaised as error:
            raise self._broken(entries[0], f"fails: {error}") from None

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (
            name in self._built_in or name in self._registered or bool(self._plugins(name))
        )

    def __iter__(self) -> Iterator[str]:
        added = {*self._registered, *(entry.name for entry in plugin_entry_points(self.group))}
        yield from self._built_in
        yield from sorted(added - self._built_in.keys())

    def __len__(self) -> int:
        return len(list(iter(self)))

    def is_built_in(self, name: str) -> bool:
        return name in self._built_in

    def loadable_items(self) -> Iterator[tuple[str, T]]:
        """Yield names and objects, without plugins that cannot be used."""
        for name in self:
            try:
                yield name, self[name]
            except PluginError:
                continue

    def usable(self) -> dict[str, T]:
        """Return all objects by name. A plugin that cannot be used is left out, and named in a warning."""
        usable: dict[str, T] = {}
        for name in self:
            try:
                usable[name] = self[name]
            except PluginError as error:
                _log.warning("%s", error)
        return usable

    def sources_of(self, name: str) -> list[str]:
        """Return the sources that provide a name."""
        built_in = [BUILT_IN] if name in self._built_in else []
        registered = [REGISTERED] if name in self._registered else []
        return [*built_in, *registered, *map(source_of, self._plugins(name))]

    def entries(self) -> list[RegistryEntry]:
        """Return all names for a listing. Plugins are loaded, to report the problems of broken ones."""
        built_in = [
            RegistryEntry(name, BUILT_IN, item.summary or _first_line(_import(item.target)))
            for name, item in self._built_in.items()
        ]
        registered = [
            RegistryEntry(name, REGISTERED, summary)
            for name, (_, summary) in sorted(self._registered.items())
        ]
        return [*built_in, *registered, *map(self._entry, plugin_entry_points(self.group))]

    def _entry(self, entry: EntryPoint) -> RegistryEntry:
        try:
            value = self._load_plugin(entry)
            self._require_one_owner(entry.name)
            summary = guarded(lambda: _first_line(value))
        except (PluginError, PluginRaised) as error:
            return RegistryEntry(entry.name, source_of(entry), "", str(getattr(error, "message", error)))
        return RegistryEntry(entry.name, source_of(entry), summary)

    def _plugins(self, name: str) -> list[EntryPoint]:
        return [entry for entry in plugin_entry_points(self.group) if entry.name == name]

    def _load(self, name: str) -> T:
        self._require_one_owner(name)
        if name in self._built_in:
            value: T = _import(self._built_in[name].target)
            return value
        entries = self._plugins(name)
        if not entries:
            raise self._unknown(name)
        return self._load_plugin(entries[0])

    def _require_one_owner(self, name: str) -> None:
        owners = self.sources_of(name)
        if len(owners) > 1:
            plugin = owners[-1].rpartition(" ")[0]
            raise PluginError(
                f"There are two {self.kind}s called {name!r}: {owners[0]}, and {' and '.join(owners[1:])}.",
                f"Uninstall {plugin}, or rename its entry point in {self.group}.",
            )

    def _load_plugin(self, entry: EntryPoint) -> T:
        try:
            value: T = guarded(entry.load)
        except PluginRaised as error:
            raise self._broken(entry, f"cannot be imported: {error}") from None
        try:
            problem = guarded(lambda: self._problem(entry.name, value))
        except PluginRaised as error:
            raise self._broken(entry, f"cannot be examined: {error}") from None
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
        hint = f"{meant}{self.kind.capitalize()}s: {known or 'none'}."
        if self._extra and not self._built_in:
            hint += f" To install those of m3bench: pip install 'm3bench[{self._extra}]'"
        return self._error(f"There is no {self.kind} {name!r}.", hint)


def _import(target: str) -> Any:
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)


def _first_line(value: Any) -> str:
    """Return the summary attribute of an object, or the first line of its docstring."""
    summaries = (getattr(value, name, None) for name in ("summary", "description", "about", "purpose"))
    text = (
        next((summary for summary in summaries if isinstance(summary, str)), None)
        or inspect.getdoc(value)
        or ""
    )
    return text.strip().partition("\n")[0].rstrip(".")
