"""Values of fields that compare several results, or convert their units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from m3bench.checks import LiveCall, Tolerance
from m3bench_suites.builders.tasks import Value, ask, use, within

ZERO = within(0.0)
"""For numbers of which no other value is right. Checks state it."""


def quoted(value: str) -> str:
    """Return a text as a literal in a path."""
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def compared(values: Mapping[str, str]) -> str:
    """Return the path of a list of records with `name` and `value`, from the path of each value."""
    rows = (f"{{name: {quoted(name)}, value: {path}}}" for name, path in values.items())
    return f"[{', '.join(rows)}]"


def compared_results(names: Sequence[str], part: str, first: int = 0) -> str:
    """Return the path of such records of results one after another, from the path of the value in each."""
    return compared({name: f"[{number}].{part}" for number, name in enumerate(names, first)})


def highest(rows: str) -> Value:
    """Return the name that has the highest value. `rows` is from `compared`."""
    return Value(f"max_by({rows}, &value).name", grounds=f"{rows}[].value")


def lowest(rows: str) -> Value:
    """Return the name that has the lowest value. `rows` is from `compared`."""
    return Value(f"min_by({rows}, &value).name", grounds=f"{rows}[].value")


def spread_of(rows: str) -> LiveCall:
    """Return a call that subtracts the lowest value from the highest. `rows` is from `compared`."""
    highest, lowest = use(f"max({rows}[].value)"), use(f"min({rows}[].value)")
    return ask("math/subtract", minuend=highest, subtrahend=lowest)


def kilometres(path: str) -> Value:
    """Return the length of a road, which is in metres at the path."""
    tolerance = Tolerance(absolute=0.06, relative=0.005)
    return Value(path, tolerance, fixed=True, convert=lambda metres: round(metres / 1000, 1))


def minutes(path: str) -> Value:
    """Return the duration of a route, which is in seconds at the path."""
    return Value(path, within(1), fixed=True, convert=lambda seconds: round(seconds / 60))
