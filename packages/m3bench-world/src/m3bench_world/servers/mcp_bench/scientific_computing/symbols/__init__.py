"""Formulas in x, y and z: reading, differentiating, evaluating and writing them.

A small part of what SymPy does. SymPy is slow to import, weighs 7 MB as wheels and reads text
with `eval`; here text is read by a whitelist of syntax, and every formula is bounded in size.
"""

from m3bench_world.servers.mcp_bench.scientific_computing.symbols.calculus import derivative, simplified
from m3bench_world.servers.mcp_bench.scientific_computing.symbols.nodes import (
    AXES,
    Node,
    TooComplex,
    add,
    is_zero,
    multiply,
    number,
    power,
)
from m3bench_world.servers.mcp_bench.scientific_computing.symbols.parsing import (
    evaluate,
    parse_field,
    parse_formula,
    values_on_grid,
)

__all__ = [
    "AXES",
    "Node",
    "TooComplex",
    "add",
    "derivative",
    "evaluate",
    "is_zero",
    "multiply",
    "number",
    "parse_field",
    "parse_formula",
    "power",
    "simplified",
    "values_on_grid",
]
