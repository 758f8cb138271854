"""The families of `m3-camera`, imported on demand."""

from __future__ import annotations

from m3bench.suites import SuiteGenerator

FAMILIES: dict[str, int] = {
    "holdings_chart": 6,
    "kiosk_forecast": 6,
    "dashboard_check": 6,
    "departure_plan": 6,
    "chat_plan": 6,
    "calendar_gap": 6,
    "rail_trip": 6,
    "pinned_places": 6,
    "shopping_note": 6,
    "recipe_card": 6,
    "book_order": 6,
    "bill_split": 6,
    "meter_bill": 6,
    "sold_goods": 6,
}
"""The families in order, with their number of tasks."""

GENERATOR = SuiteGenerator(
    suite="m3-camera",
    package="m3bench_suites.builders.m3_camera",
    families=FAMILIES,
    third_party=("excel", "ppt"),
)
