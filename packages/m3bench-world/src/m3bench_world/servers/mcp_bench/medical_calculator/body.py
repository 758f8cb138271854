"""Weight, height and body surface, doses by them, and the dates of a pregnancy."""

from __future__ import annotations

import math
from datetime import date, timedelta
from typing import Any

from m3bench.servers.kit import BadArgument, check_choice, check_range, parse_date
from m3bench_world.data import written
from m3bench_world.servers.mcp_bench.medical_calculator.checking import (
    HEIGHT_CM,
    HEIGHT_INCHES,
    WEIGHT,
    Span,
    check,
)

# WHO, Technical Report Series 854 (1995) and 894 (2000); the names are those of healthcare-mcp.
_CLASSES = written("servers/mcp_bench/medical_calculator", "classes", tuple[tuple[float, str], ...])


def body_mass_class(bmi: float) -> str:
    return next((name for bound, name in _CLASSES if bmi < bound), "Obesity class III")


def ideal_weight(inches: float, *, male: bool) -> float:
    """Devine (Drug Intell Clin Pharm 1974;8:650), in kg."""
    return (50.0 if male else 45.5) + 2.3 * (inches - 60)


def adjusted_weight(weight: float, ideal: float) -> float:
    """The ideal weight and 40 % of what exceeds it (Bauer, Eur J Clin Pharmacol 1983;24:643)."""
    return ideal + 0.4 * (weight - ideal)


def mass_and_surface(weight: float, height: float, height_unit: str) -> dict[str, Any]:
    """Body-mass index, and body surface by Mosteller (N Engl J Med 1987;317:1098)."""
    unit = check_choice(height_unit, "height_unit", ("cm", "m"))
    centimetres = check(height * (1 if unit == "cm" else 100), "height", HEIGHT_CM)
    check(weight, "weight", WEIGHT)
    bmi = round(weight / (centimetres / 100) ** 2, 2)
    return {
        "bmi": bmi,
        "bmi_class": body_mass_class(bmi),
        "bsa_m2": round(math.sqrt(weight * centimetres / 3600), 3),
        "weight_kg": weight,
        "height_cm": round(centimetres, 2),
        "formulas": {"bmi": "kg / m²", "bsa": "√(kg · cm / 3600), Mosteller"},
        "note": "Classes are for adults.",
    }


def weights(weight: float, inches: float, *, male: bool) -> dict[str, Any]:
    """Ideal and adjusted weight, and the share of the ideal."""
    check(weight, "weight_kg", WEIGHT)
    ideal = ideal_weight(check(inches, "height_inches", HEIGHT_INCHES), male=male)
    share = 100 * weight / ideal
    return {
        "actual_weight_kg": weight,
        "ideal_weight_kg": round(ideal, 2),
        "adjusted_weight_kg": round(adjusted_weight(weight, ideal), 2),
        "percent_of_ideal": round(share, 1),
        "status": _status(share),
        "formulas": {
            "ideal": f"{50 if male else 45.5} + 2.3 · (inches − 60), Devine",
            "adjusted": "ideal + 0.4 · (actual − ideal)",
        },
    }


def _status(share: float) -> str:
    """Bounds of dosing by weight: the ideal, and 120 % of it."""
    if share < 100:
        return "below ideal weight: dose by actual weight"
    if share <= 120:
        return "not obese: within 120 % of ideal weight"
    return "obese: above 120 % of ideal weight; consider the adjusted weight"


# Doses in mg with the effect of 5 mg of prednisolone (British National Formulary, glucocorticoid therapy).
STEROIDS = written("servers/mcp_bench/medical_calculator", "steroids", dict[str, float])
# Morphine milligram equivalents of a milligram (CDC guideline, MMWR Recomm Rep 2022;71(3)). Of a microgram in
# fentanyl_buccal (CDC conversion file of 2018), of a microgram an hour in fentanyl_patch.
OPIOIDS = written("servers/mcp_bench/medical_calculator", "opioids", dict[str, float])
DOSE = Span(0.001, 10_000, "mg")


def convert_steroid(from_steroid: str, dose: float, to_steroid: str) -> float:
    source = STEROIDS[check_choice(from_steroid, "from_steroid", tuple(STEROIDS))]
    target = STEROIDS[check_choice(to_steroid, "to_steroid", tuple(STEROIDS))]
    return round(check(dose, "from_dose_mg", DOSE) * target / source, 4)


def morphine_equivalents(opioid: str, dose: float, doses_per_day: int) -> float:
    name = check_choice(opioid, "opioid", tuple(OPIOIDS))
    check(dose, "dose_per_administration", DOSE._replace(unit="µg" if "fentanyl" in name else "mg"))
    check_range(doses_per_day, "doses_per_day", 1, 48)
    if name == "fentanyl_patch" and doses_per_day != 1:
        raise BadArgument(
            "doses_per_day",
            "a patch works all day: pass 1, and the µg/h of all patches worn together as the dose",
        )
    return round(dose * doses_per_day * OPIOIDS[name], 4)


def fluid_rate(weight: float) -> float:
    """The 4-2-1 rule in mL/h (Holliday & Segar, Pediatrics 1957;19:823)."""
    check(weight, "weight_kg", WEIGHT)
    return round(4 * min(weight, 10) + 2 * min(max(weight - 10, 0), 10) + max(weight - 20, 0), 2)


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
