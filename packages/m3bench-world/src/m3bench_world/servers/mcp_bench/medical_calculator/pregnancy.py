"""Dates of a pregnancy."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from m3bench.servers.kit import BadArgument, check_choice, check_range, parse_date

TERM = 280
"""Days from the first day of the last period to birth (Naegele; ACOG Committee Opinion 700)."""
LONGEST = 44 * 7


def dates(
    method: str, text: str, cycle: int, weeks: int | None, days: int | None, today: date
) -> dict[str, Any]:
    """Dates of last period, conception and birth, and what they mean today."""
    method = check_choice(method, "calculation_method", ("lmp", "conception", "ultrasound"))
    given = parse_date(text, "date_value")
    shift = int(check_range(cycle, "cycle_length", 20, 45)) - 28
    if given > today:
        raise BadArgument("date_value", f"{given} is after today, {today}; pass a date in the past")
    if today.year - given.year > 100:
        raise BadArgument("date_value", f"{given} is more than a century ago")
    start = given - timedelta(_age_then(method, shift, weeks, days))
    birth = start + timedelta(TERM)
    age = (today - start).days
    # A scan tells the age whatever the cycle.
    period = start if method == "ultrasound" else start - timedelta(shift)
    return {
        "method": method,
        "last_menstrual_period": period.isoformat(),
        "conception": (start + timedelta(14)).isoformat(),
        "estimated_due_date": birth.isoformat(),
        "today": today.isoformat(),
        **_present(age, birth, today),
        "working": f"{TERM} days from {start}" + (f", cycle of {cycle} days" if shift else ""),
    }


def _age_then(method: str, shift: int, weeks: int | None, days: int | None) -> int:
    """Return the gestational age on the given day, in days."""
    if method == "lmp":
        return -shift
    if method == "conception":
        return 14
    if weeks is None or days is None:
        missing = "gestational_age_weeks" if weeks is None else "gestational_age_days"
        raise BadArgument(missing, "with 'ultrasound', pass the weeks and days of the scan, such as 12 and 3")
    check_range(weeks, "gestational_age_weeks", 3, 43)
    check_range(days, "gestational_age_days", 0, 6)
    return 7 * weeks + days


def _present(age: int, birth: date, today: date) -> dict[str, Any]:
    if age > LONGEST:
        note = f"The due date was {(today - birth).days} days ago: this pregnancy has ended."
        return {"gestational_age": None, "trimester": None, "days_until_due": None, "note": note}
    # ACOG: the second trimester begins at 14 weeks, the third at 28 weeks.
    weeks, days = divmod(max(age, 0), 7)
    return {
        "gestational_age": {"weeks": weeks, "days": days},
        "trimester": 1 if weeks < 14 else 2 if weeks < 28 else 3,
        "days_until_due": (birth - today).days,
    }
