"""Tools of `NixOS`, and libraries that are Nix packages with a manual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench_suites.builders.tasks import require

CHANNELS, SEARCH, INFO = "NixOS/nixos_channels", "NixOS/nixos_search", "NixOS/nixos_info"
HISTORY, FIND = "NixOS/nixhub_package_versions", "NixOS/nixhub_find_version"
OLD = "24.11"
ALL = 50
"""Most versions of a history."""
PACKAGES = {
    "Django": "python3Packages.django", "MongoDB": "mongodb", "PostgreSQL": "postgresql", "SQLite": "sqlite",
    "SQLAlchemy": "python3Packages.sqlalchemy", "NumPy": "python3Packages.numpy",
    "pandas": "python3Packages.pandas",
}  # fmt: skip
TOPICS = {
    "queries": ("Django", "MongoDB", "PostgreSQL", "SQLite", "SQLAlchemy"),
    "indexing": ("MongoDB", "PostgreSQL", "SQLite", "NumPy", "pandas"),
}
"""Libraries by topics that their manuals have."""


def place_of(rows: Sequence[dict[str, Any]], version: str) -> int:
    """Return how many releases of a history, newest first, are newer than a version."""
    places = [index for index, row in enumerate(rows) if row["version"] == version]
    require(places, f"the history lacks {version}.")
    return places[0]
