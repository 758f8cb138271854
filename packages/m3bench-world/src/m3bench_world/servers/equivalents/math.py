"""Adding two numbers, and adding up a list of two."""

from __future__ import annotations

from m3bench.core import Equivalence, EquivalentTool

EQUIVALENCES = (
    Equivalence(
        "sum of numbers",
        (
            EquivalentTool("math/sum", {"numbers": "numbers"}, {"sum": ""}),
            EquivalentTool("math/add", {"firstNumber": "numbers", "secondNumber": "numbers"}, {"sum": ""}),
        ),
    ),
)
