"""Corrupted Word documents, PDFs and layouts."""

from m3bench.checks.corruption.office.layouts import LAYOUT_CORRUPTORS
from m3bench.checks.corruption.office.pdfs import PDF_CORRUPTORS
from m3bench.checks.corruption.office.word import WORD_CORRUPTORS

OFFICE_CORRUPTORS = {**WORD_CORRUPTORS, **PDF_CORRUPTORS, **LAYOUT_CORRUPTORS}
"""Functions that make failing outcomes, by check class."""

__all__ = ["OFFICE_CORRUPTORS"]
