"""Untrusted JSON Schemas, validated with bounds on time and memory."""

from m3bench.core.schema.compilation import (
    CompiledSchema,
    SchemaProblem,
    compile_schema,
    complexity_problem,
    explain_violation,
    schema_violations,
)

__all__ = [
    "CompiledSchema",
    "SchemaProblem",
    "compile_schema",
    "complexity_problem",
    "explain_violation",
    "schema_violations",
]
