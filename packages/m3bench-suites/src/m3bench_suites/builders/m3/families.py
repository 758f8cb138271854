"""The 28 families in the order of the paper, imported on demand."""

from __future__ import annotations

from m3bench.suites import SuiteGenerator
from m3bench_suites.builders.tasks import Family

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


_MOST, _FAMILIES_OF_MOST = 8, 15
"""211 tasks: the first 15 families have 8, the others 7."""

GENERATOR = SuiteGenerator(
    suite="m3",
    package="m3bench_suites.builders.m3",
    families={name: _MOST - (index >= _FAMILIES_OF_MOST) for index, name in enumerate(FAMILIES)},
    third_party=("excel", "ppt"),
)


def load_family(name: str) -> Family:
    """Import a family. Raise `UsageError` if the name is unknown."""
    family = GENERATOR.family(name)
    assert isinstance(family, Family)
    return family
