"""Culture: articles, museum objects, films, icons, hexagrams, space."""

from __future__ import annotations

FAMILIES: dict[str, int] = {
    "wikipedia": 2,
    "metropolitan_museum": 2,
    "movie_recommender": 2,
    "bibliomantic": 2,
    "huge_icons": 2,
    "nasa_data": 2,
    "wikipedia_nasa": 2,
    "museum_wikipedia": 2,
    "nasa_maps_wikipedia": 2,
    "museum_icons_wikipedia": 2,
}
"""The families in order, with their number of tasks in the released suite."""
