"""Shortages of drugs: each drug has windows of two years, and some windows have one."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from m3bench_world.regulator.entities import Shortage

if TYPE_CHECKING:
    from m3bench_world.pharmacy import Drug
    from m3bench_world.world import World

_WINDOW = 2 * 365
_FIRST_DAY = date(2010, 1, 1)
_SHOWN_WINDOWS = 5
_REASONS = (
    "Demand increase for the drug",
    "Shortage of an active ingredient",
    "Manufacturing delay",
    "Discontinuation by one manufacturer",
    "Delay in shipping",
    "Requirements of good manufacturing practice",
)
CATEGORIES = {
    "Oncology": ("kinase", "cytotoxic", "antibody", "hormonecancer"),
    "Anti-Infective": ("penicillin", "cephalosporin", "macrolide", "quinolone", "antiviral", "antifungal",
                       "antiparasitic", "antibiotic", "nitroimidazole", "tetracycline", "sulfonamide"),
    "Cardiovascular": ("ace", "arb", "betablocker", "ccb", "thiazide", "loop", "ksparing", "statin",
                       "anticoagulant",
                       "antiplatelet", "antiarrhythmic", "nitrate", "alphablocker"),
    "Analgesia": ("opioid", "nsaid", "analgesic", "coxib", "salicylate", "localanesthetic", "relaxant"),
    "Neurology": ("anticonvulsant", "parkinson", "dementia", "triptan", "gepant"),
    "Psychiatry": ("ssri", "snri", "tricyclic", "antidepressant", "benzo", "antipsychotic", "stimulant",
                   "nonstimulant", "moodstabilizer", "hypnotic"),
    "Endocrinology": ("biguanide", "glp1", "glifozin", "insulin", "thyroid", "sulfonylurea", "gliptin",
                      "steroid"),
    "Pulmonary": ("betaagonist", "inhaledsteroid", "anticholinergic", "leukotriene"),
    "Gastroenterology": ("ppi", "antacid", "bowel", "h2", "antiemetic", "laxative"),
}  # fmt: skip
"""Therapeutic categories, with the classes of the pharmacy in them."""


def category(drug: Drug) -> str:
    return next((name for name, keys in CATEGORIES.items() if drug.kind.key in keys), "Other")


def shortages(world: World, drug: Drug) -> list[Shortage]:
    """Return the shortages of a drug in the last ten years, the newest first."""
    newest = (world.now.date() - _FIRST_DAY).days // _WINDOW
    found = (_shortage(world, drug, turn) for turn in range(newest, max(-1, newest - _SHOWN_WINDOWS), -1))
    return [one for one in found if one]


def _shortage(world: World, drug: Drug, turn: int) -> Shortage | None:
    chance = world.chance
    name = ("shortage", drug.name, turn)
    injected = bool(drug.products) and "injection" in drug.products[0].form
    started = _FIRST_DAY + timedelta(days=turn * _WINDOW + chance.whole(0, 360, *name, "start"))
    if not chance.happens(0.3 if injected else 0.12, *name) or started > world.now.date():
        return None
    length = chance.whole(60, 700, *name, "length")
    ended = started + timedelta(days=length)
    over = ended <= world.now.date()
    return Shortage(
        drug=drug.name,
        status="Resolved" if over else "Current",
        category=category(drug),
        reason=chance.pick(_REASONS, *name, "reason"),
        started=started,
        ended=ended if over else None,
        expected=started + timedelta(days=int(length * chance.between(0.7, 1.3, *name, "expected"))),
        forms=tuple(
            f"{product.form} {', '.join(product.strengths[:4])}".strip() for product in drug.products[:3]
        ),
    )
