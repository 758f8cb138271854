"""Computing: tensors, units and numbers."""

from __future__ import annotations

FAMILIES: dict[str, int] = {
    "scientific_computing": 4,
    "unit_converter": 3,
    "math_mcp": 3,
    "scientific_math": 3,
    "converter_math": 2,
    "scientific_converter": 2,
    "scientific_converter_math": 2,
}
"""The families in order, with their number of tasks in the released suite."""
