"""Options of an agent on the command line: ``executor:steps=8,concurrent=3``."""

from __future__ import annotations

from collections.abc import Mapping

from m3bench.core import UsageError

_MAX_VALUE = 100_000_000


def read_options(agent: str, argument: str, defaults: Mapping[str, int]) -> dict[str, int]:
    """Parse options, which are whole numbers from 1. `defaults` names all options.

    Raises:
        UsageError: An option is unknown or its value is invalid.
    """
    options = dict(defaults)
    for part in filter(None, (part.strip() for part in argument.split(","))):
        name, equals, value = (each.strip() for each in part.partition("="))
        if name not in defaults:
            raise UsageError(f"The agent {agent} has no option {name!r}.", _hint(agent, defaults))
        if not equals or not value.isascii() or not value.isdigit() or not 1 <= _number(value) <= _MAX_VALUE:
            raise UsageError(
                f"Invalid option {part!r} of {agent}: {name} takes a whole number from 1.",
                _hint(agent, defaults),
            )
        options[name] = _number(value)
    return options


def _number(digits: str) -> int:
    return int(digits[: len(str(_MAX_VALUE)) + 1])


def _hint(agent: str, defaults: Mapping[str, int]) -> str:
    example = ",".join(f"{name}={value}" for name, value in defaults.items())
    return f"Options, with their defaults: {agent}:{example}"
