"""The 28 families in the order of the paper. Each is imported when it is asked for."""

from __future__ import annotations

import difflib
from importlib import import_module

from m3bench.core import UsageError
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
"""Names by number, from 0."""


def load_family(name: str) -> Family:
    if name not in FAMILIES:
        near = difflib.get_close_matches(name, FAMILIES, n=1)
        meant = f"Did you mean {near[0]}? " if near else ""
        raise UsageError(f"There is no family {name!r}.", f"{meant}m3bench suite list m3 names them all.")
    family: Family = import_module(f"m3bench.suites.m3.{name}").FAMILY
    return family
