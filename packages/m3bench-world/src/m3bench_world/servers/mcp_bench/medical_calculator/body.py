"""Weight, height and body surface, doses by them, and the dates of a pregnancy."""

from __future__ import annotations

import math
from datetime import date, timedelta
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, about, check_choice, check_range, parse_date
from m3bench_world.data import written
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.declared import declared, read_optional
from m3bench_world.servers.mcp_bench.medical_calculator.checking import (
    HEIGHT_CM,
    HEIGHT_INCHES,
    WEIGHT,
    Inches,
    Kilograms,
    Male,
    Span,
    check,
)

# WHO, Technical Report Series 854 (1995) and 894 (2000); the names are those of healthcare-mcp.
_CLASSES = written("servers/mcp_bench/medical_calculator", "classes", tuple[tuple[float, str], ...])


def ideal_weight(inches: float, *, male: bool) -> float:
    """Devine (Drug Intell Clin Pharm 1974;8:650), in kg."""
    return (50.0 if male else 45.5) + 2.3 * (inches - 60)


def adjusted_weight(weight: float, ideal: float) -> float:
    """The ideal weight and 40 % of what exceeds it (Bauer, Eur J Clin Pharmacol 1983;24:643)."""
    return ideal + 0.4 * (weight - ideal)


# Surface: Mosteller, N Engl J Med 1987;317:1098.
def bmi_bsa_calculator(
    weight: Kilograms,
    height: Annotated[float, about("Height, in the unit that height_unit names.")],
    height_unit: Annotated[str, about("'cm' or 'm'.")] = "cm",
) -> Answer:
    """Body-mass index with its WHO class, and body surface area by Mosteller."""
    unit = check_choice(height_unit, "height_unit", ("cm", "m"))
    centimetres = check(height * (1 if unit == "cm" else 100), "height", HEIGHT_CM)
    check(weight, "weight", WEIGHT)
    bmi = round(weight / (centimetres / 100) ** 2, 2)
    return Answer(
        {
            "bmi": bmi,
            "bmi_class": next((name for bound, name in _CLASSES if bmi < bound), "Obesity class III"),
            "bsa_m2": round(math.sqrt(weight * centimetres / 3600), 3),
            "weight_kg": weight,
            "height_cm": round(centimetres, 2),
            "formulas": {"bmi": "kg / m²", "bsa": "√(kg · cm / 3600), Mosteller"},
            "note": "Classes are for adults.",
        }
    )


def ibw_abw_calculator(weight_kg: Kilograms, height_inches: Inches, male: Male) -> Answer:
    """Ideal body weight by Devine, and adjusted body weight."""
    check(weight_kg, "weight_kg", WEIGHT)
    ideal = ideal_weight(check(height_inches, "height_inches", HEIGHT_INCHES), male=male)
    share = 100 * weight_kg / ideal
    return Answer(
        {
            "actual_weight_kg": weight_kg,
            "ideal_weight_kg": round(ideal, 2),
            "adjusted_weight_kg": round(adjusted_weight(weight_kg, ideal), 2),
            "percent_of_ideal": round(share, 1),
            "status": _status(share),
            "formulas": {
                "ideal": f"{50 if male else 45.5} + 2.3 · (inches − 60), Devine",
                "adjusted": "ideal + 0.4 · (actual − ideal)",
            },
        }
    )


def _status(share: float) -> str:
    """Bounds of dosing by weight: the ideal, and 120 % of it."""
    if share < 100:
        return "below ideal weight: dose by actual weight"
    if share <= 120:
        return "not obese: within 120 % of ideal weight"
    return "obese: above 120 % of ideal weight; consider the adjusted weight"


# Doses in mg with the effect of 5 mg of prednisolone (British National Formulary, glucocorticoid therapy).
_STEROIDS = written("servers/mcp_bench/medical_calculator", "steroids", dict[str, float])
# Morphine milligram equivalents of a milligram (CDC guideline, MMWR Recomm Rep 2022;71(3)). Of a microgram in
# fentanyl_buccal (CDC conversion file of 2018), of a microgram an hour in fentanyl_patch.
_OPIOIDS = written("servers/mcp_bench/medical_calculator", "opioids", dict[str, float])
DOSE = Span(0.001, 10_000, "mg")


def steroid_conversion(
    from_steroid: Annotated[str, about(f"One of: {', '.join(_STEROIDS)}.")],
    from_dose_mg: Annotated[float, about("Dose in mg.")],
    to_steroid: Annotated[str, about("The steroid to convert to, of the same list.")],
) -> Answer:
    """The dose of another glucocorticoid with the same anti-inflammatory effect, in mg."""
    source = _STEROIDS[check_choice(from_steroid, "from_steroid", tuple(_STEROIDS))]
    target = _STEROIDS[check_choice(to_steroid, "to_steroid", tuple(_STEROIDS))]
    return Answer(round(check(from_dose_mg, "from_dose_mg", DOSE) * target / source, 4))


def calculate_mme(
    opioid: Annotated[str, about(f"One of: {', '.join(_OPIOIDS)}.")],
    dose_per_administration: Annotated[float, about("mg; µg for fentanyl_buccal, µg/h for fentanyl_patch.")],
    doses_per_day: Annotated[int, about("Doses a day; 1 for a patch.")],
) -> Answer:
    """Morphine milligram equivalents of an opioid a day, by the CDC's factors of 2022."""
    name = check_choice(opioid, "opioid", tuple(_OPIOIDS))
    unit = "µg" if "fentanyl" in name else "mg"
    dose = check(dose_per_administration, "dose_per_administration", DOSE._replace(unit=unit))
    check_range(doses_per_day, "doses_per_day", 1, 48)
    if name == "fentanyl_patch" and doses_per_day != 1:
        raise BadArgument(
            "doses_per_day",
            "a patch works all day: pass 1, and the µg/h of all patches worn together as the dose",
        )
    return Answer(round(dose * doses_per_day * _OPIOIDS[name], 4))


# Holliday & Segar, Pediatrics 1957;19:823.
def maintenance_fluids(weight_kg: Kilograms) -> Answer:
    """Maintenance fluid by the 4-2-1 rule, in mL an hour."""
    weight = check(weight_kg, "weight_kg", WEIGHT)
    return Answer(round(4 * min(weight, 10) + 2 * min(max(weight - 10, 0), 10) + max(weight - 20, 0), 2))


TERM = 280
"""Days from the first day of the last period to birth (Naegele; ACOG Committee Opinion 700)."""
LONGEST = 44 * 7


def pregnancy_calculator(
    context: ToolContext,
    calculation_method: Annotated[str, about("'lmp', 'conception' or 'ultrasound'.")],
    date_value: Annotated[
        str, about("First day of the last period, or day of conception or scan: YYYY-MM-DD.")
    ],
    cycle_length: Annotated[int, about("Days of the usual cycle, 20 to 45.")] = 28,
    gestational_age_weeks: Annotated[Any, declared("integer", "Full weeks at the scan.")] = None,
    gestational_age_days: Annotated[
        Any, declared("integer", "Days beyond the weeks at the scan, 0 to 6.")
    ] = None,
) -> Answer:
    """Dates of conception and birth, and the gestational age today."""
    weeks: int | None = read_optional(gestational_age_weeks, int, "gestational_age_weeks")
    days: int | None = read_optional(gestational_age_days, int, "gestational_age_days")
    today = context.world.now.date()
    method = check_choice(calculation_method, "calculation_method", ("lmp", "conception", "ultrasound"))
    given = parse_date(date_value, "date_value")
    shift = int(check_range(cycle_length, "cycle_length", 20, 45)) - 28
    if given > today:
        raise BadArgument("date_value", f"{given} is after today, {today}; pass a date in the past")
    if today.year - given.year > 100:
        raise BadArgument("date_value", f"{given} is more than a century ago")
    start = given - timedelta(_age_then(method, shift, weeks, days))
    birth = start + timedelta(TERM)
    age = (today - start).days
    # A scan tells the age whatever the cycle.
    period = start if method == "ultrasound" else start - timedelta(shift)
    return Answer(
        {
            "method": method,
            "last_menstrual_period": period.isoformat(),
            "conception": (start + timedelta(14)).isoformat(),
            "estimated_due_date": birth.isoformat(),
            "today": today.isoformat(),
            **_present(age, birth, today),
            "working": f"{TERM} days from {start}" + (f", cycle of {cycle_length} days" if shift else ""),
        }
    )


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
