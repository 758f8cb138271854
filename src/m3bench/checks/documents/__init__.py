"""Checks of the parts of Word documents, of pages, forms and areas of PDFs, and of layouts."""

from m3bench.checks.documents.docx_parts import DocxComment, DocxParagraph, DocxParts
from m3bench.checks.documents.page_layout import PageLayout
from m3bench.checks.documents.pdf_area import PdfArea
from m3bench.checks.documents.pdf_form import PdfForm
from m3bench.checks.documents.pdf_pages import PdfPage, PdfPages
from m3bench.checks.documents.web_layout import WebLayout

__all__ = [
    "DocxComment",
    "DocxParagraph",
    "DocxParts",
    "PageLayout",
    "PdfArea",
    "PdfForm",
    "PdfPage",
    "PdfPages",
    "WebLayout",
]
