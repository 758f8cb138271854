"""The 28 families in the order of the paper, imported on demand."""

from __future__ import annotations

from importlib import import_module

from m3bench.core import UsageError
from m3bench.core.text import did_you_mean
from m3bench.suites.m3.family import Family

FAMILIES = (
    "items_price",
    "attraction",
    "movies",
    "vision_research",
    "camping",
    "fish",
    "drug",
    "hazard",
    "food_reddit_wiki_excel",
    "medexcel",
    "barcode_lookup",
    "biology_cut",
    "fruit_cal",
    "medical",
    "qr_attraction",
    "routine",
    "biology_chain",
    "generate_powerpoint",
    "travel_comparison",
    "heatmap",
    "museum",
    "research_station",
    "hugeicons",
    "crypto_purchase_estimation",
    "stock_growth_estimation",
    "fipe_car_variant_lookup",
    "class_demand_estimation",
    "nixos_diagnostic",
)
"""Names by number, starting at 0."""


def load_family(name: str) -> Family:
    """Import a family. Raise `UsageError` if the name is unknown."""
    if name not in FAMILIES:
        meant = did_you_mean(name, FAMILIES, most=1)
        hint = f"{meant} m3bench suite list m3 names them all.".lstrip()
        raise UsageError(f"There is no family {name!r}.", hint)
    family: Family = import_module(f"m3bench.suites.m3.{name}").FAMILY
    return family
