"""Comparing arguments of calls field by field, by type."""

from m3bench.scoring.arguments.fields import Field, Side, read_fields
from m3bench.scoring.arguments.matrix import (
    FieldComparison,
    explain_pair,
    similarity_matrix,
    texts_for_encoder,
)

__all__ = [
    "Field",
    "FieldComparison",
    "Side",
    "explain_pair",
    "read_fields",
    "similarity_matrix",
    "texts_for_encoder",
]
