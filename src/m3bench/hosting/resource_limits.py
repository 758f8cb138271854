"""What an attempt may use: its workspace, and the processes of agents and third-party servers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from m3bench.confinement import MOST_TMP_BYTES
from m3bench.core import UsageError
from m3bench.core.text import did_you_mean

OPTION = "--resource-limit"
DEEPEST = 256
"""Folders. Programs that read a workspace cannot follow much longer paths."""
_UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}
_SIZE = re.compile(r"(\d{1,15})\s*([a-z]*)", re.ASCII | re.IGNORECASE)


class ResourceLimits(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The limits of one workspace, and of the processes of one agent's program or one server."""

    workspace_bytes: int = 10**9
    """Bytes that its files take on the disk."""
    workspace_apparent_bytes: int = 4 * 10**9
    """Sum of the sizes of its files. A sparse file has a size and takes no space."""
    workspace_files: int = 20_000
    """Files and folders."""
    workspace_depth: int = 64
    """Folders inside of each other."""
    memory: int = 4 * 10**9
    """Bytes. Memory that processes share counts once."""
    processes: int = 512
    cpu_seconds: int = 36_000
    """Sum over all processes since the start of the program."""
    open_files: int = 8192
    """Of each process."""
    tmp_bytes: int = MOST_TMP_BYTES
    """Bytes in each temporary folder: /tmp and /dev/shm in the sandbox, the home of an agent's program."""


RESOURCE_NAMES = tuple(field.encode_name for field in msgspec.structs.fields(ResourceLimits))
DEFAULT_LIMITS = ResourceLimits()


def parse_resource_limits(given: Iterable[str]) -> dict[str, int]:
    """Read ``NAME=VALUE`` texts. Of two with the same name, the last one counts.

    Raises:
        UsageError: A text has another form, an unknown name, or a wrong value.
    """
    pairs = [text.partition("=") for text in given]
    return read_resource_limits({name.strip(): value.strip() for name, _, value in pairs})


def read_resource_limits(given: Mapping[str, Any]) -> dict[str, int]:
    """Return limits by name as numbers. Sizes may have a unit: ``512MB``, ``2GB``.

    Raises:
        UsageError: A name is unknown, or a value is wrong.
    """
    return {_known(str(name)): _amount(str(name), value) for name, value in given.items()}


def _known(name: str) -> str:
    plain = name.replace("_", "-")
    if plain not in RESOURCE_NAMES:
        hint = f"{did_you_mean(plain, RESOURCE_NAMES)} Names: {', '.join(RESOURCE_NAMES)}."
        raise UsageError(f"{OPTION} has no name {name!r}.", hint.strip())
    return plain


def _amount(name: str, value: Any) -> int:
    name = _known(name)
    match = _SIZE.fullmatch(str(value)) if not isinstance(value, bool) else None
    units = _UNITS if name.endswith("-bytes") or name == "memory" else {"": 1}
    if match is None or match[2].lower() not in units or int(match[1]) < 1:
        form = "a size such as 512MB or 2GB" if len(units) > 1 else "a whole number above 0"
        raise UsageError(f"{OPTION} {name}={value}: not {form}.", f"Names: {', '.join(RESOURCE_NAMES)}.")
    amount = int(match[1]) * units[match[2].lower()]
    if name == "workspace-depth" and amount > DEEPEST:
        raise UsageError(f"{OPTION} {name}={value}: at most {DEEPEST} are possible.")
    return amount


def exceeded(what: str, name: str, limit: int) -> str:
    """Return the reason for an end: what was used, and the option that allows more."""
    return f"{what} ({OPTION} {name}={shown(name, limit)})"


def readable_size(amount: int) -> str:
    """Return a number of bytes for people to read: 4 GB, 1.25 MB."""
    for unit in ("GB", "MB", "KB"):
        if amount >= _UNITS[unit.lower()]:
            return f"{amount / _UNITS[unit.lower()]:.4g} {unit}"
    return f"{amount} bytes"


def shown(name: str, amount: int) -> str:
    """Return an amount as the option takes it."""
    if name.endswith("-bytes") or name == "memory":
        for unit in ("TB", "GB", "MB", "KB"):
            if amount and amount % _UNITS[unit.lower()] == 0:
                return f"{amount // _UNITS[unit.lower()]}{unit}"
    return str(amount)
