"""JSON Schemas that others wrote, compiled and bounded."""

from m3bench.core.schema.compilation import (
    CompiledSchema,
    SchemaProblem,
    compile_schema,
    complexity_problem,
    misfits,
)

__all__ = [
    "CompiledSchema",
    "SchemaProblem",
    "compile_schema",
    "complexity_problem",
    "misfits",
]
