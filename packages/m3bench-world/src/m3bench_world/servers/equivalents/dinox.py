"""Detecting everything covers detecting things by name."""

from __future__ import annotations

from m3bench.core import Equivalence, EquivalentTool

_FOUND = {"name": "detections[].name", "left": "detections[].bbox.xmin"}

EQUIVALENCES = (
    Equivalence(
        "things in a picture",
        (
            EquivalentTool("dinox-mcp/detect-all-objects", {"imageFileUri": "picture"}, _FOUND),
            EquivalentTool(
                "dinox-mcp/detect-objects-by-text", {"imageFileUri": "picture"}, _FOUND, covers=False
            ),
        ),
    ),
)
