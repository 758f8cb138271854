"""Research: models, papers and calls for papers."""

from __future__ import annotations

FAMILIES: dict[str, int] = {
    "hugging_face": 2,
    "paper_search": 2,
    "call_for_papers": 2,
    "hugging_face_paper_search": 2,
    "wikipedia_paper_search": 2,
    "hugging_face_paper_search_wikipedia": 2,
    "paper_search_call_for_papers_wikipedia": 2,
    "openapi_explorer_paper_search_hugging_face": 2,
    "call_for_papers_google_maps_weather_data_time_mcp": 2,
}
"""The families in order, with their number of tasks in the released suite."""
