"""Options of an agent as the command line has them: ``executor:steps=8,concurrent=3``."""

from __future__ import annotations

from collections.abc import Mapping

from m3bench.core import UsageError

_LARGEST = 100_000_000


def read_options(agent: str, argument: str, defaults: Mapping[str, int]) -> dict[str, int]:
    """Whole numbers from 1 by name; what is not given is as in `defaults`, and no other name is taken."""
    options = dict(defaults)
    for part in filter(None, (part.strip() for part in argument.split(","))):
        name, equals, value = (each.strip() for each in part.partition("="))
        if name not in defaults:
            raise UsageError(f"The agent {agent} has no option {name!r}.", _hint(agent, defaults))
        if not equals or not value.isascii() or not value.isdigit() or not 1 <= _number(value) <= _LARGEST:
            raise UsageError(
                f"{part!r} is no option of {agent}: {name} takes a whole number from 1.",
                _hint(agent, defaults),
            )
        options[name] = _number(value)
    return options


def _number(digits: str) -> int:
    return int(digits[: len(str(_LARGEST)) + 1])


def _hint(agent: str, defaults: Mapping[str, int]) -> str:
    example = ",".join(f"{name}={value}" for name, value in defaults.items())
    return f"Options, with their defaults: {agent}:{example}"
