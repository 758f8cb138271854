"""Medicine: genes, trials, drugs, clinical calculators, fruit."""

from __future__ import annotations

FAMILIES: dict[str, int] = {
    "biomcp": 4,
    "medical_calculator": 4,
    "fruityvice": 2,
    "paper_search_biomcp": 2,
    "medical_calculator_fruityvice_biomcp": 2,
    "scientific_computing_biomcp_math": 2,
    "medical_calculator_wikipedia_fruityvice": 2,
}
"""The families in order, with their number of tasks in the released suite."""
