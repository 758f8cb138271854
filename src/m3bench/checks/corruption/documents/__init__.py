"""Corrupted Word documents, PDFs and layouts."""

from m3bench.checks.corruption.documents.layouts import LAYOUT_CORRUPTORS
from m3bench.checks.corruption.documents.pdfs import PDF_CORRUPTORS
from m3bench.checks.corruption.documents.web import WEB_CORRUPTORS
from m3bench.checks.corruption.documents.word import WORD_CORRUPTORS

DOCUMENT_CORRUPTORS = {**WORD_CORRUPTORS, **PDF_CORRUPTORS, **LAYOUT_CORRUPTORS, **WEB_CORRUPTORS}
"""Functions that make failing outcomes, by check class."""

__all__ = ["DOCUMENT_CORRUPTORS"]
