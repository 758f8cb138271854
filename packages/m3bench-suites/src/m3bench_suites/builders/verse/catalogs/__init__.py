"""Families about prices, films, books, papers, forums, health and pictures, on bundled servers."""

from __future__ import annotations

FAMILIES: dict[str, int] = {
    "stock_quotes": 7,
    "crypto_prices": 7,
    "shop_prices": 6,
    "car_prices": 4,
    "film_guide": 7,
    "catalog_records": 7,
    "paper_desk": 7,
    "hot_threads": 6,
    "health_facts": 4,
    "picture_edits": 6,
    "price_boards": 5,
}
"""Names of the families, which are those of their modules, in order, and their number of tasks."""

THIRD_PARTY: tuple[str, ...] = ()
"""Servers of the catalog that they need."""
