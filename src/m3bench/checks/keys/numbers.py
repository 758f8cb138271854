"""Keys that are one number, with or without a unit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from m3bench.checks.keys.agreement import Agreement, final_statement, is_qualified, is_stated, refuses
from m3bench.checks.reading import (
    UNIT_BEHIND,
    Amount,
    Tolerance,
    Unit,
    amounts,
    committed,
    converted,
    date_spans,
    find_unit,
    single_amounts,
    unit_behind,
)

_FEWEST_DIGITS = 3
"""Significant digits that a rounded number must have left."""
_MOST_OTHERS = 12
_KEY = re.compile(rf"[$€£¥]?\s?[-−+]?[\d.,\s]*\d(?:[eE][+-]?\d+)?\s*(?:{UNIT_BEHIND})?\.?'?")
_PERCENT = ("%", "percent", "per cent")


class NumberKey(NamedTuple):
    """A number as a key states it."""

    value: float
    decimals: int
    """Decimal places as written; 0 for a whole number."""
    unit: str
    tolerance: float | None
    """The relative error that is allowed; None: both are rounded to the coarser of the two."""


def number_key(value: object, tolerance: float | None) -> NumberKey | None:
    """Read a key that is one number, such as 2371, `10 bytes` or `127.69°`; None if it is something else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    text = value.strip() if isinstance(value, str) else repr(value)
    match = _KEY.fullmatch(text)
    numbers = amounts(text)
    if match is None or len(numbers) != 1:
        return None
    return NumberKey(numbers[0].value, _decimals(text, numbers[0]), match["unit"] or "", tolerance)


def compare_number(answer: str, key: NumberKey, request: str) -> Agreement:
    """Compare the numbers of an answer with the key."""
    text = final_statement(answer)
    stated = [amount for amount in amounts(text) if _fits(amount, text, key) is not False]
    others = _others(text, key, request)
    wanted = f"expected {key.value:.12g}{f' {key.unit}' if key.unit else ''}"
    if not stated:
        return _without_the_number(answer, others, wanted, in_other_unit=_has_other_unit(text, key))
    meant = {amount.start for amount in single_amounts(committed(text))}
    certain = [
        amount
        for amount in stated
        if amount.start in meant and is_stated(text[amount.start : amount.end], text)
    ]
    if not certain:
        return Agreement(False, f"negates, doubts or merely lists the number; {wanted}")
    if len(others) > _MOST_OTHERS:
        return Agreement(False, f"states {len(others)} other numbers; {wanted}")
    doubt = _doubt(certain, others, text, key, request)
    return Agreement(None if doubt else True, f"{doubt or f'says {certain[0].value:.12g}'}; {wanted}")


def _doubt(certain: list[Amount], others: list[float], text: str, key: NumberKey, request: str) -> str:
    """Return why it takes more than code to see that the number is meant; empty if it does not."""
    if others:
        return f"states {_shown(others)} as well"
    if is_qualified(text, request):
        return "qualifies what it says"
    rounded = not any(_fits(amount, text, key) for amount in certain)
    return f"states {_shown(amount.value for amount in certain)}, rounded" if rounded else ""


def _without_the_number(answer: str, others: list[float], wanted: str, *, in_other_unit: bool) -> Agreement:
    if refuses(answer):
        return Agreement(False, f"gives no answer; {wanted}")
    if len(others) == 1 and in_other_unit:
        return Agreement(None, f"states {others[0]:.12g} in another unit; {wanted}")
    if len(others) == 1:
        return Agreement(False, f"says {others[0]:.12g}; {wanted}")
    if len(others) > _MOST_OTHERS:
        return Agreement(False, f"states {len(others)} numbers, none of them right; {wanted}")
    return Agreement(None, f"does not state it in figures; {wanted}")


def _has_other_unit(text: str, key: NumberKey) -> bool:
    """Return whether a number has a unit that cannot be converted to that of the key."""
    written = [unit for amount in amounts(text) if (unit := unit_behind(text, amount))]
    known = [unit for unit in written if find_unit(unit) or unit.isupper()]
    return any(unit not in _PERCENT and not _convertible(unit, key.unit) for unit in known)


def _convertible(unit: str, wanted: str) -> bool:
    given, other = find_unit(unit), find_unit(wanted) if wanted else None
    return given is not None and other is not None and given.dimension == other.dimension


def _others(text: str, key: NumberKey, request: str) -> list[float]:
    """Return the different numbers of an answer that are neither right nor in the request."""
    asked = {amount.value for amount in amounts(request)}
    dates = date_spans(text)
    others = (
        amount.value
        for amount in amounts(text)
        if _fits(amount, text, key) is False and not any(start <= amount.start < end for start, end in dates)
    )
    return list(dict.fromkeys(value for value in others if value not in asked))


def _fits(found: Amount, text: str, key: NumberKey) -> bool | None:
    """Return whether a number is that of the key; None if it may be, but is rounded too much."""
    readings = list(_readings(found, text, key))
    if key.tolerance is not None:
        fits = Tolerance(relative=key.tolerance).fits
        return any(fits(value, key.value) for value, _ in readings)
    verdicts = [_same_rounded(value, decimals, key) for value, decimals in readings]
    return True if True in verdicts else None if None in verdicts else False


def _same_rounded(value: float, decimals: int, key: NumberKey) -> bool | None:
    """Compare at the coarser of both precisions. A whole number as key is exact."""
    if key.decimals == 0 or decimals >= key.decimals:
        return abs(value - key.value) <= _slack(key.decimals or decimals, key)
    if abs(value - key.value) > _slack(decimals, key):
        return False
    return True if _digits(value, decimals) >= _FEWEST_DIGITS else None


def _slack(decimals: int, key: NumberKey) -> float:
    exact = 1e-9 * max(1.0, abs(key.value))
    return exact if key.decimals == 0 else 0.5 * 10.0**-decimals + exact


def _readings(found: Amount, text: str, key: NumberKey) -> Iterable[tuple[float, int]]:
    """Yield the number in the unit of the key, with its decimal places; none for another kind of unit."""
    decimals = _decimals(text, found)
    written = unit_behind(text, found)
    given, wanted = find_unit(written) if written else None, find_unit(key.unit) if key.unit else None
    if written in _PERCENT and key.unit not in _PERCENT:
        yield found.value / 100, decimals + 2
    elif given is not None and wanted is not None:
        value = converted(found.value, given, wanted)
        if value is not None:
            yield value, decimals if _same_unit(given, wanted) else max(decimals, key.decimals)
        return
    yield found.value, decimals


def _same_unit(given: Unit, wanted: Unit) -> bool:
    return (given.factor, given.offset) == (wanted.factor, wanted.offset)


def _decimals(text: str, found: Amount) -> int:
    digits = re.match(r"[^\d]*[\d,'’\u00a0\u202f ]*?\.(\d+)", text[found.start : found.end])
    return len(digits[1]) if digits and found.value % 1 else 0


def _digits(value: float, decimals: int) -> int:
    return len(f"{abs(value):.{decimals}f}".replace(".", "").lstrip("0"))


def _shown(values: Iterable[float]) -> str:
    listed = [f"{value:.12g}" for value in values]
    return ", ".join(listed[:5]) + (", …" if len(listed) > 5 else "")
