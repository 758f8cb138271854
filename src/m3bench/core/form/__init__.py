"""Answer forms: named fields with a type and a unit, and parsing of filled forms."""

from m3bench.core.form.form import AnswerField, AnswerForm, FieldType, describe
from m3bench.core.form.reading import fit_form, last_correction, read_form

__all__ = ["AnswerField", "AnswerForm", "FieldType", "describe", "fit_form", "last_correction", "read_form"]
