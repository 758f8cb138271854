"""Equivalent doses and fluids."""

from __future__ import annotations

from m3bench.servers.kit import BadArgument, check_choice, check_range
from m3bench_world.servers.mcp_bench.medical_calculator.checking import WEIGHT, Span, check

# Doses in mg with the effect of 5 mg of prednisolone (British National Formulary, glucocorticoid therapy).
STEROIDS = {
    "betamethasone": 0.75,
    "cortisone": 25.0,
    "dexamethasone": 0.75,
    "hydrocortisone": 20.0,
    "methylprednisolone": 4.0,
    "prednisolone": 5.0,
    "prednisone": 5.0,
    "triamcinolone": 4.0,
}
# Morphine milligram equivalents of a milligram (CDC guideline, MMWR Recomm Rep 2022;71(3)). Of a microgram in
# fentanyl_buccal (CDC conversion file of 2018), of a microgram an hour in fentanyl_patch.
OPIOIDS = {
    "codeine": 0.15,
    "fentanyl_buccal": 0.13,
    "fentanyl_patch": 2.4,
    "hydrocodone": 1.0,
    "hydromorphone": 5.0,
    "methadone": 4.7,
    "morphine": 1.0,
    "oxycodone": 1.5,
    "oxymorphone": 3.0,
    "tapentadol": 0.4,
    "tramadol": 0.2,
}
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
