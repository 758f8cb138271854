"""Entry points of installed distributions. Whatever a distribution does wrong stays its own problem."""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, distributions, entry_points
from typing import Any, TypeVar

from m3bench.core.text import LONGEST_REASON, printable, shorten

T = TypeVar("T")
_UNKNOWN = "an unknown distribution"
_log = logging.getLogger(__name__)


class PluginRaised(Exception):
    """A plugin raised something. The message is what."""


@cache
def plugin_entry_points(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, sorted by name and distribution. Read once per process."""
    entries = _all_entry_points().select(group=group)
    return tuple(sorted(entries, key=lambda entry: (entry.name, source_of(entry))))


@cache
def _all_entry_points() -> Any:  # of two classes, up to Python 3.11
    try:
        return entry_points()
    except Exception:  # noqa: BLE001 - one damaged distribution anywhere is enough
        return EntryPoints(_readable_entry_points())


def _readable_entry_points() -> Iterator[EntryPoint]:
    for distribution in distributions():
        try:
            yield from distribution.entry_points
        except Exception as error:  # noqa: BLE001 - the file can be anything
            place = getattr(distribution, "_path", _UNKNOWN)
            _log.warning("%s: its entry points cannot be read: %s", place, _words(error))


def clear_entry_points() -> None:
    """Clear the cache of entry points, after a package was installed during the process."""
    plugin_entry_points.cache_clear()
    _all_entry_points.cache_clear()


def source_of(entry: EntryPoint) -> str:
    """Return the distribution of an entry point, with its version."""
    try:
        name, version = (entry.dist.name, entry.dist.version) if entry.dist else ("", "")
    except Exception:  # noqa: BLE001 - the metadata can be anything
        return _UNKNOWN
    return printable(f"{name} {version}") if name and version else _UNKNOWN


def guarded(action: Callable[[], T], *passed: type[Exception]) -> T:
    """Run code of a plugin. What it prints goes to standard error, because output may be read by programs.

    Args:
        action: What to run.
        passed: Errors that are passed on, besides Ctrl-C.

    Raises:
        PluginRaised: It raised anything else, even `SystemExit`.
    """
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return action()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if isinstance(error, passed):
            raise
        raise PluginRaised(_words(error)) from None


def _words(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - an error of a plugin may break when it is printed
        text = ""
    name = type(error).__name__
    return printable(shorten(f"{name}: {text}" if text else name, LONGEST_REASON))
